/*
 * How anything is changed: who may is asked first, then what is wanted is checked, then it becomes the
 * next version. Whoever began from an older version is told what changed meanwhile, unless what they
 * change was left alone by everybody else.
 */
import type { Persona } from '../loop/persona.ts';
import type { MemberRef } from '../review/refs.ts';
import { type Book, type Books, LOCKABLE, readValues } from './book.ts';
import type { DismissalStore } from './dismissal-store.ts';
import type { EntryStore } from './entry-store.ts';
import { may, type Permission, refusal, roleOf } from './permissions.ts';
import { saveProposal } from './propose.ts';
import type { Place } from './resolution.ts';
import type { Actor, FieldProblem } from './screens.ts';
import {
  isSettingName,
  readSetting,
  SETTING_RULES,
  type SettingName,
  settingWords,
} from './setting-rules.ts';
import { BUILT_IN_SETTINGS, type Settings } from './settings.ts';
import { findConflict } from './trigger-conflicts.ts';

export interface ChangeDeps {
  readonly store: EntryStore;
  readonly books: Books;
  /** What people refused: the lessons are made of it. */
  readonly dismissals: DismissalStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The names of the models that may be chosen beside the usual one; absent where nobody can know them. */
  readonly models?: readonly string[];
  /** A member's name for people to read; null when nobody knows it. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
  /** What a platform knows to be wrong with an emoji's name in a workspace; null for nothing. */
  readonly findEmojiTrouble: (
    where: { readonly via: string; readonly workspace: string },
    name: string,
  ) => Promise<EmojiTrouble | null>;
  /** Names of members, at least those that begin with one of these words, as far as they are known: no editor may carry one. */
  readonly memberNames: (workspace: string, words: readonly string[]) => Promise<readonly string[]>;
  /**
   * What an editor would say about a text, as Markdown; nothing is kept. May take as long as a model,
   * unless it is `offline`: then rules alone read.
   */
  readonly tryPersona: (
    persona: Persona,
    text: string,
    place: Place,
    how?: 'offline',
  ) => Promise<string>;
}

/** What is wrong with an emoji, as a sentence; it may be kept all the same unless it is refused. */
export interface EmojiTrouble {
  readonly isRefused: boolean;
  readonly sentence: string;
}

/** What came of a wish to change something. */
export type ChangeOutcome =
  /** The sentences say what is different now; none: nothing was. */
  | { readonly type: 'saved'; readonly changes: readonly string[] }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'wrong'; readonly problems: readonly FieldProblem[] }
  /** Somebody was faster; `base` is the version that stands now. */
  | { readonly type: 'late'; readonly message: string; readonly base: number };

/** What an import comes to: all of it, or nothing. */
export type ImportOutcome = Extract<ChangeOutcome, { type: 'saved' | 'refused' }>;

export interface SettingsChange {
  readonly workspace: string;
  /** Null: the workspace itself. */
  readonly channel: string | null;
  /** New values by name, of any shape; null of a nullable setting is a value. */
  readonly set: Readonly<Record<string, unknown>>;
  /** Names that are to be inherited again. */
  readonly reset: readonly string[];
  /** The version the wish began from; absent: whatever stands. */
  readonly base?: number;
}

/** The version of a place's settings, for `base`. */
export function settingsVersion(book: Book, channel: string | null): number {
  return book.entry('settings', channel ?? '')?.version ?? 0;
}

/** Changes settings of a channel or of the workspace: all that was asked for, or nothing. */
export async function changeSettings(
  deps: ChangeDeps,
  change: SettingsChange,
  by: Actor,
): Promise<ChangeOutcome> {
  const { workspace, channel } = change;
  const key = channel ?? '';
  return saveProposal<ChangeOutcome>(
    deps,
    { workspace, what: 'these settings', by: by.member, via: by.via },
    async (book) => {
      const refused = refuseSettings(book, change, by);
      if (refused !== null) return { type: 'refused', message: refused };
      const wanted = readWanted(book, change, deps.models);
      if (wanted.problems.length > 0) return { type: 'wrong', problems: wanted.problems };
      const emoji = await lookAtEmoji(deps, {
        where: { via: by.via, workspace },
        names: newEmoji(book, channel, wanted.values),
      });
      if (emoji.problems.length > 0) return { type: 'wrong', problems: emoji.problems };
      const base = settingsVersion(book, channel);
      const late = await findLate(deps, { ...change, current: base, values: wanted.values });
      if (late !== null) return { type: 'late', message: late, base };
      const before = readValues(book.entry('settings', key)?.body);
      const after = { ...before, ...wanted.values };
      for (const name of change.reset) Reflect.deleteProperty(after, name);
      const changes = describeChanges(book, { workspace, channel }, before, after);
      const body = Object.keys(after).length === 0 ? null : after;
      return {
        entries: changes.length === 0 ? [] : [{ workspace, kind: 'settings', key, base, body }],
        changes: [...changes, ...emoji.warnings],
      };
    },
  );
}

