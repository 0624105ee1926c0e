/* Draws plots in a process of its own: the libraries, and what they took of memory, go when it ends. */
import type { Plot, SvgPictures } from '../review/stats-plots.ts';
import { toPng } from './plot-png.ts';
import { drawSvg } from './plot-svg.ts';

/** What the process is sent. */
export interface PlotWish {
  readonly as: 'svg' | 'png';
  readonly plot: Plot;
}

/** What it answers: one of these. */
export interface PlotReply {
  readonly id: number;
  readonly svg?: SvgPictures;
  /** In base64. */
  readonly png?: string;
  /** Why nothing was drawn. */
  readonly failure?: string;
}

process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, as, plot }: PlotWish & Pick<PlotReply, 'id'>) => {
  const drawn = as === 'svg' ? drawForPages(plot) : drawForChat(plot);
  void drawn.then(
    (reply) => process.send?.({ id, ...reply }),
    (error: unknown) => process.send?.({ id, failure: String(error) }),
  );
});

/** Chats are read on phones, and a light ground can be read beside both of their themes. */
async function drawForChat(plot: Plot): Promise<Pick<PlotReply, 'png'>> {
  const png = await toPng(drawSvg(plot, 'narrow', 'light'));
  return { png: Buffer.from(png).toString('base64') };
}

async function drawForPages(plot: Plot): Promise<Pick<PlotReply, 'svg'>> {
  const draw = (shape: keyof SvgPictures) => ({
    light: drawSvg(plot, shape, 'light'),
    dark: drawSvg(plot, shape, 'dark'),
  });
  return { svg: { wide: draw('wide'), narrow: draw('narrow') } };
}
