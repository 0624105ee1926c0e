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
  const head = ['time', 'who', 'member', 'via', 'channel', 'what', 'from', 'to'] as const;
  const table = [head, ...rows.map((row) => head.map((column) => row[column] ?? ''))];
  const text = table.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
  return { type: 'file', name, mediaType: 'text/csv', text };
}

/** A cell as every table program reads it; what would be taken for a formula is kept words by an apostrophe. */
function cell(words: string): string {
  const safe = /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
