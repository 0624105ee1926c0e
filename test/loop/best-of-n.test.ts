import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../src/loop/judge.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  SCRIPTED_USAGE,
  scriptComment,
} from '../../src/models/scripted.ts';
import { UserError } from '../../src/user-error.ts';
import { DRAFT, persona, runLoop } from './harness.ts';

/** Prefers the text that holds the word, whichever place it has. */
function judgeFor(word: string) {
  const asked: Comparison[] = [];
  return {
    asked,
    compare: async (comparison: Comparison) => {
      asked.push(comparison);
      const [first, second] = [comparison.first, comparison.second].map((text) =>
        text.includes(word),
      );
      const better = first === second ? 'neither' : first ? 'first' : 'second';
      return { better, usage: SCRIPTED_USAGE } as const;
    },
  };
}

const drafts = ['one', 'two', 'three'].map(
  (word) =>
    `This is the ${word} draft of a notice, and it is long enough to be taken for one here.`,
);
const noCritic = createScriptedCritic(() => new Error('nobody asks'));

const generate = (judge: ReturnType<typeof judgeFor>) =>
  runLoop({
    critic: noCritic,
    writer: createScriptedWriter({ drafts, refine: () => new Error('nobody asks') }),
    deps: { judge },
    draft: null,
    brief: 'a notice',
    strategy: 'best-of-n',
    personas: [persona('a'), persona('b')],
  });

describe('best of n', () => {
  it('keeps the draft that wins in both orders: n + 2(n − 1) calls', async () => {
    for (const [word, best] of [
      ['two', 2],
      ['three', 3],
    ] as const) {
      const judge = judgeFor(word);
      const { result } = await generate(judge);
      expect(result.best.number).toBe(best);
      expect(result.stopReason).toBe('strategy_done');
      expect(result.receipt.calls).toBe(3 + 2 * 2);
      expect(judge.asked).toHaveLength(4);
      const [one, other] = judge.asked;
      expect([one?.first, one?.second]).toEqual([other?.second, other?.first]);
    }
  });

  it('keeps the earlier one when the judge favours a place', async () => {
    const always = {
      asked: [],
      compare: async () => ({ better: 'first', usage: SCRIPTED_USAGE }) as const,
    };
    expect((await generate(always)).result.best.number).toBe(1);
  });

  it('keeps the earlier one when the judge cannot answer', async () => {
    const failing = { asked: [], compare: () => Promise.reject(new Error('no')) };
    const { result } = await generate(failing);
    expect(result.best.number).toBe(1);
    expect(result.stopReason).toBe('strategy_done');
  });

  it('tells once, in words for people, that the candidates could not be compared', async () => {
    const judge = {
      asked: [],
      compare: () => Promise.reject(new UserError('They are too long.', { code: 'too_long' })),
    };
    const { result } = await generate(judge);
    expect(result.best.number).toBe(1);
    expect(result.limits).toEqual([
      'The judge could not compare all candidates, so an earlier one stands. They are too long.',
    ]);
    expect(result.runLimits).toEqual(result.limits);
  });

  it('refines one draft by one plan: K + n + 2(n − 1) calls', async () => {
    const words = ['during', 'through', 'throughout'];
    const critic = createScriptedCritic(() => ({
      comments: [
        scriptComment('for most of the morning', undefined, {
          suggestion: { action: 'replace', instruction: 'Say it in fewer words.' },
        }),
      ],
    }));
    let tried = 0;
    const refining = createScriptedWriter({
      refine: ({ plan }) => {
        tried += 1;
        return {
          type: 'edits',
          edits: [
            {
              commentIds: plan.map(({ id }) => id),
              find: 'was broken for most',
              replace: `was broken ${words[tried - 1]} most`,
            },
          ],
        };
      },
    });
    const { result } = await runLoop({
      critic,
      writer: refining,
      deps: { judge: judgeFor('through most') },
      strategy: 'best-of-n',
      personas: [persona('a'), persona('b')],
    });
    expect(refining.requests.map(({ plan }) => plan.length)).toEqual([1, 1, 1]);
    expect(result.best.text).toBe(DRAFT.replace('for most', 'through most'));
    expect(result.receipt.rounds).toBe(1);
    expect(result.receipt.calls).toBe(2 + 3 + 4);
  });
});
