/*
 * A message as Slack takes it: one rich text block a part with its buttons under it, small print as context,
 * whole drafts set apart. Every message carries a fallback text for notifications and screen readers.
 */
import type { types } from '@slack/bolt';
import { encodeAction } from '../../review/action.ts';
import type { Button, Identity, Message, MessagePart } from '../../review/message.ts';
import { splitMarkdown } from '../../text/splitting.ts';
import { encodeEntities } from './entities.ts';
import { plainTokens } from './inline-elements.ts';
import { LIMITS } from './limits.ts';
import { liveElements } from './live-mentions.ts';
import { plainText, type RichElement, richElements } from './markdown-blocks.ts';

export type Block = types.KnownBlock;

/** What one message of ours says. */
export interface Post {
  readonly blocks: Block[];
  /** Short and plain: what a notification shows. Escaped, and nothing in it is a mention. */
  readonly text: string;
}

/** Lays a message out as posts within the limits; parts stay together while they fit. */
export function renderMessage(message: Message, maxChars: number = LIMITS.postChars): Post[] {
  return renderPages(message, maxChars).map(({ post }) => post);
}

/** The posts of a message, each with what of the message it says. */
export function renderPages(
  message: Message,
  maxChars: number = LIMITS.postChars,
): { readonly post: Post; readonly parts: readonly MessagePart[] }[] {
  return packParts(message, maxChars).map((parts, at) => ({
    post: renderParts(parts, at > 0),
    parts,
  }));
}

/** The name a post goes under: always says what speaks. */
export function speakerName({ name, label }: Identity): string {
  return `${name} · ${label}`.slice(0, LIMITS.userNameChars);
}

function packParts({ parts }: Message, maxChars: number): MessagePart[][] {
  const packed: MessagePart[][] = [];
  let current: MessagePart[] = [];
  let chars = 0;
  let blocks = 0;
  const flush = () => {
    if (current.length > 0) packed.push(current);
    current = [];
    chars = 0;
    blocks = 0;
  };
  for (const piece of parts.flatMap((part) => splitPart(part, maxChars))) {
    // A draft takes dividers, a part its buttons.
    const needs = piece.isDraft ? 4 : 2;
    // One block is left for an editor's name, where it may not stand above the message.
    if (chars + piece.markdown.length > maxChars || blocks + needs >= LIMITS.blocksPerMessage) {
      flush();
    }
    current.push(piece);
    chars += piece.markdown.length + 2;
    blocks += needs;
  }
  flush();
  return packed.length > 0 ? packed : [[{ markdown: ' ', buttons: [] }]];
}

function splitPart(part: MessagePart, maxChars: number): MessagePart[] {
  const pieces = splitMarkdown(part.markdown, maxChars);
  if (pieces.length <= 1) return [part];
  return pieces.map((markdown, at) => ({
    ...part,
    markdown,
    buttons: at === pieces.length - 1 ? part.buttons : [],
  }));
}

function renderParts(parts: readonly MessagePart[], isContinued: boolean): Post {
  const rendered = parts.map((part) => ({
    part,
    elements: part.notifies ? liveElements(part.markdown) : richElements(part.markdown),
  }));
  const said = rendered.map(({ elements }) => plainText(elements).trim());
  return {
    blocks: rendered.flatMap(({ part, elements }, at) => blocksOf(part, elements, at > 0)),
    text: fallbackText(`${isContinued ? '… ' : ''}${joinSaid(said)}`),
  };
}

