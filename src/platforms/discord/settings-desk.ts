import {
  type APIInteraction,
  type APIMessageComponentInteraction,
  type APIModalSubmitInteraction,
  InteractionResponseType,
  MessageFlags,
  Routes,
} from 'discord.js';
import type { Message } from '../../review/message.ts';
import type { Place } from '../../settings/resolution.ts';
import type { Actor, Form, FormValues, Screen, SettingsDoor } from '../../settings/screens.ts';
import type { Api } from './api.ts';
import type { Me } from './me.ts';
import type { Rendered } from './render.ts';
import {
  type Drawn,
  drawPictures,
  readScreenForm,
  readScreenId,
  renderForm,
  renderScreen,
  roleRef,
  type ScreenId,
} from './screens.ts';

export interface SettingsDeskDeps {
  readonly api: Api;
  readonly me: Me;
  readonly door: SettingsDoor;
  /** Where a member is, as settings count it. */
  readonly placeOf: (interaction: APIInteraction) => Promise<Place>;
  readonly actorOf: (interaction: APIInteraction) => Promise<Actor>;
  readonly reportError: (error: unknown, ref: string) => void;
}

/** Shows and changes settings in private messages and forms. */
export interface SettingsDesk {
  /** Shows a screen in answer to a command that nobody has answered yet. */
  open(interaction: APIInteraction, address: string): Promise<void>;
  /** Takes a click, a choice or a form; false for one that belongs to nothing of ours. */
  take(interaction: APIMessageComponentInteraction | APIModalSubmitInteraction): Promise<boolean>;
}

/** After this the answer is put off: three seconds are all there is, and the way there takes some. */
const ANSWER_WITHIN_MS = 1_800;
const MAX_KEPT = 200;

export function createSettingsDesk(deps: SettingsDeskDeps): SettingsDesk {
  /** What people typed and have to put right, until they open the form again. */
  const unfinished = new Map<string, Form>();
  const keyOf = (interaction: APIInteraction, address: string) =>
    `${(interaction.member?.user ?? interaction.user)?.id}/${address}`;

  const show = async (interaction: APIInteraction, address: string): Promise<Screen> => {
    const kept = unfinished.get(keyOf(interaction, address));
    unfinished.delete(keyOf(interaction, address));
    if (kept !== undefined) return kept;
    const [by, place] = await Promise.all([deps.actorOf(interaction), deps.placeOf(interaction)]);
    return deps.door.show(address, by, place);
  };
  const submit = async (interaction: APIInteraction, address: string, values: FormValues) => {
    const [by, place] = await Promise.all([deps.actorOf(interaction), deps.placeOf(interaction)]);
    const screen = await deps.door.submit(address, values, by, place);
    if (screen.type === 'form') {
      unfinished.set(keyOf(interaction, screen.address), screen);
      const oldest = unfinished.size > MAX_KEPT ? unfinished.keys().next().value : undefined;
      if (oldest !== undefined) unfinished.delete(oldest);
    }
    return screen;
  };

  return {
    open: (interaction, address) =>
      answer(deps, interaction, show(interaction, address), { isFresh: true, mayOpen: true }),

    async take(interaction) {
      const { data } = interaction;
      const id = readScreenId(data.custom_id);
      if (id === null) return false;
      if ('components' in data) {
        const { resolved } = data as { resolved?: { roles?: Record<string, unknown> } };
        const values = readScreenForm(data.components, Object.keys(resolved?.roles ?? {}));
        const address = id.does === 'menu' ? '' : id.address;
        // A form cannot follow a form.
        const how = { isFresh: interaction.message === undefined, mayOpen: false };
        await answer(deps, interaction, submit(interaction, address, values), how);
        return true;
      }
      const wanted = chosenAddress(id, data);
      const screen = id.does === 'do' ? submit(interaction, wanted, {}) : show(interaction, wanted);
      await answer(deps, interaction, screen, { isFresh: false, mayOpen: true });
      return true;
    },
  };
}

function chosenAddress(id: ScreenId, data: object): string {
  if (id.does !== 'menu') return id.address;
  return 'values' in data && Array.isArray(data.values) ? String(data.values[0] ?? '') : '';
}

