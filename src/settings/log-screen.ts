import { namesOf, readAudit, signatureOf } from './audit.ts';
import { writeAudit } from './audit-file.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { refusedNote, type ScreenContext } from './screen-context.ts';
import {
  FORM_LIMITS,
  type LogFile,
  type LogFormat,
  type Screen,
  type ScreenNote,
} from './screens.ts';
import { clip } from './setting-fields.ts';

/** Changes on one screen. */
const SHOWN = 30;

/** Who changed what, the newest first. */
export async function showLog(context: ScreenContext): Promise<Screen> {
  const { deps, book, place } = context;
  const refused = refuseLog(context);
  if (refused !== null) return refused;
  const { workspace } = place;
  const lines = await readAudit(deps.store, book, { workspace, limit: SHOWN });
  const names = await namesOf(deps, lines);
  const written = lines.slice(0, SHOWN).map(({ at, by: who, via, what, from, to, channel }) => {
    const name = who === null ? signatureOf(via) : (names.get(who) ?? 'Somebody');
    const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    const change =
      from === null ? (to ?? '') : `from “${clip(from, 80)}” to “${clip(to ?? '', 80)}”`;
    return `- ${when} UTC · ${name} · ${channel === null ? '' : 'in a channel · '}*${what}* ${change}`;
  });
  return {
    type: 'view',
    address: 'log',
    title: 'Log of changes',
    parts: pack(written.length === 0 ? ['Nothing has been changed yet.'] : written),
  };
}

/** The whole log as a file. */
export async function exportLog(
  context: ScreenContext,
  format: LogFormat,
): Promise<LogFile | ScreenNote> {
  const { deps, book, place } = context;
  return refuseLog(context) ?? writeAudit(deps, book, { workspace: place.workspace, format });
}

function refuseLog({ book, by, place: { workspace } }: ScreenContext): ScreenNote | null {
  const managers = book.decided({ workspace }).managers.value;
  const isAllowed = may(roleOf(by, managers), 'read the log');
  return isAllowed ? null : refusedNote(refusal('read the log', managers));
}

/** Lines in as few parts as every platform's limit allows. */
export function pack(lines: readonly string[], between = '\n') {
  const parts: string[] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + line.length + between.length <= FORM_LIMITS.partChars) {
      parts[parts.length - 1] = `${last}${between}${line}`;
    } else parts.push(line);
  }
  return parts.map((markdown) => ({ markdown, buttons: [] }));
}
