/* Draws plots as SVG, on the server. The charting library is loaded with the first plot. */
import type { Plot } from './review/stats-plots.ts';

const WIDTH = 720;
const HEIGHT = 300;
/** Told apart by people who see colours differently (Okabe and Ito), and by their marks. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00'];
const MARKS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'];
const INK = '#3d4451';
const RULE = '#e3e5e9';
const LIMIT = '#b42318';

/** Draws a plot as an SVG document. */
export async function drawPlot({ title, weeks, lines, limit }: Plot): Promise<string> {
  const echarts = await loadCharts();
  const chart = echarts.init(null, null, {
    ...{ renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT },
  });
  try {
    const percent = (share: number) => `${Math.round(share * 100)} %`;
    const most = Math.max(
      limit ?? 0,
      ...lines.flatMap(({ points }) => points.map((at) => at ?? 0)),
    );
    chart.setOption({
      animation: false,
      color: COLOURS,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: 'system-ui, sans-serif', color: INK },
      title: {
        text: title,
        left: 12,
        top: 10,
        textStyle: { fontSize: 15, fontWeight: 600, color: INK },
      },
      legend: { bottom: 8, left: 12, right: 12, itemGap: 24, textStyle: { color: INK } },
      grid: { left: 56, right: 76, top: 52, bottom: 64 },
      xAxis: {
        ...{ type: 'category', data: [...weeks], boundaryGap: false },
        axisLine: { lineStyle: { color: RULE } },
        axisTick: { show: false },
        axisLabel: { color: INK, hideOverlap: true },
      },
      yAxis: {
        ...{ type: 'value', min: 0, max: most > 0.5 ? 1 : Math.ceil(most * 12) / 10 },
        axisLabel: { color: INK, formatter: percent },
        splitLine: { lineStyle: { color: RULE } },
      },
      series: lines.map(({ name, points }, at) => ({
        ...{ type: 'line', name, data: [...points], connectNulls: false },
        ...{ symbol: MARKS[at % MARKS.length], symbolSize: 8, lineStyle: { width: 2 } },
        ...(at > 0 || limit === null
          ? {}
          : {
              markLine: {
                ...{ silent: true, symbol: 'none', data: [{ yAxis: limit }] },
                lineStyle: { color: LIMIT, type: 'dashed', width: 1.5 },
                label: { formatter: `${percent(limit)} line`, color: LIMIT, position: 'end' },
              },
            }),
      })),
    });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

async function loadCharts() {
  const [
    core,
    { LineChart },
    { GridComponent, LegendComponent, MarkLineComponent, TitleComponent },
    { SVGRenderer },
  ] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]);
  core.use([
    ...[LineChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent],
    SVGRenderer,
  ]);
  return core;
}
