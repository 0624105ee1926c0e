/*
 * Whole passages: a sentence, list item or table row that is gone, that stands twice, or that changed places
 * with another. Facts cannot tell: "Stop the server" states none, and deleting or moving it changes what
 * people do. Wording may change freely; the passage has to be there.
 */
import { type Block, mapMarkdown } from '../text/markdown.ts';
import { overlaps, type Range } from '../text/range.ts';
import { rememberLast } from '../text/remember.ts';
import { type Sentence, splitSentences } from '../text/sentences.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { diffHunks, diffWords } from '../text/word-diff.ts';
import type { ComparedTexts } from './character-changes.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';
import { groupBySentence, type SentenceGroup } from './sentence-groups.ts';
import { wordsOf } from './similarity.ts';

/** Names the passages that vanished, were doubled or were moved; nothing where the plan asks for moving or cutting. */
export function findPassageChanges(
  { before, expected, after }: ComparedTexts,
  plan: readonly Comment[],
): string[] {
  if (expected === after) return [];
  const old = passagesOf(expected);
  const now = passagesOf(after);
  const doubled = findDoubled(old, now);
  if (plan.some((comment) => mayRestructure(comment) && comment.anchor.type === 'document')) {
    return doubled;
  }
  const isFree = createFreedom(expected, plan);
  return [
    ...findGone({ expected, after, old, now: withoutReturned(now, old, before), isFree }),
    ...doubled,
    ...findMoved(old, now, isFree),
  ];
}

/** People, remarks on structure, and remarks that say "delete" or "move" may take a passage away or elsewhere. */
function mayRestructure({ source, kind, suggestion }: Comment): boolean {
  const { action } = suggestion;
  return 'human' in source || kind === 'structure' || action === 'delete' || action === 'move';
}

interface Passage extends Range {
  readonly written: string;
  /** Its words, lower case, joined by spaces. */
  readonly value: string;
}

const BULLET = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** Sentences and list items, and the cells of tables one by one. */
const passagesOf: (text: string) => readonly Passage[] = rememberLast(readPassages);

function readPassages(text: string): readonly Passage[] {
  const cells = mapMarkdown(text).blocks.filter(({ type }) => type === 'tableCell');
  const isInRow = (sentence: Sentence) =>
    cells.some(({ row }) => row !== undefined && overlaps(row, sentence));
  const sentences = splitSentences(text).filter(
    (sentence) => cells.length === 0 || !isInRow(sentence),
  );
  return [...sentences, ...cells]
    .map(({ start, end }: Range | Block) => {
      // A step keeps its words when the steps around it are numbered anew.
      const bullet = BULLET.exec(text.slice(start, end))?.[0].length ?? 0;
      const written = text.slice(start + bullet, end);
      const value = wordsOf(written)
        .map((word) => word.value)
        .join(' ');
      return { start: start + bullet, end, written, value };
    })
    .filter(({ value }) => value !== '')
    .sort((a, b) => a.start - b.start);
}

/** Whether a passage may be taken away: a remark that asks for it points at its words. */
function createFreedom(expected: string, plan: readonly Comment[]): (passage: Passage) => boolean {
  const free = plan.filter(mayRestructure).flatMap(({ anchor }): Range[] => {
    if (anchor.type === 'document') return [];
    if (anchor.type === 'section') return [anchor];
    const start = expected.indexOf(anchor.quote);
    return start === -1 ? [] : [{ start, end: start + anchor.quote.length }];
  });
  return (passage) => free.some((range) => overlaps(range, passage));
}

/** A passage the plan cuts and the writer kept stands for itself, not for the one that is gone. */
function withoutReturned(
  now: readonly Passage[],
  old: readonly Passage[],
  before: string,
): readonly Passage[] {
  const planned = new Set(old.map(({ value }) => value));
  const original = new Set(passagesOf(before).map(({ value }) => value));
  return now.filter(({ value }) => planned.has(value) || !original.has(value));
}

