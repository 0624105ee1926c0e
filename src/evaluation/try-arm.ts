import type { LoopResult } from '../loop/events.ts';
import { refineLoop } from '../loop/loop.ts';
import type { LoopDeps, LoopInput } from '../loop/run.ts';
import { wordsOf } from '../loop/similarity.ts';
import { diffWords } from '../text/word-diff.ts';
import type { Arm } from './arms.ts';

/** A draft, or a brief to write one from; the other is absent. */
export interface Item {
  readonly id: string;
  readonly draft: string | null;
  readonly brief: string;
}

/** What one arm made of one item. */
export interface Trial {
  readonly first: string;
  readonly final: string;
  readonly result: LoopResult;
  /** Share of the words of both texts that went or came, 0 to 1. */
  readonly changed: number;
  /** Length of the final text by the first, in characters; null for an empty first. */
  readonly lengthRatio: number | null;
  /** The panel's own score of the final text less that of the first; null where either has none. */
  readonly scoreGain: number | null;
}

/** Runs the loop in one arm's way. Rejects only when aborted; a failure stands in the result. */
export async function tryArm(
  arm: Arm,
  item: Item,
  how: { readonly deps: LoopDeps; readonly input: LoopInput; readonly signal: AbortSignal },
): Promise<Trial> {
  const loop = refineLoop(
    { ...how.deps, writer: arm.writer(how.deps.writer) },
    {
      ...how.input,
      draft: item.draft,
      brief: item.brief,
      personas: arm.panel(how.input.personas),
      strategy: arm.strategy,
      editStyle: arm.editStyle ?? (item.draft === null ? 'rewrite' : 'edits'),
    },
    how.signal,
  );
  const scores = new Map<number, number | null>();
  let next = await loop.next();
  while (!next.done) {
    if (next.value.type === 'revision_assessed') scores.set(next.value.revision, next.value.score);
    next = await loop.next();
  }
  how.signal.throwIfAborted();
  const { best, revisions } = next.value;
  const first = revisions[0]?.text ?? '';
  const [before, after] = [scores.get(1) ?? null, scores.get(best.number) ?? null];
  return {
    first,
    final: best.text,
    result: next.value,
    changed: changedShare(first, best.text),
    lengthRatio: first === '' ? null : best.text.length / first.length,
    scoreGain: before === null || after === null ? null : after - before,
  };
}

function changedShare(before: string, after: string): number {
  let changed = 0;
  let all = 0;
  for (const { type, text } of diffWords(before, after)) {
    const words = wordsOf(text).length;
    all += type === 'same' ? 2 * words : words;
    if (type !== 'same') changed += words;
  }
  return all === 0 ? 0 : changed / all;
}
