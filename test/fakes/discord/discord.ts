/*
 * A Discord of our own, for tests: real HTTP and a real WebSocket on this machine, which the real
 * discord.js connects to. It does what the documentation says and nothing else: it merges nothing, repairs
 * nothing, and refuses with the real codes. Every request is checked against the published specification
 * (where it stands beside the clone) and the double's own rules; whatever is not allowed is a violation, and
 * `close()` throws while there are any.
 *
 *   const discord = await openDiscord();
 *   const newsroom = discord.server('Newsroom');              // the bot is a member, invited with rights
 *   const general = newsroom.channel('general');              // kinds: text, forum, announcement, voice …
 *   const ada = newsroom.member('ada', { may: ['manageServer'] });
 *
 *   // The bot: `new Client({ intents, rest: { api: discord.apiUrl } }).login(discord.token)`,
 *   // or the product with DISCORD_API_URL and DISCORD_TOKEN.
 *   await discord.until(() => discord.gateway.isConnected());
 *
 *   const draft = ada.post(general, 'We utilise it.', { files, replyTo, forward });
 *   ada.react(draft, '✏️');  ada.edit(draft, '…');  ada.remove(draft);
 *   const asked = ada.command(general, 'refine', { text: '…' });   // checked against what is registered
 *   await asked.answered();  asked.failure();  asked.isThinking();  asked.messages();  asked.history;
 *   const form = await ada.command(general, 'refine').answered();  form.form();
 *   ada.submit(form, { draft: '…' });
 *   ada.menu(draft, 'Review this message');
 *   const post = await discord.until(() => discord.place(draft.id)?.messages()[0]);   // in the thread
 *   ada.click(post, 'Accept');  ada.choose(post, 'Preset', ['general']);  ada.suggest(general, 'refine', { preset: 'ge' }, 'preset');
 *
 *   general.messages();  general.seenBy(ada);  discord.place(ada.direct().id).messages();   // as people see them
 *   discord.pass(15 * 60_000);                    // time goes by: tokens and links expire
 *   discord.trouble({ method: 'POST', path: /messages$/, how: 'lost', times: 1 });   // done, answer lost
 *   discord.gateway.cut();  .askToReconnect();  .invalidate();  .mute(true);  .delay(ms);
 *   newsroom.outage();  .recover();  .removeBot();  .inviteBot();
 *   discord.requests;  discord.limits.invalid();  discord.violations();
 *   await discord.close();
 *
 * What it decides where the documentation says nothing: without MESSAGE_CONTENT a webhook's messages read
 * back without words and components; editing anything in an archived thread is 50083, through a token too;
 * a component's answer may not touch a message in an archived thread.
 */
import type { AddressInfo } from 'node:net';
import { plant } from '../../logs/gather.js';
import type { Until } from './asked.ts';
import { createClock } from './clock.ts';
import { createGateway } from './gateway.ts';
import { createInteractions, type InteractionTimes } from './interactions.ts';
import { createPerson, type World } from './people.ts';
import { EVERYONE_DEFAULT } from './permissions.ts';
import { createChannel, createServer, inviteBot, type Place, type ServerHandle } from './places.ts';
import { createRateLimits, GENEROUS_LIMITS, type LimitOptions } from './rate-limits.ts';
import { createRest, type Routes, type Trouble } from './rest.ts';
import { commandRoutes } from './routes-commands.ts';
import { messageRoutes } from './routes-messages.ts';
import { placeRoutes } from './routes-places.ts';
import { threadRoutes } from './routes-threads.ts';
import { webhookRoutes } from './routes-webhooks.ts';
import { checkAnswer, checkRequest } from './specification.ts';
import type { GatewayEvent, State, User } from './state.ts';
import { signLink } from './wire.ts';

export interface DiscordOptions {
  /** What is switched on in the developer portal; both by default. */
  readonly mayReadContent?: boolean;
  readonly mayReadMembers?: boolean;
  readonly limits?: LimitOptions;
  readonly heartbeatMs?: number;
  readonly shards?: number;
  /** Three seconds (fifteen by the clock on the wall) and fifteen minutes by default. */
  readonly times?: Partial<InteractionTimes>;
  /** Its own answers are checked against the specification too: for its own tests. */
  readonly checksAnswers?: boolean;
  /** Hears of every request that was carried out before its answer is sent, which waits for it. */
  readonly beforeAnswer?: (name: string) => Promise<void>;
}

