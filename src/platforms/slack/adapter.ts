import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { App, AuthorizationError, type AuthorizeResult, HTTPReceiver } from '@slack/bolt';
import type { ChannelMove } from '../../review/channel-move.ts';
import type { FirstContact } from '../../review/first-contact.ts';
import type { InstallationStore, Sealer } from '../../review/installation-store.ts';
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import type { MemberRef, ThreadRef } from '../../review/refs.ts';
import type { Reviews } from '../../review/reviews.ts';
import type { Source } from '../../review/source.ts';
import type { EmojiTrouble } from '../../settings/change.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import type { SettingsDoor } from '../../settings/screens.ts';
import { ackAfterClaim } from './ack-after-claim.ts';
import { clientOptions } from './calls.ts';
import type { EmojiKnowledge } from './custom-emoji.ts';
import { type HomeDeps, publishHome } from './home.ts';
import {
  type Installed,
  type ManyWorkspaces,
  openInstalledWorkspaces,
} from './installed-workspaces.ts';
import { createListeners } from './listeners.ts';
import { createSlackMessenger } from './messenger.ts';
import { createOnce } from './once.ts';
import type { ListenersDeps } from './outcome.ts';
import type { Person } from './people.ts';
import { channelOf, memberRef, PLATFORM, readMemberRef } from './places.ts';
import { addRoutes } from './routes.ts';
import { SCOPES } from './scopes.ts';
import { createSdkLogger } from './sdk-logger.ts';
import { openSingleWorkspace } from './single-workspace.ts';
import { openSockets, type Sockets } from './sockets.ts';
import { createSlackSource } from './source.ts';
import { type Delivery, describeStanding, type Instances } from './standing.ts';
import { WORDS } from './words.ts';
import type { Workspaces } from './workspace.ts';

/** How Slack is reached and what this app is there. */
export interface SlackConfig {
  /** For one workspace; null with many. */
  readonly botToken: string | null;
  /** Set for Socket Mode. */
  readonly appToken: string | null;
  /** Set for events over HTTP. */
  readonly signingSecret: string | null;
  /** Ends with a slash. */
  readonly apiUrl: string;
  /** For many workspaces; null with one. */
  readonly oauth: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly stateSecret: string;
    readonly authorizeUrl: string;
    readonly publicUrl: string;
  } | null;
}

/** What Slack needs from outside. */
export interface SlackOptions extends Omit<HomeDeps, 'standing'> {
  readonly config: SlackConfig;
  /** Where settings are shown and changed. */
  readonly door: SettingsDoor;
  /** Where the workspaces that installed the app are kept, and what seals their tokens. */
  readonly installations: InstallationStore;
  readonly sealer: Sealer;
  /** Gives what was decided for a channel, and its reviews, to its new id. */
  readonly moveChannel: (move: ChannelMove) => Promise<void>;
  /** Lets what an emoji starts follow its new name. */
  readonly renameEmoji: (workspace: string, from: string, to: string) => Promise<void>;
  /** The settings in force at a place. */
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  /** How things stand with this installation. */
  readonly describeStatus: () => Promise<Message>;
  /** The channels of a workspace that something of their own is decided for. */
  readonly decidedChannels: (workspace: string) => Promise<readonly string[]>;
  /** This process, and how many work together. */
  readonly instances: () => Promise<Instances>;
  /** Greets whoever installed the app. */
  readonly welcome: FirstContact['welcome'];
  /** Writes down what broke, under the reference that people are shown. */
  readonly reportError: (error: unknown, ref: string) => void;
  /** Hears each time Slack wants to be left alone for a while. */
  readonly rateLimited: () => void;
  /** Writes down how things stand, without anybody's words. */
  readonly log: (what: string, about: Readonly<Record<string, unknown>>) => void;
}

