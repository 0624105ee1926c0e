import { describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import { computeStats } from '../../src/review/stats.ts';
import { statsPlots } from '../../src/review/stats-plots.ts';
import type { CountedRun } from '../../src/review/stats-store.ts';

const DAY = 86_400_000;
const TO = Date.UTC(2026, 10, 25, 12);
const FROM = TO - 35 * DAY;
const NAMES = { preset: (id: string) => id, persona: (id: string) => `The <${id}> & co` };

/** Reviews of one week, with so many decisions and clicks each. */
function week(ago: number, clicks: number, notUseful: number): CountedRun {
  return {
    runId: `run-${ago}`,
    requester: 'desk:ada' as MemberRef,
    createdAt: TO - ago * 7 * DAY,
    firstCritiqueAt: null,
    stopReason: 'satisfied',
    receipt: null,
    preset: 'general',
    isPrivate: false,
    personas: ['line-editor'],
    decisions: [],
    feedback: Array.from({ length: clicks }, (_, at) => ({
      slot: 'critique/1/line-editor',
      usefulness: at < notUseful ? ('not-useful' as const) : ('useful' as const),
    })),
    votes: [],
  };
}
const plots = (...rows: CountedRun[]) =>
  statsPlots(computeStats(rows, { from: FROM, to: TO }), NAMES);

describe('a plot', () => {
  it('pools each week with the three before it, and shows nothing of too few', () => {
    const all = plots(week(4, 20, 0), week(3, 20, 4), week(1, 40, 0));

    // Nobody decided about comments or voted, so those plots are left out.
    expect(all.map(({ id }) => id)).toEqual(['reviews', 'not-useful']);
    const plot = all.find(({ id }) => id === 'not-useful');
    expect(plot?.weeks).toEqual(['19 Oct', '26 Oct', '2 Nov', '9 Nov', '16 Nov', '23 Nov']);
    const [line] = plot?.lines ?? [];
    expect(line?.points).toEqual([null, null, 0.1, 0.1, 4 / 80, 4 / 60]);
    expect(plot?.alt).toBe(
      'Not useful, by editor, each week with the three before it. The <line-editor> & co: from 10 % in the week of 2 Nov to 7 % in the week of 23 Nov, between 5 % and 10 % on the way. The line not to be crossed is 10 %.',
    );
  });

  it('counts reviews week by week, and says how far the numbers go', () => {
    const rows = [3, 3, 3, 2, 1, 1].map((ago, at) => ({ ...week(ago, 0, 0), runId: `run-${at}` }));
    const [plot] = plots(...rows);

    expect(plot?.lines).toEqual([{ name: 'general', points: [0, 0, 3, 1, 2, 0] }]);
    expect(plot?.alt).toBe(
      'Reviews a week, by preset. general: from 0 in the week of 19 Oct to 0 in the week of 23 Nov, between 0 and 3 on the way.',
    );
  });

  it('follows blind votes by preset', () => {
    const vote = { original: 1, refined: 3, originalChars: 100, refinedChars: 90 };
    const voted = (ago: number) => ({ ...week(ago, 0, 0), votes: Array(40).fill(vote) });
    const plot = plots(voted(2), voted(1)).find(({ id }) => id === 'votes');

    expect(plot?.lines[0]?.points).toEqual([null, null, null, 1, 1, 1]);
    expect(plot?.alt).toContain('general: from 100 % in the week of 9 Nov to 100 %');
  });

  it('is left out while it would be of one week, or too few to tell', () => {
    const ids = (...rows: CountedRun[]) => plots(...rows).map(({ id }) => id);
    expect(ids(week(1, 29, 1))).toEqual(['reviews']);
    expect(ids(week(0, 40, 1))).toEqual(['reviews']);
    expect(plots()).toEqual([]);
  });
});
