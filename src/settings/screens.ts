/*
 * What people see and fill in when they change settings, personas, presets and house style, without
 * regard to where. One door (`SettingsDoor`) answers with screens; each platform renders them inside its
 * own habits and hands back what was typed. Rules, rights, words and limits are all on this side: an
 * adapter has nothing to decide.
 *
 * How to render it:
 * - Every screen has an *address*: printable ASCII without `|`, at most 90 characters, fit for a button's
 *   id or a modal's. It says nothing secret and is checked when it comes back.
 * - A button with `does: 'show'` leads to `show(address)`; with `does: 'do'` to `submit(address, {})`.
 * - A `view` is a private message, a home page or a web page. Buttons stand under their part; a `menu`
 *   is a select whose options are addresses to show.
 * - A `form` is a modal. Its `steps` never hold more than 5 fields each. A platform without room shows
 *   the step numbered `at`, keeps `address` in the modal and submits that step's values alone: they are
 *   kept, and the answer is the same form at its next step, or the end. A platform with room shows all
 *   steps at once and submits all values under the same address.
 * - After `submit`, a `form` with `problems` is the same step again with what was typed in it; show each
 *   problem at its field. A `form` without problems is the next step: where no modal can follow a modal,
 *   show a button with its title that leads to `show(address)`.
 * - A `note` is the end: one private message, perhaps with a file that only who asked may open.
 * - `place` is where the member is: the channel, with the parent a thread, forum post or category channel
 *   inherits from. Without a channel (a home page) everything is about the workspace.
 */
import type { MemberRef } from '../review/refs.ts';
import type { SvgPictures } from '../review/stats-plots.ts';
import type { Place } from './resolution.ts';

/** What the strictest platform leaves for the id of a modal beside an adapter's own prefix. */
export const MAX_ADDRESS_CHARS = 90;

/** The bounds every form keeps, so that no platform has to cut anything. */
export const FORM_LIMITS = {
  titleChars: 24,
  fieldsPerStep: 5,
  labelChars: 45,
  hintChars: 100,
  options: 25,
  optionLabelChars: 75,
  textChars: 3000,
  buttonsPerPart: 5,
  buttonLabelChars: 34,
  partChars: 2800,
  /** Of a file that is handed over, as UTF-8. */
  fileBytes: 8_000_000,
} as const;

/** Who asks, as far as the platform knows. */
export interface Actor {
  readonly member: MemberRef;
  /** Administers the workspace on the platform itself. */
  readonly isAdmin: boolean;
  /** The platform's own roles or groups as refs, compared with those in the settings. */
  readonly roles: readonly string[];
  /** A guest, or somebody of a connected workspace. */
  readonly isExternal: boolean;
  /** The platform's name. */
  readonly via: string;
}

/** A way on from a view. */
export interface ScreenButton {
  readonly label: string;
  readonly address: string;
  readonly does: 'show' | 'do';
  readonly style: 'plain' | 'primary' | 'danger';
}

export interface MenuOption {
  readonly label: string;
  readonly hint: string;
  readonly address: string;
}

/** A picture, drawn the way it is asked for; null where that cannot be done. */
export interface Picture {
  /** All that it shows, in words. */
  readonly alt: string;
  /** For pages. */
  svg(): Promise<SvgPictures | null>;
  /** As a file. */
  png(): Promise<Buffer | null>;
  /** Where whoever is given it can fetch the file for an hour; null where others reach no page of ours. */
  address(): Promise<string | null>;
}

/** A piece of a view: words of at most 2,800 characters, and what can be done about them. */
export interface ViewPart {
  /** Markdown. */
  readonly markdown: string;
  readonly buttons: readonly ScreenButton[];
  /** A picture instead of words; where none can be shown, its `alt` stands in its place. */
  readonly picture?: Picture;
  /** A choice of things to show; at most 25. */
  readonly menu?: { readonly label: string; readonly options: readonly MenuOption[] };
}

/** Something to read. */
export interface View {
  readonly type: 'view';
  readonly address: string;
  readonly title: string;
  readonly parts: readonly ViewPart[];
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

interface FieldBase {
  readonly name: string;
  readonly label: string;
  /** What to write or what it does; may be empty. */
  readonly hint: string;
}

/** One thing to fill in; the value is what stands there now. */
export type Field =
  | (FieldBase & {
      readonly type: 'text';
      readonly value: string;
      /** Several lines. */
      readonly isLong: boolean;
      readonly isRequired: boolean;
      readonly maxChars: number;
      readonly placeholder: string;
    })
  | (FieldBase & {
      readonly type: 'choice';
      readonly value: string;
      readonly options: readonly FieldOption[];
    })
  | (FieldBase & {
      readonly type: 'choices';
      readonly value: readonly string[];
      readonly options: readonly FieldOption[];
      readonly max: number;
    })
  /** Members and roles, as refs; each platform offers its own picker. */
  | (FieldBase & { readonly type: 'people'; readonly value: readonly string[] });

/** What came back for a field: text and choice as text, the others as a list. Absent: not shown. */
export type FormValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface FormStep {
  readonly title: string;
  /** A sentence above the fields; may be empty. Markdown. */
  readonly intro: string;
  readonly fields: readonly Field[];
}

/** What to put right: the field's name, and a sentence with the fix. */
export interface FieldProblem {
  /** Empty: the form as a whole. */
  readonly field: string;
  readonly message: string;
}

/** Something to fill in. */
export interface Form {
  readonly type: 'form';
  /** Names the form, its step and the version it was opened at. */
  readonly address: string;
  readonly title: string;
  readonly steps: readonly FormStep[];
  /** The step to show where there is room for one. */
  readonly at: number;
  /** The button's label where one step is shown, and where all are. */
  readonly submit: string;
  readonly finish: string;
  readonly problems: readonly FieldProblem[];
}

/** A file that goes with a note. */
export interface HandedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
  /** What is said in place of the note where the file cannot be handed over. Markdown. */
  readonly otherwise: string;
}

/** The end: what was done, or why not. */
export interface ScreenNote {
  readonly type: 'note';
  readonly markdown: string;
  readonly file?: HandedFile;
  /** False when nothing was done. */
  readonly isDone: boolean;
  readonly buttons: readonly ScreenButton[];
}

export type Screen = View | Form | ScreenNote;

/** The log of changes as a file to take away. */
export interface LogFile {
  readonly type: 'file';
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** `jsonl` holds everything, `csv` what people read. */
export const LOG_FORMATS = ['csv', 'jsonl'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The screens that commands lead to, by the words after `/refine`. */
export const START = {
  settings: 'settings',
  'settings log': 'log',
  personas: 'personas',
  presets: 'presets',
  style: 'style',
  stats: 'stats',
  forget: 'forget',
} as const;

/** True for a command that leads to a screen. */
export function isScreenWord(word: string): word is keyof typeof START {
  return Object.hasOwn(START, word);
}

/**
 * Where every platform's settings lead. All of them resolve to something to show.
 */
export interface SettingsDoor {
  /** Shows what is at an address. */
  show(address: string, by: Actor, place: Place): Promise<Screen>;
  /** Takes a filled-in form, or does what a button says. */
  submit(address: string, values: FormValues, by: Actor, place: Place): Promise<Screen>;
  /** The whole log of a workspace, the newest change first; a note for who may not read it. */
  exportLog(format: LogFormat, by: Actor, place: Place): Promise<LogFile | ScreenNote>;
  /** Decisions and votes of a workspace as JSON lines; a note for who may not have them. */
  exportDecisions(by: Actor, place: Place): Promise<LogFile | ScreenNote>;
}
