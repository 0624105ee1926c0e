/*
 * Socket Mode, supervised. The client of the SDK closes before it connects again, waits five seconds more
 * after each failure, and gives up for good when one `apps.connections.open` fails; so here each connection
 * is used once, the next one is opened the moment its end is announced, and several stand side by side.
 * https://docs.slack.dev/apis/events-api/using-socket-mode
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, SocketModeReceiver } from '@slack/bolt';
import { clientOptions } from './calls.ts';
import { createSdkLogger } from './sdk-logger.ts';
import { refusalCode } from './slack-errors.ts';

/** Connections that stand at once; Slack allows ten for all processes of an app. */
const CONNECTIONS = 2;
const HELLO_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** A connection that answers no ping for so long is given up; a busy machine is late by seconds. */
const PONG_WITHIN_MS = 6_000;

export interface SocketsOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  /** Takes what arrives. */
  readonly app: Pick<App, 'processEvent'>;
  /** Hears of connections that could not be made, and of how they stand. */
  readonly report: (what: string, about: Readonly<Record<string, unknown>>) => void;
}

export interface Sockets {
  /** How many of ours stand now. */
  connected(): number;
  /** How many that are not ours Slack last spoke of. */
  others(): number;
  close(): Promise<void>;
}

/** Opens the connections and keeps them open until they are closed. */
export function openSockets(options: SocketsOptions): Sockets {
  const ending = new AbortController();
  const open = new Set<SocketModeReceiver>();
  /** Also those that greet or part: Slack counts them too. */
  const standing = new Set<SocketModeReceiver>();
  let others = 0;

  const hold = async (receiver: SocketModeReceiver): Promise<void> => {
    standing.add(receiver);
    const left = leaving(receiver, (connections) => {
      others = Math.max(0, connections - standing.size);
    });
    receiver.client.on('disconnected', () => standing.delete(receiver));
    try {
      await withHello(receiver, ending.signal);
    } catch (error) {
      standing.delete(receiver);
      throw error;
    }
    open.add(receiver);
    try {
      await Promise.race([left, aborted(ending.signal)]);
    } finally {
      open.delete(receiver);
      void Promise.resolve(receiver.stop()).catch(() => undefined);
    }
  };

  const supervise = async (number: number): Promise<void> => {
    for (let failures = 0; !ending.signal.aborted; ) {
      const startedAt = Date.now();
      try {
        await hold(newReceiver(options));
        // One that ends at once is no better than one that was never made.
        failures = Date.now() - startedAt < 1_000 ? failures + 1 : 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        failures += 1;
        options.report('the connection to Slack could not be opened', {
          connection: number,
          failures,
          code: refusalCode(error) ?? (error instanceof Error ? error.name : 'unknown'),
        });
      }
      if (failures > 0) await pause(failures, ending.signal);
    }
  };

  const supervised = Array.from({ length: CONNECTIONS }, (_, at) => supervise(at + 1));
  return {
    connected: () => open.size,
    others: () => others,
    async close() {
      ending.abort();
      await Promise.all(supervised);
    },
  };
}

function newReceiver({ appToken, apiUrl, app }: SocketsOptions): SocketModeReceiver {
  const receiver = new SocketModeReceiver({
    appToken,
    autoReconnectEnabled: false,
    clientPingTimeout: PONG_WITHIN_MS,
    logger: createSdkLogger(),
    installerOptions: { clientOptions: clientOptions(apiUrl) },
    // What could not be taken is not acknowledged, and Slack brings it again.
    processEventErrorHandler: async () => false,
  });
  receiver.init(app as App);
  return receiver;
}

/** Resolves when the connection is told to go, or is gone. */
function leaving(
  receiver: SocketModeReceiver,
  heardOf: (connections: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    receiver.client.on('disconnected', () => resolve());
    receiver.client.on('ws_message', (data: unknown) => {
      const { type, connections } = readNotice(data);
      if (connections !== null) heardOf(connections);
      if (type === 'disconnect') resolve();
    });
  });
}

/** Only greetings and farewells are looked at; anything else is left to the SDK. */
function readNotice(data: unknown): { readonly type: string; readonly connections: number | null } {
  const text = typeof data === 'string' && data.length < 2_000 ? data : '';
  if (!/"type"\s*:\s*"(?:hello|disconnect)"/.test(text)) return { type: '', connections: null };
  try {
    const { type, num_connections: connections } = JSON.parse(text) as Record<string, unknown>;
    return {
      type: String(type),
      connections: typeof connections === 'number' ? connections : null,
    };
  } catch {
    return { type: '', connections: null };
  }
}

async function withHello(receiver: SocketModeReceiver, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(HELLO_WITHIN_MS)]);
  try {
    await Promise.race([receiver.start(), aborted(late).then(() => Promise.reject(late.reason))]);
  } catch (error) {
    void Promise.resolve(receiver.stop()).catch(() => undefined);
    throw error ?? new Error('the connection ended before its greeting');
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function pause(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(failures, 10));
  await sleep(ms * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
}
