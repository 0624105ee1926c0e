import { describe, expect, it } from 'vitest';
import type { Foreseen } from '../../src/loop/budget.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  SCRIPTED_USAGE,
  scriptComment,
} from '../../src/models/scripted.ts';
import {
  applyingWriter,
  climbing,
  DRAFT,
  LADDER_DRAFT,
  type LoopSetup,
  persona,
  runLoop,
} from './harness.ts';

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

describe('L16 no call is made that would pass a limit', () => {
  const three = ['one', 'two', 'three'].map((id) => persona(id));
  const vague = () =>
    createScriptedCritic(() => ({
      verdict: 'revise',
      comments: [scriptComment('words nobody wrote', 'others')],
    }));
  const useless = () => createScriptedWriter({ refine: () => ({ type: 'text', text: 'ok' }) });
  const remarking = () =>
    createScriptedCritic(() => ({ comments: [scriptComment('most of the morning', 'hours')] }));
  const candidates = (more: Partial<LoopSetup> = {}): LoopSetup => ({
    critic: remarking(),
    writer: applyingWriter([DRAFT, `${DRAFT} More.`, `${DRAFT} Less of it.`]),
    strategy: 'best-of-n',
    draft: null,
    brief: 'a note on the export',
    deps: { judge: { compare: async () => ({ better: 'second', usage: SCRIPTED_USAGE }) } },
    ...more,
  });

  const setups: [string, () => LoopSetup][] = [
    ['the first critiques', () => ({ critic: climbing([1, 2, 3, 4]), draft: LADDER_DRAFT })],
    ['rounds', () => ({ critic: climbing([1, 2, 3, 4]), draft: LADDER_DRAFT, maxRounds: 4 })],
    ['asking again', () => ({ critic: vague() })],
    ['a second try', () => ({ critic: remarking(), writer: useless() })],
    [
      'a second try at a first draft',
      () => ({
        critic: remarking(),
        writer: createScriptedWriter({ drafts: ['', DRAFT], refine: () => new Error('unused') }),
        draft: null,
        brief: 'x',
      }),
    ],
    ['candidates for a first draft', () => candidates()],
    ['candidates for a refinement', () => candidates({ draft: DRAFT, brief: '' })],
    ['three steps', () => ({ critic: remarking(), strategy: 'three-step' })],
  ];
  const cases = setups.flatMap(([what, setup]) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((calls) => ({ what, calls, setup })),
  );

  it.each(cases)('$what: $calls', async ({ calls, setup }) => {
    const free = await runLoop({ personas: three, ...setup() });
    const all = free.result.receipt.calls + free.result.receipt.retries;
    const { result } = await runLoop({ personas: three, limits: { calls }, ...setup() });
    const made = result.receipt.calls + result.receipt.retries;
    expect(made).toBeLessThanOrEqual(calls);
    expect(result.receipt.inputTokens).toBe(made * SCRIPTED_USAGE.inputTokens);
    // A second try may be left out for want of calls, and the run end for what the first one lacked.
    if (made < all && calls < 3) expect(['budget', 'model_error']).toContain(result.stopReason);
  });

  it('keeps what was reached before', async () => {
    const { result } = await runLoop({ ...candidates(), personas: three, limits: { calls: 2 } });
    expect(result.stopReason).toBe('budget');
    expect(result.best.text).toBe(DRAFT);
    expect(result.stopSentence).toBe('going on would have gone over the budget');
  });

  it('not even a second try, where the first one took more than was foreseen', async () => {
    const usage = { ...SCRIPTED_USAGE, inputTokens: 1_000 };
    const asked: string[] = [];
    const { result, events } = await runLoop({
      critic: remarking(),
      writer: {
        ...applyingWriter(),
        refine: async (_best, _plan, { diagnosis = 'none' }) => {
          asked.push(diagnosis);
          return { type: 'text', text: 'ok', usage };
        },
      },
      limits: { tokens: 1_500 },
    });
    expect(asked).toEqual(['none']);
    expect(result.stopReason).toBe('budget');
    expect(result.best.text).toBe(DRAFT);
    expect(events.find(({ type }) => type === 'refinement_refused')).toMatchObject({
      retrying: false,
    });
  });
});
