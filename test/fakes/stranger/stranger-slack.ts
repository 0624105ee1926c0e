/*
 * A second Slack for tests, written from the documentation alone and sharing nothing with the first: small,
 * and moody where the documentation leaves room. What works with this one works because Slack promises it,
 * not because our own double happens to behave so.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type WebSocket, WebSocketServer } from 'ws';

type Json = Record<string, unknown>;

/** Where the documentation leaves room, and what this Slack makes of it. */
export interface Moods {
  /** Where the methods live; `/api/` when left out. */
  readonly path?: string;
  /** Leaves out every key that is not promised, and every method that is a courtesy. */
  readonly isTerse?: boolean;
  /** Adds keys, blocks, warnings and events that nobody asked for, and pages of one message. */
  readonly isChatty?: boolean;
  /** Refuses with a status of HTTP, limits without saying for how long, breaks off, brings events twice. */
  readonly isRude?: boolean;
}

interface StoredMessage extends Json {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly metadata?: { readonly event_payload?: Json };
}

export type StrangerSlack = Awaited<ReturnType<typeof startStrangerSlack>>;

const [TEAM, APP, BOT, BOT_ID] = ['T7STRANGER', 'A7PENCIL', 'U7BOT', 'B7BOT'] as const;
const SECRET = 'stranger-signing-secret';
const TOKEN = 'xoxb-7-stranger';
export const [INES, TOMEK] = ['U7INES', 'W7TOMEK'] as const;
export const [GENERAL, DIRECT] = ['C7GENERAL', 'D7INES'] as const;
/** Methods that a Slack may lack, and that nothing may hang on. */
const COURTESIES: readonly string[] = ['assistant.threads.setStatus', 'emoji.list', 'users.list'];
const PACE_MS = 20;
/** As headers are written: with spaces or without. */
const SCOPES =
  'app_mentions:read,channels:history, channels:read, chat:write,chat:write.customize, commands, emoji:read,files:read,groups:history,groups:read,im:history,im:read,im:write,mpim:history,mpim:read,reactions:read,reactions:write,users:read';

