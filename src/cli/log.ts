import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeAudit } from '../settings/audit-file.ts';
import type { LogFormat } from '../settings/screens.ts';
import type { CommandIo } from './io.ts';
import { withSettings } from './settings-store.ts';

export interface LogOptions {
  readonly workspace: string;
  readonly format: LogFormat;
}

/** Writes who changed what in a workspace's settings, to a file or to standard output; resolves to the exit code. */
export async function logCommand(
  file: string | undefined,
  { workspace, format }: LogOptions,
  io: CommandIo,
): Promise<number> {
  return withSettings(io, async (deps) => {
    const book = await deps.books.open(workspace);
    const { text } = await writeAudit(deps, book, { workspace, format });
    if (file === undefined) io.stdout.write(text);
    else await writeFile(resolve(io.cwd, file), text);
    return 0;
  });
}
