import { beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '../../src/review/call-store.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import { onEveryEngine } from './engines.ts';
import { ADA, type ClaimOptions, claimIn, openParts, type Parts } from './parts.ts';
import { modelCall, newRun, runEnd } from './samples.ts';

const BO = 'desk:bo' as MemberRef;

onEveryEngine((engine) => {
  let parts: Parts;
  const claim = (id: string, more?: ClaimOptions) => claimIn(parts, id, more);
  beforeEach(() => {
    parts = openParts(engine.database());
  });

  describe('the requests of a member', () => {
    it('lets exactly as many runs of a member pass as the limit allows, from two processes at once', async () => {
      const other = openParts(await engine.openAnother());
      const limit = { runs: 7, since: newRun().createdAt };
      const ids = Array.from({ length: 20 }, (_, at) => `run-${at}`);
      const outcomes = await Promise.all(
        ids.map((id, at) => claimIn(at % 2 === 0 ? parts : other, id, { limit })),
      );

      const won = ids.filter((_, at) => outcomes[at]?.type === 'won');
      expect(won).toHaveLength(7);
      const refused = outcomes.filter(({ type }) => type !== 'won');
      expect(refused).toEqual(Array(13).fill({ type: 'limited' }));
      for (const id of ids) {
        expect((await parts.runs.load(id)) !== null).toBe(won.includes(id));
        expect((await parts.jobs.ahead(id)) !== null).toBe(won.includes(id));
        expect(await parts.requests.answered('desk', id)).toBe(won.includes(id) ? id : null);
      }

      // What came to nothing does not count, and neither does what was asked for before.
      await parts.requests.drop(won[0] ?? '', null);
      expect(await claim('another', { limit })).toEqual({ type: 'won' });
      expect(await claim('too many', { limit })).toEqual({ type: 'limited' });
      const later = { runs: 1, since: newRun().createdAt + 1 };
      expect(await claim('tomorrow', { limit: later })).toEqual({ type: 'won' });
    });

    it('tells who has reached his limit of the review under way, and frees what he could not have', async () => {
      await claim('first', { claim: 'message' });
      const limit = { runs: 1, since: 0 };
      expect(await claim('second', { claim: 'message', limit })).toMatchObject({ type: 'taken' });
      await parts.runs.finish('first', runEnd());
      expect(await claim('third', { claim: 'message', limit })).toEqual({ type: 'limited' });
      expect(await claim('fourth', { claim: 'message' })).toEqual({ type: 'won' });
      expect(await parts.requests.previous('fourth')).toBe('first');
    });
  });

  describe('what is left to spend', () => {
    const NO_LIMITS = {
      tokensPerMember: null,
      tokensPerChannel: null,
      tokensPerWorkspace: null,
      costPerWorkspace: null,
    };
    const intent = (runId: string, more: Partial<Intent['limits']> = {}): Intent => ({
      ...{ runId, workspace: 'local', channel: 'general', member: ADA, tokens: 100, cost: 0.5 },
      limits: { since: 0, ...NO_LIMITS, ...more },
    });

    it.each([
      { tokensPerMember: 599 },
      { tokensPerChannel: 599 },
      { tokensPerWorkspace: 599 },
      { costPerWorkspace: 2.99 },
    ])('is given away once, to two processes at once: %j', async (limits) => {
      const other = openParts(await engine.openAnother());
      await parts.calls.record(
        modelCall({ member: ADA, inputTokens: 90, outputTokens: 9, cost: 0.49 }),
      );
      const ids = Array.from({ length: 12 }, (_, at) => `run-${at}`);
      const given = await Promise.all(
        ids.map((id, at) => (at % 2 === 0 ? parts : other).calls.setAside(intent(id, limits))),
      );
      expect(given.filter(Boolean)).toHaveLength(5);
    });

    it('is free again when its run has ended or came to nothing', async () => {
      const limits = { tokensPerChannel: 100 };
      await claim('ends');
      expect(await parts.calls.setAside(intent('ends', limits))).toBe(true);
      expect(await parts.calls.setAside(intent('waits', limits))).toBe(false);
      await parts.runs.finish('ends', runEnd());
      await claim('drops');
      expect(await parts.calls.setAside(intent('drops', limits))).toBe(true);
      await parts.requests.drop('drops', null);
      expect(await parts.calls.setAside(intent('waits', limits))).toBe(true);
    });

    it('is of one place: other channels and workspaces have their own', async () => {
      const limits = { tokensPerChannel: 100 };
      for (const [runId, where] of [
        ['here', {}],
        ['there', { channel: 'other' }],
        ['elsewhere', { workspace: 'w2' }],
      ] as const) {
        expect(await parts.calls.setAside({ ...intent(runId, limits), ...where })).toBe(true);
      }
      expect(await parts.calls.setAside(intent('more', limits))).toBe(false);
      expect(await parts.calls.setAside({ ...intent('private', limits), channel: null })).toBe(
        true,
      );
      const mine = { tokensPerMember: 300 };
      expect(await parts.calls.setAside(intent('mine', mine))).toBe(false);
      expect(await parts.calls.setAside({ ...intent('his', mine), member: BO })).toBe(true);
    });
  });
});