export async function startStrangerSlack(
  transport: 'socket' | 'http',
  { path = '/api/', isTerse = false, isChatty = false, isRude = false }: Moods = {},
) {
  const channels = new Map<string, StoredMessage[]>([
    [GENERAL, []],
    [DIRECT, []],
  ]);
  const marks = new Set<string>();
  const notes: Json[] = [];
  const views: { readonly how: string; readonly view: Json }[] = [];
  const unknown: string[] = [];
  const seen = new Map<string, number>();
  const sockets = new Set<WebSocket>();
  const waiting = new Map<string, (payload: unknown) => void>();
  let clock = Date.now();
  let appUrl = '';
  let origin = '';

  const nextTs = () => {
    clock += 1;
    return `${Math.floor(clock / 1000)}.${String(clock % 1000).padStart(3, '0')}100`;
  };
  const inChannel = (channel: unknown) => channels.get(String(channel)) ?? [];
  const refuse = (error: string, more: Json = {}): Json => ({ ok: false, error, ...more });
  const extra = (): Json => (isChatty ? { x_new_key: [{ deep: null }], is_new: 'true' } : {});

  const page = (all: readonly StoredMessage[], { cursor, limit }: Json): Json => {
    const from = Number(String(cursor ?? '0').replace('bmV4dDo', ''));
    const size = isChatty ? 1 : Number(limit ?? 100);
    const next = from + size < all.length ? `bmV4dDo${from + size}` : '';
    return {
      ok: true,
      messages: all.slice(from, from + size).map((message) => ({ ...message, ...extra() })),
      ...(isTerse && next === ''
        ? {}
        : { has_more: next !== '', response_metadata: { next_cursor: next } }),
    };
  };

  const post = (args: Json): Json => {
    const channel = String(args.channel);
    if (!channels.has(channel)) return refuse('channel_not_found');
    const ts = nextTs();
    const message: StoredMessage = {
      type: 'message',
      ...(args.username === undefined ? { user: BOT } : { subtype: 'bot_message' }),
      bot_id: BOT_ID,
      ...(isTerse ? {} : { app_id: APP, team: TEAM }),
      text: args.text,
      blocks: args.blocks,
      username: args.username,
      ...(args.thread_ts ? { thread_ts: String(args.thread_ts) } : {}),
      ts,
      ...(args.metadata === undefined ? {} : { metadata: args.metadata as Json }),
    };
    inChannel(channel).push(message);
    const { metadata: _, thread_ts: __, ...little } = message;
    return { ok: true, channel, ts, message: isTerse ? little : { ...message, ...extra() } };
  };

  const methods: Readonly<Record<string, (args: Json) => Json>> = {
    'auth.test': () => ({
      ok: true,
      team_id: TEAM,
      user_id: BOT,
      ...(isTerse ? {} : { url: `${origin}/`, team: 'Stranger', user: 'bluepencil' }),
      bot_id: BOT_ID,
    }),
    'oauth.v2.access': ({ code }) =>
      code === 'right'
        ? {
            ok: true,
            access_token: TOKEN,
            token_type: 'bot',
            scope: SCOPES.replaceAll(' ', ''),
            bot_user_id: BOT,
            app_id: APP,
            team: { id: TEAM },
            authed_user: { id: INES },
            ...(isTerse ? {} : { enterprise: null, is_enterprise_install: false }),
          }
        : refuse('invalid_code'),
    'apps.connections.open': () => ({ ok: true, url: `${origin.replace('http', 'ws')}/link` }),
    'users.info': ({ user }) =>
      isTerse
        ? refuse('internal_error')
        : { ok: true, user: { id: user, name: 'somebody', is_admin: true, profile: {} } },
    'conversations.info': ({ channel }) => ({
      ok: true,
      channel: { id: channel, ...(isTerse ? {} : { name: 'general', is_member: true }) },
    }),
    'conversations.open': () => ({ ok: true, channel: { id: DIRECT } }),
    'conversations.history': (args) => {
      const isDirect = args.channel === DIRECT;
      if (isTerse && isDirect) return refuse('missing_scope', { needed: 'im:history' });
      const roots = inChannel(args.channel).filter(
        ({ ts, thread_ts: root }) => root === undefined || root === ts,
      );
      const { latest = '~', oldest = '' } = args as { latest?: string; oldest?: string };
      return page(roots.filter(({ ts }) => ts <= latest && ts >= oldest).toReversed(), args);
    },
    'conversations.replies': (args) => {
      const all = inChannel(args.channel);
      const target = all.find(({ ts }) => ts === args.ts);
      if (target === undefined) return refuse('thread_not_found');
      const root = target.thread_ts ?? target.ts;
      if (isTerse && !all.some(({ thread_ts: at }) => at === root))
        return refuse('thread_not_found');
      // A reply's timestamp gives its whole thread here.
      return page(
        all.filter(({ ts, thread_ts: at }) => ts === root || at === root),
        args,
      );
    },
    'chat.postMessage': post,
    'chat.update': ({ channel, ts, ...change }) => {
      const all = inChannel(channel);
      const at = all.findIndex((message) => message.ts === ts);
      if (at < 0) return refuse('message_not_found');
      all[at] = { ...(all[at] as StoredMessage), ...change };
      return { ok: true, channel, ts };
    },
    'chat.delete': ({ channel, ts }) => {
      const all = inChannel(channel);
      channels.set(
        String(channel),
        all.filter((message) => message.ts !== ts),
      );
      return { ok: true };
    },
    'chat.postEphemeral': (args) => {
      notes.push(args);
      return { ok: true, message_ts: nextTs() };
    },
    'reactions.add': ({ channel, timestamp, name }) => {
      const key = `${channel}/${timestamp}/${name}`;
      if (marks.has(key)) return refuse('already_reacted');
      marks.add(key);
      return { ok: true };
    },
    'reactions.remove': ({ channel, timestamp, name }) =>
      marks.delete(`${channel}/${timestamp}/${name}`) ? { ok: true } : refuse('no_reaction'),
    ...Object.fromEntries(
      ['open', 'push', 'update', 'publish'].map((how) => [
        `views.${how}`,
        ({ view }: Json) => {
          const kept = { ...(view as Json), id: `V${views.length}` };
          views.push({ how, view: kept });
          return { ok: true, ...(isTerse ? {} : { view: kept }) };
        },
      ]),
    ),
  };

  const api = async (method: string, request: IncomingMessage, response: ServerResponse) => {
    const args = readArgs(await readAll(request), request.headers['content-type'] ?? '');
    const times = (seen.get(method) ?? 0) + 1;
    seen.set(method, times);
    if (isRude && times === 2) {
      response.writeHead(429, { connection: 'close' }).end();
      return;
    }
    const isLacking = isTerse && COURTESIES.includes(method);
    const work = methods[method];
    if (work === undefined && !COURTESIES.includes(method)) unknown.push(method);
    const body = work === undefined || isLacking ? refuse('unknown_method') : work(args);
    const warned = { warning: 'missing_charset', response_metadata: { warnings: ['new_one'] } };
    const said: Json = isChatty ? { ...warned, ...body, ...extra() } : body;
    const bytes = Buffer.from(JSON.stringify(said));
    response.writeHead(isRude && said.ok === false ? 403 : 200, {
      'Content-Type': isTerse ? 'application/json' : 'application/json; charset=utf-8',
      ...(isTerse ? {} : { 'X-OAuth-Scopes': SCOPES }),
      ...(isChatty ? { 'content-encoding': 'gzip' } : {}),
      ...(isRude ? { connection: 'close' } : {}),
    });
    response.end(isChatty ? gzipSync(bytes) : bytes);
  };

  const server = createServer(async (request, response) => {
    const address = request.url ?? '';
    if (address.startsWith(path)) return api(address.slice(path.length), request, response);
    if (address.startsWith('/hook/')) {
      notes.push(JSON.parse(await readAll(request)) as Json);
      response.end('ok');
      return;
    }
    response.writeHead(404).end();
  });
  const accepting = new WebSocketServer({ server, path: '/link' });
  accepting.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const { envelope_id: id = '', payload } = JSON.parse(String(data)) as Json;
      waiting.get(String(id))?.(payload);
    });
    socket.send(JSON.stringify({ type: 'hello', ...(isTerse ? {} : { num_connections: 1 }) }));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const overSocket = async (type: string, payload: Json): Promise<unknown> => {
    while (sockets.size === 0) await pause();
    const all = [...sockets];
    const socket = all[seen.size % all.length] as WebSocket;
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no answer to ${type}`)), 3_000);
      waiting.set(id, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      const more = isTerse ? {} : { accepts_response_payload: true, retry_attempt: 0 };
      socket.send(JSON.stringify({ envelope_id: id, type, payload, ...more }));
    });
  };

  const overHttp = async (type: string, payload: Json, retry: number): Promise<unknown> => {
    const isForm = type !== 'events_api';
    const form = type === 'slash_commands' ? payload : { payload: JSON.stringify(payload) };
    const body = isForm
      ? new URLSearchParams(form as Record<string, string>).toString()
      : JSON.stringify(payload);
    const answer = await fetch(appUrl, {
      method: 'POST',
      headers: {
        ...signed(body),
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(retry === 0
          ? {}
          : { 'X-Slack-Retry-Num': String(retry), 'X-Slack-Retry-Reason': 'http_timeout' }),
      },
      // In pieces, so without a length.
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} to ${type}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

  const send = (type: string, payload: Json, retry = 0) =>
    transport === 'socket' ? overSocket(type, payload) : overHttp(type, payload, retry);

  const event = async (inner: Json): Promise<void> => {
    const payload = {
      type: 'event_callback',
      team_id: TEAM,
      api_app_id: APP,
      event: { ...inner, ...extra() },
      event_id: `Ev${randomUUID()}`,
      event_time: Math.floor(clock / 1000),
      ...(isTerse
        ? {}
        : { authorizations: [{ team_id: TEAM, user_id: BOT, is_bot: true }], token: 'old' }),
      ...extra(),
    };
    await send('events_api', payload);
    if (isRude) await send('events_api', payload, 1);
  };

  const interact = (type: string, more: Json) =>
    send('interactive', {
      type,
      team: isTerse ? null : { id: TEAM, domain: 'stranger' },
      user: { id: INES, ...(isTerse ? {} : { name: 'ines', team_id: TEAM }) },
      api_app_id: APP,
      trigger_id: randomUUID(),
      ...more,
      ...extra(),
    });

  const answerUrl = () => ({ response_url: `${origin}/hook/${randomUUID()}` });

  return {
    env: {
      SLACK_API_URL: `${origin}${path.replace(/\/$/, '')}`,
      SLACK_BOT_TOKEN: TOKEN,
      ...(transport === 'socket'
        ? { SLACK_APP_TOKEN: 'xapp-7-stranger' }
        : { SLACK_SIGNING_SECRET: SECRET }),
    },
    marks: marks as ReadonlySet<string>,
    notes: notes as readonly Json[],
    views: views as readonly { readonly how: string; readonly view: Json }[],
    /** Methods that were called and that the documentation used here does not have. */
    unknown: unknown as readonly string[],
    messages: (channel: string) => inChannel(channel) as readonly StoredMessage[],
    thread: (channel: string, root: string) =>
      inChannel(channel).filter(({ ts, thread_ts: at }) => at === root && ts !== root),
    connect(url: string) {
      appUrl = url;
    },
    /** Posts as a person, and tells the app of it. */
    async say(channel: string, text: string, root?: string): Promise<string> {
      const ts = nextTs();
      const message: StoredMessage = {
        type: 'message',
        user: TOMEK,
        text,
        ts,
        ...(root === undefined ? {} : { thread_ts: root }),
      };
      inChannel(channel).push(message);
      const kind = channel === DIRECT ? 'im' : 'channel';
      const told = { ...message, channel, ...(isTerse ? {} : { channel_type: kind, team: TEAM }) };
      const isMention = text.includes(`<@${BOT}>`);
      if (isMention) await event({ ...told, type: 'app_mention' });
      await event(told);
      return ts;
    },
    mentionOf: () => `<@${BOT}>`,
    react: (channel: string, ts: string, reaction: string) =>
      event({
        type: 'reaction_added',
        user: INES,
        reaction,
        item: { type: 'message', channel, ts },
        ...(isTerse ? {} : { item_user: TOMEK }),
        event_ts: nextTs(),
      }),
    openHome: () =>
      event({
        type: 'app_home_opened',
        user: INES,
        channel: DIRECT,
        tab: 'home',
        event_ts: nextTs(),
      }),
    command: (text: string) =>
      send('slash_commands', {
        command: '/refine',
        text,
        user_id: INES,
        channel_id: GENERAL,
        team_id: TEAM,
        api_app_id: APP,
        trigger_id: randomUUID(),
        ...(isTerse
          ? {}
          : { channel_name: 'general', user_name: 'ines', is_enterprise_install: 'false' }),
        ...answerUrl(),
      }),
    shortcut: (callback: string, message: StoredMessage) =>
      interact('message_action', {
        callback_id: callback,
        message_ts: message.ts,
        message,
        channel: { id: GENERAL, ...(isTerse ? {} : { name: 'general' }) },
        ...answerUrl(),
      }),
    globalShortcut: (callback: string) => interact('shortcut', { callback_id: callback }),
    click: (channel: string, message: StoredMessage, element: Json) =>
      interact('block_actions', {
        channel: { id: channel },
        message,
        container: {
          type: 'message',
          message_ts: message.ts,
          channel_id: channel,
          is_ephemeral: false,
          ...(isTerse ? {} : { thread_ts: message.thread_ts }),
        },
        actions: [{ ...element, block_id: 'b', type: 'button', action_ts: nextTs() }],
        ...answerUrl(),
      }),
    /** A click that has no message, on a view. */
    clickIn: (view: Json, element: Json) =>
      interact('block_actions', {
        view,
        container: { type: 'view', view_id: view.id },
        actions: [{ ...element, block_id: 'b', type: 'button', action_ts: nextTs() }],
      }),
    /** Sends a form with some of its fields filled in, by block. */
    submit: (view: Json, values: Readonly<Record<string, Json>>) =>
      interact('view_submission', { view: { ...view, state: { values: stateOf(view, values) } } }),
    closeView: (view: Json) => interact('view_closed', { view, is_cleared: false }),
    /** What only comes over HTTP. */
    raw: (body: string, contentType: string, headers: Record<string, string> = signed(body)) =>
      fetch(appUrl, { method: 'POST', headers: { ...headers, 'content-type': contentType }, body }),
    /** The routine end of every connection. */
    refresh() {
      for (const socket of sockets) {
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
      }
      sockets.clear();
    },
    async until<T>(look: () => T | null | undefined | false, what: string): Promise<T> {
      const end = performance.now() + 60_000;
      for (;;) {
        const found = look();
        if (found !== null && found !== undefined && found !== false) return found;
        if (performance.now() > end) throw new Error(`${what} did not come`);
        await pause();
      }
    },
    async close() {
      for (const socket of sockets) socket.terminate();
      accepting.close();
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => done());
      });
    },
  };
}

function signed(body: string): Record<string, string> {
  const at = String(Math.floor(Date.now() / 1000));
  const hash = createHmac('sha256', SECRET).update(`v0:${at}:${body}`).digest('hex');
  return { 'X-SLACK-REQUEST-TIMESTAMP': at, 'x-slack-signature': `v0=${hash}` };
}

/** What a form holds when it is sent: what was chosen beforehand, and what was filled in. */
function stateOf(view: Json, filled: Readonly<Record<string, Json>>): Json {
  const inputs = (view.blocks as Json[]).filter(({ type }) => type === 'input');
  return Object.fromEntries(
    inputs.map(({ block_id: block, element }) => {
      const { action_id: action, initial_option: chosen } = element as Json;
      const value = chosen === undefined ? {} : { selected_option: chosen };
      return [block, { [String(action)]: filled[String(block)] ?? value }];
    }),
  );
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function readArgs(body: string, contentType: string): Json {
  if (contentType.includes('json')) return JSON.parse(body || '{}') as Json;
  const read = (value: string): unknown => {
    if (!/^[[{]/.test(value)) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([key, value]) => [key, read(value)]),
  );
}

function pause(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, PACE_MS);
  });
}
