import OpenAI from 'openai';
import { abortable } from '../../loop/run.ts';
import { BREAKER_POLICY, type BreakerPolicy, createBreaker, type ServerState } from './breaker.ts';
import { type Failure, failureInside, toFailure } from './failure.ts';
import { createGate } from './gate.ts';
import { type Outcome, RETRY_POLICY, type RetryPolicy, withRetries } from './retry.ts';
import { createWireFetch } from './wire-fetch.ts';

export interface ConnectionOptions {
  /** Null for a server that asks for no key. */
  readonly apiKey: string | null;
  /** Null for the client's own default. */
  readonly baseUrl: string | null;
  /** How long one request may take, from sending it to the end of its answer. */
  readonly timeoutMs: number;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
  readonly retry?: RetryPolicy;
  readonly breaker?: BreakerPolicy;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}

/** A way to one model server, shared by all models on it. */
export interface Connection {
  /** Host and port for messages: no path, no user, no password. */
  readonly host: string;
  readonly timeoutMs: number;
  /** True for OpenAI's own service, which speaks every form of the protocol. */
  readonly isOpenAi: boolean;
  /**
   * Sends one request, again where that may help. Rejects only with the signal's reason, or with a fault
   * of ours.
   */
  send(path: string, body: object, signal: AbortSignal): Promise<Outcome<object>>;
  /** How the server has been doing. */
  state(): ServerState;
}

/** Prepares a connection; nothing is sent yet. */
export function openConnection(options: ConnectionOptions): Connection {
  const { apiKey, baseUrl, timeoutMs, concurrency, retry = RETRY_POLICY } = options;
  const client = new OpenAI({
    // The client insists on a key; a server that wants none ignores it.
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl === null ? DEFAULT_URL : withoutUser(baseUrl),
    // What is not passed here the client would look up in the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: createWireFetch(),
    ...(apiKey !== null && isAzure(baseUrl) ? { defaultHeaders: { 'api-key': apiKey } } : {}),
  });
  const gate = createGate(concurrency);
  const breaker = createBreaker(options.breaker ?? BREAKER_POLICY, options.now ?? Date.now);

  async function sendOnce(
    path: string,
    body: object,
    signal: AbortSignal,
  ): Promise<Outcome<object>> {
    // Of several editors one tries the server again, and the others go by what it finds out.
    for (let trial = breaker.trial(); trial !== null; trial = breaker.trial()) {
      await abortable(signal, () => trial);
    }
    const waitMs = breaker.refuse();
    if (waitMs !== null) return { failure: { kind: 'paused', waitMs } };
    let outcome: Outcome<object> | null = null;
    try {
      outcome = await sendInTime(client, { path, body, signal, timeoutMs });
      return outcome;
    } finally {
      if (outcome === null) breaker.abandoned();
      else if ('answer' in outcome) breaker.succeeded();
      else breaker.failed(outcome.failure);
    }
  }

  const { host, hostname } = new URL(client.baseURL);
  return {
    host,
    timeoutMs,
    isOpenAi: hostname === new URL(DEFAULT_URL).hostname,
    send: (path, body, signal) =>
      withRetries(() => gate.run(() => sendOnce(path, body, signal), signal), retry, signal),
    state: () => breaker.state(),
  };
}

const DEFAULT_URL = 'https://api.openai.com/v1';

/** A user and password in an address are no part of it: fetching refuses them there. */
function withoutUser(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Azure's addresses of single deployments name the version they speak; there a key has a header of its own. */
function isAzure(baseUrl: string | null): boolean {
  return baseUrl !== null && new URL(baseUrl).searchParams.has('api-version');
}

interface OneTry {
  readonly path: string;
  readonly body: object;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** One try with a clock of its own: a first try that timed out must not use up the time of the second. */
async function sendInTime(
  client: OpenAI,
  { path, body, signal, timeoutMs }: OneTry,
): Promise<Outcome<object>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const stop = AbortSignal.any([signal, late.signal]);
  try {
    const answer = await abortable(stop, async () =>
      client.post<unknown>(path, { body, signal: stop, timeout: timeoutMs }),
    );
    const failure = failureInside(answer);
    return failure === null ? { answer: answer as object } : { failure };
  } catch (error) {
    signal.throwIfAborted();
    const failure: Failure | null = late.signal.aborted ? { kind: 'timeout' } : toFailure(error);
    if (failure === null) throw error;
    return { failure };
  } finally {
    clearTimeout(timer);
  }
}
