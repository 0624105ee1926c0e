import type { MemberRef } from '../review/refs.ts';
import { type Book, readValues } from './book.ts';
import { type ChangeDeps, same } from './change.ts';
import type { Entry, EntryStore } from './entry-store.ts';
import { lessonEntryWords } from './lessons.ts';
import { readPersonaEntry, readPresetEntry } from './library-entries.ts';
import { isSettingName, SETTING_RULES, settingWords } from './setting-rules.ts';
import { readHouseStyle } from './style-form.ts';

/** One line of the log: who changed what, when, from what to what. */
export interface AuditLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: MemberRef | null;
  readonly via: string;
  /** The channel a setting or style is for; null for the workspace. */
  readonly channel: string | null;
  readonly what: string;
  /** Null where there was nothing, or where the words would be too long to repeat. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The newest changes, the newest first; `limit` counts changes, each of which may be several lines. */
export async function readAudit(
  store: Pick<EntryStore, 'changes'>,
  book: Book,
  { workspace, limit }: { readonly workspace: string; readonly limit: number },
): Promise<readonly AuditLine[]> {
  const changes = await store.changes(workspace, limit);
  return changes.flatMap(({ entry, before }) => describe(book, entry, before?.body ?? null));
}

/** The names of those who signed for changes; null for whom nobody knows. */
export async function namesOf(
  { nameOf }: Pick<ChangeDeps, 'nameOf'>,
  lines: readonly Pick<AuditLine, 'by'>[],
): Promise<ReadonlyMap<MemberRef, string | null>> {
  const members = [...new Set(lines.flatMap(({ by }) => by ?? []))];
  return new Map(
    await Promise.all(members.map(async (member) => [member, await nameOf(member)] as const)),
  );
}

/** Who made a change that no member signed for. */
export function signatureOf(via: string): string {
  return via === 'bluepencil' ? 'Bluepencil' : 'A file';
}

type Difference = Pick<AuditLine, 'what' | 'from' | 'to'>;

function describe(book: Book, entry: Entry, before: unknown): AuditLine[] {
  const { savedAt, by, via, kind, key } = entry;
  const isPlace = kind === 'settings' || kind === 'style';
  const channel = isPlace && key !== '' ? key : null;
  return differences(book, entry, before).map((difference) => ({
    at: savedAt,
    by,
    via,
    channel,
    ...difference,
  }));
}

function differences(book: Book, { kind, key, body }: Entry, before: unknown): Difference[] {
  switch (kind) {
    case 'settings':
      return settingDifferences(book, before, body);
    case 'style':
      return [{ what: 'House style', from: styleWords(before), to: styleWords(body) }];
    case 'persona':
      return [libraryDifference('Editor', key, personaState(before), personaState(body))];
    case 'preset':
      return [libraryDifference('Preset', key, presetState(before), presetState(body))];
    case 'lesson':
      return [lessonEntryWords(key, before, body)];
  }
}

function settingDifferences(book: Book, before: unknown, after: unknown): Difference[] {
  const [then, now] = [readValues(before), readValues(after)];
  return [...new Set([...Object.keys(then), ...Object.keys(now)])]
    .filter(isSettingName)
    .filter((name) => !same(then[name], now[name]))
    .map((name) => {
      const words = (value: unknown) =>
        value === undefined ? 'inherited' : settingWords(name, value as never, book.library);
      return { what: SETTING_RULES[name].label, from: words(then[name]), to: words(now[name]) };
    });
}

function styleWords(body: unknown): string {
  if (body === null) return 'inherited';
  const read = readHouseStyle(body);
  return 'style' in read
    ? SETTING_RULES.houseStyle.words(read.style, { personas: [], presets: [] })
    : 'unreadable';
}

interface State {
  readonly title: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isEnabled: boolean;
  readonly position: number | undefined;
}

function personaState(body: unknown): State {
  const entry = readPersonaEntry(body);
  return {
    title: entry?.persona?.title ?? null,
    fields: { ...entry?.persona },
    isEnabled: entry?.isEnabled ?? true,
    position: entry?.position,
  };
}

function presetState(body: unknown): State {
  const entry = readPresetEntry(body);
  return {
    title: entry?.preset?.title ?? null,
    fields: { ...entry?.preset },
    isEnabled: entry?.isEnabled ?? true,
    position: undefined,
  };
}

function libraryDifference(kind: string, key: string, then: State, now: State): Difference {
  const what = `${kind} “${now.title ?? then.title ?? key}”`;
  if (then.isEnabled !== now.isEnabled) {
    return { what, from: stateWords(then), to: stateWords(now) };
  }
  if (then.title === null && now.title !== null) return { what, from: null, to: 'written' };
  if (then.title !== null && now.title === null) return { what, from: null, to: 'taken back' };
  const changed = [...new Set([...Object.keys(then.fields), ...Object.keys(now.fields)])].filter(
    (field) => field !== 'version' && !same(then.fields[field], now.fields[field]),
  );
  if (changed.length === 0 && then.position !== now.position)
    return { what, from: null, to: 'moved' };
  return { what, from: null, to: `changed ${changed.join(', ') || 'nothing'}` };
}

function stateWords({ isEnabled }: State): string {
  return isEnabled ? 'at work' : 'resting';
}
