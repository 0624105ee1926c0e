import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import { createSpending, type Purse, type Spending } from '../../src/review/spending.ts';
import { BUILT_IN_SETTINGS } from '../../src/settings/settings.ts';
import { createCallRepository } from '../../src/store/call-repository.ts';
import type { Database } from '../../src/store/database.ts';
import { open } from '../store/open-store.ts';
import { modelCall } from '../store/samples.ts';

const NOON = Date.UTC(2026, 4, 4, 12);
let database: Database;
let spending: Spending;

beforeEach(async () => {
  database = await open(':memory:');
  spending = createSpending({ calls: createCallRepository(database), now: () => NOON });
});

afterEach(() => database.close());

const LIMITS = { ...BUILT_IN_SETTINGS.budget, tokensPerChannel: 1_000 };

function purse(runId: string, more: Partial<Purse> = {}): Purse {
  return { runId, workspace: 'local', channel: 'general', member: null, limits: LIMITS, ...more };
}

const tokens = (count: number) => ({ tokens: count, cost: 0 });
const spend = (count: number, more: Parameters<typeof modelCall>[0] = {}) =>
  spending.record(modelCall({ inputTokens: count, outputTokens: 0, at: NOON, ...more }));

describe('a budget of a place', () => {
  it('is not passed, and may be used up to its last token', async () => {
    await spend(700);
    expect(await spending.reserve(purse('a'), tokens(301))).toBe(false);
    expect(await spending.reserve(purse('a'), tokens(300))).toBe(true);
  });

  it('counts what other runs have set aside, also when they ask at once', async () => {
    const asked = ['a', 'b', 'c'].map((id) => spending.reserve(purse(id), tokens(400)));
    expect(await Promise.all(asked)).toEqual([true, true, false]);
    expect(await spending.reserve(purse('a'), tokens(200))).toBe(true);
    expect(await spending.reserve(purse('c'), tokens(400))).toBe(true);
  });

  it('counts nothing twice: what was set aside is spent by the calls it was for', async () => {
    await spending.reserve(purse('a'), tokens(600));
    await spend(500, { runId: 'a', id: 'one' });
    expect(await spending.reserve(purse('b'), tokens(400))).toBe(true);
    expect(await spending.reserve(purse('c'), tokens(1))).toBe(false);
  });

  it('begins anew every day, and is a place’s own', async () => {
    await spend(900, { at: Date.UTC(2026, 4, 3, 23, 59), id: 'yesterday' });
    await spend(900, { channel: 'other', id: 'elsewhere' });
    expect(await spending.reserve(purse('a'), tokens(1_000))).toBe(true);
  });

  it('may be one for a member, wherever in the workspace', async () => {
    const ada = 'desk:member:ada' as MemberRef;
    const limits = { ...LIMITS, tokensPerChannel: null, tokensPerMember: 1_000 };
    await spend(600, { channel: 'other', member: ada });
    const reserve = (runId: string, count: number, member: MemberRef | null) =>
      spending.reserve(purse(runId, { limits, member }), tokens(count));
    expect(await reserve('a', 401, ada)).toBe(false);
    expect(await reserve('a', 300, ada)).toBe(true);
    expect(await reserve('b', 101, ada)).toBe(false);
    expect(await reserve('b', 1_000, 'desk:member:bo' as MemberRef)).toBe(true);
    expect(await reserve('c', 5_000, null)).toBe(true);
  });

  it('may be one for the whole workspace, in tokens or money', async () => {
    const limits = {
      ...LIMITS,
      tokensPerChannel: null,
      tokensPerWorkspace: 2_000,
      costPerWorkspace: 1,
    };
    await spend(900, { channel: 'other', cost: 0.5 });
    const reserve = (foreseen: { tokens: number; cost: number }) =>
      spending.reserve(purse('a', { limits }), foreseen);
    expect(await reserve({ tokens: 1_101, cost: 0 })).toBe(false);
    expect(await reserve({ tokens: 1_100, cost: 0.51 })).toBe(false);
    expect(await reserve({ tokens: 1_100, cost: 0.5 })).toBe(true);
  });
});