/** The workspaces on Slack. */
export interface Slack {
  readonly messenger: Messenger;
  readonly source: Source;
  /** The channel of a thread; null for direct messages. */
  channelOf(thread: ThreadRef): ThreadRef | null;
  /** Answers a request to `/slack/…`; false for any other. */
  answers(request: IncomingMessage, response: ServerResponse): boolean;
  isAdmin(member: MemberRef, workspace: string): Promise<boolean>;
  /** A member's name; null for one of another platform, or whom Slack does not know. */
  nameOf(member: MemberRef): Promise<string | null>;
  /** What is wrong with an emoji's name in a workspace; null for nothing. */
  findEmojiTrouble(workspace: string, name: string): Promise<EmojiTrouble | null>;
  /** Names of a workspace's members, as far as they can be read in time. */
  membersNamed(workspace: string): Promise<readonly string[]>;
  /** Some of those who run a workspace, its first owner first. */
  adminsOf(workspace: string): Promise<readonly MemberRef[]>;
  /** Begins to listen; what members ask for goes to `reviews`. */
  listen(reviews: Reviews): Promise<void>;
  /** Takes no more events; what is under way goes on. */
  stopListening(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the way to Slack. Rejects with a `UserError` when a token is refused. */
export async function openSlack(options: SlackOptions): Promise<Slack> {
  const { config, settings, log, reportError } = options;
  const { apiUrl } = config;
  const ending = new AbortController();
  const reach = { apiUrl, signal: ending.signal, rateLimited: options.rateLimited };
  const once = createOnce();
  const many =
    config.oauth === null
      ? null
      : openInstalledWorkspaces({
          ...{ ...options, ...config.oauth, reach },
          onInstalled: (workspace, installer) => once.later(greet(workspace, installer)),
        });
  const workspaces =
    many ?? (await openSingleWorkspace({ ...options, token: config.botToken ?? '', reach }));
  const forget = (workspace: string) => {
    log('the token of a workspace is dead', { workspace });
    void workspaces.forgetIfDead(workspace).catch((error: unknown) => reportError(error, '-'));
  };
  const messenger = createSlackMessenger({
    workspaces,
    warn: ({ workspace, what }) => log('Slack refused something', { workspace, what }),
    onDeadToken: forget,
  });
  const greet = async ({ workspace, name }: Installed, member: string) => {
    const installer = { platform: PLATFORM, workspace, member: memberRef(workspace, member) };
    await options.welcome(installer, WORDS.firstSteps(name ?? ''));
  };
  const isHttp = config.appToken === null;
  const receiver = isHttp || many !== null ? newHttpReceiver(config, many) : null;
  const app = newApp(apiUrl, async (source, body) => {
    const workspace = await workspaces.authorize(source, body);
    if (workspace === null) throw new Error('not installed there');
    const { token, botId, botUser, workspace: id } = workspace;
    return {
      botToken: token,
      botUserId: botUser,
      ...(botId === null ? {} : { botId }),
      teamId: id,
    };
  });
  app.error(async (error) => {
    // Nobody is there to be told of what happens in a workspace that is not installed.
    if (error instanceof AuthorizationError) return;
    reportError(error, '-');
    throw error;
  });
  const claiming = ackAfterClaim(app);
  const taking: Pick<App, 'processEvent'> = {
    processEvent(event) {
      const work = claiming.processEvent(event);
      // A click is acknowledged before it is carried out, so nobody brings it again.
      once.later(work);
      return work;
    },
  };
  receiver?.init(taking as App);
  let sockets: Sockets | null = null;
  const delivery = (): Delivery => ({
    connections: isHttp ? null : (sockets?.connected() ?? 0),
    others: sockets?.others() ?? 0,
  });

  return {
    messenger,
    source: createSlackSource({ workspaces, settings, apiUrl }),
    answers(request, response) {
      const path = request.url?.split('?')[0] ?? '';
      const isOurs = (isHttp && path === EVENTS) || (many !== null && INSTALLING.includes(path));
      if (receiver === null || !isOurs) return false;
      receiver.requestListener(request, response);
      return true;
    },
    async isAdmin(member, workspace) {
      // An admin of one workspace is nobody in another.
      if (readMemberRef(member)?.workspace !== workspace) return false;
      return (await personOf(workspaces, member))?.isAdmin ?? false;
    },
    channelOf,
    nameOf: async (member) => (await personOf(workspaces, member))?.name ?? null,
    async findEmojiTrouble(id, name) {
      const workspace = await workspaces.find(id);
      return workspace === null ? null : emojiTrouble(await workspace.emoji.knows(name), name);
    },
    async membersNamed(id) {
      const everybody = await (await workspaces.find(id))?.people.everybody();
      return everybody?.flatMap(({ names }) => names) ?? [];
    },
    async adminsOf(id) {
      const everybody = (await (await workspaces.find(id))?.people.everybody()) ?? [];
      return everybody
        .filter(({ rank }) => rank > 0)
        .sort((a, b) => b.rank - a.rank)
        .slice(0, MAX_ADMINS)
        .map(({ id: member }) => memberRef(id, member));
    },
    async listen(reviews) {
      const standing: ListenersDeps['standing'] = (workspace, at) =>
        describeStanding({ ...options, delivery }, workspace, at);
      const shared = { ...options, reviews, messenger, apiUrl, standing };
      addRoutes(app, {
        ...shared,
        listeners: createListeners(shared),
        workspaceOf: async ({ teamId }) => {
          const workspace = await workspaces.find(teamId ?? '');
          if (workspace === null) throw new Error('not installed there');
          return workspace;
        },
        later: once.later,
        once: once.once,
        removed: workspaces.forgetIfDead,
        showHome: (workspace, member) => publishHome({ ...options, standing }, workspace, member),
        greet,
      });
      if (config.appToken === null) return;
      sockets = openSockets({
        appToken: config.appToken,
        apiUrl,
        app: taking,
        report: log,
      });
    },
    async stopListening() {
      await sockets?.close();
      sockets = null;
    },
    async close() {
      await sockets?.close();
      ending.abort();
      await once.settle();
    },
  };
}

/** More would be a crowd. */
const MAX_ADMINS = 5;

/** What Slack asks of us over HTTP, and where people install the app. */
const EVENTS = '/slack/events';
const INSTALLING: readonly string[] = ['/slack/install', '/slack/oauth_redirect'];

async function personOf(workspaces: Workspaces, ref: MemberRef): Promise<Person | null> {
  const member = readMemberRef(ref);
  const workspace = member === null ? null : await workspaces.find(member.workspace);
  return member === null || workspace === null ? null : workspace.people.find(member.member);
}

function emojiTrouble(knowledge: EmojiKnowledge, name: string): EmojiTrouble | null {
  if (knowledge === 'known') return null;
  const isRefused = knowledge === 'unknown';
  return { isRefused, sentence: isRefused ? WORDS.noSuchEmoji(name) : WORDS.unclearEmoji(name) };
}

type Authorize = NonNullable<ConstructorParameters<typeof App>[0]>['authorize'];

function newApp(
  apiUrl: string,
  authorize: (source: { teamId?: string }, body: unknown) => Promise<AuthorizeResult>,
): App {
  return new App({
    // Receivers are ours: several sockets, or the one HTTP server of the process.
    receiver: { init: () => undefined, start: async () => undefined, stop: async () => undefined },
    authorize: authorize as Authorize & {},
    clientOptions: clientOptions(apiUrl),
    logger: createSdkLogger(),
    // Deletions of our own posts and our own reactions are told apart by the listeners.
    ignoreSelf: true,
    convoStore: false,
    extendedErrorHandler: false,
  });
}

function newHttpReceiver(
  { signingSecret, oauth, apiUrl }: SlackConfig,
  many: ManyWorkspaces | null,
): HTTPReceiver {
  return new HTTPReceiver({
    // With Socket Mode nothing signed arrives, and an empty secret would take anything.
    signingSecret: signingSecret ?? randomBytes(32).toString('hex'),
    endpoints: EVENTS,
    logger: createSdkLogger(),
    processEventErrorHandler: async ({ response }) => {
      // Slack brings it again.
      if (!response.headersSent) response.writeHead(500).end();
      return false;
    },
    ...(oauth === null || many === null
      ? {}
      : {
          clientId: oauth.clientId,
          clientSecret: oauth.clientSecret,
          stateSecret: oauth.stateSecret,
          redirectUri: `${oauth.publicUrl}/slack/oauth_redirect`,
          scopes: [...SCOPES],
          installationStore: many.oauthStore,
          installerOptions: {
            directInstall: true,
            redirectUriPath: '/slack/oauth_redirect',
            authorizationUrl: oauth.authorizeUrl,
            clientOptions: clientOptions(apiUrl),
          },
        }),
  });
}
