import { formatAddress } from './address.ts';
import { type Book, readValues } from './book.ts';
import { type ChangeOutcome, changeSettings, refuseSettings, settingsVersion } from './change.ts';
import { may, refusal, roleOf } from './permissions.ts';
import type { Origin } from './resolution.ts';
import {
  noteOf,
  outcomeNote,
  placeWords,
  refusedNote,
  type ScreenContext,
} from './screen-context.ts';
import { complaintParts } from './screen-parts.ts';
import type { Form, FormValues, Screen, ScreenButton, View, ViewPart } from './screens.ts';
import { clip, type FieldContext, readFields, settingFields } from './setting-fields.ts';
import {
  isSettingName,
  SETTING_GROUPS,
  SETTING_NAMES,
  SETTING_RULES,
  type SettingGroup,
  type SettingName,
  settingWords,
} from './setting-rules.ts';
import { BUILT_IN_SETTINGS, type Settings } from './settings.ts';

/** Which settings a screen is about: those of the channel one is in, or the workspace's. */
export type Scope = 'here' | 'all';

/** What applies at this place, where each value comes from, and the ways to change it. */
export function showSettings(context: ScreenContext): View {
  const { deps, book, place, by } = context;
  const role = roleOf(by, book.decided({ workspace: place.workspace }).managers.value);
  const parts: ViewPart[] = SETTING_GROUPS.map(({ id, title }) => ({
    markdown: `**${title}**\n${namesIn(id)
      .map((name) => line(context, name))
      .join('\n')}`,
    buttons: [],
  }));
  const own: ViewPart[] = [
    {
      markdown: `**Emoji and house style**\n${line(context, 'triggerEmoji')}\n${line(context, 'houseStyle')}`,
      buttons: wayButtons(),
    },
    {
      markdown: '**What was learned and what was changed**',
      buttons: [
        { label: 'Lessons', address: 'lessons', does: 'show', style: 'plain' },
        { label: 'Log of changes', address: 'log', does: 'show', style: 'plain' },
      ],
    },
  ];
  const ways: ViewPart[] = [];
  if (place.channel !== undefined && may(role, 'change a channel')) {
    ways.push({
      markdown: 'Change what this channel decides for itself:',
      buttons: [],
      menu: menuFor('here'),
    });
    const resets = resetMenu(book, place.channel);
    if (resets !== null)
      ways.push({ markdown: 'Or let it inherit again:', buttons: [], menu: resets });
  }
  if (may(role, 'change the workspace')) {
    ways.push({
      markdown: 'Change what holds for the whole workspace:',
      buttons: [],
      menu: menuFor('all'),
    });
  }
  if (may(role, 'open the pages') && deps.passes.isPublic()) {
    ways.push({
      markdown: 'Or on a page, with everything in view:',
      buttons: [{ label: 'Open in the browser', address: 'browser', does: 'do', style: 'plain' }],
    });
  }
  if (ways.length === 0) {
    ways.push({
      markdown:
        'Workspace admins can change these. You can still choose editors and preset for each review you ask for.',
      buttons: [],
    });
  }
  const title = place.channel === undefined ? 'Settings of the workspace' : 'Settings here';
  return {
    type: 'view',
    address: 'settings',
    title,
    parts: [...complaintParts(context), ...ways, ...parts, ...own],
  };
}

function wayButtons(): ScreenButton[] {
  return [
    { label: 'Trigger emoji', address: 'emoji', does: 'show', style: 'plain' },
    { label: 'House style', address: 'style', does: 'show', style: 'plain' },
    { label: 'Editors', address: 'personas', does: 'show', style: 'plain' },
    { label: 'Presets', address: 'presets', does: 'show', style: 'plain' },
  ];
}

function menuFor(scope: Scope) {
  return {
    label: scope === 'here' ? 'For this channel…' : 'For the workspace…',
    options: SETTING_GROUPS.filter(({ id }) => scope === 'all' || id !== 'access').map(
      ({ id, title }) => ({
        label: title,
        hint: clip(
          namesIn(id)
            .map((name) => SETTING_RULES[name].label)
            .join(', '),
        ),
        address: formatAddress(['settings', scope, id]),
      }),
    ),
  };
}

function resetMenu(book: Book, channel: string) {
  const names = SETTING_NAMES.filter(
    (name) => book.own(channel)[name] !== undefined && name !== 'houseStyle',
  );
  if (names.length === 0) return null;
  return {
    label: 'Inherit again…',
    options: names.slice(0, 25).map((name) => ({
      label: SETTING_RULES[name].label,
      hint: 'As the workspace decides',
      address: formatAddress(['reset', 'here', name]),
    })),
  };
}

