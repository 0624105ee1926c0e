/*
 * A Slack of our own for tests: the real protocol over real sockets, with the real one's limits, errors,
 * membership and scopes. It merges and repairs nothing the real one would not.
 *
 *   const slack = await startSlack();                       // Socket Mode; `{ transport: 'http' }`, then connectHttp(url)
 *   const acme = slack.workspace('Acme');                   // the app is installed, with all its scopes
 *   const ada = acme.member('Ada Lovelace');                // { role: 'admin' | 'owner' | '… guest' }
 *   const general = acme.channel('general');                // all members and the app; { kind, members, withBot, sharedWith }
 *
 *   // The app under test: SLACK_API_URL = slack.apiUrl, tokens slack.appToken and acme.botToken,
 *   // slack.signingSecret, slack.clientId, slack.clientSecret, SLACK_AUTHORIZE_URL = slack.authorizeUrl.
 *
 *   const draft = ada.post(general, 'Our *draft*.');        // { thread, broadcast, files }; blocks instead of words too
 *   ada.react(draft, 'memo');  ada.edit(draft, 'Other.');  ada.remove(draft);
 *   ada.mention(general, 'review this', { thread: draft });
 *   const { seen, body } = await ada.command(general, '/refine', 'write a haiku');
 *   await ada.shortcut('review_message', draft);  await ada.globalShortcut('new_review');
 *   const form = await slack.until(() => ada.modal());      // what is on top; form.text, form.controls
 *   const { errors } = await ada.submit(form, { Draft: 'Words.' });
 *   const [answer] = general.thread(draft);                 // as people see it: by, text, buttons, notified …
 *   await ada.click(answer, 'Accept');  await ada.choose(form, 'Preset', 'quick');
 *   ada.openHome();  ada.home();  ada.dm().messages();
 *
 * What is asked for and what goes wrong:
 *   slack.fault({ method: 'chat.postMessage', times: 1, effect: 'lose answer' });  // accepted, the answer lost
 *   slack.meddle((delivery) => 'twice');                    // drop, hold, twice, lose ack, { delayMs }
 *   slack.release((numbers) => numbers.toReversed());       // held deliveries, in any order
 *   await slack.redeliver(slack.deliveries.at(-1));         // once more, marked as a retry
 *   slack.socket.cut();  await slack.socket.refresh();  slack.socket.freeze();
 *   slack.onAccepted(async (call) => …);                    // after a call was carried out, before its answer
 *
 * Over HTTP: await slack.connectHttp(url) does the handshake; slack.http.raw sends what somebody else might.
 * Installing: (await slack.browser(ada).visit(installUrl)).consent?.allow(); acme.expireTokens(), revoke(), uninstall().
 * Others: acme.otherApp('Deploybot').post(…); channels with `sharedWith` and members of another workspace; ada.unfurl(draft).
 * Status lines of the app stand in slack.statuses; a host that is not Slack's is slack.foreignUrl.
 *
 * At the end of a test: expect(slack.violations()).toEqual([]); every request that breaks a published type or a
 * documented limit is in it. `slack.calls` holds everything that came in, `slack.settled()` waits until all
 * that was sent is acknowledged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { plant } from '../../logs/gather.js';
import type { ApiParts } from './api.ts';
import { openBrowser } from './browser.ts';
import { type AppSetup, type Core, type Pace, REAL_PACE, type ReceivedCall } from './core.ts';
import { createDelivery, type Delivery, type Meddling, type Retry } from './delivery.ts';
import { openKeyCheck } from './event-keys.ts';
import { createFaults, createRateLimits, type Fault, type RateLimits } from './faults.ts';
import { type AppUrls, createHttpMode } from './http-mode.ts';
import type { Stage } from './interactions.ts';
import type { StatusLine } from './methods/streams.ts';
import { handler, listen, understandApi, understandFiles } from './server.ts';
import { createSocketMode, type SocketMode } from './socket-mode.ts';
import { getValidator } from './validate.ts';
import { createWorkspace, newInstallation, type WorkspaceOptions } from './workspace.ts';
import { createWorld, type Json, type MemberRecord } from './world.ts';

/** What the app of these tests asks for when nothing else is said. */
export const USUAL_APP = {
  scopes: [
    'app_mentions:read',
    'channels:history',
    'channels:read',
    'chat:write',
    'chat:write.customize',
    'chat:write.public',
    'commands',
    'emoji:read',
    'files:read',
    'files:write',
    'files:write',
    'groups:history',
    'groups:read',
    'im:history',
    'im:read',
    'im:write',
    'mpim:history',
    'mpim:read',
    'reactions:read',
    'reactions:write',
    'team:read',
    'users:read',
    'usergroups:read',
  ],
  events: [
    'app_home_opened',
    'app_mention',
    'app_uninstalled',
    'channel_id_changed',
    'channel_left',
    'emoji_changed',
    'group_left',
    'member_joined_channel',
    'message.channels',
    'message.groups',
    'message.im',
    'message.mpim',
    'reaction_added',
    'reaction_removed',
    'tokens_revoked',
  ],
  commands: [{ command: '/refine', shouldEscape: true }],
  shortcuts: [
    { callbackId: 'review_message', type: 'message' },
    { callbackId: 'review_thread', type: 'message' },
    { callbackId: 'new_review', type: 'global' },
  ],
} as const satisfies Partial<AppSetup>;

