import { PNG } from 'pngjs';
import { afterEach, describe, expect, it } from 'vitest';
import { openCharts } from '../../src/charts/charts.ts';
import { PNG_SCALE } from '../../src/charts/plot-png.ts';
import type { Plot } from '../../src/review/stats-plots.ts';
import { keepErrors } from '../logs/keep-errors.ts';

const PLOT: Plot = {
  id: 'accepted',
  title: 'Comments accepted, by preset',
  note: 'each week with the three before it',
  unit: 'share',
  weeks: ['2 Nov', '9 Nov', '16 Nov'],
  lines: [
    { name: 'General', points: [null, 0.6, 0.72] },
    { name: 'The <line-editor> & co', points: [0.5, 0.45, 0.4] },
  ],
  limit: 0.1,
  alt: 'General: from 60 % to 72 %.',
};

const open: { close(): void }[] = [];
afterEach(() => {
  for (const charts of open.splice(0)) charts.close();
});
function charts(options: Partial<Parameters<typeof openCharts>[0]> = {}) {
  const errors = keepErrors();
  const opened = openCharts({ reportError: (error) => errors.push(error), ...options });
  open.push(opened);
  return { ...opened, errors };
}

/** How many pixels of a picture are not of its ground, between two heights as shares of its own. */
function inkBetween({ data, width, height }: PNG, top: number, bottom: number): number {
  let ink = 0;
  for (let y = Math.floor(top * height); y < bottom * height; y += 1) {
    for (let x = 0; x < width; x += 1) if ((data[(y * width + x) * 4] ?? 255) < 200) ink += 1;
  }
  return ink;
}

describe('plots', () => {
  it('are drawn for wide and narrow, light and dark pages, with names as names', async () => {
    const { svg, errors } = charts();
    const drawn = await svg(PLOT);

    for (const { light, dark } of [drawn?.wide, drawn?.narrow].flatMap((each) => each ?? [])) {
      for (const { svg: document, width, height } of [light, dark]) {
        expect(document).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
        expect(document).toContain(`width="${width}" height="${height}"`);
        expect(document).toContain('The &lt;line-editor&gt; &amp; co');
        expect(document).toContain('10 % line');
        expect(document).toContain('72 %');
        expect(document).not.toMatch(/NaN|<script|undefined/);
      }
      expect(light.svg).not.toBe(dark.svg);
    }
    expect(drawn?.narrow.light.width).toBeLessThan(drawn?.wide.light.width ?? 0);
    expect(errors).toEqual([]);
  });

  it('are PNG of that size for chats, with the letters in them', async () => {
    const { svg, png, errors } = charts();
    const named = async (name: string) =>
      PNG.sync.read(
        (await png({ ...PLOT, lines: [{ name, points: [0.5, 0.5, 0.5] }] })) ?? Buffer.alloc(0),
      );
    const size = (await svg({ ...PLOT, lines: PLOT.lines.slice(0, 1) }))?.narrow.light;
    const [short, long] = [await named('i'), await named('Mmmm wwww, 50 % – Łódź')];

    expect([short.width, short.height]).toEqual(
      [size?.width ?? 0, size?.height ?? 0].map((side) => side * PNG_SCALE),
    );
    // The title stands at the top, and the legend, which alone is different, at the bottom.
    expect(inkBetween(short, 0, 0.08)).toBeGreaterThan(1_000);
    expect(inkBetween(long, 0, 0.85)).toBe(inkBetween(short, 0, 0.85));
    expect(inkBetween(long, 0.9, 1)).toBeGreaterThan(inkBetween(short, 0.9, 1) + 1_000);
    expect(errors).toEqual([]);
  });

  it('come to nothing where the font lacks a letter of a name, so that words are said instead', async () => {
    const { png, errors } = charts();
    for (const name of ['リリースノート', 'Release 🚀', 'ملاحظات']) {
      expect(await png({ ...PLOT, lines: [{ name, points: [0.5, 0.6, 0.7] }] })).toBeNull();
    }
    expect(errors).toEqual([]);
  });

  it('come to nothing where nothing can be drawn, and are tried anew', async () => {
    const entry = new URL('./no-such-file.ts', import.meta.url);
    const { svg, png, errors } = charts({ helper: { entry } });

    expect(await svg(PLOT)).toBeNull();
    expect(await png(PLOT)).toBeNull();
    expect(await png(PLOT)).toBeNull();
    expect(errors).toHaveLength(3);
    expect(String(errors[0])).toContain('could not be drawn');
  });
});
