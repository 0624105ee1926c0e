/*
 * Settings as fields of a form, and what was filled in as settings. An empty field is no decision: the
 * value is inherited. So one form both changes and resets.
 */

import { LOCKABLE } from './book.ts';
import type { Library } from './library.ts';
import {
  type Field,
  type FieldOption,
  type FieldProblem,
  FORM_LIMITS,
  type FormValues,
} from './screens.ts';
import {
  CHOICE_WORDS,
  SETTING_RULES,
  type SettingGroup,
  type SettingName,
  settingWords,
} from './setting-rules.ts';
import type { Budget, Settings } from './settings.ts';

export interface FieldContext {
  /** What this place decided itself. */
  readonly own: Partial<Settings>;
  /** What would hold without it. */
  readonly inherited: Settings;
  readonly library: Library;
  /** The names of the models that may be chosen; absent where nobody can know them. */
  readonly models?: readonly string[] | undefined;
  /** Where inherited values come from, e.g. “The workspace”. */
  readonly from: string;
}

/** The fields of one setting in a form, with what stands there now. */
export function settingFields(
  name: SettingName,
  context: FieldContext,
  group: SettingGroup | null,
): readonly Field[] {
  switch (name) {
    case 'preset':
      return [choice(name, context, options(context.library.presets))];
    case 'personas':
      return [personasField(context)];
    case 'model':
      return [
        context.models === undefined
          ? textField(name, context)
          : choice(name, context, modelOptions(context.models, [context.own.model])),
      ];
    case 'critiqueLanguage':
    case 'draftLanguage':
    case 'maxDraftChars':
    case 'maxFileChars':
    case 'retentionDays':
    case 'voteHours':
      return [textField(name, context)];
    case 'budget':
      return budgetFields(context, group);
    case 'masking':
      return (['emails', 'names'] as const).map((part) => ({
        ...choiceOf(
          `masking.${part}`,
          `Hide ${part === 'emails' ? 'e-mail addresses' : 'names'}`,
          '',
          [inheritOption(context, context.inherited.masking[part] ? 'on' : 'off'), ...ON_OFF],
        ),
        value: context.own.masking === undefined ? '' : context.own.masking[part] ? 'on' : 'off',
      }));
    case 'locks':
      return lockFields(context);
    case 'managers': {
      const { label, hint } = SETTING_RULES.managers;
      return [{ type: 'people', name, label, hint, value: context.own.managers ?? [] }];
    }
    case 'triggerEmoji':
    case 'houseStyle':
      return [];
    default: {
      const words: Readonly<Record<string, string>> | null =
        name in CHOICE_WORDS ? CHOICE_WORDS[name as keyof typeof CHOICE_WORDS] : null;
      const listed =
        words === null
          ? ON_OFF
          : Object.entries(words).map(([value, label]) => ({ value, label: capital(label) }));
      return [choice(name, context, listed)];
    }
  }
}

/** The models as options, with one that is chosen although it has no name any more. */
function modelOptions(
  models: readonly string[],
  chosen: readonly (string | undefined)[],
): readonly FieldOption[] {
  const named = [...new Set([...models, ...chosen.flatMap((name) => name ?? [])])].filter(
    (name) => name !== 'default' && name !== 'offline',
  );
  return [
    { value: 'default', label: 'The usual one' },
    { value: 'offline', label: 'Offline: no text leaves the machine' },
    ...named.map((name) => ({ value: name, label: clip(name, FORM_LIMITS.optionLabelChars) })),
  ];
}

/** A choice of the model an editor, a writer or a judge works with; null where there is nothing to choose from. */
export function modelChoice(
  field: { readonly name: string; readonly label: string; readonly hint: string },
  models: readonly string[] | undefined,
  chosen: string | undefined,
): Field[] {
  const named = [...new Set([...(models ?? []), ...(chosen === undefined ? [] : [chosen])])];
  if (named.length === 0) return [];
  const { name, label, hint } = field;
  const listed = [
    { value: USUAL_MODEL, label: 'The usual one' },
    ...named.map((each) => ({ value: each, label: clip(each, FORM_LIMITS.optionLabelChars) })),
  ];
  return [{ ...choiceOf(name, label, hint, listed), value: chosen ?? USUAL_MODEL }];
}

/** What a choice of a model holds where none is chosen. */
const USUAL_MODEL = '-';

/** The model that was chosen; null for the usual one. */
export function readModelChoice(value: FormValues[string] | undefined): string | null {
  const text = textOf(value ?? '');
  return text === '' || text === USUAL_MODEL ? null : text;
}

const ON_OFF: readonly FieldOption[] = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];
const OF_PRESET = '-';
const HALF = Math.ceil(LOCKABLE.length / 2);

