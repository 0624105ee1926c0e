import { alignUnits, type Bounds, forEachGap } from './diff-align.ts';
import { compareWords, joinRuns, type Run, replaceWhole, type TokenPair } from './diff-runs.ts';
import { createTokenTable, gapAfter, type TokenText, tokenise } from './diff-tokens.ts';
import { splitUnits, type UnitLevel } from './diff-units.ts';
import type { Range } from './range.ts';

/*
 * Paragraphs are aligned first, then the sentences of a pair, then the words of a pair of sentences.
 * Each level works on little and leaves what has no counterpart as a block, which keeps the result
 * readable and the time close to linear. White space takes no part in the comparison: it belongs to
 * the token before it and is compared where two equal tokens meet. All cuts are token boundaries, and
 * no token boundary is inside a grapheme cluster, so no part can break one.
 */

/** A stretch of text that stayed, went or came. */
export interface DiffPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** One change: what it covers in the text before and in the text after; one of the two may be empty. */
export interface Hunk {
  readonly before: Range;
  readonly after: Range;
}

/**
 * Compares two texts in a way people can read. `same` and `removed` parts joined are exactly `before`,
 * `same` and `added` parts exactly `after`; within a change the removed part comes first. Neighbouring
 * parts never have the same type and no part cuts a grapheme cluster of its text.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  if (before === after) return before === '' ? [] : [{ type: 'same', text: before }];
  if (before === '' || after === '') return diffBlocks(before, after);
  const table = createTokenTable();
  const pair = { a: tokenise(before, table), b: tokenise(after, table), table };
  const words = { a0: 1, a1: pair.a.ids.length, b0: 1, b1: pair.b.ids.length };
  return renderParts(pair, [
    { a0: 0, a1: 1, b0: 0, b1: 1, same: true },
    ...alignLevel(pair, words, 'paragraph'),
  ]);
}

/** The two texts as one removed and one added part: what is shown when nothing finer can be had. */
export function diffBlocks(before: string, after: string): DiffPart[] {
  if (before === after) return diffWords(before, after);
  const parts: DiffPart[] = [
    { type: 'removed', text: before },
    { type: 'added', text: after },
  ];
  return parts.filter((part) => part.text !== '');
}

/** The changes as pairs of ranges, in order; an insertion has an empty `before` range at its point. */
export function diffHunks(parts: readonly DiffPart[]): Hunk[] {
  const hunks: Hunk[] = [];
  let before = 0;
  let after = 0;
  let open: { before: number; after: number } | undefined;
  const close = () => {
    if (open === undefined) return;
    hunks.push({
      before: { start: open.before, end: before },
      after: { start: open.after, end: after },
    });
    open = undefined;
  };
  for (const part of parts) {
    if (part.type === 'same') close();
    else open ??= { before, after };
    if (part.type !== 'added') before += part.text.length;
    if (part.type !== 'removed') after += part.text.length;
  }
  close();
  return hunks;
}

const MIN_LIKENESS = { paragraph: 0.25, sentence: 0.4 };

function alignLevel(pair: TokenPair, span: Bounds, level: UnitLevel): Run[] {
  const { table } = pair;
  const a = {
    tokens: pair.a,
    units: splitUnits(pair.a, { start: span.a0, end: span.a1 }, { level, table }),
  };
  const b = {
    tokens: pair.b,
    units: splitUnits(pair.b, { start: span.b0, end: span.b1 }, { level, table }),
  };
  const tokensOf = (units: Bounds): Bounds => ({
    a0: a.units[units.a0]?.start ?? span.a1,
    a1: a.units[units.a1 - 1]?.end ?? span.a0,
    b0: b.units[units.b0]?.start ?? span.b1,
    b1: b.units[units.b1 - 1]?.end ?? span.b0,
  });
  const matches = alignUnits(a, b, { table, minLikeness: MIN_LIKENESS[level] });
  const whole = { a0: 0, a1: a.units.length, b0: 0, b1: b.units.length };
  const runs: Run[] = [];
  let at = { a: span.a0, b: span.b0 };
  forEachGap(matches, whole, (_gap, next) => {
    const unit = next === undefined ? undefined : tokensOf(next);
    const until = unit ?? { a0: span.a1, b0: span.b1 };
    runs.push(...replaceWhole(pair, { a0: at.a, a1: until.a0, b0: at.b, b1: until.b0 }));
    if (next === undefined || unit === undefined) return;
    at = { a: unit.a1, b: unit.b1 };
    if (next.equal) runs.push({ ...unit, same: true });
    else if (level === 'paragraph') runs.push(...alignLevel(pair, unit, 'sentence'));
    else runs.push(...compareWords(pair, unit));
  });
  return runs;
}

function renderParts(pair: TokenPair, runs: readonly Run[]): DiffPart[] {
  const writer = createPartWriter();
  for (const run of joinRuns(runs)) {
    if (run.same) renderSame(pair, run, writer);
    else renderChange(pair, run, writer);
  }
  return writer.finish();
}

function renderSame({ a, b }: TokenPair, run: Run, writer: PartWriter): void {
  for (let left = run.a0, right = run.b0; left < run.a1; left += 1, right += 1) {
    const gone = gapAfter(a, left);
    const come = gapAfter(b, right);
    writer.same(a.text.slice(a.starts[left], a.ends[left]));
    if (gone === come) writer.same(gone);
    else writer.change({ text: gone, gap: gone }, { text: come, gap: come });
  }
}

function renderChange({ a, b }: TokenPair, run: Run, writer: PartWriter): void {
  writer.change(stretchOf(a, run.a0, run.a1), stretchOf(b, run.b0, run.b1));
}

function stretchOf(tokens: TokenText, from: number, to: number): Stretch {
  const text = tokens.text.slice(startOf(tokens, from), startOf(tokens, to));
  return { text, gap: text === '' ? '' : gapAfter(tokens, to - 1) };
}

function startOf(tokens: TokenText, index: number): number {
  return tokens.starts[index] ?? tokens.text.length;
}

interface Stretch {
  readonly text: string;
  /** The white space the text ends with, as far as it may be cut off. */
  readonly gap: string;
}

interface PartWriter {
  same(text: string): void;
  change(gone: Stretch, come: Stretch): void;
  finish(): DiffPart[];
}

function createPartWriter(): PartWriter {
  const nothing: Stretch = { text: '', gap: '' };
  const parts: DiffPart[] = [];
  let same = '';
  let removed = nothing;
  let added = nothing;
  const push = (type: DiffPart['type'], text: string) => {
    if (text !== '') parts.push({ type, text });
  };
  const flushChange = () => {
    // White space that ends both sides of a change stayed: a comma put before it is only a comma.
    const kept = removed.gap === added.gap ? removed.gap : '';
    const gone = removed.text.slice(0, removed.text.length - kept.length);
    const come = added.text.slice(0, added.text.length - kept.length);
    removed = nothing;
    added = nothing;
    if (gone === come) same += gone;
    else {
      push('same', same);
      push('removed', gone);
      push('added', come);
      same = '';
    }
    same += kept;
  };
  return {
    same(text) {
      if (text === '') return;
      flushChange();
      same += text;
    },
    change(gone, come) {
      removed = append(removed, gone);
      added = append(added, come);
    },
    finish() {
      flushChange();
      push('same', same);
      return parts;
    },
  };
}

function append(start: Stretch, more: Stretch): Stretch {
  return more.text === '' ? start : { text: start.text + more.text, gap: more.gap };
}
