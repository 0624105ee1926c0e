import { type DiffPart, diffHunks, diffWords, type Hunk } from './word-diff.ts';

/** One changed passage, ready for a line in a terminal, a post or a page. */
export interface Change {
  /** `spacing`: only white space differs, there are no words to show. */
  readonly kind: 'replaced' | 'removed' | 'added' | 'spacing';
  /**
   * `inline`: show `parts`, with the removed and added ones marked. `blocks`: show `before` and `after`
   * each on lines of its own, unmarked and without a label in front: marks inside right-to-left text
   * make brackets and stops jump.
   */
  readonly layout: 'inline' | 'blocks';
  /** The passage: a little of the unchanged sentence around what changed. */
  readonly parts: readonly DiffPart[];
  /** The passage as it was, without white space around it. */
  readonly before: string;
  /** The passage as it is now, without white space around it. */
  readonly after: string;
  /** True where the sentence goes on beyond the passage: the place for an ellipsis. */
  readonly cutStart: boolean;
  readonly cutEnd: boolean;
  /** What changed, from its first to its last character, in both whole texts. */
  readonly place: Hunk;
}

export interface ReadingOptions {
  /** About how much unchanged text is kept on either side of a change, in UTF-16 units. */
  readonly contextChars?: number;
}

/** The changes between two texts as passages to read, in order. */
export function diffForReading(
  before: string,
  after: string,
  options: ReadingOptions = {},
): Change[] {
  return readableChanges(diffWords(before, after), options);
}

/**
 * Gathers the parts of a diff into passages. Changes in one sentence that are close together are one
 * passage; the context never reaches beyond the sentence. Right-to-left passages are whole sentences.
 */
export function readableChanges(
  parts: readonly DiffPart[],
  { contextChars = 60 }: ReadingOptions = {},
): Change[] {
  return changedSentences(parts).flatMap((passages) => {
    const [sentence] = joinPassages(passages, () => false);
    if (sentence !== undefined && readsRightToLeft(sentence)) {
      return [renderChange(sentence, { layout: 'blocks' })];
    }
    return joinPassages(passages, ({ trail }) => trail.length > contextChars * 2).map((passage) =>
      renderChange(passage, { layout: 'inline', contextChars }),
    );
  });
}

interface Passage {
  /** The unchanged text before; the trail of the passage before, if they share a sentence. */
  readonly lead: string;
  /** Starts and ends with a change. */
  readonly parts: readonly DiffPart[];
  readonly trail: string;
  /** One per change, in order. */
  readonly hunks: readonly Hunk[];
}

// One list per sentence, or per several that share a change; outer contexts end with the sentence.
function changedSentences(parts: readonly DiffPart[]): Passage[][] {
  const sentences: Passage[][] = [];
  for (const passage of singleChanges(parts)) {
    const last = sentences.at(-1)?.at(-1);
    if (last === undefined || endsBetween(last, passage)) sentences.push([passage]);
    else sentences.at(-1)?.push(passage);
  }
  return sentences.map((passages) =>
    passages.map((passage, index) => ({
      ...passage,
      lead: index === 0 ? withinSentence(passage).lead : passage.lead,
      trail: index === passages.length - 1 ? withinSentence(passage).trail : passage.trail,
    })),
  );
}

function singleChanges(parts: readonly DiffPart[]): Passage[] {
  const passages: Passage[] = [];
  const hunks = diffHunks(parts);
  let lead = '';
  let change: DiffPart[] = [];
  const close = (trail: string) => {
    const hunk = hunks[passages.length];
    if (change.length > 0 && hunk !== undefined) {
      passages.push({ lead, parts: change, trail, hunks: [hunk] });
    }
    lead = trail;
    change = [];
  };
  for (const part of parts) {
    if (part.type === 'same') close(part.text);
    else change.push(part);
  }
  close('');
  return passages;
}

function endsBetween(left: Passage, right: Passage): boolean {
  return withinSentence(left).trail !== left.trail || withinSentence(right).lead !== right.lead;
}

function withinSentence({ lead, parts, trail }: Passage): { lead: string; trail: string } {
  const starts = parts.some(({ text }) => STOP_AT_END.test(lead) && /^\s/.test(text));
  const ends = parts.some(
    ({ text }) => SENTENCE_END_AT_END.test(text) || (STOP_AT_END.test(text) && /^\s/.test(trail)),
  );
  return {
    lead: starts ? '' : lead.slice(sentenceEnds(lead).at(-1) ?? 0),
    trail: ends ? '' : trail.slice(0, sentenceEnds(trail)[0]),
  };
}

