/* Signed requests to the app: the handshake of an address, events with their retries, forms. */
import { createHmac } from 'node:crypto';
import type { AppSetup, Pace } from './core.ts';
import type { Ack, Delivery, Retry, Transport } from './delivery.ts';
import type { Json, World } from './world.ts';

/** Where the app listens; one address for all when the others are left out. */
export interface AppUrls {
  readonly events: string;
  readonly commands?: string;
  readonly interactivity?: string;
}

/** What a test changes of a request before it goes out. */
export interface Forgery {
  readonly secret?: string;
  /** Added to the time of the request. */
  readonly offsetSeconds?: number;
  readonly isUnsigned?: boolean;
}

const MOST_REDIRECTS = 2;

/** The side of the double that calls the app. */
export function createHttpMode({ world, app, pace }: { world: World; app: AppSetup; pace: Pace }) {
  let urls: AppUrls | null = null;

  function headersFor(body: string, forgery: Forgery): Record<string, string> {
    if (forgery.isUnsigned) return {};
    const timestamp = String(Math.floor(world.now() / 1000) + (forgery.offsetSeconds ?? 0));
    const signature = createHmac('sha256', forgery.secret ?? app.signingSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest('hex');
    return {
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${signature}`,
    };
  }

  async function post(
    url: string,
    { body, type, more = {} }: { body: string; type: string; more?: Record<string, string> },
    forgery: Forgery = {},
  ): Promise<Response> {
    let at = url;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(at, {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(pace.ackMs),
        headers: {
          'content-type': type,
          'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
          ...headersFor(body, forgery),
          ...more,
        },
      });
      const to = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || to === null) return response;
      if (redirects >= MOST_REDIRECTS) throw new Error('too_many_redirects');
      at = new URL(to, at).href;
    }
  }

  async function attempt(delivery: Delivery, retry: Retry | null): Promise<Ack> {
    if (urls === null) return { type: 'failed', reason: 'connection_failed' };
    const startedAt = performance.now();
    try {
      const response = await post(addressOf(urls, delivery), requestOf(delivery, retry));
      const body = await response.text();
      const ms = performance.now() - startedAt;
      if (response.ok) return { type: 'acked', body: bodyOf(response, body), ms };
      const isFinal = response.headers.get('x-slack-no-retry') === '1';
      return { type: 'failed', reason: 'http_error', isFinal };
    } catch (error) {
      return { type: 'failed', reason: reasonOf(error) };
    }
  }

  const transport: Transport = {
    send: attempt,
    close: () => Promise.resolve(),
  };

  return {
    transport,
    /** Where events go; '' before the handshake. */
    get url() {
      return urls?.events ?? '';
    },
    /** Says where the app listens, with the handshake the real one does first. */
    async connect(to: string | AppUrls): Promise<void> {
      const all = typeof to === 'string' ? { events: to } : to;
      const challenge = `challenge-${world.id('')}`;
      const body = JSON.stringify({
        token: 'verification-token',
        challenge,
        type: 'url_verification',
      });
      const response = await post(all.events, { body, type: 'application/json' });
      const said = await response.text();
      if (!response.ok || !said.includes(challenge)) {
        throw new Error(`${all.events} answered the challenge with ${response.status} ${said}`);
      }
      urls = all;
    },
    /** Sends any body, for what somebody else might send. */
    raw: (
      url: string,
      body: string,
      forgery: Forgery & { readonly type?: string } = {},
    ): Promise<Response> => post(url, { body, type: forgery.type ?? 'application/json' }, forgery),
  };
}

function addressOf({ events, commands, interactivity }: AppUrls, { type }: Delivery): string {
  if (type === 'slash_commands') return commands ?? events;
  return type === 'interactive' ? (interactivity ?? events) : events;
}

function requestOf({ type, payload }: Delivery, retry: Retry | null) {
  if (type === 'events_api') {
    const more: Record<string, string> =
      retry === null
        ? {}
        : { 'x-slack-retry-num': String(retry.number), 'x-slack-retry-reason': retry.reason };
    return { body: JSON.stringify(payload), type: 'application/json', more };
  }
  const form = new URLSearchParams(
    type === 'slash_commands' ? textsOf(payload) : { payload: JSON.stringify(payload) },
  );
  return { body: form.toString(), type: 'application/x-www-form-urlencoded' };
}

const textsOf = (payload: Json): Record<string, string> =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, String(value)]));

function bodyOf(response: Response, body: string): unknown {
  if (body === '') return null;
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  try {
    return isJson ? JSON.parse(body) : body;
  } catch {
    return body;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown_error';
  if (error.message === 'too_many_redirects') return error.message;
  return error.name === 'TimeoutError' ? 'http_timeout' : 'connection_failed';
}