export interface SlackOptions {
  /** Socket Mode when left out; `http` once `connectHttp` was called; `none` for a Slack that only answers. */
  readonly transport?: 'socket' | 'http' | 'none';
  /** What of the app differs from `USUAL_APP`. */
  readonly app?: Partial<AppSetup>;
  /** What is shorter or longer than in the real one; retries come soon unless told otherwise. */
  readonly pace?: Partial<Pace>;
  /** `real` when left out. */
  readonly rateLimits?: RateLimits;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

export type Slack = Awaited<ReturnType<typeof startSlack>>;

/** Starts a Slack of its own on ports of its own. */
export async function startSlack(options: SlackOptions = {}) {
  const world = createWorld(options.now ?? Date.now);
  const pace: Pace = { ...REAL_PACE, retryMs: [20, 200, 1000], warningMs: 100, ...options.pace };
  const app = setUpApp(world.id('A'), options.app);
  const violations: string[] = [];
  const validator = await getValidator();
  const faults = createFaults();
  const core: Core = {
    world,
    app,
    pace,
    delivery: createDelivery(world, pace),
    calls: [],
    triggers: new Map(),
    responseUrls: new Map(),
    pendingFiles: new Map(),
    grants: [],
    statuses: [],
    install(record, as) {
      const bot = [...world.members.values()].find(
        ({ teamId, appId }) => teamId === record.id && appId === app.id,
      );
      if (bot === undefined) throw new Error(`no member of the app in ${record.name}`);
      const made = newInstallation(stage, { record, bot, ...as });
      world.installations.push(made);
      return made;
    },
    urls: { api: '', files: '', socket: '', origin: '', authorize: '' },
    violate: (text) => violations.push(text),
    violations: () => violations,
  };
  const keys = await openKeyCheck();
  const stage: Stage = { core, validator };
  core.delivery.onSend(({ type, payload }) => {
    for (const path of keys.unknown(type, payload)) {
      const what = String((payload.event as Json | undefined)?.type ?? payload.type ?? type);
      core.violate(`double: nobody knows ${path} in ${what}`);
    }
  });
  let socketMode: SocketMode | null = null;
  let accepted: (call: ReceivedCall) => Promise<void> | void = () => undefined;
  const parts: ApiParts = {
    core,
    validator,
    limits: createRateLimits(options.rateLimits ?? 'real', world.now),
    socketMode: () => socketMode,
  };
  const handling = { core, faults, accepted: (call: ReceivedCall) => accepted(call) };
  const api = await listen(handler(handling, (request) => understandApi(parts, request)));
  const files = await listen(handler(handling, (request) => understandFiles(core, request)));
  const foreign = await listen(async (request, response) => {
    if (request.headers.authorization !== undefined) {
      core.violate('a token was sent to a host that is not Slack');
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Words of another host.');
  });
  const { origin } = api;
  Object.assign(core.urls, {
    api: `${origin}/api/`,
    origin,
    socket: origin,
    files: files.origin,
    authorize: `${origin}/oauth/v2/authorize`,
  });
  const http = createHttpMode({ world, app, pace });
  if (options.transport === 'http') core.delivery.use(http.transport);
  if ((options.transport ?? 'socket') === 'socket') {
    socketMode = createSocketMode(api.server, { world, app, pace, violate: core.violate });
    core.delivery.use(socketMode.transport);
  }

  return {
    core,
    app,
    apiUrl: core.urls.api,
    authorizeUrl: core.urls.authorize,
    appToken: app.appToken,
    signingSecret: app.signingSecret,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    workspace: (name: string, more: WorkspaceOptions = {}) => createWorkspace(stage, name, more),
    /** What the app sent that the real one would refuse or its documentation forbids. */
    violations: (): readonly string[] => [...violations],
    /** Every call that came in. */
    calls: core.calls as readonly ReceivedCall[],
    /** Calls of one method. */
    callsOf: (method: string): readonly ReceivedCall[] =>
      core.calls.filter((call) => call.method === method),
    /** Makes calls go wrong; the answer ends it. */
    fault: (fault: Fault): (() => void) => faults.set(fault),
    /** Hears of each call that was carried out, before its answer; the answer waits for it. */
    onAccepted(hear: (call: ReceivedCall) => Promise<void> | void) {
      accepted = hear;
    },
    /** The socket side; throws when there is none. */
    get socket(): SocketMode {
      if (socketMode === null) throw new Error('this Slack has no Socket Mode');
      return socketMode;
    },
    /** The side that calls the app; `raw` sends what somebody else might. */
    http,
    /** Says where the app listens: one address for all, or several. */
    connectHttp: (to: string | AppUrls) => http.connect(to),
    /** The browser of a member, for installing. */
    browser: (person: { readonly record: MemberRecord }) => openBrowser(core, person.record),
    /** A host that is not Slack's; a token sent there is a violation. */
    foreignUrl: foreign.origin.replace('127.0.0.1', 'localhost'),
    /** Status lines the app has set, last said last; '' when taken away. */
    statuses: core.statuses as readonly StatusLine[],
    deliveries: core.delivery.deliveries,
    meddle: (decide: ((delivery: Delivery) => Meddling) | null) => core.delivery.meddle(decide),
    release: (order?: (numbers: readonly number[]) => readonly number[]) =>
      core.delivery.release(order),
    /** Brings a delivery once more, marked as a retry unless told otherwise. */
    redeliver: (delivery: Delivery, retry: Retry | null = { number: 1, reason: 'http_timeout' }) =>
      core.delivery.again(delivery, retry),
    /** Resolves when all that was sent was acknowledged or given up. */
    settled: () => core.delivery.settled(),
    /** Resolves to the first answer that is something; fails after a while. */
    async until<T>(
      look: () => T | null | undefined | false,
      what = 'what was waited for',
      ms = 20_000,
    ): Promise<T> {
      const end = performance.now() + ms;
      for (;;) {
        const found = look();
        if (found !== null && found !== undefined && found !== false) return found;
        if (performance.now() > end) throw new Error(`${what} did not come`);
        await sleep(5);
      }
    },
    async close(): Promise<void> {
      await core.delivery.close();
      await Promise.all([api.close(), files.close(), foreign.close()]);
    },
  };
}

function setUpApp(id: string, more: Partial<AppSetup> = {}): AppSetup {
  const secret = () => {
    const made = Math.random().toString(36).slice(2).padEnd(12, '0');
    plant(made);
    return made;
  };
  return {
    id,
    name: 'Bluepencil',
    appToken: `xapp-1-${id}-${secret()}`,
    signingSecret: secret() + secret(),
    clientId: `${Date.now()}.${secret()}`,
    clientSecret: secret() + secret(),
    ...USUAL_APP,
    homeTab: true,
    messagesTab: true,
    redirectUrl: 'http://127.0.0.1/slack/oauth_redirect',
    rotatesTokens: false,
    isDistributed: false,
    ...more,
  };
}
