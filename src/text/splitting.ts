/*
 * Platforms take messages up to a length. A text is cut where people would cut it: between paragraphs,
 * else between lines, else between words; a cut inside a code fence closes it and opens it again in the
 * next piece, and no cut is inside a character as people see it.
 */

interface Fence {
  readonly marker: string;
  /** The line that opens it, as it is repeated in the next piece. */
  readonly opening: string;
}

/**
 * Cuts Markdown into pieces of at most `maxChars` UTF-16 units (100 or more), each valid by itself.
 * Only line ends and spaces at the cuts are left out, only repeated fence lines are added.
 */
export function splitMarkdown(markdown: string, maxChars: number): string[] {
  if (markdown.length <= maxChars) return [markdown];
  const pieces = createPieces(maxChars);
  for (const [line] of markdown.matchAll(LINE)) {
    let rest = line;
    while (!pieces.fits(rest)) {
      // A line that fits a piece of its own is not cut for the sake of the room left here.
      if (!pieces.isEmpty()) pieces.flush();
      else {
        const at = cutPoint(rest, pieces.room());
        pieces.add(rest.slice(0, at));
        pieces.flush();
        rest = rest.slice(at).trimStart();
      }
    }
    pieces.add(rest);
  }
  return pieces.finish();
}

const LINE = /[^\n]*\n|[^\n]+$/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/;

function createPieces(maxChars: number) {
  const done: string[] = [];
  let current = '';
  /** What stands at the start of `current` only because a fence went on. */
  let repeated = '';
  let fence: Fence | null = null;
  /** Where a paragraph ends in `current`, outside any fence. */
  let breakAt = 0;

  const push = (piece: string) => {
    if (piece.trim() !== '') done.push(piece.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, ''));
  };
  const spare = () => 1 + (fence?.marker.length ?? MAX_MARKER);
  return {
    isEmpty: () => current === repeated,
    room: () => Math.max(1, maxChars - current.length - spare()),
    fits: (line: string) => current.length + line.length + spare() <= maxChars,
    add(line: string) {
      current += line;
      fence = nextFence(fence, line);
      if (fence === null && line.trim() === '') breakAt = current.length;
    },
    flush() {
      const atParagraph = breakAt > maxChars / 2;
      const rest = atParagraph ? current.slice(breakAt) : '';
      if (atParagraph) push(current.slice(0, breakAt));
      else push(fence === null ? current : `${current.trimEnd()}\n${fence.marker}`);
      repeated = atParagraph || fence === null ? '' : fence.opening;
      current = repeated + rest;
      breakAt = 0;
    },
    finish() {
      push(current === repeated ? '' : current);
      return done;
    },
  };
}

/** Room that is kept for closing a fence which the next line might open. */
const MAX_MARKER = 8;
const MAX_OPENING = 40;

function nextFence(open: Fence | null, line: string): Fence | null {
  const [, marker, info = ''] = FENCE.exec(line) ?? [];
  if (marker === undefined || marker.length > MAX_MARKER) return open;
  if (open === null) {
    const opening = `${marker}${info.length > MAX_OPENING ? '' : info}\n`;
    return marker.startsWith('`') && info.includes('`') ? null : { marker, opening };
  }
  return marker.startsWith(open.marker) && info.trim() === '' ? null : open;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Longer than any emoji sequence; what is longer is decoration and may be cut between code points. */
const LONGEST_CLUSTER = 64;

function cutPoint(line: string, room: number): number {
  const space = line.slice(0, room + 1).search(/\s\S*$/);
  if (space > room / 2) return space;
  const from = Math.max(0, room - LONGEST_CLUSTER);
  const start = isInsidePair(line, from) ? from + 1 : from;
  let cut = start;
  for (const { index } of graphemes.segment(line.slice(start, room + LONGEST_CLUSTER))) {
    if (start + index > room) break;
    cut = start + index;
  }
  if (cut > start) return cut;
  return isInsidePair(line, room) ? Math.max(1, room - 1) : room;
}

function isInsidePair(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at)) && /[\uD800-\uDBFF]$/.test(text.slice(0, at));
}
