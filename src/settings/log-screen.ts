import { namesOf, readAudit, signatureOf } from './audit.ts';
import { writeAudit } from './audit-file.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { noteOf, refusedNote, type ScreenContext } from './screen-context.ts';
import { button } from './screen-parts.ts';
import {
  FORM_LIMITS,
  LOG_FORMATS,
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
  const lines = await readAudit(deps.store, book, { workspace, limit: SHOWN + 1 });
  const names = await namesOf(deps, lines);
  const written = lines.slice(0, SHOWN).map(({ at, by: who, via, what, from, to, channel }) => {
    const name = who === null ? signatureOf(via) : (names.get(who) ?? 'Somebody');
    const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ');
    const change =
      from === null ? (to ?? '') : `from “${clip(from, 80)}” to “${clip(to ?? '', 80)}”`;
    return `- ${when} UTC · ${name} · ${channel === null ? '' : 'in a channel · '}*${what}* ${change}`;
  });
  const isEmpty = written.length === 0;
  const whole = {
    markdown: `${lines.length > SHOWN ? `The newest ${SHOWN} changes. ` : ''}All of it as a file:`,
    buttons: LOG_FORMATS.map((format) =>
      button(`Download as ${format.toUpperCase()}`, ['log', format], 'do'),
    ),
  };
  return {
    type: 'view',
    address: 'log',
    title: 'Log of changes',
    parts: isEmpty ? pack(['Nothing has been changed yet.']) : [whole, ...pack(written)],
  };
}

/** Hands the whole log over, for who may read it. */
export async function handLog(context: ScreenContext, wanted: string): Promise<ScreenNote> {
  const format = LOG_FORMATS.find((each) => each === wanted) ?? 'csv';
  const file = await exportLog(context, format);
  if (file.type === 'note') return file;
  const { name, mediaType, text } = file;
  if (text === '') return noteOf('Nothing has been changed yet.', false);
  const { workspace } = context.place;
  const command = `\`bluepencil log ${name} --workspace ${workspace} --format ${format}\``;
  const onPage = context.deps.passes.isPublic()
    ? 'Workspace admins find it under *Open in the browser* in the settings, on the page *Log*; on'
    : 'On';
  const otherwise = `${onPage} the machine I run on, ${command} writes it.`;
  if (Buffer.byteLength(text) > FORM_LIMITS.fileBytes) {
    return noteOf(`The log is too long to hand over here. ${otherwise}`, false);
  }
  const note = noteOf(`The whole log of changes, the newest first: \`${name}\`.`, true);
  return {
    ...note,
    file: { name, mediaType, text, otherwise: `I could not hand the file over. ${otherwise}` },
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
