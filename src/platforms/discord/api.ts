import {
  DiscordAPIError,
  HTTPError,
  REST,
  RESTEvents,
  type RequestData,
  RequestMethod,
  type RouteLike,
} from 'discord.js';
import { DiscordFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { request } from './transport.ts';

export interface ApiOptions {
  readonly token: string;
  /** The API's address without its version and without a slash at its end. */
  readonly apiUrl: string;
  readonly now?: () => number;
  /** Hears each time Discord wants to be left alone for a while. */
  readonly rateLimited?: () => void;
}

/** One request; answers are typed where they are used. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly route: RouteLike;
  /** What it does, for an error: the route may carry a token. */
  readonly doing: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly files?: readonly { readonly name: string; readonly data: Buffer }[];
  /**
   * False where the token is in the route (webhooks, interactions). Such a request is never repeated by
   * itself: there is nothing in it by which Discord would know the second for the first.
   */
  readonly auth?: boolean;
}

/** Discord's REST interface. Rejects with a `DiscordFailure` when it answers anything but yes. */
export interface Api {
  <T>(call: Call): Promise<T>;
  /** For the gateway, which makes its own requests. */
  readonly rest: REST;
}

const VERSION = '10';

/** Opens the interface: waits out rate limits by their headers and keeps away from the limit of invalid requests. */
export function createApi({
  token,
  apiUrl,
  now = Date.now,
  rateLimited = () => {},
}: ApiOptions): Api {
  const options = { version: VERSION, api: apiUrl, timeout: 15_000, makeRequest: request };
  const rest = new REST({ ...options, retries: 2 }).setToken(token);
  const once = new REST({ ...options, retries: 0 }).setToken(token);
  const guard = createInvalidGuard(now);
  for (const each of [rest, once]) {
    each.on(RESTEvents.InvalidRequestWarning, () => undefined);
    each.on(RESTEvents.RateLimited, rateLimited);
  }

  const call = async <T>(wanted: Call): Promise<T> => {
    const { method, route, doing, auth = true } = wanted;
    if (auth) guard.pass(doing);
    const given: RequestData = {
      auth,
      ...(wanted.body === undefined ? {} : { body: wanted.body }),
      ...(wanted.query === undefined ? {} : { query: new URLSearchParams(wanted.query) }),
      ...(wanted.files === undefined ? {} : { files: [...wanted.files] }),
    };
    try {
      const chosen = auth ? rest : once;
      return (await chosen.request({
        ...given,
        method: METHODS[method],
        fullRoute: route,
      })) as T;
    } catch (error) {
      const failure = toFailure(error, doing);
      // One 401 makes the client forget its token, and every later request would fail (discord.js#10798).
      if (failure.status === 401 && auth) rest.setToken(token);
      guard.note(failure.status);
      throw failure;
    }
  };
  return Object.assign(call, { rest });
}

const METHODS: Readonly<Record<Call['method'], RequestMethod>> = {
  GET: RequestMethod.Get,
  POST: RequestMethod.Post,
  PUT: RequestMethod.Put,
  PATCH: RequestMethod.Patch,
  DELETE: RequestMethod.Delete,
};

function toFailure(error: unknown, doing: string): DiscordFailure {
  if (error instanceof DiscordAPIError) {
    const code = Number(error.code) || 0;
    return new DiscordFailure(doing, { code, status: error.status, cause: fieldsOf(error) });
  }
  if (error instanceof HTTPError)
    return new DiscordFailure(doing, { code: 0, status: error.status });
  const cause = error instanceof Error ? error.name : 'no answer';
  return new DiscordFailure(doing, { code: 0, status: 0, cause });
}

/** Which fields of a body were refused and why, without what stood in them: it may be quoted beside. */
function fieldsOf({ message }: DiscordAPIError): string {
  const refused = message.match(/^[\w.[\]]+\[[A-Z\d_]+\](?=:)/gm) ?? [];
  return refused.join(', ').slice(0, 300);
}

/**
 * 10,000 invalid answers in ten minutes block the whole address. Long before that, requests that nobody
 * waits for are held back; answers to people go by tokens of their own and are not counted.
 */
function createInvalidGuard(now: () => number) {
  let times: number[] = [];
  return {
    note(status: number) {
      if (status === 401 || status === 403 || status === 429) times.push(now());
    },
    pass(doing: string) {
      if (times.length < LIMITS.invalidRequests) return;
      const since = now() - LIMITS.invalidWindowMs;
      times = times.filter((at) => at > since);
      if (times.length < LIMITS.invalidRequests) return;
      throw new DiscordFailure(doing, { code: 0, status: 429, cause: 'held back' });
    },
  };
}