/** Parts in one line, each as a sentence of its own: what stands in lines of its own runs together otherwise. */
function joinSaid(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .reduce((line, part) => {
      if (line === '') return part;
      return /[.!?…:;。！？]["”’»)\]]*$/.test(line) ? `${line} ${part}` : `${line}. ${part}`;
    }, '');
}

function blocksOf(part: MessagePart, elements: RichElement[], isFollowing: boolean): Block[] {
  const buttons = buttonRows(part.buttons);
  const small = smallPrint(part.markdown);
  if (small !== null) {
    const context: Block = { type: 'context', elements: [small] };
    // What can be done stands above what is only to be known; a message does not begin with buttons.
    return isFollowing ? [...buttons, context] : [context, ...buttons];
  }
  // Buttons alone need no words; a message needs some.
  const isWordless = part.markdown.trim() === '' && buttons.length > 0;
  if (elements.length === 0 || isWordless) return buttons;
  const shown = part.isDraft ? setApart(elements) : quoteFirst(elements);
  const text: Block = { type: 'rich_text', elements: shown };
  const isLong = part.isDraft && text.elements.length > 1;
  return isLong ? [{ type: 'divider' }, text, { type: 'divider' }, ...buttons] : [text, ...buttons];
}

/** A draft of plain paragraphs is quoted; one with lists or code would lose them in a quote. */
function setApart(elements: RichElement[]): RichElement[] {
  const [only] = elements;
  if (elements.length !== 1 || only?.type !== 'rich_text_section') return elements;
  return [{ type: 'rich_text_quote', elements: only.elements }];
}

/** Words of a draft that a remark begins with stand as a quote above it: `“words” — what of them`. */
function quoteFirst(elements: RichElement[]): RichElement[] {
  const [first, ...rest] = elements;
  if (first?.type !== 'rich_text_section') return elements;
  const [opening, ...others] = first.elements;
  if (opening?.type !== 'text' || opening.style !== undefined) return elements;
  const { quote, said } =
    /^“(?<quote>[\s\S]+?)” — (?<said>[\s\S]*)$/.exec(opening.text)?.groups ?? {};
  if (quote === undefined || said === undefined) return elements;
  const remark = [...(said === '' ? [] : [{ ...opening, text: said }]), ...others];
  return [
    { type: 'rich_text_quote', elements: [{ type: 'text', text: quote }] },
    ...(remark.length === 0 ? [] : [{ ...first, elements: remark }]),
    ...rest,
  ];
}

/** A part that is one line in italics is small print: muted, below the buttons. */
export function smallPrint(markdown: string): types.MrkdwnElement | null {
  const words = /^_(?<words>[^\n]+)_$/.exec(markdown.trim())?.groups?.words;
  if (
    words === undefined ||
    /[[\]*~]|\\[_`]|(?<!\\)_(?!\w)/.test(words.replace(/\\(?=[[\]*~<>|])/g, ''))
  ) {
    return null;
  }
  const text = encodeEntities(plainTokens(words.replace(/\\([\\`*_~|[\]<>])/g, '$1')));
  return text.length > LIMITS.plainTextChars ? null : { type: 'mrkdwn', text, verbatim: true };
}

function buttonRows(buttons: readonly Button[]): Block[] {
  const rows: Block[] = [];
  for (let from = 0; from < buttons.length; ) {
    const left = buttons.length - from;
    // None stands alone in the last row: 👍 and 👎 belong side by side.
    const isOrphaning = left === LIMITS.buttonsPerRow + 1;
    const to = from + LIMITS.buttonsPerRow - (isOrphaning ? 1 : 0);
    rows.push({ type: 'actions', elements: buttons.slice(from, to).map(buttonElement) });
    from = to;
  }
  return rows;
}

function buttonElement({ label, title, action, style }: Button): types.Button {
  return {
    type: 'button',
    action_id: encodeAction(action),
    text: { type: 'plain_text', text: clip(label, LIMITS.buttonChars), emoji: true },
    ...(title === undefined ? {} : { accessibility_label: title }),
    ...(style === 'plain' ? {} : { style }),
  };
}

/** Plain words for notifications: one line, nothing a mention or a token. */
export function fallbackText(text: string): string {
  const line = clip(text.replace(/\s+/g, ' ').trim(), LIMITS.fallbackChars);
  // A word joiner keeps `@channel` readable and no mention, whatever parses it.
  const harmless = line.replace(/@(?=(?:here|channel|everyone)\b)/gi, '@\u2060');
  return encodeEntities(harmless) || 'Bluepencil';
}

function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text
    .slice(0, maxChars - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
