import type { z } from 'zod';
import { spanWords } from '../review/words.ts';
import type { Library } from './library.ts';
import { SETTING_SCHEMAS } from './setting-schemas.ts';
import type { Settings } from './settings.ts';
import { showEmoji, targetWords } from './workspace-library.ts';

export type SettingName = keyof Settings;

/** The groups settings are shown and changed in, in order. */
export const SETTING_GROUPS = [
  { id: 'review', title: 'How texts are reviewed' },
  { id: 'delivery', title: 'Where answers go' },
  { id: 'method', title: 'Language and method' },
  { id: 'reading', title: 'What is read and shown' },
  { id: 'vote', title: 'Blind votes' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'budget', title: 'Limits' },
  { id: 'size', title: 'Length and cost' },
  { id: 'access', title: 'Access' },
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number]['id'];

/** What people are told about one setting. */
export interface SettingRule<Value> {
  readonly label: string;
  readonly hint: string;
  /** Null: it is changed on a page of its own. */
  readonly group: SettingGroup | null;
  /** A second form that holds a part of it: no platform's form has more than five fields. */
  readonly partlyIn?: SettingGroup;
  /** Set where a channel cannot differ. */
  readonly onlyWorkspace?: true;
  /** How to put a wrong value right. */
  readonly fix: string;
  words(value: Value, library: Library): string;
}

const one =
  <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (value: Value) =>
    words[value];
const onOff = (value: boolean) => (value ? 'on' : 'off');
const number = (value: number) => value.toLocaleString('en');
/** Values kept by an older release may lack a limit that came later. */
const limit = (value: number | null | undefined, unit: string) =>
  value == null ? null : `${number(value)} ${unit}`;

/** The words for every value that is one of a few. */
export const CHOICE_WORDS = {
  rounds: { 1: '1', 2: '2', 3: '3', 4: '4' },
  mode: {
    auto: 'critique, then refine',
    guided: 'critique, then wait for decisions',
    'critique-only': 'critique only',
  },
  editStyle: { edits: 'only what was marked', rewrite: 'rewrite freely' },
  briefEditStyle: { edits: 'only what was marked', rewrite: 'rewrite freely' },
  delivery: {
    thread: 'in the thread',
    private: 'privately',
    digest: 'in the thread, as one reply',
  },
  commandDelivery: {
    thread: 'in the channel',
    private: 'privately',
    digest: 'in the channel, as one reply',
  },
  consent: {
    anyone: 'anyone',
    'author-only': 'only its author',
    'ask-author': 'anyone, once its author agrees',
  },
  capture: { message: 'the message', thread: 'the author’s messages in the thread' },
  strategy: {
    'self-refine': 'critique and refine',
    'three-step': 'draft, critique, refine',
    'one-shot': 'one call',
    'best-of-n': 'best of several',
  },
  appPosts: { ignore: 'ignored', review: 'reviewed' },
  embeds: { ignore: 'ignored', read: 'read' },
  externalPeople: { read: 'read, not ask', trigger: 'read and ask' },
} as const;

const preset = (id: string, { presets }: Library) =>
  presets.find((each) => each.id === id)?.title ?? `“${id}”, which no longer exists`;
const language = (tag: string | null) => tag ?? 'the draft’s own';

