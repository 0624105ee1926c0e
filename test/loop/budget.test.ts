import { describe, expect, it } from 'vitest';
import type { Foreseen } from '../../src/loop/budget.ts';
import { createScriptedCritic } from '../../src/models/scripted.ts';
import { climbing, DRAFT, LADDER_DRAFT, persona, runLoop } from './harness.ts';

const accepting = () => createScriptedCritic(() => ({ comments: [] }));

function budget(allow: (asked: readonly Foreseen[]) => boolean, first = 500) {
  const asked: Foreseen[] = [];
  return {
    asked,
    foresee: () => ({ tokens: first, cost: 0 }),
    reserve: async (foreseen: Foreseen) => {
      asked.push(foreseen);
      return allow(asked);
    },
  };
}

describe('L16 a budget of the place', () => {
  it('is asked before the first call, and none is made when it says no', async () => {
    const critic = accepting();
    const { result } = await runLoop({ critic, deps: { budget: budget(() => false) } });
    expect(critic.requests).toEqual([]);
    expect(result.stopReason).toBe('budget');
    expect(result.best.text).toBe(DRAFT);
    expect(result.receipt).toMatchObject({ calls: 0, inputTokens: 0 });
  });

  it('is asked before every round for what the round before took', async () => {
    const place = budget((asked) => asked.length < 3);
    const { result } = await runLoop({
      critic: climbing([1, 2, 3, 4]),
      draft: LADDER_DRAFT,
      maxRounds: 4,
      deps: { budget: place },
    });
    // One critique and, before a refinement was measured, as much again; then both as measured.
    expect(place.asked).toEqual([
      { tokens: 500, cost: 0 },
      { tokens: 240, cost: 0.002 },
      { tokens: 240, cost: 0.002 },
    ]);
    expect(result.stopReason).toBe('budget');
    expect(result.best.number).toBe(2);
  });

  it('is asked once for a round, however often the run is taken up', async () => {
    const known = new Map<string, unknown>();
    const step = async <T>(key: string, work: () => Promise<T>) => {
      if (!known.has(key)) known.set(key, await work());
      return known.get(key) as T;
    };
    const setup = { critic: climbing([1, 2]), draft: LADDER_DRAFT, personas: [persona('a')] };
    const place = budget(() => true);
    const first = await runLoop({ ...setup, deps: { step, budget: place } });
    const refusing = budget(() => false);
    const second = await runLoop({ ...setup, deps: { step, budget: refusing } });
    expect(refusing.asked).toEqual([]);
    expect(second.result).toEqual(first.result);
  });

  it('is not asked by editors that cost nothing', async () => {
    const place = budget(() => false, 0);
    const critic = createScriptedCritic(() => ({
      comments: [],
      usage: { calls: 0, retries: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 },
    }));
    const { result } = await runLoop({ critic, deps: { budget: place } });
    expect(result.stopReason).toBe('satisfied');
    expect(place.asked).toEqual([]);
  });
});
