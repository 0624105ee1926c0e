/*
 * Plots as pictures. They are drawn in a process that starts with the first one and ends soon after the last:
 * loaded into the program itself, the libraries would keep 120 MB for a page that few people open.
 */
import { createHelper, type HelperOptions, helperEntry } from '../models/offline/helper.ts';
import type { PlotDrawer } from '../review/stats-plots.ts';
import { isDrawable } from './drawable.ts';
import type { PlotReply, PlotWish } from './plot-process.ts';

/** Draws while it is open. */
export interface Charts extends PlotDrawer {
  /** Ends the process; what is still waited for comes to nothing. */
  close(): void;
}

export interface ChartsOptions {
  /** Hears why something could not be drawn. */
  readonly reportError: (error: unknown) => void;
  readonly helper?: Partial<HelperOptions>;
}

/** So many pictures are kept, for whoever looks again; one is about 50 kB. */
const MAX_KEPT = 12;

/** Opens the drawing of plots. Nothing is loaded before the first one. */
export function openCharts({ reportError, helper = {} }: ChartsOptions): Charts {
  const drawing = createHelper<PlotWish, PlotReply>({
    entry: helperEntry('plot-process', import.meta.url),
    execArgv: ['--max-old-space-size=256'],
    idleMs: 10_000,
    timeoutMs: 20_000,
    ...helper,
  });
  const kept = new Map<string, Promise<PlotReply | null>>();
  const never = new AbortController().signal;

  /** The answer, from memory if it was drawn lately; null where it could not be drawn. */
  const draw = async (wish: PlotWish): Promise<PlotReply | null> => {
    const key = JSON.stringify(wish);
    const coming = kept.get(key) ?? drawing.ask(wish, never);
    kept.delete(key);
    kept.set(key, coming);
    const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    const reply = await coming;
    if (reply !== null && reply.failure === undefined) return reply;
    // What failed is tried anew; whoever waited for the same failure has told of it.
    if (kept.get(key) === coming) {
      kept.delete(key);
      reportError(new Error(`a plot could not be drawn: ${reply?.failure ?? 'no answer'}`));
    }
    return null;
  };

  return {
    svg: async (plot) => (await draw({ as: 'svg', plot }))?.svg ?? null,
    async png(plot) {
      if (!plot.lines.every(({ name }) => isDrawable(name))) return null;
      const png = (await draw({ as: 'png', plot }))?.png;
      return png === undefined ? null : Buffer.from(png, 'base64');
    },
    close: () => drawing.close(),
  };
}
