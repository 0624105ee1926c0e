/* Socket Mode: single-use addresses, hello, envelopes and their answers, routine and sudden ends. */
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import type { AppSetup, Pace } from './core.ts';
import type { Ack, Delivery, Retry, Transport } from './delivery.ts';
import type { World } from './world.ts';

const MAX_CONNECTIONS = 10;

interface Connection {
  readonly number: number;
  readonly socket: WebSocket;
  /** No more is sent over it: its end was announced. */
  isLeaving: boolean;
  /** Reads nothing and answers nothing, though it looks alive. */
  isFrozen: boolean;
}

interface Waiting {
  readonly connection: Connection;
  readonly startedAt: number;
  settle(ack: Ack): void;
}

export type SocketMode = ReturnType<typeof createSocketMode>;

/** The socket side of the double, on the server that also answers `apps.connections.open`. */
export function createSocketMode(
  server: Server,
  {
    world,
    app,
    pace,
    violate,
  }: { world: World; app: AppSetup; pace: Pace; violate(text: string): void },
) {
  const tickets = new Set<string>();
  const connections = new Set<Connection>();
  const waiting = new Map<string, Waiting>();
  const sockets = new WebSocketServer({ noServer: true });
  let turn = 0;
  let opened = 0;

  server.on('upgrade', (request: IncomingMessage, stream, head) => {
    const ticket = new URL(request.url ?? '', 'http://localhost').searchParams.get('ticket') ?? '';
    if (!tickets.delete(ticket)) {
      stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => accept(socket));
  });

  function accept(socket: WebSocket): void {
    opened += 1;
    const connection = { number: opened, socket, isLeaving: false, isFrozen: false };
    connections.add(connection);
    const pings = setInterval(() => {
      if (!connection.isFrozen) socket.ping(`Ping from server ${world.now()}`);
    }, pace.pingMs);
    socket.on('message', (data) => hear(connection, String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(pings);
      connections.delete(connection);
      for (const [id, wait] of waiting) {
        if (wait.connection !== connection) continue;
        waiting.delete(id);
        wait.settle({ type: 'failed', reason: 'connection_failed' });
      }
    });
    socket.ping('Ping from server');
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: connections.size,
        debug_info: {
          host: 'applink-double',
          build_number: 1,
          approximate_connection_time: 18_060,
        },
        connection_info: { app_id: app.id },
      }),
    );
  }

  function hear(connection: Connection, text: string): void {
    if (connection.isFrozen) return;
    const { envelope_id: id, payload } = JSON.parse(text) as {
      envelope_id?: string;
      payload?: unknown;
    };
    const wait = waiting.get(id ?? '');
    if (wait === undefined) {
      if (!settledIds.has(id ?? '')) violate(`socket: answer to an unknown envelope ${id}`);
      return;
    }
    waiting.delete(id ?? '');
    wait.settle({ type: 'acked', body: payload, ms: performance.now() - wait.startedAt });
  }

  const settledIds = new Set<string>();

  function pick(): Connection | null {
    const usable = [...connections].filter(
      ({ socket, isLeaving }) => !isLeaving && socket.readyState === WebSocket.OPEN,
    );
    turn += 1;
    return usable[turn % Math.max(usable.length, 1)] ?? null;
  }

  const transport: Transport = {
    async send(delivery: Delivery, retry: Retry | null): Promise<Ack> {
      const connection = pick();
      if (connection === null) return { type: 'failed', reason: 'connection_failed' };
      const id = `${world.id('E')}-${delivery.number}`;
      settledIds.add(id);
      const envelope = {
        envelope_id: id,
        type: delivery.type,
        accepts_response_payload: delivery.type !== 'events_api',
        payload: delivery.payload,
        ...(delivery.type === 'events_api'
          ? { retry_attempt: retry?.number ?? 0, retry_reason: retry?.reason ?? '' }
          : {}),
      };
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          resolve({ type: 'failed', reason: 'timeout' });
        }, pace.ackMs);
        const settle = (ack: Ack) => {
          clearTimeout(timer);
          resolve(ack);
        };
        waiting.set(id, { connection, startedAt: performance.now(), settle });
        connection.socket.send(JSON.stringify(envelope));
      });
    },
    async close() {
      for (const { socket } of connections) socket.terminate();
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
    },
  };

  return {
    transport,
    /** A single-use address, or null when too many connections are open. */
    openUrl(origin: string): string | null {
      if (connections.size >= MAX_CONNECTIONS) return null;
      const ticket = world.id('W');
      tickets.add(ticket);
      return `${origin.replace(/^http/, 'ws')}/link/?ticket=${ticket}&app_id=${app.id}`;
    },
    /** How many connections are open. */
    get count() {
      return connections.size;
    },
    /** How many connections were opened so far. */
    get opened() {
      return opened;
    },
    /** Ends every connection without a word, as a network that fails does. */
    cut() {
      for (const { socket } of connections) socket.terminate();
    },
    /** The routine end: a warning when given the time, then `refresh_requested` and the close. */
    async refresh({ warnMs = 0 }: { readonly warnMs?: number } = {}): Promise<void> {
      const leaving = [...connections];
      const say = (reason: string) => {
        for (const { socket } of leaving) {
          const info = { host: 'applink-double' };
          socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: info }));
        }
      };
      if (warnMs > 0) {
        say('warning');
        await sleep(warnMs);
      }
      for (const connection of leaving) connection.isLeaving = true;
      say('refresh_requested');
    },
    /** Socket Mode was switched off. */
    disable() {
      for (const { socket } of connections) {
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'link_disabled' }));
        socket.close();
      }
    },
    /** Connections look alive and carry nothing, not even pongs: a half-open socket. */
    freeze() {
      for (const connection of connections) {
        connection.isFrozen = true;
        // The library answers pings by itself unless it reads nothing at all.
        connection.socket.pause();
      }
    },
  };
}
