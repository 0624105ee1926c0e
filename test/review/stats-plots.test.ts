import { describe, expect, it } from 'vitest';
import { drawPlot } from '../../src/chart.ts';
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
    const [plot, ...rest] = plots(week(4, 20, 0), week(3, 20, 4), week(1, 40, 0));

    // Nobody decided about comments, so that plot is left out.
    expect(rest).toEqual([]);
    expect(plot?.weeks).toEqual(['19 Oct', '26 Oct', '2 Nov', '9 Nov', '16 Nov', '23 Nov']);
    const [line] = plot?.lines ?? [];
    expect(line?.points).toEqual([null, null, 0.1, 0.1, 4 / 80, 4 / 60]);
    expect(plot?.alt).toBe(
      'Not useful, by editor, each week with the three before it. The <line-editor> & co 7 % at the end, 10 % at the beginning. The line not to be crossed is 10 %.',
    );
  });

  it('is left out while everything is too few to tell', () => {
    expect(plots(week(1, 29, 1))).toEqual([]);
    expect(plots()).toEqual([]);
  });

  it('is drawn as SVG, with names as names', async () => {
    const [plot] = plots(week(2, 40, 2), week(1, 40, 8));
    if (plot === undefined) throw new Error('no plot');
    const svg = await drawPlot(plot);

    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(svg).toContain('The &lt;line-editor&gt; &amp; co');
    expect(svg).toContain('10 % line');
    expect(svg).not.toMatch(/NaN|<script|undefined/);
  });
});
