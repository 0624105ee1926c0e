import { stringify } from 'csv-stringify/sync';
import { namesOf, readAudit, signatureOf } from './audit.ts';
import type { Book } from './book.ts';
import type { ChangeDeps } from './change.ts';
import type { LogFile, LogFormat } from './screens.ts';

/** As many changes as are ever asked for: more than a workspace makes in years. */
const ALL = 1_000_000;

/** The whole log of a workspace as a file, the newest change first. */
export async function writeAudit(
  deps: Pick<ChangeDeps, 'store' | 'nameOf'>,
  book: Book,
  { workspace, format }: { readonly workspace: string; readonly format: LogFormat },
): Promise<LogFile> {
  const lines = await readAudit(deps.store, book, { workspace, limit: ALL });
  const names = await namesOf(deps, lines);
  const rows = lines.map(({ at, by, ...rest }) => ({
    time: new Date(at).toISOString(),
    who: by === null ? signatureOf(rest.via) : (names.get(by) ?? ''),
    member: by,
    ...rest,
  }));
  const name = `bluepencil-log.${format}`;
  if (format === 'jsonl') {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    return { type: 'file', name, mediaType: 'application/x-ndjson', text };
  }
  const text = stringify(rows, {
    columns: ['time', 'who', 'member', 'via', 'channel', 'what', 'from', 'to'],
    header: true,
    record_delimiter: 'windows',
    // A table program would run words that begin like a formula.
    escape_formulas: true,
  });
  return { type: 'file', name, mediaType: 'text/csv', text };
}
