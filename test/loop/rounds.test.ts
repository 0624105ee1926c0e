import { describe, expect, it } from 'vitest';
import {
  createScriptedCritic,
  createScriptedWriter,
  SCRIPTED_USAGE,
  scriptComment,
} from '../../src/models/scripted.ts';
import { applyingWriter, climbing, LADDER_DRAFT, ladder, persona, runLoop } from './harness.ts';

describe('L1 calls', () => {
  const panel = (size: number) =>
    ['one', 'two', 'three', 'four'].slice(0, size).map((id) => persona(id));
  const cases = [1, 2, 3, 4].flatMap((k) => [0, 1, 2, 3].map((n) => ({ k, n })));

  it.each(cases)('are K(n+1)+n for a given draft: K=$k n=$n', async ({ k, n }) => {
    const critic = createScriptedCritic(({ view, persona: { id } }) => ({
      verdict: 'revise',
      comments: id === 'one' ? [scriptComment(ladder(view.round).from, ladder(view.round).to)] : [],
    }));
    const { result } = await runLoop({
      critic,
      draft: LADDER_DRAFT,
      personas: panel(k),
      maxRounds: n,
    });
    expect(result.receipt.calls).toBe(k * (n + 1) + n);
    expect(result.receipt.retries).toBe(0);
    expect(critic.requests).toHaveLength(k * (n + 1));
    expect(result.stopReason).toBe('max_rounds');
  });

  it.each(cases)('are 1+K(n+1)+n for a brief: K=$k n=$n', async ({ k, n }) => {
    const { result } = await runLoop({
      critic: climbing([2], {}),
      writer: applyingWriter([LADDER_DRAFT]),
      draft: null,
      brief: 'one sentence',
      personas: panel(k).map((each) => ({ ...each, criteria: [] })),
      maxRounds: n,
    });
    expect(result.receipt.calls).toBe(1 + k * (n + 1) + n);
  });

  it('count a second try apart from the calls', async () => {
    const critic = climbing([2]);
    const writer = createScriptedWriter({
      refine: ({ view, plan }) =>
        view.diagnosis === undefined
          ? { type: 'text', text: 'No changes are needed.' }
          : {
              type: 'edits',
              edits: [{ commentIds: plan.map(({ id }) => id), find: 'worda', replace: 'wordb' }],
            },
    });
    const { result } = await runLoop({ critic, writer, draft: LADDER_DRAFT });
    expect(result.receipt.calls).toBe(3);
    expect(result.receipt.retries).toBe(1);
    expect(result.best.text).toContain('wordb');
  });
});

describe('L16 budgets', () => {
  const setup = { critic: climbing([2, 2.5, 3, 3.5]), draft: LADDER_DRAFT, maxRounds: 4 };

  it.each([
    ['calls', { calls: 4 }, 'budget'],
    ['tokens', { tokens: 500 }, 'budget'],
    ['cost', { cost: 0.0045 }, 'budget'],
  ] as const)('stop before the round that would pass %s', async (_name, limits, reason) => {
    const { result } = await runLoop({ ...setup, critic: climbing([2, 2.5, 3, 3.5]), limits });
    expect(result.stopReason).toBe(reason);
    expect(result.receipt.calls).toBe(3);
    expect(result.best.number).toBe(2);
    expect(result.receipt.inputTokens).toBe(3 * SCRIPTED_USAGE.inputTokens);
  });

  it('stop before the round that would pass the deadline', async () => {
    let clock = 0;
    const { result } = await runLoop({
      ...setup,
      critic: createScriptedCritic(({ view }) => {
        clock += 1000;
        return {
          verdict: 'revise',
          comments: [scriptComment(ladder(view.round).from, ladder(view.round).to)],
        };
      }),
      deps: { now: () => clock },
      limits: { deadlineAt: 3500 },
    });
    expect(result.stopReason).toBe('deadline');
    expect(result.receipt.durationMs).toBe(3000);
  });
});

describe('what a resumed run tells', () => {
  it('L17 is the same from every event on, and no finished step runs again', async () => {
    const script = () => climbing([2, 3, 3.5]);
    const memo = new Map<string, unknown>();
    const ran: string[] = [];
    const step = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      if (!memo.has(key)) {
        ran.push(key);
        memo.set(key, await work());
      }
      return memo.get(key) as T;
    };
    const whole = await runLoop({
      critic: script(),
      draft: LADDER_DRAFT,
      maxRounds: 2,
      deps: { step },
    });
    for (let cut = 1; cut < whole.events.length; cut += 1) {
      memo.clear();
      ran.length = 0;
      const controller = new AbortController();
      await runLoop({
        critic: script(),
        draft: LADDER_DRAFT,
        maxRounds: 2,
        deps: { step },
        signal: controller.signal,
        onEvent: ({ number }) => number === cut && controller.abort('cancelled'),
      });
      const resumed = await runLoop({
        critic: script(),
        draft: LADDER_DRAFT,
        maxRounds: 2,
        deps: { step },
      });
      expect(resumed.events).toEqual(whole.events);
      expect(new Set(ran).size).toBe(ran.length);
    }
  });
});
