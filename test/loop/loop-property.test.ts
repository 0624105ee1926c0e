import { expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { applyEdits } from '../../src/loop/edits.ts';
import type { LoopEvent } from '../../src/loop/events.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { splitSentences } from '../../src/text/sentences.ts';
import { fc } from '../fast-check.ts';
import { applyingWriter, runLoop, score } from './harness.ts';

it('L23 ends within its rounds, returns the best it saw, and leaves unplanned sentences alone', async () => {
  const words = ['alpha', 'bravo', 'carol', 'delta'];
  const draft = words.map((word) => `This is the ${word} sentence of the draft.`).join(' ');
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          verdict: fc.constantFrom('accept', 'revise', 'maybe', ''),
          score: fc.integer({ min: 1, max: 4 }),
          picks: fc.subarray(words),
          severity: fc.constantFrom('blocking', 'major', 'minor', 'nit'),
          quotes: fc.array(fc.string({ maxLength: 12 }), { maxLength: 2 }),
        }),
        { minLength: 5, maxLength: 5 },
      ),
      fc.array(
        fc.oneof(
          fc.constant('apply'),
          fc.constant('text'),
          fc.constant('none'),
          fc.constant('wild'),
          fc.constant('throw'),
        ),
        { minLength: 5, maxLength: 5 },
      ),
      fc.integer({ min: 0, max: 4 }),
      async (rounds, writing, maxRounds) => {
        const critic = createScriptedCritic(({ view, revision }) => {
          const round = rounds[view.round - 1];
          if (!round) return {};
          return {
            verdict: round.verdict,
            criteria: score(round.score),
            comments: [
              ...round.picks
                .filter((word) => revision.text.includes(word))
                .map((word) => scriptComment(word, `${word}${word}`, { severity: round.severity })),
              ...round.quotes.map((quote) => scriptComment(quote, 'other')),
            ],
          };
        });
        const applying = applyingWriter();
        const writer = createScriptedWriter({
          refine: async ({ best, plan, view }) => {
            const kind = writing[view.round - 1];
            if (kind === 'text') return { type: 'text', text: `${best.text} More.` };
            if (kind === 'none') return { type: 'no-change', why: 'fine' };
            if (kind === 'throw') return new Error('socket hang up');
            if (kind === 'wild') {
              return {
                type: 'edits',
                edits: [{ commentIds: ['x'], find: 'draft', replace: 'book' }],
              };
            }
            const reply = await applying.refine(best, plan, view, new AbortController().signal);
            return reply;
          },
        });
        const { events, result } = await runLoop({ critic, writer, draft, maxRounds });
        expect(result.receipt.rounds).toBeLessThanOrEqual(Math.max(1, maxRounds));
        expect(events.at(-1)?.type).toBe('finished');
        checkBest(events, result.best.number);
        for (const event of events) {
          if (event.type === 'revision_refined' && event.edits.length > 0)
            checkEdits(event, events);
        }
      },
    ),
    { numRuns: 150 },
  );
});

type Assessed = Extract<LoopEvent, { type: 'revision_assessed' }>;
type Refined = Extract<LoopEvent, { type: 'revision_refined' }>;

/** By the rule for best revisions, read off the events alone: none that was seen has to be preferred. */
function checkBest(events: readonly LoopEvent[], best: number): void {
  const assessed = events.filter((event): event is Assessed => event.type === 'revision_assessed');
  const returned = assessed.find(({ revision }) => revision === best);
  if (returned === undefined) return;
  for (const other of assessed) {
    expect([other.revision, isPlainlyBetter(other, returned, events)]).toEqual([
      other.revision,
      false,
    ]);
  }
}

/** It resolved what was planned, has fewer serious comments and no lower score. */
function isPlainlyBetter(one: Assessed, than: Assessed, events: readonly LoopEvent[]): boolean {
  const serious = ({ comments }: Assessed) =>
    comments.filter(({ severity }) => severity === 'blocking' || severity === 'major').length;
  const refined = events.find(
    (event): event is Refined =>
      event.type === 'revision_refined' && event.revision.number === one.revision,
  );
  const made = refined?.edits.filter(({ applied }) => applied) ?? [];
  return (
    refined?.guard.ok === true &&
    made.some(({ find }) => one.comments.every(({ problem }) => !problem.includes(find))) &&
    serious(one) < serious(than) &&
    one.comments.length <= than.comments.length &&
    (one.score ?? 0) >= (than.score ?? 0)
  );
}

/** A refinement in edits style is exactly its applied edits, and no other sentence than a planned one changed. */
function checkEdits(event: Refined, events: readonly LoopEvent[]): void {
  const revisions = events.flatMap((each) =>
    'revision' in each && typeof each.revision === 'object' ? [each.revision] : [],
  );
  const parent = revisions.find(({ number }) => number === event.revision.parent)?.text ?? '';
  const comments = events.flatMap((each): readonly Comment[] =>
    each.type === 'revision_assessed' ? each.comments : [],
  );
  const again = applyEdits(parent, event.edits, {
    sentences: splitSentences(parent),
    plan: comments,
  });
  expect(again.text).toBe(event.revision.text);
  const planned = new Set(
    events.flatMap((each) =>
      each.type === 'refinement_planned' && each.round === event.round ? each.planned : [],
    ),
  );
  const touched = comments
    .filter(({ id }) => planned.has(id))
    .flatMap(({ anchor }) => (anchor.type === 'quote' ? [anchor.sentenceId] : []));
  let at = 0;
  for (const { id, start, end } of splitSentences(parent)) {
    if (touched.includes(id)) continue;
    const found = event.revision.text.indexOf(parent.slice(start, end), at);
    expect(found).toBeGreaterThanOrEqual(at);
    at = found;
  }
}
