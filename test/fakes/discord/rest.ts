/* The HTTP side: finds the route, asks who speaks, counts what was used, answers or refuses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import { isJson, type Json } from './json.ts';
import type { UploadedFile } from './message-form.ts';
import type { RateLimits } from './rate-limits.ts';

export interface Call {
  readonly method: string;
  /** Without the version, e.g. `/channels/1/messages`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body when it is an object; files apart. */
  readonly body: Json;
  /** The body as it came, e.g. a list. */
  readonly raw: unknown;
  readonly files: readonly UploadedFile[];
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;
/** `METHOD /path/:name` → what answers it. */
export type Routes = Readonly<Record<string, Handler>>;

export const answer = (body: unknown, status = 200): Answer => ({ status, body });
export const nothing: Answer = { status: 204 };

/** What goes wrong with some of the requests. */
export interface Trouble {
  readonly method?: string;
  readonly path?: RegExp;
  /** `refused`: the connection breaks before anything was done; `lost`: after everything was done. */
  readonly how:
    | 'refused'
    | 'lost'
    | { readonly delayMs: number }
    | {
        readonly status: number;
        readonly code?: number;
        readonly message?: string;
        readonly isDone?: boolean;
      };
  /** How many requests it hits; all of them when left out. */
  times?: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly route: string | null;
  readonly body: unknown;
  readonly query: string;
  readonly status: number;
  readonly code: number | null;
}

export interface RestOptions {
  readonly token: string;
  readonly routes: Routes;
  readonly limits: RateLimits;
  /** Says what of a request the published specification does not allow. */
  check(
    method: string,
    path: string,
    call: Omit<Call, 'params'>,
  ): { readonly violations: readonly string[]; readonly isRefused: boolean };
  /** Says what of the double's own answer the specification does not know. */
  checkAnswer(method: string, path: string, answer: Answer): readonly string[];
  report(violation: string): void;
  /** Answers a request for a file; null when there is none. */
  file(
    path: string,
    query: URLSearchParams,
  ): { readonly type: string; readonly bytes: Uint8Array } | null;
  /** Waits for whoever wants to know of a request that was carried out, before it is answered. */
  beforeAnswer(name: string): Promise<void>;
}

interface Route {
  readonly name: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly handler: Handler;
}

const TOKEN_ROUTES = /^\/(?:webhooks\/\d+\/[^/]+|interactions\/\d+\/[^/]+\/callback)/;

