/*
 * A message as Discord shows it: Components V2. Chosen over plain content and over embeds because there a
 * comment's buttons stand under the comment (rows of plain messages all stand at the end, and five rows are
 * fewer than five comments need), because a message holds 4,000 characters instead of 2,000, because a
 * draft can stand in a frame of its own, and because it needs no right to embed links. What it costs: the
 * mark of it cannot be taken off a message again, and text, components and bytes are limited together.
 *
 * Each message of a post carries, as the id of its first component, a number made from run, slot and place
 * in the post. Discord gives it back on reading, so that a post can be found after a crash without
 * anything on screen.
 */
import { createHash } from 'node:crypto';
import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIMessageTopLevelComponent,
  ButtonStyle,
  ComponentType,
  MessageFlags,
} from 'discord.js';
import { encodeAction } from '../../review/action.ts';
import type { Button, Identity, Message, MessagePart } from '../../review/message.ts';
import type { PostSlot } from '../../review/messenger.ts';
import { emojiCharacter } from '../../text/emoji.ts';
import { textDirection } from '../../text/language.ts';
import { splitMarkdown } from '../../text/splitting.ts';
import { LIMITS } from './limits.ts';
import { smallPrint, toDiscordMarkdown } from './markdown.ts';

/** The body of one message. */
export interface Body {
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly flags: number;
  /** Nobody is notified by what is written, but for members a person was shown and said yes to. */
  readonly allowed_mentions: {
    readonly parse: readonly never[];
    readonly users?: readonly string[];
    readonly replied_user: false;
  };
  /** Files that come with it, as the components name them. */
  readonly attachments?: readonly {
    readonly id: number | string;
    readonly filename: string;
    /** What is in it, for those who do not see it. */
    readonly description?: string;
  }[];
}

/** One message with the files it carries. */
export interface Rendered {
  readonly body: Body;
  readonly files: readonly { readonly name: string; readonly data: Buffer }[];
}

export interface RenderOptions {
  /** Puts the speaker's name into the text, where the message cannot carry it. */
  readonly withName: boolean;
  /** Marks the messages as those of a post, counting on from this number. */
  readonly marker?: number | null;
  /** Seen by one member alone. */
  readonly isEphemeral?: boolean;
  /** How much one message holds; less than Discord's own limit for what may be changed later. */
  readonly maxChars?: number;
  /** Whether files may be attached. */
  readonly withFiles?: boolean;
}

export const NO_MENTIONS: Body['allowed_mentions'] = { parse: [], replied_user: false };

/** The flags of everything that is said: new components, no previews of links. */
const FLAGS = MessageFlags.IsComponentsV2 | MessageFlags.SuppressEmbeds;

/** Lays a message out as one or more Discord messages within every limit, in order. */
export function renderMessage(message: Message, options: RenderOptions): Rendered[] {
  const { maxChars = LIMITS.postChars, withFiles = true } = options;
  const named = options.withName ? addName(message) : message.parts;
  const pieces = named.flatMap((part) => splitPart(part, maxChars)).filter(saysSomething);
  const pages = layOut(pieces, maxChars);
  // A file of two drafts side by side would have to say which is which.
  const [draft, another] = message.parts.flatMap((part) => (part.isDraft ? [part.markdown] : []));
  const draftPages = pages.filter((page) => page.some(({ isDraft }) => isDraft)).length;
  const isLong = draft !== undefined && another === undefined && draftPages > LIMITS.draftPosts;
  return pages.map((page, at) => {
    const isLast = at === pages.length - 1;
    const file = isLong && isLast && withFiles ? [draftFile(draft)] : [];
    return {
      files: file,
      body: {
        components: markFirst(
          [...merge(page).flatMap(componentsOf), ...file.map(({ name }) => fileComponent(name))],
          options.marker == null ? null : options.marker + Math.min(at, MAX_PARTS - 1),
        ),
        flags: options.isEphemeral ? FLAGS | MessageFlags.Ephemeral : FLAGS,
        allowed_mentions: mentionsOf(page),
        ...(file.length > 0 ? { attachments: [{ id: 0, filename: DRAFT_FILE }] } : {}),
      },
    };
  });
}