/** Why this member may not change these settings; null when they may. */
export function refuseSettings(
  book: Book,
  { workspace, channel, set, reset }: SettingsChange,
  by: Actor,
): string | null {
  const { managers, locks } = book.decided({ workspace });
  const role = roleOf(by, managers.value);
  const names = [...Object.keys(set), ...reset];
  const needed: readonly Permission[] = [
    channel === null ? 'change the workspace' : 'change a channel',
    ...(names.some((name) => name === 'locks' || name === 'managers')
      ? (['change who may'] as const)
      : []),
    ...(names.some((name) => locks.value.includes(name))
      ? (['change what is locked'] as const)
      : []),
  ];
  const missing = needed.find((permission) => !may(role, permission));
  if (missing === undefined) return null;
  if (missing !== 'change what is locked') return refusal(missing, managers.value);
  const locked = names.filter((name) => locks.value.includes(name)).filter(isSettingName);
  const labels = locked.map((name) => `*${SETTING_RULES[name].label}*`).join(' and ');
  return `${labels} ${locked.length === 1 ? 'is' : 'are'} locked for the whole workspace. Only workspace admins can change this. Nothing was changed.`;
}

/** Emoji that start something from now on. */
function newEmoji(book: Book, channel: string | null, values: Partial<Settings>): string[] {
  const before = book.own(channel).triggerEmoji ?? {};
  return Object.keys(values.triggerEmoji ?? {}).filter(
    (name) => !(name in before) && !(name in BUILT_IN_SETTINGS.triggerEmoji),
  );
}

/** What the platform says about the names of emoji. */
export async function lookAtEmoji(
  { findEmojiTrouble }: Pick<ChangeDeps, 'findEmojiTrouble'>,
  asked: {
    readonly where: { readonly via: string; readonly workspace: string };
    readonly names: readonly string[];
  },
): Promise<{ readonly problems: readonly FieldProblem[]; readonly warnings: readonly string[] }> {
  const found = await Promise.all(asked.names.map((name) => findEmojiTrouble(asked.where, name)));
  const troubles = found.filter((trouble) => trouble !== null);
  const refused = troubles.filter(({ isRefused }) => isRefused);
  return {
    problems: refused.map(({ sentence }) => ({ field: 'triggerEmoji', message: sentence })),
    warnings: troubles.filter(({ isRefused }) => !isRefused).map(({ sentence }) => sentence),
  };
}

/** Values as they would be kept, and what is wrong with them. */
interface Wanted {
  readonly values: Partial<Settings>;
  readonly problems: readonly FieldProblem[];
}

/** Reads values wanted for a place, and checks them beside what the workspace has. */
export function readWanted(
  book: Book,
  { workspace, channel, set, reset }: SettingsChange,
  models: ChangeDeps['models'],
): Wanted {
  const problems: FieldProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const name of reset) {
    if (!isSettingName(name)) problems.push(unknownSetting(name));
  }
  for (const [name, given] of Object.entries(set)) {
    if (!isSettingName(name)) {
      problems.push(unknownSetting(name));
      continue;
    }
    const rule = SETTING_RULES[name];
    if (channel !== null && rule.onlyWorkspace) {
      problems.push({
        field: name,
        message: `${rule.label} holds for the whole workspace: change it there.`,
      });
      continue;
    }
    const read = readSetting(name, given);
    if ('problem' in read) problems.push({ field: name, message: read.problem });
    else values[name] = read.value;
  }
  const known = values as Partial<Settings>;
  const place = channel === null ? { workspace } : { workspace, channel };
  return {
    values: known,
    problems: [
      ...problems,
      ...findStrangers(book, known),
      ...findModelTrouble(models, [['model', known.model]], ['default', 'offline']),
      ...conflictsOf(book, known, place),
    ],
  };
}

/** Models the configuration does not name: nobody asks one the host has not allowed. */
export function findModelTrouble(
  models: ChangeDeps['models'],
  wanted: readonly (readonly [field: string, model: string | undefined])[],
  others: readonly string[] = [],
): FieldProblem[] {
  if (models === undefined) return [];
  const known = [...others, ...models];
  return wanted.flatMap(([field, model]) =>
    model === undefined || known.includes(model)
      ? []
      : [
          {
            field,
            message: `There is no model called “${model.slice(0, 60)}” here: ${known.length === 0 ? 'whoever runs Bluepencil names models in MODEL_NAMES' : `choose ${known.join(', ')}`}.`,
          },
        ],
  );
}

