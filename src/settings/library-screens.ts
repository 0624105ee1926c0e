/* What the screens of editors and of presets have in common. */
import type { Entry } from './entry-store.ts';
import {
  type LibraryThing,
  refuseLibrary,
  restoreVersion,
  setAtWork,
  takeBack,
} from './library-changes.ts';
import { noteOf, refusedNote, type ScreenContext } from './screen-context.ts';
import { button, confirm, outcomeOf, versionsScreen } from './screen-parts.ts';
import type { MenuOption, Screen, ScreenButton, View, ViewPart } from './screens.ts';
import { capital, clip } from './setting-fields.ts';
import type { LibraryOrigin } from './workspace-library.ts';

type Kind = LibraryThing['kind'];

/** One thing of the library, as both kinds of screens know it. */
export interface Shelved {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly origin: LibraryOrigin;
}

const SHELVES = {
  persona: {
    list: 'personas',
    title: 'Editors',
    one: 'editor',
    prefix: '',
    left: ' Old reviews keep what it said.',
  },
  preset: { list: 'presets', title: 'Presets', one: 'preset', prefix: 'the preset ', left: '' },
} as const satisfies Readonly<Record<Kind, object>>;

/** Why this member may not fill in the form of an editor or a preset; null when they may. */
export function refuseForm({ book, by, place }: ScreenContext, kind: Kind): Screen | null {
  const refused = refuseLibrary(book, { workspace: place.workspace, kind }, by);
  return refused === null ? null : refusedNote(refused);
}

/** All of one kind, those at work before those that rest. */
export function showShelf(
  context: ScreenContext,
  kind: Kind,
  {
    intro,
    make,
    notices = [],
    options,
  }: {
    readonly intro: string;
    /** The way to a new one, for who may make it. */
    readonly make: ScreenButton;
    readonly notices?: readonly ViewPart[];
    readonly options: readonly (MenuOption & { readonly isEnabled: boolean })[];
  },
): View {
  const { list, title } = SHELVES[kind];
  const markdown = context.book.library.isFromFiles
    ? `These ${title.toLowerCase()} are managed in files (\`PERSONAS_DIR\`).`
    : intro;
  return {
    type: 'view',
    address: list,
    title,
    parts: [
      { markdown, buttons: refuseForm(context, kind) === null ? [make] : [] },
      ...notices,
      ...menus(
        'At work',
        options.filter(({ isEnabled }) => isEnabled),
      ),
      ...menus(
        'Resting',
        options.filter(({ isEnabled }) => !isEnabled),
      ),
    ],
  };
}

function menus(label: string, options: readonly MenuOption[]): ViewPart[] {
  const parts: ViewPart[] = [];
  for (let at = 0; at < options.length; at += 25) {
    parts.push({
      markdown: `**${label}** (${options.length})`,
      buttons: [],
      menu: {
        label: `${label}…`,
        options: options
          .slice(at, at + 25)
          .map(({ label, hint, address }) => ({ label, hint, address })),
      },
    });
  }
  return parts;
}

/** The way to be rid of one: null for one that is as built in, or comes from a file. */
export function goneButton({ kind, id, origin }: Shelved): ScreenButton | null {
  const path = [kind, id, 'delete'];
  if (origin === 'made here') return button('Delete', path, 'show', 'danger');
  return origin === 'changed here' ? button('Back to built in', path, 'show', 'danger') : null;
}

/** The screens behind one that are the same for both kinds; null for another. */
export async function showShelfPart(
  context: ScreenContext,
  { kind, id, title, origin }: Shelved,
  {
    part,
    detail,
    labelOf,
  }: {
    readonly part: string;
    readonly detail: string;
    /** What a version is called; null for one that says nothing. */
    readonly labelOf: (entry: Entry) => string | null;
  },
): Promise<Screen | null> {
  const { prefix, left } = SHELVES[kind];
  const path = [kind, id];
  if (part === 'versions') {
    const key = { workspace: context.place.workspace, kind, key: id };
    const versions = (await context.deps.store.history(key)).flatMap((entry) => {
      const label = labelOf(entry);
      return label === null ? [] : [{ entry, label }];
    });
    const never = 'It is as built in and was never changed here.';
    return versionsScreen(context, { path, back: path, versions, never });
  }
  if (part === 'delete') {
    const isOwn = origin === 'made here';
    const yes = button(isOwn ? 'Delete it' : 'Take it back', [...path, 'delete'], 'do', 'danger');
    const fate = isOwn ? 'deleted' : 'as built in again';
    return confirm(`${capital(prefix)}*${title}* would be ${fate}.${left}`, yes, path);
  }
  if (part === 'restore') {
    const yes = button('Restore it', [...path, 'restore', detail], 'do', 'primary');
    const words = `Version ${detail} of ${prefix}*${title}* would become the newest one.`;
    return confirm(words, yes, [...path, 'versions']);
  }
  return null;
}

/** Does what a button of one says, where that is the same for both kinds; null for another. */
export async function submitShelfPart(
  { deps, by, place }: ScreenContext,
  { kind, id, title }: Shelved,
  { part, detail }: { readonly part: string; readonly detail: string },
): Promise<Screen | null> {
  const thing = { workspace: place.workspace, kind, id };
  const back = button('Back', [kind, id]);
  switch (part) {
    case 'rest':
    case 'wake':
      return outcomeOf(
        await setAtWork(deps, { ...thing, isEnabled: part === 'wake' }, by),
        title,
        back,
      );
    case 'delete':
      return outcomeOf(await takeBack(deps, thing, by), title, allButton(kind));
    case 'restore':
      return outcomeOf(
        await restoreVersion(deps, { ...thing, version: Number(detail) }, by),
        title,
        back,
      );
    default:
      return null;
  }
}

/** What is said about one that is not there. */
export function lostNote(kind: Kind, id: string): Screen {
  const { one } = SHELVES[kind];
  return noteOf(`There is no ${one} “${clip(id, 40)}” here any more.`, false, [allButton(kind)]);
}

/** The way to all of one kind. */
export function allButton(kind: Kind): ScreenButton {
  const { title, list } = SHELVES[kind];
  return button(`All ${title.toLowerCase()}`, [list]);
}