/** Members whose mentions are live on a page. */
function mentionsOf(page: readonly MessagePart[]): Body['allowed_mentions'] {
  const live = page.flatMap(({ notifies, markdown }) => (notifies ? [markdown] : [])).join(' ');
  const users = [...new Set([...live.matchAll(/<@(\d+)>/g)].map(([, id = '']) => id))];
  return users.length === 0 ? NO_MENTIONS : { ...NO_MENTIONS, users };
}

/** The name a persona posts under: with its emoji, and always labelled. */
export function speakerName({ name, label, icon }: Identity): string {
  const emoji = emojiCharacter(icon);
  return `${emoji === null ? '' : `${emoji} `}${name} · ${label}`;
}

/**
 * The number by which the first message of a post is known again; the others count on from it. 26 bits of
 * run and slot, 5 bits of the place: component ids are 32-bit numbers, and 0 means none.
 */
export function markerOf({ runId, slot }: PostSlot): number {
  return hashBits(`${runId}/${slot}`) * MAX_PARTS;
}

/** The place of a message in the post that begins with `first`; null when it belongs to another. */
export function partOf(marker: number | null, first: number): number | null {
  if (marker === null) return null;
  return marker >= first && marker < first + MAX_PARTS ? marker - first : null;
}

/** The marker a message carries; null for one without. */
export function readMarker(components: readonly unknown[] | undefined): number | null {
  const first = components?.[0] as { id?: number } | undefined;
  return typeof first?.id === 'number' && first.id >= MAX_PARTS ? first.id : null;
}

const MAX_PARTS = 32;

function hashBits(text: string): number {
  const bits = createHash('sha256').update(text).digest().readUInt32BE() >>> 6;
  return bits === 0 ? 1 : bits;
}

const DRAFT_FILE = 'draft.md';

function draftFile(draft: string) {
  return { name: DRAFT_FILE, data: Buffer.from(draft, 'utf8') };
}