function unknownSetting(name: string): FieldProblem {
  return { field: name, message: `“${name.slice(0, 60)}” is no setting: correct its name.` };
}

/** What settings name and the workspace does not have. */
function findStrangers({ library }: Book, values: Partial<Settings>): FieldProblem[] {
  const { personas, presets } = library;
  const problems: FieldProblem[] = [];
  const miss = (field: SettingName, kind: 'preset' | 'editor', id: string) =>
    problems.push({
      field,
      message: `${SETTING_RULES[field].label} names the ${kind} “${id}”, which is not here: choose from ${(kind === 'preset' ? presets : personas).map((each) => each.id).join(', ')}.`,
    });
  const hasPersona = (id: string) => personas.some((each) => each.id === id);
  const hasPreset = (id: string) => presets.some((each) => each.id === id);
  if (values.preset !== undefined && !hasPreset(values.preset)) {
    miss('preset', 'preset', values.preset);
  }
  const stranger = values.personas?.find((id) => !hasPersona(id));
  if (stranger !== undefined) miss('personas', 'editor', stranger);
  for (const target of Object.values(values.triggerEmoji ?? {})) {
    if ('persona' in target) {
      if (!hasPersona(target.persona)) miss('triggerEmoji', 'editor', target.persona);
    } else if (target.preset !== null && !hasPreset(target.preset)) {
      miss('triggerEmoji', 'preset', target.preset);
    }
  }
  const lock = values.locks?.find((name) => !LOCKABLE.some((each) => each === name));
  if (lock !== undefined) {
    problems.push({
      field: 'locks',
      message: `Locked settings names “${lock}”, which cannot be locked: choose from ${LOCKABLE.join(', ')}.`,
    });
  }
  return problems;
}

function conflictsOf(
  book: Book,
  values: Partial<Settings>,
  _place: { readonly workspace: string },
): FieldProblem[] {
  return Object.entries(values.triggerEmoji ?? {}).flatMap(([name, target]) => {
    const conflict = findConflict(book, name, target);
    return conflict === null ? [] : [{ field: 'triggerEmoji', message: conflict }];
  });
}

/** What others changed of the same settings since this wish began; null for nothing. */
async function findLate(
  deps: ChangeDeps,
  {
    workspace,
    channel,
    set,
    reset,
    base,
    current,
    values,
  }: SettingsChange & { readonly current: number; readonly values: Partial<Settings> },
): Promise<string | null> {
  if (base === undefined || base === current) return null;
  const history = await deps.store.history({ workspace, kind: 'settings', key: channel ?? '' });
  const bodyAt = (version: number) =>
    readValues(history.find((entry) => entry.version === version)?.body);
  const [then, now] = [bodyAt(base), bodyAt(current)];
  const { library } = await deps.books.open(workspace);
  const sentences: string[] = [];
  for (const name of [...Object.keys(set), ...reset].filter(isSettingName)) {
    if (same(then[name], now[name]) || same(now[name], values[name])) continue;
    const entry = history.find(
      ({ version }) => version > base && !same(bodyAt(version)[name], bodyAt(version - 1)[name]),
    );
    const who = entry?.by == null ? null : await deps.nameOf(entry.by);
    sentences.push(
      `${who ?? 'Somebody'} changed *${SETTING_RULES[name].label}* from ${wordsOf(name, then[name], library)} to ${wordsOf(name, now[name], library)}.`,
    );
  }
  if (sentences.length === 0) return null;
  return `While you had this open: ${sentences.join(' ')} Nothing of yours was saved yet; look at it and save again if you still want to.`;
}

function wordsOf(
  name: SettingName,
  value: Settings[SettingName] | undefined,
  library: Book['library'],
): string {
  return value === undefined
    ? '“as inherited”'
    : `“${settingWords(name, value as never, library)}”`;
}

/** What is different between two versions of a place's settings, in sentences. */
export function describeChanges(
  book: Book,
  place: { readonly workspace: string; readonly channel: string | null },
  before: Partial<Settings>,
  after: Partial<Settings>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isSettingName);
  return names
    .filter((name) => !same(before[name], after[name]))
    .map((name) => {
      const { label } = SETTING_RULES[name];
      const value = after[name];
      if (value !== undefined)
        return `*${label}*: ${settingWords(name, value as never, book.library)}`;
      const inherited =
        place.channel === null
          ? BUILT_IN_SETTINGS[name]
          : book.decided({ workspace: place.workspace })[name].value;
      return `*${label}*: inherited again (${settingWords(name, inherited as never, book.library)})`;
    });
}

/** True for equal data, whatever the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  return stable(a) === stable(b);
}

function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}
