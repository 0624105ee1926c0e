import { openCharts } from '../../src/charts/charts.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import { createBooks } from '../../src/settings/book.ts';
import { createLessons } from '../../src/settings/lessons.ts';
import type { Library } from '../../src/settings/library.ts';
import type { Place } from '../../src/settings/resolution.ts';
import type {
  Actor,
  Form,
  FormValues,
  Screen,
  ScreenNote,
  View,
} from '../../src/settings/screens.ts';
import { FORM_LIMITS, MAX_ADDRESS_CHARS } from '../../src/settings/screens.ts';
import { createSettingsDoor, type SettingsDoorDeps } from '../../src/settings/settings-door.ts';
import type { Database } from '../../src/store/database.ts';
import { createDismissalRepository } from '../../src/store/dismissal-repository.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';
import { keepErrors } from '../logs/keep-errors.ts';
import { forgettingOn } from '../review/forgetting-rig.ts';
import { open } from '../store/open-store.ts';

export const WORKSPACE: Place = { workspace: 'w' };
export const CHANNEL: Place = { workspace: 'w', channel: 'c' };

export function actor(name: string, rest: Partial<Actor> = {}): Actor {
  return {
    member: `desk:${name}` as MemberRef,
    isAdmin: false,
    roles: [],
    isExternal: false,
    via: 'desk',
    ...rest,
  };
}

export const ADMIN = actor('ines', { isAdmin: true });
export const OTHER_ADMIN = actor('lars', { isAdmin: true });
export const MEMBER = actor('noor');

/** The settings of a workspace over a real database. */
export async function openHouse(
  options: {
    readonly database?: Database;
    readonly files?: Library;
    readonly now?: () => number;
    readonly deps?: Partial<SettingsDoorDeps>;
  } = {},
) {
  const database = options.database ?? (await open(':memory:'));
  let time = 1_700_000_000_000;
  const store = createSettingsRepository(database, { now: options.now ?? (() => time++) });
  const books = createBooks(store, () => options.files ?? null);
  const errors = keepErrors();
  const { forgetting, passes } = forgettingOn(database);
  const deps: SettingsDoorDeps = {
    store,
    books,
    dismissals: createDismissalRepository(database),
    now: () => time,
    tryPersona: async (persona, text) => `${persona.title} reads “${text}”.`,
    findEmojiTrouble: async () => null,
    memberNames: async () => ['Ines Valtari', 'Lars Okonjo'],
    nameOf: async (member) => (member === 'desk:ines' ? 'Ines' : 'Lars'),
    forgetting,
    passes,
    stats: createStatsRepository(database),
    charts: openCharts({ reportError: (error) => errors.push(error) }),
    ...options.deps,
  };
  const door = createSettingsDoor(deps);
  const check = async (screen: Promise<Screen>) => {
    const shown = await screen;
    assertFits(shown);
    return shown;
  };
  return {
    errors,
    database,
    store,
    books,
    deps,
    door,
    lessons: createLessons(deps),
    show: (address: string, by = ADMIN, place = CHANNEL) => check(door.show(address, by, place)),
    submit: (address: string, values: FormValues = {}, by = ADMIN, place = CHANNEL) =>
      check(door.submit(address, values, by, place)),
    resolve: async (place = CHANNEL) => (await books.open('w')).resolve(place),
    close: () => database.close(),
  };
}

export function asForm(screen: Screen): Form {
  if (screen.type !== 'form') throw new Error(`expected a form: ${JSON.stringify(screen)}`);
  return screen;
}

export function asView(screen: Screen): View {
  if (screen.type !== 'view') throw new Error(`expected a view: ${JSON.stringify(screen)}`);
  return screen;
}

export function asNote(screen: Screen): ScreenNote {
  if (screen.type !== 'note') throw new Error(`expected a note: ${JSON.stringify(screen)}`);
  return screen;
}

/** All words of a view. */
export function wordsOf(screen: Screen): string {
  return asView(screen)
    .parts.map(({ markdown }) => markdown)
    .join('\n');
}

/** The values a form was opened with, as an adapter would hand them back untouched. */
export function valuesOf(form: Form): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    form.steps.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value] as const)),
  );
}

/** Throws unless every platform can show this screen without cutting. */
export function assertFits(screen: Screen): void {
  const too = (what: string, found: number, most: number) => {
    if (found > most) throw new Error(`${what}: ${found} is more than ${most}`);
  };
  const address = (text: string) => {
    too(`address ${text}`, text.length, MAX_ADDRESS_CHARS);
    if (!/^[!-{}~]+$/.test(text)) throw new Error(`address ${text} is not plain`);
  };
  if (screen.type === 'note') return;
  address(screen.address);
  if (screen.type === 'view') {
    for (const part of screen.parts) {
      too('part', part.markdown.length, FORM_LIMITS.partChars);
      too('buttons', part.buttons.length, FORM_LIMITS.buttonsPerPart);
      for (const button of part.buttons) {
        address(button.address);
        too(`button ${button.label}`, button.label.length, FORM_LIMITS.buttonLabelChars);
      }
      too('menu', part.menu?.options.length ?? 0, FORM_LIMITS.options);
      for (const option of part.menu?.options ?? []) {
        address(option.address);
        too(`option ${option.label}`, option.label.length, FORM_LIMITS.optionLabelChars);
        too(`hint ${option.hint}`, option.hint.length, FORM_LIMITS.hintChars);
      }
    }
    return;
  }
  too(`title ${screen.title}`, screen.title.length, FORM_LIMITS.titleChars);
  for (const step of screen.steps) {
    too(`step title ${step.title}`, step.title.length, FORM_LIMITS.titleChars);
    too(`fields of ${step.title}`, step.fields.length, FORM_LIMITS.fieldsPerStep);
    for (const field of step.fields) {
      too(`label ${field.label}`, field.label.length, FORM_LIMITS.labelChars);
      too(`hint ${field.hint}`, field.hint.length, FORM_LIMITS.hintChars);
      if (field.type === 'text') {
        too(`maxChars of ${field.name}`, field.maxChars, FORM_LIMITS.textChars);
        too(`value of ${field.name}`, field.value.length, field.maxChars);
      }
      if (field.type !== 'choice' && field.type !== 'choices') continue;
      too(`options of ${field.name}`, field.options.length, FORM_LIMITS.options);
      for (const { label, hint = '' } of field.options) {
        too(`option ${label}`, label.length, FORM_LIMITS.optionLabelChars);
        too(`hint ${hint}`, hint.length, FORM_LIMITS.hintChars);
      }
    }
  }
}
