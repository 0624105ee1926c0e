import { type Address, parseAddress } from './address.ts';
import { exportDecisions } from './decision-export.ts';
import {
  removeEmoji,
  showEmojiForm,
  showEmojiList,
  showEmojiRemoval,
  submitEmoji,
} from './emoji-screens.ts';
import { showForget, submitForget } from './forget-screens.ts';
import { showLesson, showLessons, submitLesson, submitLowered } from './lesson-screens.ts';
import { exportLog, handLog, showLog } from './log-screen.ts';
import {
  showNewPersona,
  showPersonaPart,
  showPersonas,
  submitNewPersona,
  submitPersonaPart,
} from './persona-screens.ts';
import {
  showNewPreset,
  showPresetPart,
  showPresets,
  submitNewPreset,
  submitPresetPart,
} from './preset-screens.ts';
import { noteOf, type ScreenContext, type ScreenDeps } from './screen-context.ts';
import type { FormValues, Screen, SettingsDoor } from './screens.ts';
import {
  openBrowser,
  type Scope,
  showGroup,
  showReset,
  showSettings,
  submitGroup,
  submitReset,
} from './settings-screens.ts';
import { showStats } from './stats-screen.ts';
import { showStylePart, submitStylePart } from './style-screens.ts';

type Path = readonly string[];
interface Filled {
  readonly values: FormValues;
  readonly step: number;
  readonly base: number;
}

/** What is behind the first word of an address. */
interface Room {
  show(
    path: Path,
    context: ScreenContext,
    at: { step: number; version: number } | null,
  ): Promise<Screen> | Screen;
  submit(path: Path, context: ScreenContext, filled: Filled): Promise<Screen> | Screen;
}

const LOST = noteOf(
  'This page is no longer here. Open the settings anew with `/refine settings`; what was saved is saved.',
  false,
);

/** What the door needs from outside. */
export type SettingsDoorDeps = ScreenDeps;

/** Opens the door through which every platform shows and changes settings. */
export function createSettingsDoor(deps: SettingsDoorDeps): SettingsDoor {
  return {
    async show(address, by, place) {
      const read = parseAddress(address);
      const room = roomOf(read);
      if (read === null || room === undefined) return LOST;
      const book = await deps.books.open(place.workspace);
      return room.show(read.path, { deps, book, by, place }, read.at);
    },
    async exportLog(format, by, place) {
      const book = await deps.books.open(place.workspace);
      return exportLog({ deps, book, by, place }, format);
    },
    async exportDecisions(by, place) {
      const book = await deps.books.open(place.workspace);
      return exportDecisions({ deps, book, by, place });
    },
    async submit(address, values, by, place) {
      const read = parseAddress(address);
      const room = roomOf(read);
      if (read === null || room === undefined) return LOST;
      const book = await deps.books.open(place.workspace);
      const { step = 0, version: base = 0 } = read.at ?? {};
      return room.submit(read.path, { deps, book, by, place }, { values, step, base });
    },
  };
}

function roomOf(address: Address | null): Room | undefined {
  const [name = ''] = address?.path ?? [];
  return Object.hasOwn(ROOMS, name) ? ROOMS[name] : undefined;
}

function isScope(word: string | undefined): word is Scope {
  return word === 'here' || word === 'all';
}

const ROOMS: Readonly<Record<string, Room>> = {
  settings: {
    show: ([, scope, group], context) =>
      isScope(scope) && group !== undefined
        ? showGroup(context, scope, group)
        : showSettings(context),
    submit: ([, scope, group], context, filled) =>
      isScope(scope) && group !== undefined ? submitGroup(context, scope, group, filled) : LOST,
  },
  browser: {
    show: (_path, context) => showSettings(context),
    submit: (_path, context) => openBrowser(context),
  },
  reset: {
    show: ([, , name = ''], context) => showReset(context, name),
    submit: ([, scope, name = ''], context) =>
      isScope(scope) ? submitReset(context, scope, name) : LOST,
  },
  emoji: {
    show: ([, scope, doing, name = ''], context) => {
      if (!isScope(scope)) return showEmojiList(context);
      return doing === 'remove'
        ? showEmojiRemoval(context, scope, name)
        : showEmojiForm(context, scope);
    },
    submit: ([, scope, doing, name = ''], context, filled) => {
      if (!isScope(scope)) return LOST;
      return doing === 'remove'
        ? removeEmoji(context, scope, name)
        : submitEmoji(context, scope, filled);
    },
  },
  personas: { show: (_path, context) => showPersonas(context), submit: () => LOST },
  persona: {
    show: ([, ...path], context, at) => showPersonaPart(context, path, at?.step ?? 0),
    submit: ([, ...path], context, filled) => submitPersonaPart(context, path, filled),
  },
  'persona-new': {
    show: (_path, context, at) => showNewPersona(context, at?.step ?? 0),
    submit: ([, part], context, filled) => submitNewPersona(context, part, filled),
  },
  presets: { show: (_path, context) => showPresets(context), submit: () => LOST },
  preset: {
    show: ([, ...path], context, at) => showPresetPart(context, path, at?.step ?? 0),
    submit: ([, ...path], context, filled) => submitPresetPart(context, path, filled),
  },
  'preset-new': {
    show: (_path, context, at) => showNewPreset(context, at?.step ?? 0),
    submit: (_path, context, filled) => submitNewPreset(context, filled),
  },
  style: {
    show: ([, ...path], context) => showStylePart(context, path),
    submit: ([, ...path], context, filled) => submitStylePart(context, path, filled),
  },
  lessons: { show: (_path, context) => showLessons(context), submit: () => LOST },
  lesson: {
    show: ([, ...path], context) => showLesson(context, path),
    submit: ([, ...path], context, { values }) => submitLesson(context, path, values),
  },
  lowered: {
    show: (_path, context) => showLessons(context),
    submit: ([, ...path], context) => submitLowered(context, path),
  },
  stats: { show: ([, span], context) => showStats(context, span), submit: () => LOST },
  log: {
    show: (_path, context) => showLog(context),
    submit: ([, format = ''], context) => handLog(context, format),
  },
  forget: {
    show: ([, ...path], context) => showForget(context, path),
    submit: ([, ...path], context) => submitForget(context, path),
  },
};

/** The first words of all addresses there are. */
export const ROOM_NAMES: readonly string[] = Object.keys(ROOMS);