/** What was filled in for some settings: new values, names to inherit, and what cannot be read. */
export function readFields(
  names: readonly SettingName[],
  values: FormValues,
  { own, inherited }: Pick<FieldContext, 'own' | 'inherited'>,
): {
  readonly set: Readonly<Record<string, unknown>>;
  readonly reset: readonly SettingName[];
  readonly problems: readonly FieldProblem[];
} {
  const set: Record<string, unknown> = {};
  const reset: SettingName[] = [];
  const problems: FieldProblem[] = [];
  for (const name of names) {
    const read = readOne(name, values, { own, inherited });
    if (read === 'absent') continue;
    if (read === 'inherit') {
      if (own[name] !== undefined) reset.push(name);
    } else if ('problems' in read) problems.push(...read.problems);
    else set[name] = read.value;
  }
  return { set, reset, problems };
}

type Read =
  | 'absent'
  | 'inherit'
  | { readonly value: unknown }
  | { readonly problems: FieldProblem[] };

function readOne(
  name: SettingName,
  values: FormValues,
  context: Pick<FieldContext, 'own' | 'inherited'>,
): Read {
  if (name === 'budget') return readBudget(values, context);
  if (name === 'masking') return readMasking(values, context);
  if (name === 'locks') return readLocks(values);
  const given = values[name];
  if (given === undefined) return 'absent';
  if (name === 'managers') return listOrInherit(listOf(given));
  if (name === 'personas') {
    const ids = listOf(given);
    if (ids.length === 0) return 'inherit';
    return { value: ids.includes(OF_PRESET) ? null : ids };
  }
  const text = textOf(given);
  if (text === '') return 'inherit';
  if (name === 'rounds' || NUMBERS.has(name)) return { value: readNumber(text) };
  if ((name === 'critiqueLanguage' || name === 'draftLanguage') && isNone(text))
    return { value: null };
  if (text === 'on' || text === 'off') return { value: text === 'on' };
  return { value: text };
}

const NUMBERS: ReadonlySet<SettingName> = new Set([
  'maxDraftChars',
  'maxFileChars',
  'retentionDays',
  'voteHours',
]);

const BUDGET_FIELDS: readonly (readonly [keyof Budget, string, string, SettingGroup?])[] = [
  ['reviewsPerMember', 'Reviews a member, a day', '20'],
  ['tokensPerMember', 'Tokens a member, a day', '50000'],
  ['tokensPerChannel', 'Tokens a channel, a day', '200000'],
  ['tokensPerWorkspace', 'Tokens in the workspace, a day', '2000000'],
  ['costPerWorkspace', 'US dollars in the workspace, a day', '5'],
  ['tokensPerRun', 'Tokens a review', '50000', 'size'],
];

function budgetFields({ own, inherited, from }: FieldContext, group: SettingGroup | null): Field[] {
  const here = BUDGET_FIELDS.filter(([, , , form = 'budget']) => form === group);
  return here.map(([part, label, placeholder]) => ({
    type: 'text',
    name: `budget.${part}`,
    label,
    hint: clip(
      `A number, or “none”. Empty: ${from.toLowerCase()} decides (${limitWords(inherited.budget[part])}).`,
    ),
    value: own.budget === undefined ? '' : limitWords(own.budget[part]),
    isLong: false,
    isRequired: false,
    maxChars: 20,
    placeholder,
  }));
}

function limitWords(limit: number | null | undefined): string {
  return limit == null ? 'none' : String(limit);
}

function readBudget(
  values: FormValues,
  { own, inherited }: Pick<FieldContext, 'own' | 'inherited'>,
): Read {
  const filled = BUDGET_FIELDS.flatMap(([part]) => {
    const value = values[`budget.${part}`];
    return value === undefined ? [] : [[part, textOf(value)] as const];
  });
  if (filled.length === 0) return 'absent';
  // What another form shows stays as this place decided it.
  const elsewhere = BUDGET_FIELDS.flatMap(([part]) =>
    filled.some(([shown]) => shown === part) || own.budget === undefined
      ? []
      : [[part, own.budget[part] ?? null] as const],
  );
  const isOwnElsewhere = elsewhere.some(([part, limit]) => limit !== inherited.budget[part]);
  if (filled.every(([, text]) => text === '') && !isOwnElsewhere) return 'inherit';
  const problems: FieldProblem[] = [];
  const budget: Record<string, number | null> = {
    ...inherited.budget,
    ...Object.fromEntries(elsewhere),
  };
  for (const [part, text] of filled) {
    if (text === '') continue;
    const number = isNone(text) ? null : readNumber(text);
    const isWhole = part === 'costPerWorkspace' || Number.isInteger(number);
    if (number !== null && (typeof number !== 'number' || number <= 0 || !isWhole)) {
      problems.push({
        field: `budget.${part}`,
        message: `“${text}” is no limit: give a ${part === 'costPerWorkspace' ? 'number' : 'whole number'} above 0, or “none”.`,
      });
    } else budget[part] = number;
  }
  return problems.length > 0 ? { problems } : { value: budget };
}

function readMasking(values: FormValues, { inherited }: Pick<FieldContext, 'inherited'>): Read {
  const [emails, names] = [values['masking.emails'], values['masking.names']].map((each) =>
    each === undefined ? undefined : textOf(each),
  );
  if (emails === undefined && names === undefined) return 'absent';
  if (!emails && !names) return 'inherit';
  const pick = (text: string | undefined, otherwise: boolean) => (text ? text === 'on' : otherwise);
  return {
    value: {
      emails: pick(emails, inherited.masking.emails),
      names: pick(names, inherited.masking.names),
    },
  };
}

