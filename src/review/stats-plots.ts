/* What is plotted of the statistics: data for a chart, and the same in words. */
import { type Proportion, proportion } from './proportion.ts';
import { type Group, NOT_USEFUL_LINE, type Stats } from './stats.ts';
import { percent, type StatsNames } from './stats-words.ts';

/** Lines over weeks, each point a share of one or null where too few were counted. */
export interface Plot {
  readonly title: string;
  /** Mondays, as people read them. */
  readonly weeks: readonly string[];
  readonly lines: readonly { readonly name: string; readonly points: readonly (number | null)[] }[];
  /** A share to stay below; null: none. */
  readonly limit: number | null;
  /** What the plot shows, for those who do not see it. */
  readonly alt: string;
}

/** A week alone holds too few; each point is that week with the three before it. */
const POOLED_WEEKS = 4;
/** More lines than this cannot be told apart. */
const MAX_LINES = 5;

/** The plots of some statistics; none where everything is too few to tell. */
export function statsPlots({ presets, personas }: Stats, names: StatsNames): readonly Plot[] {
  return [
    plotOf(presets, {
      title: 'Comments accepted, by preset',
      nameOf: names.preset,
      share: 'accepted',
      limit: null,
    }),
    plotOf(personas, {
      title: 'Not useful, by editor',
      nameOf: names.persona,
      share: 'notUseful',
      limit: NOT_USEFUL_LINE,
    }),
  ].filter(({ lines }) => lines.length > 0);
}

interface PlotPlan {
  readonly title: string;
  readonly nameOf: (id: string) => string;
  readonly share: 'accepted' | 'notUseful';
  readonly limit: number | null;
}

function plotOf(groups: readonly Group[], { title, nameOf, share, limit }: PlotPlan): Plot {
  const lines = groups
    .map(({ id, weeks }) => ({
      name: nameOf(id),
      points: pooled(weeks.map((week) => week[share])),
    }))
    .filter(({ points }) => points.some((point) => point !== null))
    .slice(0, MAX_LINES);
  const weeks = (groups[0]?.weeks ?? []).map(({ start }) => DAY.format(start));
  const told = lines.map(({ name, points }) => {
    const last = points.findLast((point) => point !== null) ?? 0;
    const first = points.find((point) => point !== null) ?? 0;
    return `${name} ${percent(last)} at the end, ${percent(first)} at the beginning`;
  });
  const beside = limit === null ? '' : ` The line not to be crossed is ${percent(limit)}.`;
  return {
    ...{ title, weeks, lines, limit },
    alt: `${title}, each week with the three before it. ${told.join('; ')}.${beside}`,
  };
}

function pooled(weeks: readonly Proportion[]): (number | null)[] {
  return weeks.map((_, at) => {
    const some = weeks.slice(Math.max(0, at - POOLED_WEEKS + 1), at + 1);
    const { rate, isTooFew } = proportion(
      some.reduce((sum, { hits }) => sum + hits, 0),
      some.reduce((sum, { of }) => sum + of, 0),
    );
    return isTooFew ? null : rate;
  });
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
