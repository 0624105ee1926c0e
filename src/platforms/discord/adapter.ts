import { type APIApplication, type APIUser, ApplicationFlags, Routes } from 'discord.js';
import type { FirstContact } from '../../review/first-contact.ts';
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import type { MemberRef, ThreadRef } from '../../review/refs.ts';
import type { Reviews } from '../../review/reviews.ts';
import type { Source } from '../../review/source.ts';
import type { Library } from '../../settings/library.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import type { SettingsDoor } from '../../settings/screens.ts';
import { UserError } from '../../user-error.ts';
import { createAdmins } from './admins.ts';
import { channelOf as interactionChannel, memberOf } from './answering.ts';
import { type Api, createApi } from './api.ts';
import { type Avatars, createAvatars } from './avatars.ts';
import { downloadFile } from './capture.ts';
import { createChannels, createMissing } from './channels.ts';
import { connectEvents } from './events.ts';
import { DiscordFailure, unless } from './failure.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { createInteractions } from './interactions.ts';
import { createKept } from './kept.ts';
import { LIMITS } from './limits.ts';
import { createListeners } from './listeners.ts';
import type { Me } from './me.ts';
import { createMessages } from './messages.ts';
import { createDiscordMessenger } from './messenger.ts';
import { createNames } from './names.ts';
import { createPace } from './pace.ts';
import { createParents } from './parents.ts';
import { channelOf, memberRef, PLATFORM, readMemberRef, workspaceOf } from './places.ts';
import { createPresence, type Presences } from './presence.ts';
import { createPrivates } from './privates.ts';
import { createReconciler } from './reconcile.ts';
import { registerCommands } from './registration.ts';
import { createSettingsDesk, rolesOf } from './settings-desk.ts';
import { createDiscordSource } from './source.ts';
import { createStanding } from './standing.ts';
import { createStatus } from './status.ts';
import { createThreads } from './threads.ts';
import { createTokens } from './tokens.ts';
import { createWebhooks } from './webhooks.ts';
import { firstSteps } from './words.ts';

/** What Discord needs from outside. */
export interface DiscordOptions {
  readonly token: string;
  /** The API's address without its version; the gateway's address comes from there. */
  readonly apiUrl: string;
  /** Registers commands in this server alone, while developing; null: everywhere. */
  readonly server: string | null;
  /** Where the program is reached from outside, without a slash at its end; null: nowhere. */
  readonly publicUrl: string | null;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  /** The personas and presets of a workspace. */
  readonly library: (workspace: string) => Promise<Library>;
  /** Where settings are shown and changed. */
  readonly door: SettingsDoor;
  /** How things stand with this installation, for `/refine-admin status`. */
  readonly describeStatus: () => Promise<Message>;
  /** The channels of a server that something of their own is decided for. */
  readonly decidedChannels: (server: string) => Promise<readonly string[]>;
  /** Greets whoever brought the bot into a server. */
  readonly welcome: FirstContact['welcome'];
  /** Where is written down which servers the bot is in. */
  readonly installations: Presences;
  /** Writes down what broke, under the reference that people are shown. */
  readonly reportError: (error: unknown, ref: string) => void;
  /** Hears of trouble that an operator should know, as a sentence. */
  readonly warn: (sentence: string) => void;
  /** Hears each time Discord wants to be left alone for a while. */
  readonly rateLimited: () => void;
  readonly now?: () => number;
}

/** The adapter while it runs. */
export interface Discord {
  readonly messenger: Messenger;
  readonly source: Source;
  /** The channel of a place; null for direct messages. */
  channelOf(thread: ThreadRef): ThreadRef | null;
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  /** What people call a member; null for one nobody knows. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** Names of a server's members that begin with one of these words, as far as they can be asked for in time. */
  membersNamed(workspace: string, words: readonly string[]): Promise<readonly string[]>;
  /** Whoever owns a server: without a privileged intent nobody else can be listed. */
  adminsOf(workspace: string): Promise<readonly MemberRef[]>;
  /** Connects; what members ask for goes to `reviews`. */
  listen(reviews: Reviews): Promise<void>;
  isReady(): boolean;
  /** Answers a request for an editor's picture; false for any other. */
  answers: Avatars['answers'];
  close(): Promise<void>;
}

