/*
 * How a request goes out and its answer comes in. The library takes for granted what Discord usually sends;
 * what its documentation does not promise may be missing behind a proxy or on a server that stands in for
 * it, and is put right here, in one place, before the library reads it.
 */
import { DefaultRestOptions, type RESTOptions } from 'discord.js';

type Request = RESTOptions['makeRequest'];

/** Without a hint how long to wait, the library would ask again at once, without end. */
const UNTOLD_WAIT_SECONDS = 1;

/** Makes a request; what comes back carries its type, and where it says “later”, how much later. */
export const request: Request = async (url, init) => {
  const answer = await DefaultRestOptions.makeRequest(url, init);
  const text = await answer.text();
  const body = parse(text);
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  headers.set('content-type', body === undefined ? 'text/plain' : 'application/json');
  if (answer.status === 429) tellWait(headers, isRecord(body) ? body : {});
  const hasBody = text !== '' && ![204, 205, 304].includes(answer.status);
  const isGateway = answer.ok && new URL(url).pathname.endsWith('/gateway/bot') && isRecord(body);
  const shown = isGateway ? JSON.stringify(completeGateway(body)) : text;
  return new Response(hasBody ? shown : null, { status: answer.status, headers });
};

/** Says in the header what only the body says: how long to wait, and whether with everything. */
function tellWait(headers: Headers, body: Readonly<Record<string, unknown>>): void {
  const told = [
    headers.get('retry-after'),
    body.retry_after,
    headers.get('x-ratelimit-reset-after'),
  ].map((value) => (value === null || value === undefined ? Number.NaN : Number(value)));
  const seconds = told.find((value) => Number.isFinite(value) && value >= 0);
  headers.set('retry-after', String(seconds ?? UNTOLD_WAIT_SECONDS));
  if (body.global === true && !headers.has('x-ratelimit-global')) {
    headers.set('x-ratelimit-global', 'true');
  }
}

/** Where to connect, with what the library cannot do without: one connection, begun at any time. */
function completeGateway(body: Readonly<Record<string, unknown>>) {
  const limit = isRecord(body.session_start_limit) ? body.session_start_limit : {};
  return {
    ...body,
    shards: typeof body.shards === 'number' && body.shards > 0 ? body.shards : 1,
    session_start_limit: {
      ...{ total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 },
      ...limit,
    },
    ...(typeof body.url === 'string' ? { url: plainAddress(body.url) } : {}),
  };
}

/** The address of a gateway without what the library appends itself. */
export function plainAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