function joinPassages(
  passages: readonly Passage[],
  isApart: (left: Passage, right: Passage) => boolean,
): Passage[] {
  const joined: Passage[] = [];
  for (const passage of passages) {
    const last = joined.at(-1);
    if (last === undefined || isApart(last, passage)) {
      joined.push(passage);
      continue;
    }
    joined[joined.length - 1] = {
      lead: last.lead,
      parts: [...last.parts, { type: 'same', text: last.trail }, ...passage.parts],
      trail: passage.trail,
      hunks: [...last.hunks, ...passage.hunks],
    };
  }
  return joined;
}

const STOP = `[.!?…؟۔।]+["'”’)\\]*_»]*`;
const WIDE_STOP = '[。！？｡]+[」』）”’]*';
const SENTENCE_END = new RegExp(`${STOP}\\s+|${WIDE_STOP}|[\\n\\r\\u2029]+`, 'g');
const STOP_AT_END = new RegExp(`${STOP}$`);
const SENTENCE_END_AT_END = new RegExp(`(?:${STOP}\\s+|${WIDE_STOP}|[\\n\\r\\u2029])$`);

function sentenceEnds(text: string): number[] {
  return [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
}

const RTL = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/gu;
const LETTER = /\p{L}/gu;
const RTL_SHARE = 0.3;

// The first strong letter does not decide: a Hebrew sentence may well begin with a Latin name.
function readsRightToLeft({ lead, parts, trail }: Passage): boolean {
  const isRtl = (text: string) => text.search(RTL) >= 0;
  if (parts.some((part) => part.type !== 'same' && isRtl(part.text))) return true;
  const sentence = lead + parts.map((part) => part.text).join('') + trail;
  const rtl = sentence.match(RTL)?.length ?? 0;
  return rtl > 0 && rtl >= RTL_SHARE * (sentence.match(LETTER)?.length ?? 0);
}

function renderChange(
  { lead, parts, trail, hunks }: Passage,
  options: { layout: 'blocks' } | { layout: 'inline'; contextChars: number },
): Change {
  const max = options.layout === 'inline' ? options.contextChars : Number.POSITIVE_INFINITY;
  const shownLead = keepEnd(lead, max);
  const shownTrail = keepStart(trail, max);
  const shown = [
    { type: 'same' as const, text: shownLead.trimStart() },
    ...parts,
    { type: 'same' as const, text: shownTrail.trimEnd() },
  ].filter((part) => part.text !== '');
  return {
    kind: kindOf(parts),
    layout: options.layout,
    parts: shown,
    before: sideOf(shown, 'added'),
    after: sideOf(shown, 'removed'),
    cutStart: shownLead.length < lead.length,
    cutEnd: shownTrail.length < trail.length,
    place: around(hunks),
  };
}

function kindOf(parts: readonly DiffPart[]): Change['kind'] {
  const hasWords = (type: DiffPart['type']) =>
    parts.some((part) => part.type === type && part.text.trim() !== '');
  const removed = hasWords('removed');
  const added = hasWords('added');
  if (removed && added) return 'replaced';
  if (removed) return 'removed';
  return added ? 'added' : 'spacing';
}

function sideOf(parts: readonly DiffPart[], without: DiffPart['type']): string {
  return parts
    .filter((part) => part.type !== without)
    .map((part) => part.text)
    .join('')
    .trim();
}

function around(hunks: readonly Hunk[]): Hunk {
  const first = hunks[0];
  const last = hunks.at(-1);
  const span = (side: keyof Hunk) => ({
    start: first?.[side].start ?? 0,
    end: last?.[side].end ?? 0,
  });
  return { before: span('before'), after: span('after') };
}

const words = new Intl.Segmenter('und', { granularity: 'word' });

function keepStart(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (const { index, segment } of words.segment(text)) {
    if (index + segment.length > maxChars) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

function keepEnd(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const from = text.length - maxChars;
  for (const { index } of words.segment(text)) {
    if (index >= from) return text.slice(index).trimStart();
  }
  return '';
}
