import { STATS_NOTE, statsSections } from '../review/stats-words.ts';
import { namesFrom, readStats } from '../settings/stats-screen.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';

export interface StatsOptions {
  readonly workspace: string;
  readonly days: number;
  readonly format: 'text' | 'json';
}

/** Prints what the reviews of a workspace came to; resolves to the exit code. */
export async function statsCommand(
  { workspace, days, format }: StatsOptions,
  io: CommandIo,
): Promise<number> {
  return withSettings(io, async (deps) => {
    const { library } = await deps.books.open(workspace);
    const stats = await readStats(deps, workspace, days);
    if (format === 'json') {
      io.stdout.write(`${JSON.stringify(stats, null, 2)}\n`);
      return 0;
    }
    const sections = statsSections(stats, namesFrom(library)).map(({ title, lines }) =>
      [title, ...lines.map((line) => `  ${line.replaceAll('**', '')}`)].join('\n'),
    );
    const written = [`The last ${days} days`, ...sections, STATS_NOTE].join('\n\n');
    io.stdout.write(`${harmless(written)}\n`);
    return 0;
  });
}
