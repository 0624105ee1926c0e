/* What is plotted of the statistics: data for a chart, and the same in words. */
import { type Proportion, proportion } from './proportion.ts';
import { type Group, NOT_USEFUL_LINE, type Stats, type Week } from './stats.ts';
import { percent, type StatsNames } from './stats-words.ts';

/** Lines over weeks, each point null where too few were counted. */
export interface Plot {
  /** The same in every span of time. */
  readonly id: string;
  readonly title: string;
  /** How the points are to be read. */
  readonly note: string;
  /** Shares are of one. */
  readonly unit: 'share' | 'count';
  /** Mondays, as people read them. */
  readonly weeks: readonly string[];
  readonly lines: readonly { readonly name: string; readonly points: readonly (number | null)[] }[];
  /** A share to stay below; null: none. */
  readonly limit: number | null;
  /** What the plot shows, for those who do not see it. */
  readonly alt: string;
}

/** A picture of a plot as an SVG document, with its size in pixels of a page. */
export interface SvgPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The same plot for a page that is light or dark, on a wide screen or a phone. */
export type SvgPictures = Readonly<
  Record<'wide' | 'narrow', Readonly<Record<'light' | 'dark', SvgPicture>>>
>;

/** Draws plots. What cannot be drawn is null, and words have to do. */
export interface PlotDrawer {
  /** For pages. */
  svg(plot: Plot): Promise<SvgPictures | null>;
  /** For chats: a PNG on a light ground, to be read on a phone. */
  png(plot: Plot): Promise<Buffer | null>;
}

/** A week alone holds too few; each share is of that week with the three before it. */
const POOLED_WEEKS = 4;
/** More lines than this cannot be told apart. */
const MAX_LINES = 5;

/** The plots of some statistics; none where too few weeks are known for a line. */
export function statsPlots({ presets, personas }: Stats, names: StatsNames): readonly Plot[] {
  const byPreset = { groups: presets, nameOf: names.preset, limit: null };
  return [
    plotOf({
      ...byPreset,
      ...{ id: 'reviews', title: 'Reviews a week, by preset', note: null },
      pointsOf: (weeks) => weeks.map(({ reviews }) => reviews),
    }),
    plotOf({
      ...byPreset,
      ...{ id: 'accepted', title: 'Comments accepted, by preset', note: POOLED },
      pointsOf: (weeks) => pooled(weeks.map(({ accepted }) => accepted)),
    }),
    plotOf({
      ...{ groups: personas, nameOf: names.persona, limit: NOT_USEFUL_LINE },
      ...{ id: 'not-useful', title: 'Not useful, by editor', note: POOLED },
      pointsOf: (weeks) => pooled(weeks.map(({ notUseful }) => notUseful)),
    }),
    plotOf({
      ...byPreset,
      ...{ id: 'votes', title: 'Blind votes the refined draft won, by preset', note: POOLED },
      pointsOf: (weeks) => pooled(weeks.map(({ votesWon }) => votesWon)),
    }),
  ].filter(({ lines }) => lines.length > 0);
}

const POOLED = 'each week with the three before it';

interface PlotPlan {
  readonly id: string;
  readonly title: string;
  /** How shares were pooled; null for counts. */
  readonly note: string | null;
  readonly groups: readonly Group[];
  readonly nameOf: (id: string) => string;
  readonly pointsOf: (weeks: readonly Week[]) => (number | null)[];
  readonly limit: number | null;
}

function plotOf({ id, title, note, groups, nameOf, pointsOf, limit }: PlotPlan): Plot {
  const lines = groups
    .map((group) => ({ name: nameOf(group.id), points: pointsOf(group.weeks) }))
    .filter(({ points }) => points.filter((point) => point !== null).length > 1)
    .slice(0, MAX_LINES);
  const weeks = (groups[0]?.weeks ?? []).map(({ start }) => DAY.format(start));
  const say = note === null ? String : percent;
  const beside = limit === null ? '' : ` The line not to be crossed is ${percent(limit)}.`;
  const told = lines.map((line) => lineWords(line, weeks, say)).join('; ');
  return {
    ...{ id, title, weeks, lines, limit },
    ...{
      unit: note === null ? 'count' : 'share',
      note: note ?? 'the first and the last week are not whole',
    },
    alt: `${title}${note === null ? '' : `, ${note}`}. ${told}.${beside}`,
  };
}

/** What a line does from its first known week to its last, and how far it goes in between. */
function lineWords(
  { name, points }: Plot['lines'][number],
  weeks: readonly string[],
  say: (point: number) => string,
): string {
  const known = points.flatMap((point, at) => (point === null ? [] : [{ point, week: weeks[at] }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return name;
  const all = known.map(({ point }) => point);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const ends = [first.point, last.point];
  const between =
    ends.includes(least) && ends.includes(most)
      ? ''
      : `, between ${say(least)} and ${say(most)} on the way`;
  return `${name}: from ${say(first.point)} in the week of ${first.week} to ${say(last.point)} in the week of ${last.week}${between}`;
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