interface GoneInput {
  readonly expected: string;
  readonly after: string;
  readonly old: readonly Passage[];
  readonly now: readonly Passage[];
  readonly isFree: (passage: Passage) => boolean;
}

function findGone({ expected, after, old, now, isFree }: GoneInput): string[] {
  const hunks = diffHunks(diffWords(expected, after));
  const standing = new Set(now.map(({ value }) => value));
  const groups = groupBySentence(hunks, old, now);
  return old.flatMap((passage) => {
    if (standing.has(passage.value) || isFree(passage)) return [];
    const touching = hunks.filter(({ before }) => overlaps(before, passage));
    if (touching.length === 0 || keepsContent(passage, touching)) return [];
    const put = touching.map((hunk) => after.slice(hunk.after.start, hunk.after.end)).join(' ');
    const group = groups.find(({ before }) => overlaps(before, passage));
    const isGone =
      wordsOf(put).length === 0 ||
      (group !== undefined && isUnreplaced(passage, group, { after, old, now }));
    return isGone ? [`“${clip(passage.written)}” is missing`] : [];
  });
}

/** True when a word that carries meaning was left standing. */
function keepsContent(passage: Passage, hunks: readonly SentenceGroup[]): boolean {
  return contentOf(passage.written).some((word) => {
    const range = { start: passage.start + word.start, end: passage.start + word.end };
    return !hunks.some(({ before }) => overlaps(before, range));
  });
}

/** None of its words came back, and the stretch has fewer passages than before. */
function isUnreplaced(
  passage: Passage,
  group: SentenceGroup,
  { after, old, now }: Pick<GoneInput, 'after' | 'old' | 'now'>,
): boolean {
  const here = (passages: readonly Passage[], range: Range) =>
    passages.filter((each) => overlaps(each, range)).length;
  if (here(now, group.after) >= here(old, group.before)) return false;
  const stems = new Set(contentOf(after.slice(group.after.start, group.after.end)).map(stemOf));
  return !contentOf(passage.written).some((word) => stems.has(stemOf(word)));
}

const LITTLE = STOP_WORDS.en ?? new Set<string>();

function contentOf(text: string) {
  const words = wordsOf(text);
  const content = words.filter(({ value }) => !LITTLE.has(value));
  return content.length === 0 ? words : content;
}

function stemOf({ value }: { readonly value: string }): string {
  return value.slice(0, 4);
}

/** A sentence of the draft that now stands more often than before. */
function findDoubled(old: readonly Passage[], now: readonly Passage[]): string[] {
  const times = (passages: readonly Passage[], value: string) =>
    passages.filter((passage) => passage.value === value).length;
  const known = new Set(old.map(({ value }) => value));
  const seen = new Set<string>();
  return now.flatMap(({ value, written }) => {
    if (seen.has(value) || !known.has(value) || wordsOf(value).length < 3) return [];
    seen.add(value);
    return times(now, value) > times(old, value) ? [`“${clip(written)}” stands twice now`] : [];
  });
}

/** Passages that stand once in both texts have to keep their order. */
function findMoved(
  old: readonly Passage[],
  now: readonly Passage[],
  isFree: (passage: Passage) => boolean,
): string[] {
  const once = (passages: readonly Passage[]) => {
    const counts = new Map<string, number>();
    for (const { value } of passages) counts.set(value, (counts.get(value) ?? 0) + 1);
    return (value: string) => counts.get(value) === 1;
  };
  const [inOld, inNow] = [once(old), once(now)];
  const before = old.filter(
    (passage) => inNow(passage.value) && inOld(passage.value) && !isFree(passage),
  );
  const kept = new Set(before.map(({ value }) => value));
  const after = now.filter(({ value }) => kept.has(value));
  const at = before.findIndex(({ value }, position) => value !== after[position]?.value);
  if (at === -1) return [];
  const [one, other] = [clip(before[at]?.written ?? ''), clip(after[at]?.written ?? '')];
  return [`“${one}” and “${other}” changed places`];
}