/**
 * Signs in at Discord. Rejects with a `UserError` when the token is refused or Discord cannot be reached.
 */
export async function openDiscord(options: DiscordOptions): Promise<Discord> {
  const { token, apiUrl, now = Date.now } = options;
  const { api, me } = await signIn(
    (address) => createApi({ token, apiUrl: address, now, rateLimited: options.rateLimited }),
    apiUrl,
  );

  const missing = createMissing(now, LIMITS.missingMs);
  const channels = createChannels(api, { botId: () => me.botId, now });
  const parents = createParents();
  const messages = createMessages(api, channels);
  const privates = createPrivates(api, { me, messages });
  const tokens = createTokens(api, { me, now });
  const kept = createKept(tokens);
  const threads = createThreads({ api, me, channels, messages, missing, privates });
  const webhooks = createWebhooks(api, { me, missing });
  const avatars = createAvatars(options.publicUrl);
  const status = createStatus(api, { missing, threads });
  const admins = createAdmins(api, now);
  const pace = createPace({ everyMs: LIMITS.editEveryMs, now });
  const { settings } = options;

  let onSourceGone: Reviews['sourceDeleted'] = async () => {};
  const messenger = createDiscordMessenger({
    ...{
      api,
      me,
      missing,
      threads,
      webhooks,
      messages,
      privates,
      tokens,
      kept,
      pace,
      status,
      avatars,
    },
    onSourceGone: (message) => {
      onSourceGone(message).catch((error: unknown) => options.reportError(error, 'gone'));
    },
  });
  const source = createDiscordSource({ me, channels, messages, settings, download: downloadFile });
  let gateway: Gateway | null = null;

  return {
    messenger,
    source,
    isAdmin: admins.isAdmin,
    channelOf,
    nameOf: (member) => readName(api, member),
    membersNamed: createNames(api, { now }).membersNamed,
    adminsOf: admins.ownerOf,
    isReady: () => gateway?.isReady() ?? false,
    answers: avatars.answers,

    async listen(reviews) {
      onSourceGone = reviews.sourceDeleted;
      const shared = { messenger, tokens, me, channels, messages, parents, reviews, settings };
      const { reportError } = options;
      const listeners = createListeners({ ...shared, download: downloadFile, reportError });
      const standing = createStanding({
        channels,
        kept,
        me,
        isReady: () => gateway?.isReady() ?? false,
        isAdmin: (member, server) => admins.isAdmin(memberRef(member), workspaceOf(server, member)),
        decidedChannels: options.decidedChannels,
      });
      const settingsDesk = createSettingsDesk({
        ...{ api, me, reportError, door: options.door },
        async placeOf(interaction) {
          const { guild_id: server } = interaction;
          const channel = interactionChannel(interaction);
          const workspace = workspaceOf(server ?? null, memberOf(interaction));
          if (channel === '') return { workspace };
          // A thread follows the channel or forum it belongs to.
          return { workspace, channel: await listeners.channelFor(channel) };
        },
        async actorOf(interaction) {
          const server = interaction.guild_id ?? null;
          const id = memberOf(interaction);
          const member = memberRef(id);
          // In direct messages everybody decides for themselves.
          const isAdmin =
            server === null || (await admins.isAdmin(member, workspaceOf(server, id)));
          return { member, isAdmin, roles: rolesOf(interaction), isExternal: false, via: PLATFORM };
        },
      });
      const interactions = createInteractions({
        ...{
          ...shared,
          api,
          listeners,
          admins,
          settingsDesk,
          reportError,
          now,
          library: options.library,
        },
        download: downloadFile,
        answer: async (word, by, channel) => {
          if (word === 'status') {
            return standing.add(await options.describeStatus(), { ...by, channel });
          }
          if (word !== 'vote') return null;
          const place = {
            workspace: workspaceOf(by.server, by.member),
            // A thread follows the channel or forum it belongs to.
            channel: await listeners.channelFor(channel),
          };
          return shared.reviews.vote(memberRef(by.member), place);
        },
      });
      const reconciler = createReconciler({ api, listeners, messages, settings });
      const events = connectEvents({
        ...{ channels, parents, missing, listeners, interactions, reconciler, reportError },
        presence: createPresence(options.installations, now),
        now,
        async onApplication(id) {
          if (id === me.applicationId) return;
          me.applicationId = id;
          await register(api, me, options);
        },
        async onJoined({ id, name, owner }) {
          const installer = { platform: PLATFORM, workspace: id, member: memberRef(owner) };
          await options.welcome(installer, firstSteps(name));
        },
      });
      await register(api, me, options);
      gateway = openGateway({
        api,
        token,
        onContent(mayRead) {
          me.mayReadContent = mayRead;
          if (!mayRead) options.warn(NO_CONTENT);
        },
        onEvent: events.take,
        onGap: events.gap,
        onTrouble: options.warn,
        now,
      });
    },

    async close() {
      await gateway?.close();
    },
  };
}