interface How {
  /** There is no message yet that could be replaced. */
  readonly isFresh: boolean;
  /** A form may be the answer. */
  readonly mayOpen: boolean;
}

/** Answers with a screen: in time with what it is, late by way of “thinking…”. */
async function answer(
  deps: SettingsDeskDeps,
  interaction: APIInteraction,
  coming: Promise<Screen>,
  how: How,
): Promise<void> {
  const safe = coming
    .catch((error: unknown): Screen => {
      deps.reportError(error, 'settings');
      return failedNote;
    })
    .then(async (screen) => ({ screen, drawn: await drawPictures(screen) }));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
  });
  const inTime = await Promise.race([safe, late]);
  clearTimeout(timer);
  if (inTime !== null) return answerNow(deps, interaction, inTime, how);
  await callback(deps, interaction, {
    type: how.isFresh
      ? InteractionResponseType.DeferredChannelMessageWithSource
      : InteractionResponseType.DeferredMessageUpdate,
    ...(how.isFresh ? { data: { flags: MessageFlags.Ephemeral } } : {}),
  });
  const { screen, drawn } = await safe;
  const [first, ...rest] = renderScreen(asView(screen), drawn);
  await follow(deps, interaction, { first, rest });
}

async function answerNow(
  deps: SettingsDeskDeps,
  interaction: APIInteraction,
  { screen, drawn }: { readonly screen: Screen; readonly drawn: Drawn },
  { isFresh, mayOpen }: How,
): Promise<void> {
  if (screen.type === 'form' && mayOpen) {
    return callback(deps, interaction, {
      type: InteractionResponseType.Modal,
      data: renderForm(screen),
    });
  }
  const [first, ...rest] = renderScreen(asView(screen), drawn);
  await callback(
    deps,
    interaction,
    {
      type: isFresh
        ? InteractionResponseType.ChannelMessageWithSource
        : InteractionResponseType.UpdateMessage,
      data: first?.body,
    },
    first?.files,
  );
  await follow(deps, interaction, { rest });
}

const failedNote = {
  type: 'note',
  markdown: 'Something went wrong, and nothing was changed. Please try again.',
  isDone: false,
  buttons: [],
} as const;

/** A form that cannot be opened right here: what is to be put right, and the button that opens it. */
function asView(screen: Screen) {
  if (screen.type !== 'form') return screen;
  const { title, problems, address } = screen;
  const lines = problems.map(({ message }) => `- ${message}`);
  const words =
    lines.length > 0 ? 'Something to put right; what you typed is kept.' : 'One more step.';
  const label = lines.length > 0 ? 'Put it right' : 'Go on';
  return {
    type: 'view' as const,
    address,
    title,
    parts: [
      {
        markdown: [words, ...lines].join('\n'),
        buttons: [{ label, address, does: 'show' as const, style: 'primary' as const }],
      },
    ],
  };
}

/** Sends what did not fit into the answer. */
async function follow(
  { api, me }: SettingsDeskDeps,
  { token }: APIInteraction,
  { first, rest }: { readonly first?: Rendered | undefined; readonly rest: readonly Rendered[] },
): Promise<void> {
  if (first !== undefined) {
    await api<Message>({
      method: 'PATCH',
      route: Routes.webhookMessage(me.applicationId, token),
      doing: 'show settings',
      auth: false,
      body: { ...first.body, flags: first.body.flags & ~MessageFlags.Ephemeral },
      files: first.files,
    });
  }
  for (const { body, files } of rest) {
    const route = Routes.webhook(me.applicationId, token);
    await api({ method: 'POST', route, doing: 'show settings', auth: false, body, files });
  }
}

async function callback(
  { api }: SettingsDeskDeps,
  { id, token }: APIInteraction,
  body: object,
  files: Rendered['files'] = [],
): Promise<void> {
  const route = Routes.interactionCallback(id, token);
  await api({
    method: 'POST',
    route,
    doing: 'acknowledge an interaction',
    auth: false,
    body,
    files,
  });
}

/** The roles of who asks, as settings name them. */
export function rolesOf({ member }: APIInteraction): readonly string[] {
  return (member?.roles ?? []).map(roleRef);
}
