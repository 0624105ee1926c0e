import type { Pass } from '../review/pass-store.ts';
import { escapeMarkdown } from '../review/shown-text.ts';
import { computeStats, type Stats } from '../review/stats.ts';
import { type Plot, statsPlots } from '../review/stats-plots.ts';
import { STATS_NOTE, type StatsNames, statsSections } from '../review/stats-words.ts';
import { pack } from './log-screen.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { refusedNote, type ScreenContext } from './screen-context.ts';
import { button } from './screen-parts.ts';
import type { Picture, Screen } from './screens.ts';
import type { WorkspaceLibrary } from './workspace-library.ts';

const DAY = 86_400_000;
const SPANS = [30, 90, 365] as const;
const USUAL_DAYS = 90;

/** What reviews came to, for those who may see it. */
export async function showStats(context: ScreenContext, span = ''): Promise<Screen> {
  const { deps, book, by, place } = context;
  const managers = book.decided({ workspace: place.workspace }).managers.value;
  if (!may(roleOf(by, managers), 'see the statistics')) {
    return refusedNote(refusal('see the statistics', managers));
  }
  const days = SPANS.find((each) => String(each) === span) ?? USUAL_DAYS;
  const stats = await readStats(deps, place.workspace, days);
  const sections = statsSections(stats, namesFrom(book.library));
  const written = sections.map(
    ({ title, lines }) =>
      `**${escapeMarkdown(title)}**\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
  const plots = statsPlots(stats, namesFrom(book.library)).map((plot) => ({
    markdown: '',
    buttons: [],
    picture: pictureOf(context, plot, stats),
  }));
  const others = SPANS.filter((each) => each !== days);
  // The first part stands on home pages, too.
  const [first = '', ...rest] = written;
  return {
    type: 'view',
    address: days === USUAL_DAYS ? 'stats' : `stats/${days}`,
    title: `The last ${days} days`,
    parts: [
      { markdown: first, buttons: [] },
      ...plots,
      ...pack(rest, '\n\n'),
      {
        markdown: `_${STATS_NOTE}_`,
        buttons: others.map((each) => button(`The last ${each} days`, ['stats', String(each)])),
      },
    ],
  };
}

function pictureOf({ deps, by, place }: ScreenContext, plot: Plot, { from, to }: Stats): Picture {
  const { charts, passes } = deps;
  return {
    alt: plot.alt,
    svg: () => charts.svg(plot),
    png: () => charts.png(plot),
    async address() {
      // Drawn first: who fetches it does not wait long, and what cannot be drawn has no address.
      if (!passes.isPublic() || (await charts.png(plot)) === null) return null;
      const subject = [plot.id, from, to].join('/');
      const { workspace } = place;
      const issued = await passes.issue({ kind: 'plot', workspace, subject, member: by.member });
      return issued?.address ?? null;
    },
  };
}

/** The picture behind a link that was handed out for it; null where there is none any more. */
export async function drawPlotOf(
  { stats, charts, books }: Pick<ScreenContext['deps'], 'stats' | 'charts' | 'books'>,
  { workspace, subject }: Pick<Pass, 'workspace' | 'subject'>,
): Promise<Buffer | null> {
  const [id = '', from = 0, to = 0] = subject.split('/');
  const span = { from: Number(from), to: Number(to) };
  const [rows, { library }] = await Promise.all([
    stats.counted(workspace, span.from),
    books.open(workspace),
  ]);
  const plots = statsPlots(computeStats(rows, span), namesFrom(library));
  const plot = plots.find((each) => each.id === id);
  return plot === undefined ? null : charts.png(plot);
}

/** The figures of a workspace over the last days. */
export async function readStats(
  { stats, now }: Pick<ScreenContext['deps'], 'stats' | 'now'>,
  workspace: string,
  days: number,
): Promise<Stats> {
  const to = now();
  const from = to - days * DAY;
  return computeStats(await stats.counted(workspace, from), { from, to });
}

/** What people call presets and editors; one that is gone goes by its id. */
export function namesFrom({
  allPersonas,
  allPresets,
}: Pick<WorkspaceLibrary, 'allPersonas' | 'allPresets'>): StatsNames {
  return {
    preset: (id) => allPresets.find(({ preset }) => preset.id === id)?.preset.title ?? id,
    persona: (id) => allPersonas.find(({ persona }) => persona.id === id)?.persona.title ?? id,
  };
}