export function createRest(options: RestOptions) {
  const routes = Object.entries(options.routes).map(([name, handler]) => parseRoute(name, handler));
  const requests: Request[] = [];
  const troubles: Trouble[] = [];

  const server = createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      options.report(
        `the double itself failed on ${request.method} ${request.url}: ${String(error)}`,
      );
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const path = decodePath(url.pathname);
    const method = request.method ?? 'GET';
    const bytes = await readBytes(request);
    const trouble = takeTrouble(method, path);
    const how = trouble?.how;
    if (how === 'refused') {
      response.destroy();
      return;
    }
    if (typeof how === 'object' && 'delayMs' in how) await sleep(how.delayMs);
    if (path.startsWith('/cdn/')) {
      sendFile(url, response);
      return;
    }
    const found = routes.find((each) => each.method === method && each.pattern.test(path));
    const isSilenced = typeof how === 'object' && 'status' in how && !how.isDone;
    const read = await readBody(request, bytes);
    let outcome: Answer & { readonly headers?: Record<string, string> };
    if (options.limits.isBanned()) {
      // What Cloudflare says, which is no JSON.
      response.writeHead(429, { 'content-type': 'text/html' }).end('error code: 1015');
      return;
    }
    if (isSilenced) outcome = refusal(new ApiError(how.status, how.code ?? 0, how.message ?? ''));
    else
      outcome = await carryOut({ method, path, query: url.searchParams, ...read }, found, request);
    const code =
      isJson(outcome.body) && typeof outcome.body.code === 'number' ? outcome.body.code : null;
    const isRefusal = outcome.status >= 400;
    requests.push({
      method,
      path,
      route: found?.name ?? null,
      body: read.raw,
      query: url.search,
      status: outcome.status,
      code: isRefusal ? code : null,
    });
    for (const each of options.checkAnswer(method, path, outcome))
      options.report(`the double's own answer to ${found?.name ?? path}: ${each}`);
    if (outcome.status === 401 || outcome.status === 403) options.limits.countInvalid();
    if (!isRefusal) await options.beforeAnswer(`${method} ${path}`);
    if (how === 'lost') {
      response.destroy();
      return;
    }
    if (typeof how === 'object' && 'status' in how && how.isDone)
      outcome = refusal(new ApiError(how.status, how.code ?? 0, how.message ?? ''));
    response.writeHead(outcome.status, {
      ...(outcome.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...outcome.headers,
    });
    response.end(outcome.body === undefined ? undefined : JSON.stringify(outcome.body));
  }

  async function carryOut(
    call: Omit<Call, 'params'>,
    route: Route | undefined,
    request: IncomingMessage,
  ): Promise<Answer & { readonly headers?: Record<string, string> }> {
    const { authorization } = request.headers;
    const isOpen = TOKEN_ROUTES.test(call.path) || call.path === '/gateway';
    if (authorization !== undefined ? authorization !== `Bot ${options.token}` : !isOpen)
      return answer({ message: '401: Unauthorized', code: 0 }, 401);
    if (route === undefined) {
      options.report(`${call.method} ${call.path} is nothing the local Discord knows`);
      return answer({ message: '404: Not Found', code: 0 }, 404);
    }
    const params = paramsOf(route, call.path);
    const limited = options.limits.take(route.name, params, isFree(call.path));
    if (limited.refusal) return { ...limited.refusal, headers: limited.headers };
    const { violations, isRefused } = options.check(call.method, call.path, call);
    for (const each of violations) options.report(`${route.name}: ${each}`);
    try {
      if (isRefused)
        throw new ApiError(400, 50035, 'Invalid Form Body', {
          _errors: violations.map((message) => ({ code: 'SPECIFICATION', message })),
        });
      return { ...(await route.handler({ ...call, params })), headers: limited.headers };
    } catch (error) {
      if (error instanceof ApiError) return { ...refusal(error), headers: limited.headers };
      throw error;
    }
  }

  function sendFile(url: URL, response: ServerResponse): void {
    const file = options.file(decodeURIComponent(url.pathname.slice(4)), url.searchParams);
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.end('This content is no longer available.');
      return;
    }
    response.writeHead(200, { 'content-type': file.type, 'content-length': file.bytes.length });
    response.end(file.bytes);
  }

  function takeTrouble(method: string, path: string): Trouble | undefined {
    const found = troubles.find(
      (each) =>
        each.times !== 0 &&
        (each.method === undefined || each.method === method) &&
        (each.path === undefined || each.path.test(path)),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }

  return { server, requests, troubles };
}

/** Answers to interactions do not count against what a bot may ask in all. */
const isFree = (path: string) => TOKEN_ROUTES.test(path);

function parseRoute(name: string, handler: Handler): Route {
  const [method = '', path = ''] = name.split(' ');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, each]) => each ?? '');
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`);
  return { name, method, names, handler, pattern };
}

function paramsOf({ pattern, names }: Route, path: string): Record<string, string> {
  const values = pattern.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
}

/** `/api/v10/channels/1` → `/channels/1`; the version is chosen by the client. */
function decodePath(pathname: string): string {
  return pathname.replace(/^\/api(?:\/v\d+)?/, '');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readBody(
  request: IncomingMessage,
  bytes: Buffer,
): Promise<Pick<Call, 'body' | 'raw' | 'files'>> {
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return { body: {}, raw: undefined, files: [] };
  if (!type.startsWith('multipart/form-data')) {
    const raw: unknown = parse(bytes.toString('utf8'));
    return { body: isJson(raw) ? raw : {}, raw, files: [] };
  }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData();
  const files: UploadedFile[] = [];
  let raw: unknown;
  for (const [field, value] of form) {
    if (typeof value === 'string') {
      if (field === 'payload_json') raw = parse(value);
      continue;
    }
    const content = new Uint8Array(await value.arrayBuffer());
    files.push({ field, name: value.name, type: value.type, bytes: content });
  }
  return { body: isJson(raw) ? raw : {}, raw: raw ?? {}, files };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal({ status, code, message, errors }: ApiError): Answer {
  return answer({ message, code, ...(errors === undefined ? {} : { errors }) }, status);
}
