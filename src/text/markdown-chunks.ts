import type { Range } from './range.ts';

/*
 * A parser's time grows with the square of some inputs, and a revision differs from the one before
 * in a few paragraphs only. Cutting a text where no Markdown construct can reach across keeps every
 * piece small, lets pieces be remembered, and changes nothing about what the parser sees in them.
 */

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;
const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)$/;
const LIST_ITEM = /^( {0,3}(?:[-*+]|(\d{1,9})[.)]))([ \t]*)(.*)$/;
const INTERRUPTION = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|([-*_])(?:[ \t]*\1){2,}[ \t]*$)/;
const FRONT_MATTER =
  /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)(?:[^\r\n]*(?:\r\n|\r|\n)){0,200}?\1[ \t]*(?=[\r\n]|$)/;

/** Raw HTML, with what ends it. The first kinds may hold blank lines. */
const OPEN_HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
  [
    /^ {0,3}<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?=[\s/>]|$)/i,
    /^[ \t]*$/,
  ],
];

/** What is open at the top level of the text. What is open inside a list or quote ends with it. */
type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'paragraph' }
  /** `indent`: where the item's content starts; lines indented that far belong to it. */
  | { readonly kind: 'list'; readonly indent: number }
  | { readonly kind: 'fence'; readonly marker: string }
  | { readonly kind: 'html'; readonly ends: RegExp };

const NOTHING: Open = { kind: 'nothing' };

/** The end offset of front matter (`---` or `+++` fenced, at the very start); 0 when there is none. */
export function frontMatterEnd(markdown: string): number {
  const found = FRONT_MATTER.exec(markdown.slice(0, 20_000))?.[0];
  // A rule, then prose, then another rule is a text, not data: data has a key on its first line.
  return found !== undefined && /^\uFEFF?(?:---|\+\+\+)\s+[\w"'-]+\s*[:=]/.test(found)
    ? found.length
    : 0;
}

/** Cuts a text at the blank lines no block reaches across. The pieces join to the whole text. */
export function splitChunks(markdown: string, from: number): Range[] {
  const chunks: Range[] = [];
  let start = from;
  let afterBlank = false;
  let open: Open = NOTHING;
  for (let at = from; at < markdown.length; at = LINE.lastIndex) {
    LINE.lastIndex = at;
    const line = (LINE.exec(markdown)?.[0] ?? '').replace(/[\r\n]+$/, '');
    const blank = /^[ \t]*$/.test(line);
    const flush = !blank && line[0] !== ' ' && line[0] !== '\t';
    if (afterBlank && flush && open.kind !== 'fence' && open.kind !== 'html') {
      if (at > start) chunks.push({ start, end: at });
      start = at;
      open = NOTHING;
    }
    open = blank ? afterBlankLine(open) : afterLine(line, open, afterBlank);
    afterBlank = blank;
  }
  if (start < markdown.length) chunks.push({ start, end: markdown.length });
  return chunks;
}

function afterBlankLine(open: Open): Open {
  if (open.kind === 'paragraph') return NOTHING;
  return open.kind === 'html' && open.ends.test('') ? NOTHING : open;
}

function afterLine(line: string, open: Open, afterBlank: boolean): Open {
  if (open.kind === 'html') return open.ends.test(line) ? NOTHING : open;
  if (open.kind === 'fence') return closesFence(line, open.marker) ? NOTHING : open;
  if (open.kind === 'list' && indentOf(line) >= open.indent) return open;
  if (/^ {0,3}>/.test(line) || INTERRUPTION.test(line)) return NOTHING;
  const opened = openedFence(line) ?? openedItem(line, open) ?? openedHtml(line);
  if (opened !== null) return opened;
  // A line of text goes on with the paragraph of the item above it, whatever its indentation.
  return open.kind === 'list' && !afterBlank ? open : { kind: 'paragraph' };
}

function openedFence(line: string): Open | null {
  const [, marker, info] = FENCE.exec(line) ?? [];
  if (marker === undefined || (marker[0] === '`' && info?.includes('`'))) return null;
  return { kind: 'fence', marker };
}

function closesFence(line: string, marker: string): boolean {
  const [, closing, rest] = FENCE.exec(line) ?? [];
  return closing?.startsWith(marker) === true && rest?.trim() === '';
}

function openedItem(line: string, open: Open): Open | null {
  const [, marker, number, gap = '', content] = LIST_ITEM.exec(line) ?? [];
  if (marker === undefined || (gap === '' && content !== '')) return null;
  const interrupts = content !== '' && (number === undefined || Number(number) === 1);
  if (open.kind === 'paragraph' && !interrupts) return null;
  const width = indentOf(gap, marker.length);
  return { kind: 'list', indent: marker.length + (content === '' || width > 4 ? 1 : width) };
}

function openedHtml(line: string): Open | null {
  for (const [opens, ends] of OPEN_HTML) {
    const found = opens.exec(line);
    if (found === null) continue;
    return ends.test(line.slice(found[0].length)) ? { kind: 'paragraph' } : { kind: 'html', ends };
  }
  return null;
}

/** The width of the white space a line starts with; tabs reach to the next multiple of four. */
function indentOf(line: string, column = 0): number {
  let at = column;
  for (const character of line) {
    if (character === '\t') at += 4 - (at % 4);
    else if (character === ' ') at += 1;
    else break;
  }
  return at - column;
}
