import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeDecisions } from '../settings/decision-export.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';

export interface ExportOptions {
  readonly workspace: string;
}

/** Writes a workspace's decisions and votes as JSON lines, to a file or to standard output; resolves to the exit code. */
export async function exportDecisionsCommand(
  file: string | undefined,
  { workspace }: ExportOptions,
  io: CommandIo,
): Promise<number> {
  return withSettings(io, async (deps) => {
    const book = await deps.books.open(workspace);
    const text = await writeDecisions(deps.stats, book, workspace);
    if (file === undefined) io.stdout.write(text);
    else await writeFile(resolve(io.cwd, file), text);
    return 0;
  });
}