/** Shows a file that comes with the message. */
export function fileComponent(name: string): APIMessageTopLevelComponent {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

function addName(message: Message): readonly MessagePart[] {
  const { identity, parts } = message;
  if (identity === null) return parts;
  const [first, ...rest] = parts;
  const title = `**${speakerName(identity)}**`;
  if (first === undefined || first.isDraft) return [{ markdown: title, buttons: [] }, ...parts];
  return [{ ...first, markdown: `${title} · ${first.markdown}` }, ...rest];
}

/** A draft stays as it is, word for word; everything else is put as Discord shows it. */
function splitPart(part: MessagePart, maxChars: number): MessagePart[] {
  if (part.markdown === '') return [part];
  if (part.notifies) part = { ...part, markdown: part.markdown.replace(NAMED_MEMBER, '<@$1>') };
  const text = part.isDraft ? part.markdown : smallPrint(toDiscordMarkdown(part.markdown));
  const pieces = splitBytes(text, maxChars);
  return pieces.map((markdown, index) => ({
    ...part,
    markdown,
    buttons: index === pieces.length - 1 ? part.buttons : [],
  }));
}

/** A member's token with the name that travels with it, which Discord does not know. */
const NAMED_MEMBER = /<@!?(\d+)(?:\|[^<>]*)?>/g;

/** Scripts with long characters reach the limit of bytes before that of characters. */
function splitBytes(text: string, maxChars: number): string[] {
  return splitMarkdown(text, maxChars)
    .flatMap((piece) => {
      const bytes = Buffer.byteLength(piece);
      if (bytes <= LIMITS.textBytes) return [piece];
      const chars = Math.floor((piece.length * LIMITS.textBytes) / bytes / 1.1);
      return splitMarkdown(piece, Math.max(100, chars));
    })
    .filter((piece) => piece.trim() !== '');
}

/** Discord refuses a message of nothing. */
function saysSomething(piece: MessagePart): boolean {
  return componentsOf(piece).length > 0;
}

/** Pages within the limits of characters, bytes and components; a page is never empty. */
function layOut(pieces: readonly MessagePart[], maxChars: number): MessagePart[][] {
  const pages: MessagePart[][] = [];
  let page: MessagePart[] = [];
  for (const piece of pieces) {
    if (page.length > 0 && !fits([...page, piece], maxChars)) {
      pages.push(page);
      page = [];
    }
    page.push(piece);
  }
  if (page.length > 0) pages.push(page);
  return pages;
}

function fits(page: readonly MessagePart[], maxChars: number): boolean {
  const merged = merge(page);
  const text = merged.map(({ markdown }) => markdown).join('');
  const components = merged.reduce((sum, part) => sum + countComponents(part), 0);
  return (
    text.length <= maxChars &&
    Buffer.byteLength(text) <= LIMITS.textBytes &&
    // One is kept for a file.
    components < LIMITS.components
  );
}

function countComponents({ isDraft, buttons }: MessagePart): number {
  const rows = Math.ceil(buttons.length / LIMITS.buttonsPerRow);
  return (isDraft ? 2 : 1) + rows + buttons.length;
}

/** Parts without buttons between them are one text: components are few. */
function merge(page: readonly MessagePart[]): MessagePart[] {
  const merged: MessagePart[] = [];
  for (const part of page) {
    const last = merged.at(-1);
    const isJoined =
      last !== undefined && last.buttons.length === 0 && !last.isDraft && !part.isDraft;
    if (isJoined) merged.splice(-1, 1, { ...part, markdown: joined(last.markdown, part.markdown) });
    else merged.push(part);
  }
  return merged;
}

function joined(before: string, after: string): string {
  if (after === '') return before;
  // Small print and lists need no empty line, everything else reads better with one.
  return `${before}\n${after.startsWith('-# ') ? '' : '\n'}${after}`;
}

function componentsOf(part: MessagePart): APIMessageTopLevelComponent[] {
  if (part.markdown === '') return rowsOf(part.buttons);
  const text = { type: ComponentType.TextDisplay, content: part.markdown } as const;
  const shown: APIMessageTopLevelComponent = part.isDraft
    ? { type: ComponentType.Container, components: [text] }
    : text;
  return [shown, ...rowsOf(part.buttons)];
}

function rowsOf(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponent>[] {
  const rows: APIActionRowComponent<APIButtonComponent>[] = [];
  let left = buttons;
  while (left.length > 0) {
    // No button stands in a row alone that belongs to the one before it.
    const size = LIMITS.buttonsPerRow - (left.length === LIMITS.buttonsPerRow + 1 ? 1 : 0);
    rows.push({ type: ComponentType.ActionRow, components: left.slice(0, size).map(buttonOf) });
    left = left.slice(size);
  }
  return rows;
}

const STYLES: Readonly<
  Record<Button['style'], ButtonStyle.Primary | ButtonStyle.Secondary | ButtonStyle.Danger>
> = {
  plain: ButtonStyle.Secondary,
  primary: ButtonStyle.Primary,
  danger: ButtonStyle.Danger,
};

function buttonOf({ label, action, style }: Button): APIButtonComponent {
  return {
    type: ComponentType.Button,
    style: STYLES[style],
    label: labelOf(label),
    custom_id: encodeAction(action),
  };
}

/** Right-to-left words inside a Latin label keep their own direction by isolates. */
function labelOf(label: string): string {
  const isolated = label.replace(/“([^”]*)”/g, (all, words: string) =>
    textDirection(words) === 'rtl' ? `“\u2068${words}\u2069”` : all,
  );
  return isolated.length <= LIMITS.buttonLabel ? isolated : label.slice(0, LIMITS.buttonLabel);
}

function markFirst(
  components: APIMessageTopLevelComponent[],
  marker: number | null,
): APIMessageTopLevelComponent[] {
  const [first, ...rest] = components;
  return first === undefined || marker === null ? components : [{ ...first, id: marker }, ...rest];
}