const PATIENCE_MS = 50_000;

/** Opens a Discord with one app on it, and nobody else yet. */
export async function openDiscord(options: DiscordOptions = {}) {
  const clock = createClock();
  const violations: string[] = [];
  const waiting = new Set<() => void>();
  const events: GatewayEvent[] = [];
  const token = `local.${clock.newId()}.token`;
  plant(token);
  const bot: User = {
    id: clock.newId(),
    username: 'Bluepencil',
    isBot: true,
    locale: 'en-US',
    isClosed: false,
    hasInstalled: false,
  };
  const { mayReadContent = true, mayReadMembers = true } = options;
  const report = (violation: string) => violations.push(violation);

  const state: State = {
    clock,
    app: { id: bot.id, user: bot, mayReadContent, mayReadMembers },
    users: new Map([[bot.id, bot]]),
    servers: new Map(),
    channels: new Map(),
    webhooks: new Map(),
    commands: new Map(),
    attachments: new Map(),
    host: { url: '' },
    dispatch(event) {
      events.push(event);
      if (events.length > 1000) events.shift();
      gateway.dispatch(event);
      state.changed();
    },
    changed() {
      for (const check of [...waiting]) check();
    },
  };

  const interactions = createInteractions(state, {
    ackWithinMs: 3000,
    ackWithinWallMs: 15_000,
    tokenLivesMs: 15 * 60_000,
    ...options.times,
  });
  const limits = createRateLimits(clock, options.limits ?? GENEROUS_LIMITS);
  const handles = new Map<string, ServerHandle>();
  const routes: Routes = {
    ...placeRoutes(state, {
      gatewayUrl: () => gatewayUrl(),
      shards: options.shards ?? 1,
      leave: ({ id }) => handles.get(id)?.removeBot(),
    }),
    ...messageRoutes(state),
    ...threadRoutes(state),
    ...webhookRoutes(state, interactions.tokenRoutes),
    ...commandRoutes(state),
    ...interactions.routes,
  };
  const rest = createRest({
    token,
    routes,
    limits,
    check: checkRequest,
    checkAnswer: (method, path, { status, body }) =>
      options.checksAnswers ? checkAnswer(method, path, status, body) : [],
    report,
    beforeAnswer: async (name) => options.beforeAnswer?.(name),
    file: (path, query) => findFile(state, path, query),
  });
  const gateway = createGateway(rest.server, {
    token,
    heartbeatMs: options.heartbeatMs ?? 41_250,
    url: () => gatewayUrl(),
    report,
  });
  gateway.setState(state);
  await new Promise<void>((resolve) => rest.server.listen(0, '127.0.0.1', resolve));
  const { port } = rest.server.address() as AddressInfo;
  const gatewayUrl = () => `ws://127.0.0.1:${port}`;
  state.host.url = `http://127.0.0.1:${port}/cdn`;

  const until: Until = (found, what = 'something') =>
    new Promise((resolve, reject) => {
      const finish = (done: () => void) => {
        waiting.delete(check);
        clearInterval(timer);
        clearTimeout(deadline);
        done();
      };
      let isChecking = false;
      const check = () => {
        if (isChecking) return;
        isChecking = true;
        Promise.resolve()
          .then(found)
          .then(
            (value) => {
              isChecking = false;
              if (value !== undefined && value !== null && value !== false)
                finish(() => resolve(value));
            },
            (error: unknown) => finish(() => reject(error)),
          );
      };
      // Time alone changes some things, e.g. that nobody answered.
      const timer = setInterval(check, 10);
      const deadline = setTimeout(
        () =>
          finish(() =>
            reject(
              new Error(
                `waited in vain for ${what}${violations.length > 0 ? `; ${violations.join('; ')}` : ''}`,
              ),
            ),
          ),
        PATIENCE_MS,
      );
      waiting.add(check);
      check();
    });
  const world: World = { state, interactions, until };

  return {
    apiUrl: `http://127.0.0.1:${port}/api`,
    token,
    bot,
    applicationId: bot.id,
    clock,
    gateway,
    limits,
    until,
    /** Every request with its answer's status and code. */
    requests: rest.requests,
    /** A new server; the bot is in it with what the invitation asks for, unless `permissions` says otherwise or is null. */
    server(
      name: string,
      more: { readonly permissions?: bigint | null; readonly everyone?: bigint } = {},
    ): ServerHandle {
      const id = clock.newId();
      const owner: User = {
        id: clock.newId(),
        username: `${name} owner`,
        isBot: false,
        locale: 'en-US',
        isClosed: false,
        hasInstalled: false,
      };
      state.users.set(owner.id, owner);
      const everyone = {
        id,
        name: '@everyone',
        permissions: more.everyone ?? EVERYONE_DEFAULT,
        isManaged: false,
      };
      const server = {
        id,
        name,
        ownerId: owner.id,
        locale: 'en-US',
        roles: new Map([[id, everyone]]),
        members: new Map([
          [owner.id, { user: owner, roles: new Set<string>(), joinedAt: clock.iso(), nick: null }],
        ]),
        channels: new Map(),
        emojis: new Map(),
        hasBot: false,
        isOut: false,
      };
      state.servers.set(id, server);
      const handle = createServer(world, server);
      handles.set(id, handle);
      if (more.permissions === null) return handle;
      if (gateway.isConnected()) handle.inviteBot(more.permissions);
      else inviteBot(state, server, more.permissions);
      return handle;
    },
    /** Somebody outside all servers; they may carry the app with them. */
    person(
      name: string,
      more: {
        readonly isClosed?: boolean;
        readonly hasInstalled?: boolean;
        readonly locale?: string;
      } = {},
    ) {
      const user: User = {
        id: clock.newId(),
        username: name,
        isBot: false,
        locale: 'en-US',
        isClosed: false,
        hasInstalled: false,
        ...more,
      };
      state.users.set(user.id, user);
      return createPerson(world, user);
    },
    /** Any channel, thread or direct conversation by its id; null while there is none. */
    place(id: string): Place | null {
      const channel = state.channels.get(id);
      return channel === undefined ? null : createChannel(world, channel);
    },
    commands: () => [...state.commands.values()],
    webhooks: () => [...state.webhooks.values()],
    /** Somebody deletes a webhook in the server's settings. */
    removeWebhook: (id: string) => state.webhooks.delete(id),
    /** Lets time go by at once. */
    pass(ms: number) {
      clock.pass(ms);
      state.changed();
    },
    /** Something goes wrong with requests from now on; gives back how to end it. */
    trouble(what: Trouble): () => void {
      const each = { ...what };
      rest.troubles.push(each);
      return () => void rest.troubles.splice(rest.troubles.indexOf(each), 1);
    },
    /** The gateway tells the last event of a kind once more, as it may after a resume. */
    redeliver(type: string): void {
      const last = events.findLast((event) => event.type === type);
      if (last === undefined) throw new Error(`nothing of the kind ${type} was told`);
      gateway.dispatch(last);
    },
    /** What was asked that the real one does not allow. */
    violations: (): readonly string[] => [...violations],
    /** Takes the violations, for tests that provoke them: they do not fail the closing. */
    takeViolations: () => violations.splice(0),
    /** Ends everything; throws when there were violations nobody took. */
    async close(): Promise<void> {
      gateway.close();
      rest.server.closeAllConnections();
      await new Promise((resolve) => rest.server.close(resolve));
      if (violations.length > 0)
        throw new Error(
          `requests Discord would not allow:\n${[...new Set(violations)].join('\n')}`,
        );
    },
  };
}

export type Discord = Awaited<ReturnType<typeof openDiscord>>;

/** A file by its signed address; none once the address has expired. */
function findFile({ attachments, clock }: State, path: string, query: URLSearchParams) {
  const [, , , id = ''] = path.split('/');
  const attachment = attachments.get(id);
  const ex = query.get('ex') ?? '';
  const isSigned =
    query.get('hm') === signLink(id, ex) && Number.parseInt(ex, 16) * 1000 > clock.now();
  if (attachment === undefined || !isSigned) return null;
  return { type: attachment.type, bytes: attachment.bytes };
}
