import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import { computeStats, LEAST_MEMBERS, weekOf } from '../../src/review/stats.ts';
import type { CountedRun } from '../../src/review/stats-store.ts';

const DAY = 86_400_000;
/** A Wednesday. */
const TO = Date.UTC(2026, 10, 25, 12);
const FROM = TO - 28 * DAY;

let made = 0;
function run(more: Partial<CountedRun> = {}): CountedRun {
  made += 1;
  return {
    runId: `run-${made}`,
    requester: 'desk:ada' as MemberRef,
    createdAt: TO - DAY,
    firstCritiqueAt: TO - DAY + 20_000,
    stopReason: 'satisfied',
    receipt: { rounds: 1, cost: 0.5, calls: 7, filtered: { generic: 2 } },
    preset: 'general',
    isPrivate: false,
    personas: ['line-editor'],
    decisions: [],
    feedback: [],
    votes: [],
    ...more,
  };
}
const stats = (...rows: CountedRun[]) => computeStats(rows, { from: FROM, to: TO });
const member = (at: number) => `desk:m${at}` as MemberRef;

describe('statistics', () => {
  it('count what people decided, clicked and voted', () => {
    const { all, presets, personas } = stats(
      run({
        personas: ['line-editor', 'fact-checker'],
        decisions: [
          { raisedBy: ['line-editor', 'fact-checker'], isAccepted: true },
          { raisedBy: ['line-editor'], isAccepted: false },
        ],
        feedback: [
          { slot: 'critique/1/line-editor', usefulness: 'not-useful' },
          { slot: 'critique/1/fact-checker', usefulness: 'useful' },
          { slot: 'result', usefulness: 'useful' },
        ],
        votes: [{ original: 1, refined: 3, originalChars: 100, refinedChars: 80 }],
      }),
      run({
        preset: null,
        stopReason: 'max_rounds',
        receipt: { rounds: 2, cost: null, calls: 3, filtered: { generic: 1, unanchored: 4 } },
        votes: [
          { original: 2, refined: 2, originalChars: 100, refinedChars: 120 },
          { original: 5, refined: 1, originalChars: 100, refinedChars: 100 },
          // Nobody voted.
          { original: 0, refined: 0, originalChars: 100, refinedChars: 900 },
        ],
      }),
    );

    expect(all).toMatchObject({
      reviews: 2,
      accepted: { hits: 1, of: 2 },
      notUseful: { hits: 1, of: 3 },
      votesWon: { hits: 1, of: 2 },
      votesTied: 1,
      lengthRatio: 1,
      rounds: 1.5,
      cost: 0.5,
      priced: 1,
      filtered: [
        ['unanchored', 4],
        ['generic', 3],
      ],
    });
    expect(presets.map(({ id, reviews }) => [id, reviews])).toEqual([['general', 1]]);
    expect(
      personas.map(({ id, accepted, notUseful }) => [
        id,
        accepted.hits,
        accepted.of,
        notUseful.hits,
        notUseful.of,
      ]),
    ).toEqual([
      ['line-editor', 1, 2, 1, 1],
      ['fact-checker', 1, 1, 0, 1],
    ]);
  });

  it('go by weeks that begin on Mondays', () => {
    expect(new Date(weekOf(TO)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(weekOf(Date.UTC(2026, 10, 23))).toBe(Date.UTC(2026, 10, 23));
    expect(weekOf(Date.UTC(2026, 10, 23) - 1)).toBe(Date.UTC(2026, 10, 16));

    const { all } = stats(
      run(),
      run({ createdAt: TO - 8 * DAY }),
      run({ createdAt: TO - 8 * DAY }),
    );
    expect(all.weeks.map(({ reviews }) => reviews)).toEqual([0, 0, 0, 2, 1]);
  });

  it('tell the middle wait only where enough waited', () => {
    expect(stats(...Array.from({ length: 5 }, () => run())).all.firstCritiqueMs).toBeNull();
    expect(stats(...Array.from({ length: 6 }, () => run())).all.firstCritiqueMs).toBe(20_000);
  });
});

describe('private reviews in statistics', () => {
  const hidden = (at: number, more: Partial<CountedRun> = {}) =>
    run({ isPrivate: true, requester: member(at), ...more });
  const many = (members: number, more: Partial<CountedRun> = {}) =>
    Array.from({ length: members }, (_, at) => hidden(at, more));

  it('count where five members have some, and not where four have', () => {
    expect(stats(run(), ...many(LEAST_MEMBERS)).all.reviews).toBe(6);
    expect(stats(run(), ...many(LEAST_MEMBERS - 1)).all.reviews).toBe(1);
    // Many reviews of few members are few members.
    expect(stats(run(), ...many(4), ...many(4), ...many(4)).all.reviews).toBe(1);
  });

  it('are left out of every figure when they would stand alone in one', () => {
    for (const alone of [
      { preset: 'job-ad' },
      { preset: null },
      { personas: ['line-editor', 'food-critic'] },
      { createdAt: TO - 9 * DAY },
      { stopReason: 'budget' as const },
    ]) {
      const { all, presets, personas } = stats(run(), ...many(5), hidden(1, alone));
      expect(all.reviews).toBe(6);
      expect(presets.map(({ id, reviews }) => [id, reviews])).toEqual([['general', 6]]);
      expect(personas.map(({ id }) => id)).toEqual(['line-editor']);
      expect(all.stopReasons).toEqual([['satisfied', 6]]);
    }
  });

  it('do not show by the difference of two figures', () => {
    // Without the one of the other preset, only four members are left in the first.
    const { all } = stats(run(), ...many(4), hidden(4, { preset: 'job-ad' }));
    expect(all.reviews).toBe(1);
  });
});
