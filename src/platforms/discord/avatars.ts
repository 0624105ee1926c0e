/*
 * Pictures of the editors. A webhook's message takes the address of a picture, so that one has to be served;
 * the address says all that is drawn (two letters and a colour), and nothing of a workspace has to be looked
 * up or can be found out by it. Letters are strokes of a pen, drawn here: no font, no files, no library.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import type { Identity } from '../../review/message.ts';
import { GLYPHS, type Glyph, PENCIL } from './glyphs.ts';

/** Pictures of those who speak. */
export interface Avatars {
  /** The address of an editor's picture; null where Discord could not fetch it. */
  of(identity: Identity): string | null;
  /** Answers a request for a picture; false for any other. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Serves pictures below an address that Discord can reach; null: there is none. */
export function createAvatars(publicUrl: string | null): Avatars {
  const drawn = new Map<string, Buffer>();
  return {
    of: ({ name }) =>
      publicUrl?.startsWith('https://') === true
        ? `${publicUrl}/avatars/${initials(name)}-${colourOf(name)}.png`
        : null,

    answers(request, response) {
      const found = /^\/avatars\/([a-z]{1,2}|mark)-(\d)\.png$/.exec(request.url ?? '');
      const [, letters = '', colour = ''] = found ?? [];
      if (found === null || !/^(GET|HEAD)$/.test(request.method ?? '')) return false;
      const key = `${letters}-${colour}`;
      const picture = drawn.get(key) ?? drawAvatar(letters, Number(colour));
      drawn.set(key, picture);
      const oldest = drawn.size > MAX_KEPT ? drawn.keys().next().value : undefined;
      if (oldest !== undefined) drawn.delete(oldest);
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-length': picture.length,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      response.end(request.method === 'HEAD' ? undefined : picture);
      return true;
    },
  };
}

const MAX_KEPT = 200;

/** The picture of the product itself, as the data that a webhook is made with. */
export function markPicture(): string {
  return `data:image/png;base64,${drawAvatar('mark', 0).toString('base64')}`;
}

/** Calm colours on which white letters can be read; the first is the blue of the pencil. */
const COLOURS = [
  [0x25, 0x4f, 0xb8],
  [0x0f, 0x6b, 0x6b],
  [0x8a, 0x3b, 0x6e],
  [0x9a, 0x4a, 0x1c],
  [0x3d, 0x6b, 0x2f],
  [0x5b, 0x45, 0xa8],
  [0x9c, 0x2f, 0x3f],
  [0x1f, 0x5f, 0x8b],
  [0x6b, 0x5a, 0x1e],
  [0x4a, 0x55, 0x68],
] as const;

/** The first letters of the first two words; the pencil for a name that has none of the Latin script. */
function initials(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const letters = [...words.matchAll(/(?<![\p{L}\p{N}])[a-z]/gu)].map(([letter]) => letter);
  return letters.length === 0 ? 'mark' : letters.slice(0, 2).join('');
}

/** Begun so that each of the built-in editors has a colour of its own. */
const FIRST_SUM = 37;

function colourOf(name: string): number {
  return crc32(name, FIRST_SUM) % COLOURS.length;
}

const SIZE = 128;
/** How high a letter is, and how wide the pen, in pixels. */
const CAP = 44;
const MARK = 76;
const PEN = 8;
/** How far letters stand apart, in pixels. */
const GAP = 13;

/** Draws letters, or the pencil, in white on a colour, as a PNG. */
export function drawAvatar(letters: string, colour: number): Buffer {
  const isMark = letters === 'mark';
  const height = isMark ? MARK : CAP;
  const strokes = place(isMark ? [PENCIL] : glyphsOf(letters), height, GAP);
  const ground = COLOURS[colour] ?? COLOURS[0];
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 3));
  let at = 0;
  for (let y = 0; y < SIZE; y += 1) {
    // Each line begins with how it is filtered: not at all.
    rows[at] = 0;
    at += 1;
    for (let x = 0; x < SIZE; x += 1) {
      const isNear = Math.abs(y - SIZE / 2) < height / 2 + PEN;
      const ink = isNear ? inkAt(strokes, x + 0.5, y + 0.5) : 0;
      for (const part of ground) {
        rows[at] = Math.round(part + (255 - part) * ink);
        at += 1;
      }
    }
  }
  return png(rows);
}

function glyphsOf(letters: string): Glyph[] {
  return [...letters].flatMap((letter) => GLYPHS[letter] ?? []);
}

/** A piece of a line with the pen's radius, in pixels. */
interface Stroke {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly radius: number;
}

/** Glyphs side by side in the middle, as straight pieces. */
function place(glyphs: readonly Glyph[], height: number, gap: number): Stroke[] {
  const widths = glyphs.map(({ width }) => width * height);
  const all = widths.reduce((sum, width) => sum + width, 0) + gap * (glyphs.length - 1);
  const top = (SIZE - height) / 2;
  let left = (SIZE - all) / 2;
  return glyphs.flatMap(({ lines, pen = PEN / height }, number) => {
    const x0 = left;
    left += (widths[number] ?? 0) + gap;
    return lines.flatMap((line) =>
      line.slice(1).map((to, index): Stroke => {
        const from = line[index] ?? to;
        const point = ([x, y]: readonly [number, number]) =>
          [x0 + x * height, top + y * height] as const;
        return { from: point(from), to: point(to), radius: (pen * height) / 2 };
      }),
    );
  });
}

/** How much of a pixel is inked, from 0 to 1. */
function inkAt(strokes: readonly Stroke[], x: number, y: number): number {
  let ink = 0;
  for (const { from, to, radius } of strokes) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length;
    const near = Math.min(1, Math.max(0, along));
    const away = Math.hypot(x - from[0] - near * dx, y - from[1] - near * dy);
    ink = Math.max(ink, Math.min(1, Math.max(0, radius + 0.5 - away)));
  }
  return ink;
}

/** Lines of pixels as a file (www.w3.org/TR/png-3). */
function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits a colour, three colours.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
