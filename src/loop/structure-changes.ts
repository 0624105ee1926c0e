import { addressIn, normaliseAddress } from '../text/links.ts';
import { type Block, mapMarkdown } from '../text/markdown.ts';
import { findProtectedSpans } from '../text/protected-spans.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { addedTo, type ComparedTexts, count, lostFrom } from './character-changes.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';
import { wordsOf } from './similarity.ts';

/**
 * Names what a refinement did to the Markdown that carries meaning: headings and their level, quoted
 * passages, ticked boxes, struck-out words, HTML, images, and which address a link's words lead to. People,
 * and remarks on structure, may change the outline; nobody's writer may add HTML or redirect a link.
 */
export function findStructureChanges(texts: ComparedTexts, plan: readonly Comment[]): string[] {
  const { before, expected, after } = texts;
  const sources = [before, expected];
  return [
    ...(plan.some(asksForStructure) ? [] : findOutlineChanges(texts)),
    ...addedTo(sources, after, countMarkup).map((markup) => `“${clip(markup)}” was added`),
    ...findRedirected(texts),
    ...findCarriedOff(texts),
  ];
}

function asksForStructure({ source, kind }: Comment): boolean {
  return 'human' in source || kind === 'structure';
}

function findOutlineChanges(texts: ComparedTexts): string[] {
  return [
    ...findLevelChanges(texts),
    ...compare(texts, countQuotes, 'quotation marks at the start of a line'),
    ...compare(texts, countBoxes, 'check boxes'),
    ...compare(texts, countStruck, 'struck-out words'),
    ...findRunTogether(texts),
  ];
}

/** A text of this many paragraphs has an order that is seen before it is read. */
const FEW_BLOCKS = 3;

/** Two paragraphs may become one; a text that becomes one block is harder to read whatever its words say. */
function findRunTogether({ expected, after }: ComparedTexts): string[] {
  const [was, is] = [expected, after].map(
    (text) => blocksOf(text).filter(({ type }) => type !== 'tableCell').length,
  ) as [number, number];
  return was >= FEW_BLOCKS && is < was / 2 ? ['The paragraphs were run together'] : [];
}

function compare(
  { before, expected, after }: ComparedTexts,
  counter: (text: string) => ReadonlyMap<string, number>,
  what: string,
): string[] {
  const sources = [before, expected];
  const changed = [...addedTo(sources, after, counter), ...lostFrom(sources, after, counter)];
  return changed.length === 0 ? [] : [`The ${what} changed`];
}

function blocksOf(text: string): readonly Block[] {
  return mapMarkdown(text).blocks;
}

/** Headings count by level: their words may be improved. */
function findLevelChanges({ before, expected, after }: ComparedTexts): string[] {
  const levels = (text: string) => count(headingsOf(text).map(({ level }) => level));
  const sources = [before, expected];
  const [lost] = lostFrom(sources, after, levels);
  if (lost !== undefined) {
    return [`The heading “${nameHeading(before, after, lost)}” is missing or changed its level`];
  }
  const [added] = addedTo(sources, after, levels);
  return added === undefined
    ? []
    : [`The heading “${nameHeading(after, before, added)}” was added`];
}

function headingsOf(text: string): { readonly level: string; readonly written: string }[] {
  return blocksOf(text).flatMap(({ depth, start, end }) =>
    depth === undefined ? [] : [{ level: `${depth}`, written: text.slice(start, end) }],
  );
}

/** A heading of that level that the other text does not have. */
function nameHeading(text: string, other: string, wanted: string): string {
  const known = new Set(headingsOf(other).map(({ written }) => written));
  const candidates = headingsOf(text).filter(({ level }) => level === wanted);
  const named = candidates.find(({ written }) => !known.has(written)) ?? candidates[0];
  return clip(named?.written ?? '');
}