async function readName(api: Api, ref: MemberRef): Promise<string | null> {
  const id = readMemberRef(ref);
  if (id === null) return null;
  const user = await unless<APIUser | null>(
    api<APIUser>({ method: 'GET', route: Routes.user(id), doing: 'read a name' }),
    ['gone', 'forbidden'],
    () => null,
  );
  return user === null ? null : (user.global_name ?? user.username);
}

const NO_CONTENT =
  'Discord withholds the contents of messages: Message Content Intent is off (Developer Portal → Bot → Privileged Gateway Intents). Trigger emoji cannot read messages; “Review this message” and /refine work.';

const MAY_READ_CONTENT =
  ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Signs in at an address, or below it where the interface stands there. */
async function signIn(
  connect: (address: string) => Api,
  address: string,
): Promise<{ readonly api: Api; readonly me: Me }> {
  const api = connect(address);
  try {
    return { api, me: await readMe(api) };
  } catch (cause) {
    if (!(cause instanceof DiscordFailure)) throw cause;
    if (cause.status !== 404 || address.endsWith('/api')) throw explainSignIn(cause);
    return signIn(connect, `${address}/api`);
  }
}

/** Who the token belongs to, and whether the portal's switch for contents is on. */
async function readMe(api: Api): Promise<Me> {
  const user = await api<APIUser>({ method: 'GET', route: Routes.user(), doing: 'sign in' });
  const application = await readApplication(api);
  const flags = application?.flags;
  return {
    botId: user.id,
    // Bots made since 2016 have the id of their application.
    applicationId: application?.id ?? user.id,
    // Until the gateway has answered; where nothing is said, nothing is withheld.
    mayReadContent: flags === undefined || (flags & MAY_READ_CONTENT) !== 0,
    webhooks: new Set(),
  };
}

function explainSignIn(cause: DiscordFailure): UserError {
  if (cause.status === 401) {
    const sentence =
      'Discord refuses DISCORD_TOKEN. Copy the token again from the Developer Portal (Bot → Reset Token), or leave it out to start without Discord.';
    return new UserError(sentence, { code: 'discord_token', cause });
  }
  const sentence = `Discord could not be reached (${cause.status === 0 ? 'no answer' : cause.status}). Check DISCORD_API_URL and the network, then start again.`;
  return new UserError(sentence, { code: 'discord_unreachable', cause });
}

async function readApplication(api: Api): Promise<APIApplication | null> {
  for (const route of [Routes.currentApplication(), Routes.oauth2CurrentApplication()]) {
    const found = await unless<APIApplication | null>(
      api<APIApplication>({ method: 'GET', route, doing: 'sign in' }),
      ['gone', 'forbidden'],
      () => null,
    );
    if (typeof found?.id === 'string') return found;
  }
  return null;
}

/** Commands that cannot be registered are no reason to be silent: those of before still stand. */
async function register(api: Api, me: Me, { server, warn }: DiscordOptions): Promise<void> {
  try {
    await registerCommands(api, { applicationId: me.applicationId, server });
  } catch (error) {
    if (!(error instanceof DiscordFailure)) throw error;
    warn(`The commands could not be registered: ${error.message}.`);
  }
}
