import { formatAddress } from './address.ts';
import { changeSettings, refuseSettings, settingsVersion } from './change.ts';
import { noteOf, placeWords, refusedNote, type ScreenContext } from './screen-context.ts';
import type { Form, FormValues, Screen, ViewPart } from './screens.ts';
import { clip, options, textOf } from './setting-fields.ts';
import type { EmojiTarget, Settings } from './settings.ts';
import {
  afterChange,
  channelOf,
  inheritedAt,
  originWords,
  refill,
  type Scope,
} from './settings-screens.ts';
import { readTriggerEmoji } from './trigger-emoji.ts';
import { showEmoji, targetWords } from './workspace-library.ts';

/** Which reactions start a review, and the ways to change that. */
export function showEmojiList(context: ScreenContext): Screen {
  const { book, place } = context;
  const { value, origin } = book.resolve(place).triggerEmoji;
  const own = book.decided(place).triggerEmoji.value;
  const lines = Object.entries(value).map(([name, target]) => {
    const from = name in own ? '' : ' · from the preset itself';
    return `- ${showEmoji(name)} starts **${targetWords(target, book.library)}**${from}`;
  });
  const scopes: readonly Scope[] = place.channel === undefined ? ['all'] : ['here', 'all'];
  const ways = scopes.filter((scope) => refuseEmoji(context, scope) === null);
  const parts: ViewPart[] = [
    {
      markdown: `${lines.length === 0 ? 'No emoji starts a review here.' : lines.join('\n')}\n\nThis list is ${originWords(origin)}.`,
      buttons: ways.map((scope) => ({
        label: scope === 'here' ? 'Add for this channel' : 'Add for the workspace',
        address: formatAddress(['emoji', scope, 'add']),
        does: 'show',
        style: 'plain',
      })),
    },
  ];
  const [nearest] = ways;
  const removable = Object.keys(own).slice(0, 25);
  if (nearest !== undefined && removable.length > 0) {
    parts.push({
      markdown: 'Take one away:',
      buttons: [],
      menu: {
        label: 'Take away…',
        options: removable.map((name) => ({
          label: `${showEmoji(name)} ${targetWords(own[name] ?? { preset: null }, book.library)}`,
          hint: clip(`In ${placeWords(context, nearest)}`),
          address: formatAddress(['emoji', nearest, 'remove', name]),
        })),
      },
    });
  }
  return { type: 'view', address: 'emoji', title: 'Trigger emoji', parts };
}

function refuseEmoji(context: ScreenContext, scope: Scope): string | null {
  const channel = channelOf(context, scope);
  if (channel === undefined) return 'There is no channel here.';
  const { workspace } = context.place;
  return refuseSettings(
    context.book,
    { workspace, channel, set: {}, reset: ['triggerEmoji'] },
    context.by,
  );
}

/** The form that gives an emoji something to start. */
export function showEmojiForm(
  context: ScreenContext,
  scope: Scope,
  again: {
    readonly values: FormValues;
    readonly problems: Form['problems'];
    readonly base: number;
  } | null = null,
): Screen {
  const refused = refuseEmoji(context, scope);
  if (refused !== null) return refusedNote(refused);
  const { library } = context.book;
  const version = again?.base ?? settingsVersion(context.book, channelOf(context, scope) ?? null);
  const fields: Form['steps'][number]['fields'] = [
    {
      type: 'text',
      name: 'emoji',
      label: 'Emoji',
      hint: 'The emoji itself or its name, such as :rocket: or one of your own.',
      value: '',
      isLong: false,
      isRequired: true,
      maxChars: 80,
      placeholder: ':rocket:',
    },
    {
      type: 'choice',
      name: 'preset',
      label: 'Starts a preset',
      hint: 'Or choose one editor below.',
      value: '',
      options: [
        { value: '', label: 'The preset in force in the channel' },
        ...options(library.presets),
      ].slice(0, 25),
    },
    {
      type: 'choice',
      name: 'persona',
      label: 'Or one editor alone',
      hint: '',
      value: '',
      options: [{ value: '', label: 'No, the preset above' }, ...options(library.personas)].slice(
        0,
        25,
      ),
    },
  ];
  return {
    type: 'form',
    address: formatAddress(['emoji', scope, 'add'], { step: 0, version }),
    title: 'Add a trigger emoji',
    steps: [
      {
        title: 'Trigger emoji',
        intro: `For ${placeWords(context, scope)}.`,
        fields: fields.map((field) => refill(field, again?.values)),
      },
    ],
    at: 0,
    submit: 'Save',
    finish: 'Save',
    problems: again?.problems ?? [],
  };
}

