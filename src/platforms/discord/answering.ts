import {
  type APIInteraction,
  InteractionContextType,
  InteractionResponseType,
  MessageFlags,
  Routes,
} from 'discord.js';
import type { CommandWord } from '../../review/command-grammar.ts';
import type { Message } from '../../review/message.ts';
import type { Library } from '../../settings/library.ts';
import type { Admins } from './admins.ts';
import type { Api } from './api.ts';
import { unless } from './failure.ts';
import type { Listeners, ListenersDeps } from './listeners.ts';
import type { Doer } from './outcome.ts';
import { workspaceOf } from './places.ts';
import type { SettingsDesk } from './settings-desk.ts';

export interface InteractionsDeps extends ListenersDeps {
  readonly api: Api;
  readonly listeners: Listeners;
  readonly library: (workspace: string) => Promise<Library>;
  readonly admins: Admins;
  readonly settingsDesk: SettingsDesk;
  /** Answers an admin word; null for one that is not there. */
  readonly answer: (word: CommandWord, by: Doer, channel: string) => Promise<Message | null>;
  readonly now: () => number;
}

/** How long settings are waited for before what is built in decides who sees an answer. */
const SETTINGS_WAIT_MS = 1_000;

/** What settings say, or null when they take too long to wait for. */
export async function quickly<T>(settings: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SETTINGS_WAIT_MS);
  });
  try {
    return await Promise.race([settings.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Shows “thinking…”, to the member alone or to everybody: that cannot be changed later. */
export async function defer(
  deps: InteractionsDeps,
  interaction: APIInteraction,
  isPrivate: boolean,
): Promise<void> {
  await respond(deps, interaction, {
    type: InteractionResponseType.DeferredChannelMessageWithSource,
    ...(isPrivate ? { data: { flags: MessageFlags.Ephemeral } } : {}),
  });
  open(deps, interaction, { isPrivate, isPending: true });
}

/** Keeps what is needed to say more. */
export function open(
  { tokens, now }: InteractionsDeps,
  interaction: APIInteraction,
  how: { readonly isPrivate: boolean; readonly isPending: boolean },
): void {
  const { id, token } = interaction;
  tokens.open({ id, token, member: memberOf(interaction), at: now(), ...how });
}

/** The first answer, due within three seconds; one that was given already is fine. */
export async function respond(
  { api }: InteractionsDeps,
  { id, token }: APIInteraction,
  body: object,
): Promise<void> {
  await unless<unknown>(
    api({
      method: 'POST',
      route: Routes.interactionCallback(id, token),
      doing: 'acknowledge an interaction',
      auth: false,
      body,
    }),
    ['done'],
    () => null,
  );
}

/** Who asked. */
export function doerOf(interaction: APIInteraction): Doer {
  return {
    member: memberOf(interaction),
    server: interaction.guild_id ?? null,
    interactionId: `interaction/${interaction.id}`,
    interaction: interaction.id,
  };
}

/** The workspace an interaction belongs to. */
export function workspaceFor(interaction: APIInteraction): string {
  return workspaceOf(interaction.guild_id ?? null, memberOf(interaction));
}

/** Who acted. */
export function memberOf({ member, user }: APIInteraction): string {
  return member?.user.id ?? user?.id ?? '';
}

/** What that member is called. */
export function nameOf({ member, user }: APIInteraction): string {
  const who = member?.user ?? user;
  return who?.global_name ?? who?.username ?? 'a member';
}

/** Where it happened; older payloads give the id alone. */
export function channelOf({ channel, channel_id: id }: APIInteraction): string {
  return channel?.id ?? id ?? '';
}

/** A member brought the app along into a place where it is no member itself. */
export function isGuest({
  context,
  authorizing_integration_owners: owners,
}: APIInteraction): boolean {
  if (context === InteractionContextType.BotDM) return false;
  if (context === InteractionContextType.PrivateChannel) return true;
  // Where nobody is said to have brought it, it is there itself.
  return owners != null && Object.keys(owners).length > 0 && owners['0'] === undefined;
}
