import { beforeEach, describe, expect, it } from 'vitest';
import type { CallStore, ModelCall } from '../../src/review/call-store.ts';
import { createCallRepository } from '../../src/store/call-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { onEveryEngine } from './engines.ts';
import { newRun } from './samples.ts';

onEveryEngine((engine) => {
  let store: CallStore;

  beforeEach(() => {
    store = createCallRepository(engine.database());
  });

  const NOON = 1_760_000_000_000;

  function call(id: string, more: Partial<ModelCall> = {}): ModelCall {
    return {
      id,
      runId: 'run-1',
      workspace: 'W1',
      channel: 'C1',
      member: 'desk:ana' as ModelCall['member'],
      purpose: 'critique',
      model: 'm',
      requests: 1,
      inputTokens: 1000,
      cachedTokens: 400,
      outputTokens: 50,
      cost: 0.25,
      durationMs: 1200,
      outcome: 'answered',
      at: NOON,
      ...more,
    };
  }

  describe('what was spent', () => {
    it('is summed for a workspace, a channel and a member since a moment', async () => {
      await store.record(call('a'));
      await store.record(call('b', { channel: 'C2', cost: null }));
      await store.record(call('c', { channel: 'C2', member: null, outcome: 'failed' }));
      await store.record(call('d', { workspace: 'W2' }));
      await store.record(call('e', { at: NOON - 1 }));

      const since = (scope: object) => store.spentSince({ workspace: 'W1', ...scope }, NOON);
      expect(await since({})).toEqual({ calls: 3, tokens: 3150, cost: 0.5 });
      expect(await since({ channel: 'C2' })).toEqual({ calls: 2, tokens: 2100, cost: 0.25 });
      expect(await since({ member: 'desk:ana' })).toEqual({ calls: 2, tokens: 2100, cost: 0.25 });
      expect(await since({ channel: 'C9' })).toEqual({ calls: 0, tokens: 0, cost: 0 });
    });

    it('keeps words only with a run, apart from what the run reads of itself', async () => {
      const runs = createRunRepository(engine.database());
      const words = { prompt: 'Review: ziggurat.', answer: '{"verdict":"accept"}' };
      await runs.create(newRun({ id: 'run-1', given: null }));
      await store.record(call('a'), words);
      await store.record(call('b'));
      const { read, tables } = engine.database();
      const kept = async () => {
        const [rows] = await read((db) => [db.select().from(tables.texts)]);
        return rows.map(({ owner, body }) => [owner, JSON.parse(body)]);
      };
      expect(await kept()).toEqual([['call/a', words]]);
      expect(JSON.stringify(await runs.load('run-1'))).not.toContain('ziggurat');

      await expect(store.record(call('c', { runId: 'gone' }), words)).rejects.toThrow();
      expect(await store.spentSince({ workspace: 'W1' }, 0)).toMatchObject({ calls: 3 });
      expect(await kept()).toHaveLength(1);
    });

    it('counts one call once, however often it is saved', async () => {
      await store.record(call('a'));
      await store.record(call('a', { inputTokens: 9 }));
      expect(await store.spentSince({ workspace: 'W1' }, 0)).toMatchObject({ tokens: 1050 });
    });
  });
});