/** Gives an emoji something to start. */
export async function submitEmoji(
  context: ScreenContext,
  scope: Scope,
  { values, base }: { readonly values: FormValues; readonly base: number },
): Promise<Screen> {
  const again = (problems: Form['problems'], newBase = base) =>
    showEmojiForm(context, scope, { values, problems, base: newBase });
  const given = textOf(values.emoji ?? '');
  const name = readTriggerEmoji(given);
  if (name === null) {
    return again([
      {
        field: 'emoji',
        message: `“${clip(given, 40)}” is no emoji: give one, or a name such as :rocket:.`,
      },
    ]);
  }
  const persona = textOf(values.persona ?? '');
  const preset = textOf(values.preset ?? '');
  const target: EmojiTarget =
    persona === '' ? { preset: preset === '' ? null : preset } : { persona };
  const current = mapOf(context, scope);
  const taken = current[name];
  if (taken !== undefined && JSON.stringify(taken) !== JSON.stringify(target)) {
    return again([
      {
        field: 'emoji',
        message: `${showEmoji(name)} already starts ${targetWords(taken, context.book.library)}: take it away there first, or choose another emoji.`,
      },
    ]);
  }
  return saveMap(context, scope, { map: { ...current, [name]: target }, base, again });
}

/** Asks before an emoji is taken away. */
export function showEmojiRemoval(context: ScreenContext, scope: Scope, name: string): Screen {
  const address = formatAddress(['emoji', scope, 'remove', name]);
  return {
    type: 'view',
    address,
    title: 'Trigger emoji',
    parts: [
      {
        markdown: `${showEmoji(name)} would no longer start a review in ${placeWords(context, scope)}.`,
        buttons: [
          { label: 'Take it away', address, does: 'do', style: 'danger' },
          { label: 'Back', address: 'emoji', does: 'show', style: 'plain' },
        ],
      },
    ],
  };
}

/** Takes an emoji away. */
export async function removeEmoji(
  context: ScreenContext,
  scope: Scope,
  name: string,
): Promise<Screen> {
  const { [name]: gone, ...map } = mapOf(context, scope);
  if (gone === undefined) return noteOf(`${showEmoji(name)} starts nothing here.`, false);
  return saveMap(context, scope, {
    map,
    again: (problems) => noteOf(problems.map(({ message }) => message).join(' '), false),
  });
}

/** The map a change begins from: the place's own, else what it inherits. */
function mapOf(context: ScreenContext, scope: Scope): Settings['triggerEmoji'] {
  const channel = channelOf(context, scope) ?? null;
  return context.book.own(channel).triggerEmoji ?? inheritedAt(context, scope).triggerEmoji;
}

async function saveMap(
  context: ScreenContext,
  scope: Scope,
  {
    map,
    base,
    again,
  }: {
    readonly map: Settings['triggerEmoji'];
    readonly base?: number;
    readonly again: (problems: Form['problems'], base?: number) => Screen;
  },
): Promise<Screen> {
  const channel = channelOf(context, scope);
  if (channel === undefined) return noteOf('There is no channel here.', false);
  const outcome = await changeSettings(
    context.deps,
    {
      workspace: context.place.workspace,
      channel,
      set: { triggerEmoji: map },
      reset: [],
      ...(base === undefined ? {} : { base }),
    },
    context.by,
  );
  // The form's one field is the emoji, whatever setting the problem was found in.
  return afterChange(context, outcome, {
    what: placeWords(context, scope),
    again: (problems, newBase) =>
      again(
        problems.map((each) => ({ ...each, field: each.field === '' ? '' : 'emoji' })),
        newBase,
      ),
  });
}
