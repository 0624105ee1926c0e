/*
 * Draws plots as SVG. The charting library is loaded as the one file it is published as: as modules it is
 * hundreds of files, and the first plot would wait for them ten times as long.
 */
import { createRequire } from 'node:module';
import type { Plot, SvgPicture, SvgPictures } from '../review/stats-plots.ts';

const { init } = createRequire(import.meta.url)('echarts') as typeof import('echarts');

export type Shape = keyof SvgPictures;
export type Theme = keyof SvgPictures['wide'];

/** What is drawn on a ground; lines are told apart by people who see colours differently (Okabe and Ito). */
const THEMES = {
  light: {
    ground: '#ffffff',
    ink: '#1d2129',
    quiet: '#595f6a',
    rule: '#e3e5e9',
    limit: '#b42318',
    lines: ['#0072b2', '#d55e00', '#007a5a', '#b3478c', '#7a6000'],
  },
  dark: {
    ground: '#1f2229',
    ink: '#e9e7e2',
    quiet: '#a6acb8',
    rule: '#353a44',
    limit: '#ff8a80',
    lines: ['#5cb8f0', '#f39a4d', '#3fcf9f', '#f0a3d0', '#e6d35c'],
  },
} as const;

/** And by their marks. */
const MARKS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'];

/** Narrow ones are shown at about two thirds of their size, so their letters are larger. */
const SHAPES = {
  wide: { width: 720, plotHeight: 200, letter: 13 },
  narrow: { width: 480, plotHeight: 230, letter: 16 },
} as const;

/** A longer name would take the picture for itself; the words beside it have it whole. */
const MAX_NAME_CHARS = 32;

/** Draws a plot for one kind of page. */
export function drawSvg(plot: Plot, shape: Shape, theme: Theme): SvgPicture {
  const { width, plotHeight, letter } = SHAPES[shape];
  const legend = legendHeight(plot, width, letter);
  const head = Math.round(letter * 5);
  const foot = legend + Math.round(letter * 2.4);
  const height = head + plotHeight + foot;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      ...frameOf(plot, { theme, letter }),
      legend: legendOf({ theme, letter }),
      grid: { left: letter * 4.4, right: letter * 4.2, top: head, bottom: foot },
      series: seriesOf(plot, { theme, letter }),
    });
    return { svg: chart.renderToSVGString(), width, height };
  } finally {
    chart.dispose();
  }
}

interface Style {
  readonly theme: Theme;
  readonly letter: number;
}

function frameOf({ title, note, weeks, lines, limit, unit }: Plot, { theme, letter }: Style) {
  const { ground, ink, quiet, rule, lines: color } = THEMES[theme];
  const known = lines.flatMap(({ points }) => points.map((point) => point ?? 0));
  const most = Math.max(limit ?? 0, ...known);
  return {
    animation: false,
    color: [...color],
    backgroundColor: ground,
    textStyle: { fontFamily: 'system-ui, sans-serif', color: ink },
    title: {
      ...{ text: title, left: letter, top: letter * 0.8, itemGap: letter * 0.4 },
      textStyle: { fontSize: letter + 3, fontWeight: 600, color: ink },
      subtext: note,
      subtextStyle: { fontSize: letter, color: quiet },
    },
    xAxis: {
      ...{ type: 'category' as const, data: [...weeks], boundaryGap: false },
      axisLine: { lineStyle: { color: rule } },
      axisTick: { show: false },
      axisLabel: { color: quiet, fontSize: letter, hideOverlap: true },
    },
    yAxis: {
      ...{ type: 'value' as const, min: 0 },
      ...(unit === 'share' ? shareScale(most) : { minInterval: 1, splitNumber: 4 }),
      axisLabel: { color: quiet, fontSize: letter, formatter: sayerOf(unit) },
      splitLine: { lineStyle: { color: rule } },
    },
  };
}

/** From nothing to a round share above the greatest, in a few equal steps. */
function shareScale(most: number): { readonly max: number; readonly interval: number } {
  const interval = [0.05, 0.1].find((step) => most <= step * 3.6) ?? 0.25;
  const steps = Math.ceil(most / interval + 0.1);
  return { max: Math.min(1, steps * interval), interval };
}

function legendOf({ theme, letter }: Style) {
  return {
    ...{ bottom: letter * 0.6, left: letter, right: letter, itemGap: letter * 1.4 },
    ...{ itemWidth: letter * 1.6, formatter: clip, padding: 0 },
    textStyle: { color: THEMES[theme].ink, fontSize: letter, lineHeight: letter * 1.5 },
  };
}

function seriesOf({ lines, limit, unit }: Plot, { theme, letter }: Style) {
  const say = sayerOf(unit);
  const { ground, limit: limitColour } = THEMES[theme];
  return lines.map(({ name, points }, at) => ({
    ...{ type: 'line' as const, name, data: [...points], connectNulls: false },
    ...{ symbol: MARKS[at % MARKS.length] ?? 'circle', symbolSize: letter * 0.6 },
    lineStyle: { width: 2.5 },
    // Where each line stands now, in its own colour; labels that would meet move apart.
    endLabel: {
      ...{ show: true, fontSize: letter, fontWeight: 600, color: 'inherit' as const },
      formatter: ({ value }: { value: unknown }) => (typeof value === 'number' ? say(value) : ''),
    },
    labelLayout: { moveOverlap: 'shiftY' as const },
    ...(at > 0 || limit === null
      ? {}
      : {
          markLine: {
            ...{ silent: true, symbol: 'none', data: [{ yAxis: limit }] },
            lineStyle: { color: limitColour, type: 'dashed' as const, width: 1.5 },
            label: {
              ...{ formatter: `${say(limit)} line`, color: limitColour, fontSize: letter },
              ...{ textBorderColor: ground, textBorderWidth: 4, fontWeight: 600 },
              position: 'insideStartTop' as const,
            },
          },
        }),
  }));
}

/** The legend takes as many lines as its names need. */
function legendHeight({ lines }: Plot, width: number, letter: number): number {
  let rows = 1;
  let used = 0;
  for (const { name } of lines) {
    const needs = clip(name).length * letter * 0.58 + letter * 3.4;
    if (used > 0 && used + needs > width - 2 * letter) {
      rows += 1;
      used = 0;
    }
    used += needs;
  }
  return Math.round(letter * (0.8 + rows * 2));
}

function clip(name: string): string {
  return name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS - 1).trimEnd()}…`;
}

function sayerOf(unit: Plot['unit']): (value: number) => string {
  return unit === 'share' ? (share) => `${Math.round(share * 100)} %` : String;
}
