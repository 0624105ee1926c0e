/* Figures in words, the same in chat, on pages and on the command line. */
import { stopSentence } from '../loop/stop.ts';
import { LEAST_FOR_MEDIAN, type Proportion } from './proportion.ts';
import { type Figures, LEAST_MEMBERS, NOT_USEFUL_LINE, type Stats } from './stats.ts';
import { count } from './words.ts';

/** One thing that was counted, as Markdown: a heading and what is known of it. */
export interface StatsSection {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface StatsNames {
  readonly preset: (id: string) => string;
  readonly persona: (id: string) => string;
}

/** Everything that is known, section by section. */
export function statsSections(stats: Stats, names: StatsNames): readonly StatsSection[] {
  const { all, presets, personas } = stats;
  if (all.reviews === 0) return [{ title: 'All reviews', lines: ['None were counted yet.'] }];
  return [
    { title: 'All reviews', lines: [...figureLines(all), ...moreLines(all)] },
    ...presets.map((group) => ({
      title: `Preset: ${names.preset(group.id)}`,
      lines: figureLines(group),
    })),
    ...personas.map((group) => ({
      title: `Editor: ${names.persona(group.id)}`,
      lines: editorLines(group),
    })),
  ];
}

/** How to read the figures, in a few sentences. */
export const STATS_NOTE = `In brackets stands Wilson’s 95 % interval: the true share lies there in 95 of 100 cases. A share is shown from 30 cases on, and where its interval is narrower than 30 points. Private reviews count only where at least ${LEAST_MEMBERS} members’ stand together.`;

/** A share with its interval, or that too few were counted. */
export function shareWords(share: Proportion, what: string): string {
  const { hits, of, rate, low, high, isTooFew } = share;
  if (of === 0 || rate === null) return `none yet`;
  if (isTooFew) return `too few to tell (${hits} of ${count(of, what)})`;
  return `${percent(rate)} (${percent(low)} to ${percent(high)}) of ${count(of, what)}`;
}

/** Where a share of “not useful” stands beside what people put up with. */
export function lineWords({ isTooFew, low, high }: Proportion): string {
  if (isTooFew) return '';
  const line = percent(NOT_USEFUL_LINE);
  if (low > NOT_USEFUL_LINE) return `, **above the ${line} line**`;
  return high < NOT_USEFUL_LINE ? `, below the ${line} line` : `, around the ${line} line`;
}

/** A share of one as people write it. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function figureLines(figures: Figures): string[] {
  const { votesWon, votesTied, lengthRatio, rounds, firstCritiqueMs, cost, priced } = figures;
  const ties = votesTied === 0 ? '' : `, ${count(votesTied, 'tie')}`;
  const length =
    lengthRatio === null ? '' : `; at ${lengthRatio.toFixed(2)} of the original’s length`;
  return [
    ...editorLines(figures),
    `Blind votes the refined draft won: ${shareWords(votesWon, 'vote')}${ties}${length}`,
    `Rounds: ${rounds === null ? 'none yet' : `${rounds.toFixed(1)} on average`}`,
    `First critique after: ${
      firstCritiqueMs === null
        ? `too few to tell (from ${LEAST_FOR_MEDIAN} reviews on)`
        : `${duration(firstCritiqueMs)} (the middle one)`
    }`,
    `Cost: ${
      priced === 0
        ? 'unknown'
        : `$${cost.toFixed(2)} for ${count(priced, 'review')}, $${(cost / priced).toFixed(3)} each`
    }`,
  ];
}

function editorLines({ reviews, accepted, notUseful }: Figures): string[] {
  return [
    `Reviews: ${reviews.toLocaleString('en')}`,
    `Comments accepted: ${shareWords(accepted, 'decision')}`,
    `Not useful: ${shareWords(notUseful, 'click')}${lineWords(notUseful)}`,
  ];
}

function moreLines({ stopReasons, filtered }: Figures): string[] {
  const reasons = stopReasons.map(
    ([reason, number]) => `${stopSentence(reason, 0)} ${number.toLocaleString('en')}`,
  );
  const left = filtered.map(
    ([reason, number]) => `${reason.replaceAll('_', ' ')} ${number.toLocaleString('en')}`,
  );
  return [
    `Why they ended: ${reasons.join(', ')}`,
    ...(left.length === 0 ? [] : [`Comments left out by the checks: ${left.join(', ')}`]),
  ];
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