function namesIn(group: SettingGroup): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => SETTING_RULES[name].group === group);
}

/** The settings a form changes, those it holds only a part of included. */
function formNames(group: SettingGroup): readonly SettingName[] {
  return SETTING_NAMES.filter(
    (name) => SETTING_RULES[name].group === group || SETTING_RULES[name].partlyIn === group,
  );
}

function line({ book, place }: ScreenContext, name: SettingName): string {
  const { value, origin } = book.resolve(place)[name];
  const isLocked = book.decided({ workspace: place.workspace }).locks.value.includes(name);
  const words = settingWords(name, value as never, book.library);
  return `- ${SETTING_RULES[name].label}: **${words}** · ${originWords(origin)}${isLocked ? ' · locked' : ''}`;
}

/** Where a value comes from, in words. */
export function originWords(origin: Origin): string {
  return {
    channel: 'set in this channel',
    parent: 'from the channel above',
    workspace: 'from the workspace',
    'built-in default': 'built in',
  }[origin];
}

/** What would hold at a place without its own decisions. */
export function inheritedAt({ book, place }: ScreenContext, scope: Scope): Settings {
  const above =
    scope === 'all'
      ? null
      : {
          workspace: place.workspace,
          ...(place.parent === undefined ? {} : { channel: place.parent }),
        };
  if (above === null) return BUILT_IN_SETTINGS;
  const settings = book.decided(above);
  return Object.fromEntries(
    Object.entries(settings).map(([name, { value }]) => [name, value]),
  ) as unknown as Settings;
}

/** The channel a scope means; undefined when there is none. */
export function channelOf({ place }: ScreenContext, scope: Scope): string | null | undefined {
  return scope === 'all' ? null : place.channel;
}

function fieldContext(context: ScreenContext, scope: Scope, channel: string | null): FieldContext {
  return {
    own: context.book.own(channel),
    inherited: inheritedAt(context, scope),
    library: context.book.library,
    models: context.deps.models,
    from: scope === 'all' ? 'The default' : 'The workspace',
  };
}

/** The form of one group of settings. */
export function showGroup(
  context: ScreenContext,
  scope: Scope,
  group: string,
  again: {
    readonly values: FormValues;
    readonly problems: Form['problems'];
    readonly base: number;
  } | null = null,
): Screen {
  const known = SETTING_GROUPS.find(({ id }) => id === group);
  const channel = channelOf(context, scope);
  if (known === undefined || channel === undefined) return noteOf('There is no such page.', false);
  const names = formNames(known.id);
  const { workspace } = context.place;
  const some = names.find(
    (name) =>
      refuseSettings(context.book, { workspace, channel, set: {}, reset: [name] }, context.by) ===
      null,
  );
  if (some === undefined) {
    const [first = 'rounds'] = names;
    return refusedNote(
      refuseSettings(context.book, { workspace, channel, set: {}, reset: [first] }, context.by) ??
        '',
    );
  }
  const fields = names.flatMap((name) =>
    settingFields(name, fieldContext(context, scope, channel), known.id),
  );
  const version = again?.base ?? settingsVersion(context.book, channel);
  return {
    type: 'form',
    address: formatAddress(['settings', scope, group], { step: 0, version }),
    title: clip(known.title, 24),
    steps: [
      {
        title: clip(known.title, 24),
        intro: `For ${placeWords(context, scope)}. What you leave open is inherited.`,
        fields: fields.map((field) => refill(field, again?.values)),
      },
    ],
    at: 0,
    submit: 'Save',
    finish: 'Save',
    problems: again?.problems ?? [],
  };
}

/** A field with what was typed, so that nothing has to be typed twice. */
export function refill<F extends Form['steps'][number]['fields'][number]>(
  field: F,
  values: FormValues | undefined,
): F {
  const given = values?.[field.name];
  if (given === undefined) return field;
  const isList = field.type === 'choices' || field.type === 'people';
  const value = isList
    ? typeof given === 'string'
      ? given.split(',')
      : given
    : typeof given === 'string'
      ? given
      : (given[0] ?? '');
  return { ...field, value };
}