/** Passages, not paragraphs: a quoted paragraph may be split. */
function countQuotes(text: string): ReadonlyMap<string, number> {
  let last = 0;
  let passages = 0;
  for (const { quotes } of blocksOf(text)) {
    if (quotes > last) passages += 1;
    last = quotes;
  }
  return new Map(passages === 0 ? [] : [['>', passages]]);
}

const BOX = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=\s)/gm;

function countBoxes(text: string): ReadonlyMap<string, number> {
  return count([...text.matchAll(BOX)].map(([, mark = '']) => mark.toLowerCase()));
}

function countStruck(text: string): ReadonlyMap<string, number> {
  const marks = mapMarkdown(text).parts.filter(
    ({ type, start, end }) => type === 'marker' && text.slice(start, end).includes('~'),
  );
  return new Map(marks.length === 0 ? [] : [['~', marks.length]]);
}

/** HTML, front matter, placeholders, images, custom emoji: what a reader's program acts on. */
function countMarkup(text: string): ReadonlyMap<string, number> {
  return count(
    findProtectedSpans(text).flatMap(({ kind, text: span }) =>
      kind === 'markup' || kind === 'emoji' || span.startsWith('![') ? [span] : [],
    ),
  );
}

/** The same words leading to another address that the draft also has: both links are there, and both lie. */
function findRedirected({ before, expected, after }: ComparedTexts): string[] {
  const known = new Map<string, Set<string>>();
  for (const { label, address } of [...linksOf(before), ...linksOf(expected)]) {
    known.set(label, (known.get(label) ?? new Set()).add(address));
  }
  return linksOf(after).flatMap(({ label, address, written }) => {
    const addresses = known.get(label);
    return addresses === undefined || addresses.has(address)
      ? []
      : [`The link “${clip(written)}” leads to another address`];
  });
}

/**
 * An address that left its words for others: both stand there still, and a reader who clicks is led astray. Words
 * that were no link before have to come from elsewhere in the text; new ones may name the link better.
 */
function findCarriedOff({ before, expected, after }: ComparedTexts): string[] {
  const links = linksOf(after);
  if (links.length === 0) return [];
  const old = [...linksOf(before), ...linksOf(expected)];
  const [was, is] = [before, after].map(
    (text) =>
      ` ${wordsOf(text)
        .map(({ value }) => value)
        .join(' ')} `,
  ) as [string, string];
  return links.flatMap(({ label, address, written }) => {
    const labels = old.filter((link) => link.address === address).map((link) => link.label);
    const isKnown =
      labels.length === 0 || labels.some((each) => each === label || sharesWord(each, label));
    const hasMoved = was.includes(` ${label} `) && labels.every((each) => is.includes(` ${each} `));
    return isKnown || !hasMoved ? [] : [`The link moved to other words, “${clip(written)}”`];
  });
}

/** In whatever language: an article makes no two labels alike. */
const SMALL_WORDS = new Set(Object.values(STOP_WORDS).flatMap((words) => [...words]));

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.split(' '));
  return b.split(' ').some((word) => words.has(word) && !SMALL_WORDS.has(word));
}

interface Link {
  readonly label: string;
  readonly written: string;
  readonly address: string;
}

function linksOf(text: string): Link[] {
  if (!text.includes('](') && !text.includes('][')) return [];
  const links: Link[] = [];
  let opened = 0;
  for (const { type, start, end } of mapMarkdown(text).parts) {
    if (type === 'marker' && text[end - 1] === '[') opened = end;
    if (type !== 'target' || text[start] !== ']' || opened === 0) continue;
    const written = text.slice(opened, start);
    const address = addressIn(text, { start, end });
    links.push({
      written,
      label: wordsOf(written)
        .map(({ value }) => value)
        .join(' '),
      address:
        address === null
          ? text.slice(start, end)
          : normaliseAddress(text.slice(address.start, address.end)),
    });
    opened = 0;
  }
  return links.filter(({ label }) => label !== '');
}