function lockFields({ own }: FieldContext): Field[] {
  const { hint } = SETTING_RULES.locks;
  return [LOCKABLE.slice(0, HALF), LOCKABLE.slice(HALF)].map((names, half) => ({
    type: 'choices',
    name: `locks.${half + 1}`,
    label: half === 0 ? 'Locked: how texts are reviewed' : 'Locked: the rest',
    hint,
    value: names.filter((name) => own.locks?.includes(name)),
    options: names.map((name) => ({ value: name, label: SETTING_RULES[name].label })),
    max: names.length,
  }));
}

function readLocks(values: FormValues): Read {
  const halves = [values['locks.1'], values['locks.2']];
  if (halves.every((half) => half === undefined)) return 'absent';
  return listOrInherit(halves.flatMap((half) => (half === undefined ? [] : listOf(half))));
}

/** Where nobody is named, nothing was decided. */
function listOrInherit(list: readonly string[]): Read {
  return list.length === 0 ? 'inherit' : { value: list };
}

function personasField(context: FieldContext): Field {
  const { own, library, inherited } = context;
  const { label, hint } = SETTING_RULES.personas;
  const value = own.personas === undefined ? [] : (own.personas ?? [OF_PRESET]);
  const now = settingWords('personas', inherited.personas, library);
  return {
    type: 'choices',
    name: 'personas',
    label,
    hint: clip(`${hint} None chosen: ${context.from.toLowerCase()} decides (${now}).`),
    value,
    options: [
      { value: OF_PRESET, label: 'Those of the preset' },
      ...options(library.personas),
    ].slice(0, FORM_LIMITS.options),
    max: 6,
  };
}

function textField(
  name:
    | 'critiqueLanguage'
    | 'draftLanguage'
    | 'model'
    | 'maxDraftChars'
    | 'maxFileChars'
    | 'retentionDays'
    | 'voteHours',
  { own, inherited, library, from }: FieldContext,
): Field {
  const { label, hint } = SETTING_RULES[name];
  const value = own[name];
  const now = settingWords(name, inherited[name] as never, library);
  return {
    type: 'text',
    name,
    label,
    hint: clip(`${hint} Empty: ${from.toLowerCase()} decides (${now}).`),
    value: value === undefined ? '' : value === null ? 'draft' : String(value),
    isLong: false,
    isRequired: false,
    maxChars: 100,
    placeholder: String(inherited[name] ?? 'en'),
  };
}

function choice(name: SettingName, context: FieldContext, listed: readonly FieldOption[]): Field {
  const { label, hint } = SETTING_RULES[name];
  const { own, inherited, library } = context;
  const inheritedWords = settingWords(name, inherited[name] as never, library);
  const value = own[name];
  const key =
    value === undefined ? '' : value === true ? 'on' : value === false ? 'off' : String(value);
  return {
    ...choiceOf(name, label, hint, [inheritOption(context, inheritedWords), ...listed]),
    value: key,
  };
}

function choiceOf(name: string, label: string, hint: string, listed: readonly FieldOption[]) {
  return {
    type: 'choice',
    name,
    label,
    hint,
    options: listed.slice(0, FORM_LIMITS.options),
  } as const;
}

function inheritOption({ from }: Pick<FieldContext, 'from'>, words: string): FieldOption {
  return { value: '', label: clip(`${from} decides: ${words}`, FORM_LIMITS.optionLabelChars) };
}

/** Personas or presets as options. */
export function options(
  items: readonly {
    readonly id: string;
    readonly title: string;
    readonly purpose?: string;
    readonly reader?: string;
  }[],
): FieldOption[] {
  return items.map(({ id, title, purpose, reader }) => {
    const hint = purpose ?? reader;
    return { value: id, label: title, ...(hint === undefined ? {} : { hint: clip(hint) }) };
  });
}

/** Shortens words to what every platform shows. */
export function clip(words: string, maxChars: number = FORM_LIMITS.hintChars): string {
  if (words.length <= maxChars) return words;
  const cut = words.slice(0, maxChars - 1);
  // Between words where one ends near enough.
  const end = cut.search(/\s\S*$/);
  return `${(end > maxChars * 0.7 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** What a text field holds, whatever came. */
export function textOf(given: string | readonly string[]): string {
  return (typeof given === 'string' ? given : (given[0] ?? '')).trim();
}

/** What a field with several values holds, whatever came. */
export function listOf(given: string | readonly string[]): string[] {
  const list = typeof given === 'string' ? given.split(',') : [...given];
  return list.map((each) => each.trim()).filter((each) => each !== '');
}

function readNumber(text: string): number | string {
  const number = Number(text.replace(/(?<=\d)[,'  ](?=\d{3}\b)/g, ''));
  return Number.isFinite(number) ? number : text;
}

function isNone(text: string): boolean {
  return /^(?:none|no limit|unlimited|draft|-|–)$/i.test(text);
}

/** Words that begin with a capital. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
