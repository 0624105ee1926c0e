/*
 * Brings events, commands and interactions to the app: over sockets or signed requests, with the real one's
 * deadline and retries, and with whatever a test does to the way (hold, drop, double, delay, reorder).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from './core.ts';
import type { Json, World } from './world.ts';

export type DeliveryType = 'events_api' | 'slash_commands' | 'interactive';

/** What comes back from the app for one attempt. */
export type Ack =
  | { readonly type: 'acked'; readonly body: unknown; readonly ms: number }
  | { readonly type: 'failed'; readonly reason: string; readonly isFinal?: boolean };

export interface Attempt {
  readonly number: number;
  readonly at: number;
  readonly result: Ack;
}

/** One thing to bring. */
export interface Delivery {
  /** Counted from 1. */
  readonly number: number;
  readonly type: DeliveryType;
  readonly payload: Json;
  readonly attempts: Attempt[];
  /** Settles when it was acknowledged or given up. */
  readonly done: Promise<Ack>;
}

export interface Retry {
  readonly number: number;
  readonly reason: string;
}

/** A way to the app. */
export interface Transport {
  send(delivery: Delivery, retry: Retry | null): Promise<Ack>;
  close(): Promise<void>;
}

/** What a test does to a delivery before it goes out. */
export type Meddling =
  | 'send'
  /** Never brought, nor ever again. */
  | 'drop'
  /** Brought two times as equals, neither marked as a retry. */
  | 'twice'
  /** Kept until `release`. */
  | 'hold'
  /** The answer is taken for lost: the real one sends it again. */
  | 'lose ack'
  | { readonly delayMs: number };

export type Deliverer = ReturnType<typeof createDelivery>;

/** Makes the outgoing side of the double. */
export function createDelivery(world: World, pace: Pace) {
  const deliveries: Delivery[] = [];
  const held: { readonly number: number; go(): void }[] = [];
  const open = new Set<Promise<Ack>>();
  const ending = new AbortController();
  let transport: Transport | null = null;
  let hear: (delivery: Delivery) => void = () => undefined;
  let meddle: (delivery: Delivery) => Meddling = () => 'send';

  async function attempt(delivery: Delivery, retry: Retry | null): Promise<Ack> {
    const at = world.now();
    const result: Ack =
      transport === null
        ? { type: 'failed', reason: 'connection_failed' }
        : await transport.send(delivery, retry);
    delivery.attempts.push({ number: retry?.number ?? 0, at, result });
    return result;
  }

  async function persist(delivery: Delivery, losesAck: boolean): Promise<Ack> {
    let result = await attempt(delivery, null);
    if (losesAck && result.type === 'acked') result = { type: 'failed', reason: 'http_timeout' };
    if (delivery.type !== 'events_api') return result;
    for (const [at, wait] of pace.retryMs.entries()) {
      if (result.type === 'acked' || result.isFinal) return result;
      await sleep(wait, undefined, { signal: ending.signal });
      result = await attempt(delivery, { number: at + 1, reason: result.reason });
    }
    return result;
  }

  async function bring(delivery: Delivery): Promise<Ack> {
    const how = meddle(delivery);
    if (how === 'drop') return { type: 'failed', reason: 'dropped by the test' };
    if (how === 'hold') {
      await new Promise<void>((go) => held.push({ number: delivery.number, go }));
    }
    if (typeof how === 'object') {
      await sleep(how.delayMs, undefined, { signal: ending.signal });
    }
    if (how === 'twice') {
      const [first] = await Promise.all([persist(delivery, false), attempt(delivery, null)]);
      return first;
    }
    return persist(delivery, how === 'lose ack');
  }

  return {
    deliveries: deliveries as readonly Delivery[],
    use(way: Transport | null) {
      transport = way;
    },
    /** Hears of each delivery before it goes out. */
    onSend(listener: (delivery: Delivery) => void) {
      hear = listener;
    },
    /** Sends something; its `done` settles with what became of it. */
    send(type: DeliveryType, payload: Json): Delivery {
      let settle: (ack: Ack) => void = () => undefined;
      const done = new Promise<Ack>((resolve) => {
        settle = resolve;
      });
      const delivery = { number: deliveries.length + 1, type, payload, attempts: [], done };
      deliveries.push(delivery);
      hear(delivery);
      open.add(done);
      void bring(delivery)
        .catch((): Ack => ({ type: 'failed', reason: 'the double was closed' }))
        .then((ack) => {
          open.delete(done);
          settle(ack);
        });
      return delivery;
    },
    /** Decides from now on what happens to each delivery. */
    meddle(decide: ((delivery: Delivery) => Meddling) | null) {
      meddle = decide ?? (() => 'send');
    },
    /** Lets held deliveries go, in the order they came or in the one given. */
    release(order: (numbers: readonly number[]) => readonly number[] = (numbers) => numbers) {
      const waiting = new Map(held.splice(0).map((entry) => [entry.number, entry]));
      for (const number of order([...waiting.keys()])) waiting.get(number)?.go();
    },
    /** Brings an old delivery again, as the real one does after a failure it believes in. */
    again: (delivery: Delivery, retry: Retry | null) => attempt(delivery, retry),
    /** Resolves when everything that was sent was acknowledged or given up. */
    async settled(): Promise<void> {
      while (open.size > 0) await Promise.all(open);
    },
    async close(): Promise<void> {
      ending.abort();
      for (const { go } of held.splice(0)) go();
      await transport?.close();
    },
  };
}