/** Saves one group of settings. */
export async function submitGroup(
  context: ScreenContext,
  scope: Scope,
  group: string,
  filled: { readonly values: FormValues; readonly base: number },
): Promise<Screen> {
  const channel = channelOf(context, scope);
  const known = SETTING_GROUPS.find(({ id }) => id === group);
  if (known === undefined || channel === undefined) return noteOf('There is no such page.', false);
  // What the form showed decides what was changed in it, whatever others saved meanwhile.
  const own = await settingsAt(context, channel, filled.base);
  const read = readFields(formNames(known.id), filled.values, {
    ...fieldContext(context, scope, channel),
    own,
  });
  if (read.problems.length > 0) {
    return showGroup(context, scope, group, { ...filled, problems: read.problems });
  }
  const { set, reset } = dropUnchanged(read, own);
  const outcome = await changeSettings(
    context.deps,
    { workspace: context.place.workspace, channel, set, reset, base: filled.base },
    context.by,
  );
  return afterChange(context, outcome, {
    what: placeWords(context, scope),
    again: (problems, base) =>
      showGroup(context, scope, group, {
        values: filled.values,
        problems,
        base: base ?? filled.base,
      }),
  });
}

/** What a place had decided itself at a version. */
async function settingsAt(
  { deps, book, place }: ScreenContext,
  channel: string | null,
  version: number,
): Promise<Partial<Settings>> {
  if (version === settingsVersion(book, channel)) return book.own(channel);
  const of = { workspace: place.workspace, kind: 'settings', key: channel ?? '' } as const;
  const history = await deps.store.history(of);
  return readValues(history.find((entry) => entry.version === version)?.body);
}

/** What stands already is no wish: a locked setting beside a changed one must not stop the change. */
function dropUnchanged(
  {
    set,
    reset,
  }: { readonly set: Readonly<Record<string, unknown>>; readonly reset: readonly SettingName[] },
  own: Partial<Settings>,
) {
  const changed = Object.entries(set).filter(
    ([name, value]) => !isSettingName(name) || JSON.stringify(own[name]) !== JSON.stringify(value),
  );
  return { set: Object.fromEntries(changed), reset };
}

/** Turns the outcome of a change into the next screen. */
export function afterChange(
  context: ScreenContext,
  outcome: ChangeOutcome,
  {
    what,
    again,
  }: {
    readonly what: string;
    readonly again: (problems: Form['problems'], base?: number) => Screen;
  },
): Screen {
  if (outcome.type === 'wrong') return again(outcome.problems);
  if (outcome.type === 'late')
    return again([{ field: '', message: outcome.message }], outcome.base);
  return outcomeNote(context, outcome, what);
}

/** Asks before something is inherited again. */
export function showReset(context: ScreenContext, name: string): Screen {
  if (!isSettingName(name)) return noteOf('There is no such setting.', false);
  const value = inheritedAt(context, 'here')[name];
  const words = settingWords(name, value as never, context.book.library);
  return {
    type: 'view',
    address: formatAddress(['reset', 'here', name]),
    title: 'Inherit again',
    parts: [
      {
        markdown: `*${SETTING_RULES[name].label}* would be inherited again: **${words}**.`,
        buttons: [
          {
            label: 'Inherit it',
            address: formatAddress(['reset', 'here', name]),
            does: 'do',
            style: 'primary',
          },
          { label: 'Back', address: 'settings', does: 'show', style: 'plain' },
        ],
      },
    ],
  };
}

/** Lets a channel, or the workspace, inherit a setting again. */
export async function submitReset(
  context: ScreenContext,
  scope: Scope,
  name: string,
): Promise<Screen> {
  const channel = channelOf(context, scope);
  if (channel === undefined) return noteOf('There is no such page.', false);
  const outcome = await changeSettings(
    context.deps,
    { workspace: context.place.workspace, channel, set: {}, reset: [name] },
    context.by,
  );
  return afterChange(context, outcome, {
    what: placeWords(context, scope),
    again: (problems) => noteOf(problems.map(({ message }) => message).join(' '), false),
  });
}

/** Hands an admin a link that signs them in once. */
export async function openBrowser({ deps, book, by, place }: ScreenContext): Promise<Screen> {
  const { workspace } = place;
  const managers = book.decided({ workspace }).managers.value;
  if (!may(roleOf(by, managers), 'open the pages')) {
    return refusedNote(refusal('open the pages', managers));
  }
  const wish = { kind: 'sign-in', workspace, subject: '', member: by.member } as const;
  const issued = deps.passes.isPublic() ? await deps.passes.issue(wish) : null;
  return issued?.address == null
    ? refusedNote(
        'There is no page to open: whoever hosts me has to set PUBLIC_URL and ENCRYPTION_KEY.',
      )
    : noteOf(
        `[Sign in to the settings](${issued.address}): the link works once, for ten minutes. Keep it to yourself.`,
        true,
      );
}
