import type { types } from '@slack/bolt';
import type { Link, PhrasingContent, Text } from 'mdast';
import { plainMentions } from '../../review/shown-text.ts';
import { isStandardEmoji } from './emoji.ts';

/** The inline elements we send; only `live-mentions.ts` makes one that notifies. */
export type RichInline =
  | types.RichTextText
  | types.RichTextLink
  | types.RichTextEmoji
  | types.RichTextUserMention;
type Style = NonNullable<types.RichTextText['style']>;

/** Inline Markdown as rich text; `style` holds for all of it. */
export function inlineElements(
  nodes: readonly PhrasingContent[],
  addresses: ReadonlyMap<string, string>,
  style: Style = {},
): RichInline[] {
  return mergeTexts(nodes.flatMap((node) => elementsOf(node, addresses, style)));
}

/** Words as they are, their mentions as plain names and their emoji as emoji. */
export function plainElements(text: string, style: Style = {}): RichInline[] {
  const shown = plainTokens(text);
  const elements: RichInline[] = [];
  let from = 0;
  for (const match of shown.matchAll(EMOJI)) {
    const name = match[1] ?? '';
    if (!isStandardEmoji(name)) continue;
    elements.push(...textElement(shown.slice(from, match.index), style));
    elements.push({ type: 'emoji', name });
    from = match.index + match[0].length;
  }
  elements.push(...textElement(shown.slice(from), style));
  return elements;
}

/** Tokens of Slack in words for people: dates as their fallback, mentions as names. */
export function plainTokens(text: string): string {
  return plainMentions(text.replace(/<!date\^[^<>|]*\|([^<>]*)>/g, '$1'));
}

const EMOJI = /(?<![\w:]):([a-z0-9][a-z0-9_+'-]*):(?:skin-tone-\d:)?(?![\w:])/g;

function elementsOf(
  node: PhrasingContent,
  addresses: ReadonlyMap<string, string>,
  style: Style,
): RichInline[] {
  switch (node.type) {
    case 'text':
      return wordsOf(node, style);
    case 'html':
      return plainElements(/^<br\s*\/?>$/i.test(node.value) ? '\n' : node.value, style);
    case 'break':
      return textElement('\n', style);
    case 'inlineCode':
      return textElement(node.value, { ...style, code: true });
    case 'strong':
      return inlineElements(node.children, addresses, { ...style, bold: true });
    case 'emphasis':
      return inlineElements(node.children, addresses, { ...style, italic: true });
    case 'delete':
      return inlineElements(node.children, addresses, { ...style, strike: true });
    case 'link':
      return linkElement(
        ...(labelledAddress(node) ?? [node.url, inlineElements(node.children, addresses, style)]),
        style,
      );
    case 'linkReference': {
      const url = addresses.get(node.identifier);
      const words = inlineElements(node.children, addresses, style);
      return url === undefined ? words : linkElement(url, words, style);
    }
    case 'image':
      return linkElement(node.url, textElement(node.alt || node.url, style), style);
    default:
      return 'children' in node
        ? inlineElements(node.children as PhrasingContent[], addresses, style)
        : [];
  }
}

/**
 * Bold that the grammar does not see, because a letter follows the sign before its end: `**Status:**OK`.
 * Stars that somebody escaped stay stars.
 */
const BOLD = /(?<![\p{P}\p{S}])\*\*(?=[^\s*])([^*\n]*(?!\p{Ps})\p{P})\*\*(?=[\p{L}\p{N}])/gu;

function wordsOf(node: Text, style: Style): RichInline[] {
  const { value } = node;
  if (lengthOf(node) !== value.length) return plainElements(value, style);
  const elements: RichInline[] = [];
  let from = 0;
  for (const { 0: whole, 1: words = '', index } of value.matchAll(BOLD)) {
    elements.push(...plainElements(value.slice(from, index), style));
    elements.push(...plainElements(words, { ...style, bold: true }));
    from = index + whole.length;
  }
  return [...elements, ...plainElements(value.slice(from), style)];
}

/** A link as Slack writes it, `<address|label>`, which the grammar takes for one long address. */
function labelledAddress(node: Link): [string, RichInline[]] | null {
  const [, address, label] = /^([^|]+)\|([^|]+)$/.exec(node.url) ?? [];
  const isInAngles = lengthOf(node) === node.url.length + 2;
  if (address === undefined || label === undefined || !isInAngles) return null;
  return [address, textElement(label, {})];
}

/** How many characters of the source stand for it; -1 where the parser does not say. */
function lengthOf({ position }: Text | Link): number {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? -1 : end - start;
}

function linkElement(url: string, words: readonly RichInline[], style: Style): RichInline[] {
  // Only what Slack opens; anything else stays words.
  if (!/^(?:https?|mailto|tel|slack):/i.test(url)) return [...words];
  const label = words
    .map((each) => ('text' in each ? each.text : each.type === 'emoji' ? `:${each.name}:` : ''))
    .join('');
  const isBare = label === '' || label === url;
  return [{ type: 'link', url, ...(isBare ? {} : { text: label }), ...styled(style) }];
}

function textElement(text: string, style: Style): RichInline[] {
  return text === '' ? [] : [{ type: 'text', text, ...styled(style) }];
}

function styled(style: Style): { style?: Style } {
  return Object.keys(style).length === 0 ? {} : { style };
}

function mergeTexts(elements: readonly RichInline[]): RichInline[] {
  const merged: RichInline[] = [];
  for (const element of elements) {
    const last = merged.at(-1);
    if (
      element.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.style) === JSON.stringify(element.style)
    ) {
      merged[merged.length - 1] = { ...last, text: last.text + element.text };
    } else merged.push(element);
  }
  return merged;
}