/** Every setting, in the order it is shown. */
export const SETTING_RULES: { readonly [Name in SettingName]: SettingRule<Settings[Name]> } = {
  preset: {
    label: 'Preset',
    hint: 'The editors and habits for the kind of text written here.',
    group: 'review',
    fix: 'name a preset of this workspace',
    words: preset,
  },
  personas: {
    label: 'Editors',
    hint: 'In place of those of the preset.',
    group: 'review',
    fix: 'name 1–6 editors of this workspace',
    words: (ids, { personas }) =>
      ids === null
        ? 'those of the preset'
        : ids.map((id) => personas.find((each) => each.id === id)?.title ?? `“${id}”`).join(', '),
  },
  rounds: {
    label: 'Rounds',
    hint: 'How often a draft is critiqued and refined.',
    group: 'review',
    fix: 'choose 1, 2, 3 or 4',
    words: String,
  },
  mode: {
    label: 'Mode',
    hint: 'Whether the editors refine by themselves.',
    group: 'review',
    fix: 'choose auto, guided or critique-only',
    words: one(CHOICE_WORDS.mode),
  },
  editStyle: {
    label: 'How to edit',
    hint: 'For words a person wrote.',
    group: 'review',
    fix: 'choose edits or rewrite',
    words: one(CHOICE_WORDS.editStyle),
  },
  delivery: {
    label: 'Reviews of messages appear',
    hint: 'For messages that stand in a channel already.',
    group: 'delivery',
    fix: 'choose thread, private or digest',
    words: one(CHOICE_WORDS.delivery),
  },
  commandDelivery: {
    label: 'Reviews asked for by command appear',
    hint: 'For texts given with a command or form.',
    group: 'delivery',
    fix: 'choose thread, private or digest',
    words: one(CHOICE_WORDS.commandDelivery),
  },
  consent: {
    label: 'Who may ask about others’ messages',
    hint: 'Authors can always ask about their own.',
    group: 'delivery',
    fix: 'choose anyone, author-only or ask-author',
    words: one(CHOICE_WORDS.consent),
  },
  capture: {
    label: 'What a mention reads',
    hint: 'The message a thread hangs on, or all its author wrote there.',
    group: 'delivery',
    fix: 'choose message or thread',
    words: one(CHOICE_WORDS.capture),
  },
  finalDraftOnly: {
    label: 'Only the refined draft',
    hint: 'Critiques are not posted.',
    group: 'delivery',
    fix: 'say true or false',
    words: onOff,
  },
  triggerEmoji: {
    label: 'Trigger emoji',
    hint: 'Reactions that start a review.',
    group: null,
    fix: 'give each emoji a preset or a persona of this workspace',
    words: (map, library) =>
      Object.entries(map)
        .map(([name, target]) => `${showEmoji(name)} ${targetWords(target, library)}`)
        .join(', ') || 'none',
  },
  critiqueLanguage: {
    label: 'Language of critiques',
    hint: 'A tag such as en or de-AT.',
    group: 'method',
    fix: 'give a language tag such as en, de-AT or pt-BR, or null for the draft’s own',
    words: language,
  },
  draftLanguage: {
    label: 'Language of drafts',
    hint: 'A tag such as en or de-AT.',
    group: 'method',
    fix: 'give a language tag such as en, de-AT or pt-BR, or null for the draft’s own',
    words: language,
  },
  strategy: {
    label: 'Strategy',
    hint: 'How the models are asked.',
    group: 'method',
    fix: 'choose self-refine, three-step, one-shot or best-of-n',
    words: one(CHOICE_WORDS.strategy),
  },
  briefEditStyle: {
    label: 'How to edit generated drafts',
    hint: 'For drafts written from a brief.',
    group: 'method',
    fix: 'choose edits or rewrite',
    words: one(CHOICE_WORDS.briefEditStyle),
  },
  model: {
    label: 'Model',
    hint: 'default, a name from the configuration, or offline: no text leaves the machine.',
    group: 'method',
    fix: 'write default, offline or the name of a model from the configuration, up to 100 characters',
    words: (name) => (name === 'offline' ? 'offline: no text leaves the machine' : name),
  },
  publicStatus: {
    label: 'Status on messages',
    hint: 'A mark on public messages while they are under review.',
    group: 'reading',
    fix: 'say true or false',
    words: onOff,
  },
  appPosts: {
    label: 'Posts of other apps',
    hint: 'Whether they can be reviewed.',
    group: 'reading',
    fix: 'choose ignore or review',
    words: one(CHOICE_WORDS.appPosts),
  },
  embeds: {
    label: 'Embeds',
    hint: 'Whether previews and cards count as text.',
    group: 'reading',
    fix: 'choose ignore or read',
    words: one(CHOICE_WORDS.embeds),
  },
  externalPeople: {
    label: 'Guests and connected workspaces may',
    hint: 'Reviews by guests cost your tokens.',
    group: 'reading',
    fix: 'choose read or trigger',
    words: one(CHOICE_WORDS.externalPeople),
  },
  blindVote: {
    label: 'Blind vote',
    hint: 'Original and refined draft as A and B, for the channel to choose.',
    group: 'vote',
    fix: 'say true or false',
    words: onOff,
  },
  voteHours: {
    label: 'A vote stays open',
    hint: 'In hours. Then it closes by itself; its author can close it before.',
    group: 'vote',
    fix: 'give a whole number from 1 to 336',
    words: spanWords,
  },
  masking: {
    label: 'Hidden from the model',
    hint: 'Secrets always are.',
    group: 'privacy',
    fix: 'say true or false for emails and for names',
    words: ({ emails, names }) =>
      ['secrets', ...(emails ? ['e-mail addresses'] : []), ...(names ? ['names'] : [])].join(', '),
  },
  exportDecisions: {
    label: 'Export with words',
    hint: 'Exported decisions and votes carry the words they are about.',
    group: 'privacy',
    fix: 'say true or false',
    words: onOff,
  },
  keepCallWords: {
    label: 'Keep what models are sent',
    hint: 'Prompts and answers, secrets hidden, as long as the review’s words. For finding faults.',
    group: 'privacy',
    fix: 'say true or false',
    words: onOff,
  },
  retentionDays: {
    label: 'Days words are kept',
    hint: '0: only while the review runs. Counts stay.',
    group: 'privacy',
    fix: 'give a whole number from 0 to 3650',
    words: (days) => (days === 0 ? 'only while a review runs' : `${number(days)} days`),
  },
  budget: {
    label: 'Limits per UTC day',
    hint: 'A number, or none.',
    group: 'budget',
    partlyIn: 'size',
    fix: 'give all of reviewsPerMember, tokensPerMember, tokensPerChannel, tokensPerWorkspace, costPerWorkspace and tokensPerRun, each a number above 0, or null for no limit',
    words: (budget) =>
      [
        limit(budget.reviewsPerMember, 'reviews a member'),
        limit(budget.tokensPerMember, 'tokens a member'),
        limit(budget.tokensPerChannel, 'tokens a channel'),
        limit(budget.tokensPerWorkspace, 'tokens in the workspace'),
        budget.costPerWorkspace === null ? null : `$${budget.costPerWorkspace} in the workspace`,
        limit(budget.tokensPerRun, 'tokens a review'),
      ]
        .filter((each) => each !== null)
        .join(', ') || 'none',
  },
  maxDraftChars: {
    label: 'Longest draft in chat',
    hint: 'Characters, up to 24,000.',
    group: 'size',
    fix: 'give a whole number from 500 to 24000',
    words: (chars) => `${number(chars)} characters`,
  },
  maxFileChars: {
    label: 'Longest draft as a file',
    hint: 'Characters, up to 100,000.',
    group: 'size',
    fix: 'give a whole number from 500 to 100000',
    words: (chars) => `${number(chars)} characters`,
  },
  locks: {
    label: 'Locked settings',
    hint: 'Only workspace admins change these, here and in every channel.',
    group: 'access',
    onlyWorkspace: true,
    fix: 'list names of settings',
    words: (names) =>
      names.map((name) => (isSettingName(name) ? labelOf(name) : name)).join(', ') || 'none',
  },
  managers: {
    label: 'Who may change settings',
    hint: 'Members and roles, beside the workspace’s admins.',
    group: 'access',
    onlyWorkspace: true,
    fix: 'list at most 50 members or roles',
    words: (refs) =>
      refs.length === 0 ? 'workspace admins' : `workspace admins and ${refs.length} more`,
  },
  houseStyle: {
    label: 'House style',
    hint: 'Style guide, word list, dialect.',
    group: null,
    fix: 'give a style guide and a word list',
    words: ({ guide, avoid, names, allowed, dialect }) => {
      const words = avoid.length + names.length + allowed.length;
      return (
        [
          guide.trim() === '' ? null : `a guide of ${number(guide.length)} characters`,
          words === 0 ? null : `${number(words)} ${words === 1 ? 'word' : 'words'}`,
          dialect ?? null,
        ]
          .filter((each) => each !== null)
          .join(', ') || 'none'
      );
    },
  },
};

/** Every setting's name, in the order it is shown. */
export const SETTING_NAMES = Object.keys(SETTING_RULES) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTING_RULES, name);
}

function labelOf(name: SettingName): string {
  return SETTING_RULES[name].label;
}

/** What people read for a value. */
export function settingWords<Name extends SettingName>(
  name: Name,
  value: Settings[Name],
  library: Library,
): string {
  return SETTING_RULES[name].words(value, library);
}

/** Reads the value of a setting from unknown data; a sentence with the fix when it cannot be one. */
export function readSetting<Name extends SettingName>(
  name: Name,
  given: unknown,
): { readonly value: Settings[Name] } | { readonly problem: string } {
  const schema: z.ZodType = SETTING_SCHEMAS[name];
  const read = schema.safeParse(given);
  if (read.success) return { value: read.data as Settings[Name] };
  const { label, fix } = SETTING_RULES[name];
  return { problem: `${label} is ${quote(given)}: ${fix}.` };
}

function quote(given: unknown): string {
  const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? String(given));
  return `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
}
