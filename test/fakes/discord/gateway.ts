/* The gateway: sessions, heartbeats, intents and replays, as events/gateway of the documentation says. */
import type { Server as HttpServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJson, type Json, numberOr, textOr } from './json.ts';
import { type GatewayEvent, INTENT, type State } from './state.ts';
import { isVisible, memberJson, serverJson, userJson } from './wire.ts';

export interface GatewayOptions {
  readonly token: string;
  readonly heartbeatMs: number;
  /** Address resumes go to. */
  url(): string;
  report(violation: string): void;
}

interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  readonly sent: { readonly seq: number; readonly text: string }[];
  seq: number;
  socket: WebSocket | null;
}

const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  acknowledged: 11,
} as const;
const KNOWN_INTENTS = (1 << 26) - 1;
/** How many events a session that lost its connection keeps. */
const REPLAYED = 20_000;

export function createGateway(server: HttpServer, options: GatewayOptions) {
  const sockets = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  const identifies: { readonly shard: readonly [number, number]; readonly intents: number }[] = [];
  const counts = { resumed: 0, identified: 0, heartbeats: 0 };
  let delayMs = 0;
  let isMute = false;
  let isRefusing = false;
  let ids = 0;
  let state: State | null = null;

  server.on('upgrade', (request, socket, head) => {
    if (isRefusing) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => greet(open));
  });

  function greet(socket: WebSocket): void {
    let sends: number[] = [];
    socket.on('error', () => undefined);
    write(socket, { op: OP.hello, d: { heartbeat_interval: options.heartbeatMs, _trace: [] } });
    socket.on('message', (data) => {
      const now = Date.now();
      sends = [...sends.filter((at) => now - at < 60_000), now];
      if (sends.length > 120) {
        options.report('more than 120 gateway sends in a minute');
        socket.close(4008, 'Rate limited.');
        return;
      }
      hear(socket, String(data));
    });
    socket.on('close', (code) => {
      for (const session of sessions.values()) {
        if (session.socket !== socket) continue;
        session.socket = null;
        // The client says goodbye for good with these.
        if (code === 1000 || code === 1001) sessions.delete(session.id);
      }
      state?.changed();
    });
  }

  function hear(socket: WebSocket, text: string): void {
    let frame: unknown;
    try {
      frame = JSON.parse(text);
    } catch {
      socket.close(4002, 'Error while decoding payload.');
      return;
    }
    if (!isJson(frame)) return;
    const { op, d } = frame;
    const session = [...sessions.values()].find((each) => each.socket === socket);
    if (op === OP.heartbeat) {
      counts.heartbeats += 1;
      if (!isMute) write(socket, { op: OP.acknowledged });
    } else if (op === OP.identify && isJson(d)) identify(socket, d, session);
    else if (op === OP.resume && isJson(d)) resume(socket, d);
    else if (session === undefined) socket.close(4003, 'Not authenticated.');
    else if (op === OP.requestMembers && isJson(d)) sendMembers(session, d);
    else if (op !== OP.presence && op !== 4) socket.close(4001, 'Unknown opcode.');
  }

  function identify(socket: WebSocket, d: Json, before: Session | undefined): void {
    const [code, why] = refusalOf(d, before);
    if (code !== null) socket.close(code, why);
    else begin(socket, d);
  }

  /** The code a connection is closed with, when what it says of itself will not do. */
  function refusalOf(d: Json, before: Session | undefined): readonly [number | null, string] {
    if (before) return [4005, 'Already authenticated.'];
    if (d.token !== options.token) return [4004, 'Authentication failed.'];
    const intents = numberOr(d.intents, -1);
    if (intents < 0 || intents > KNOWN_INTENTS) return [4013, 'Invalid intent(s).'];
    const app = known().app;
    const isRefused =
      (intents & INTENT.content && !app.mayReadContent) ||
      (intents & INTENT.members && !app.mayReadMembers);
    if (isRefused) return [4014, 'Disallowed intent(s).'];
    const shard = shardOf(d);
    return shard[0] >= shard[1] ? [4010, 'Invalid shard.'] : [null, ''];
  }

  function begin(socket: WebSocket, d: Json): void {
    const [intents, shard] = [numberOr(d.intents, 0), shardOf(d)];
    ids += 1;
    const session: Session = { id: `session-${ids}`, intents, shard, sent: [], seq: 0, socket };
    sessions.set(session.id, session);
    identifies.push({ shard, intents });
    counts.identified += 1;
    start(session);
  }

  /** READY names the servers; each is told in full right after. */
  function start(session: Session): void {
    const { app, servers } = known();
    const mine = [...servers.values()].filter((each) => each.hasBot && concerns(session, each.id));
    tell(session, 'READY', {
      v: 10,
      user: { ...userJson(app.user), verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: mine.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: options.url(),
      shard: session.shard,
      application: { id: app.id, flags: applicationFlags(app) },
      user_settings: {},
      relationships: [],
      private_channels: [],
      presences: [],
      guild_join_requests: [],
      geo_ordered_rtc_regions: [],
      auth: {},
      _trace: [],
    });
    if (!(session.intents & INTENT.servers)) return;
    for (const each of mine) {
      if (each.isOut) tell(session, 'GUILD_DELETE', { id: each.id, unavailable: true });
      else tell(session, 'GUILD_CREATE', serverJson(known(), each));
    }
  }

  function resume(socket: WebSocket, d: Json): void {
    const session = sessions.get(textOr(d.session_id, ''));
    if (d.token !== options.token) {
      socket.close(4004, 'Authentication failed.');
      return;
    }
    const seq = numberOr(d.seq, 0);
    const oldest = session?.sent[0]?.seq ?? 1;
    if (session === undefined || seq + 1 < oldest || seq > session.seq) {
      write(socket, { op: OP.invalidSession, d: false });
      return;
    }
    session.socket?.terminate();
    session.socket = socket;
    counts.resumed += 1;
    for (const each of session.sent) if (each.seq > seq) socket.send(each.text);
    tell(session, 'RESUMED', { _trace: [] });
  }

  function sendMembers(session: Session, d: Json): void {
    const server = known().servers.get(textOr(d.guild_id, ''));
    if (server === undefined) return;
    const wanted = [d.user_ids ?? []].flat().map(String);
    const query = textOr(d.query, '');
    const members = [...server.members.values()].filter(({ user }) =>
      wanted.length > 0 ? wanted.includes(user.id) : user.username.startsWith(query),
    );
    tell(session, 'GUILD_MEMBERS_CHUNK', {
      guild_id: server.id,
      members: members.map((member) => memberJson(member)),
      chunk_index: 0,
      chunk_count: 1,
      not_found: wanted.filter((id) => !server.members.has(id)),
      nonce: d.nonce,
    });
  }

  function tell(session: Session, type: string, d: unknown): void {
    session.seq += 1;
    const text = JSON.stringify({ op: OP.dispatch, t: type, s: session.seq, d });
    session.sent.push({ seq: session.seq, text });
    if (session.sent.length > REPLAYED) session.sent.shift();
    const { socket } = session;
    if (delayMs === 0) socket?.send(text);
    else setTimeout(() => socket?.send(text), delayMs).unref();
  }

  function concerns({ shard }: Session, serverId: string | null): boolean {
    const of = serverId === null ? 0 : Number((BigInt(serverId) >> 22n) % BigInt(shard[1]));
    return of === shard[0];
  }

  function known(): State {
    if (state === null) throw new Error('the gateway knows no world yet');
    return state;
  }

  const open = () => [...sessions.values()].flatMap(({ socket }) => socket ?? []);

  return {
    identifies,
    counts,
    setState(of: State) {
      state = of;
    },
    /** Sends an event to every session that may hear of it; one without a connection keeps it for its resume. */
    dispatch(event: GatewayEvent): number {
      let heard = 0;
      for (const session of sessions.values()) {
        if (event.intents !== 0 && !(session.intents & event.intents)) continue;
        if (!concerns(session, event.serverId)) continue;
        const server = event.serverId === null ? null : known().servers.get(event.serverId);
        if (server && !server.hasBot && event.intents !== 0) continue;
        if (event.channel && !isVisible(known(), event.channel)) continue;
        tell(session, event.type, event.data(Boolean(session.intents & INTENT.content)));
        if (session.socket !== null) heard += 1;
      }
      return heard;
    },
    isConnected: () => open().length > 0,
    /** Ends the connections; sessions stay, and what happens now is told when they are resumed. */
    cut(code?: number) {
      for (const socket of open())
        if (code === undefined) socket.terminate();
        else socket.close(code);
    },
    /** Asks everybody to come back with their session, as routine maintenance does. */
    askToReconnect() {
      for (const socket of open()) write(socket, { op: OP.reconnect, d: null });
    },
    /** Forgets all sessions: nothing that happened meanwhile is told any more. */
    invalidate() {
      const sockets = open();
      sessions.clear();
      for (const socket of sockets) write(socket, { op: OP.invalidSession, d: false });
    },
    askForHeartbeat() {
      for (const socket of open()) write(socket, { op: OP.heartbeat, d: null });
    },
    /** Heartbeats are not acknowledged any more: a connection that is dead without having been closed. */
    mute(isOn: boolean) {
      isMute = isOn;
    },
    /** No new connection comes about. */
    refuseConnections(isOn: boolean) {
      isRefusing = isOn;
    },
    delay(ms: number) {
      delayMs = ms;
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function shardOf({ shard }: Json): readonly [number, number] {
  const [at, of] = Array.isArray(shard) ? shard.map(Number) : [0, 1];
  return [at ?? 0, of ?? 1];
}

export function applicationFlags({ mayReadContent, mayReadMembers }: State['app']): number {
  return (mayReadContent ? 1 << 19 : 0) | (mayReadMembers ? 1 << 15 : 0);
}

function write(socket: WebSocket, frame: Json): void {
  if (socket.readyState === socket.OPEN)
    socket.send(JSON.stringify({ t: null, s: null, ...frame }));
}
