/* The addresses of the double: `/api/…`, `/respond/…`; one origin, as slack.com is. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type ApiParts, carryOut, rateLimited, readArgs, tokenOf } from './api.ts';
import type { Core, ReceivedCall } from './core.ts';
import type { FaultEffect, Faults } from './faults.ts';
import { download, takeUpload } from './methods/files.ts';
import { authorizePage } from './methods/oauth.ts';
import { missingPicture } from './pictures.ts';
import { respond } from './respond.ts';
import type { Json } from './world.ts';

export interface Listening {
  readonly server: Server;
  readonly origin: string;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server on a port of its own. */
export async function listen(handle: Handler): Promise<Listening> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** What a request is about, and how to carry it out. */
export interface Work {
  readonly name: string;
  readonly args: Json;
  readonly token: string;
  run(record: ReceivedCall): Promise<Answer> | Answer;
}

export interface HandlerParts {
  readonly core: Core;
  readonly faults: Faults;
  /** Hears of each call that was carried out; its answer waits. */
  accepted(call: ReceivedCall): Promise<void> | void;
}

/** Answers requests of one host, with whatever a test makes go wrong. */
export function handler(
  { core, faults, accepted }: HandlerParts,
  understand: (request: IncomingMessage) => Promise<Work>,
): Handler {
  return async (request, response) => {
    const work = await understand(request);
    const record: ReceivedCall = {
      at: core.world.now(),
      method: work.name,
      args: work.args,
      token: work.token,
      answer: null,
      status: 0,
    };
    core.calls.push(record);
    const effect = faults.take(work.name, work.args);
    if (effect === 'hang') return;
    const breaks = () => request.socket.destroy();
    if (effect === 'drop') {
      breaks();
      return;
    }
    await sleep(waitOf(effect, 'delayMs'));
    const result = refusal(effect) ?? (await work.run(record));
    record.status = result.status;
    if (typeof result.body === 'object' && !Buffer.isBuffer(result.body))
      record.answer = result.body;
    await accepted(record);
    if (effect === 'lose answer') {
      record.answer = null;
      breaks();
      return;
    }
    await sleep(waitOf(effect, 'answerAfterMs'));
    send(response, result);
  };
}

function waitOf(effect: FaultEffect | null, name: 'delayMs' | 'answerAfterMs'): number {
  const wait = typeof effect === 'object' && effect !== null ? (effect as Json)[name] : undefined;
  return typeof wait === 'number' ? wait : 0;
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const isBytes = Buffer.isBuffer(body);
  const isJson = typeof body === 'object' && !isBytes;
  response
    .writeHead(status, {
      'content-type': isJson ? 'application/json; charset=utf-8' : 'text/html',
      'x-slack-req-id': `double-${Date.now()}`,
      ...headers,
    })
    .end(isJson ? JSON.stringify(body) : body);
}

function refusal(effect: FaultEffect | null): Answer | null {
  if (effect === null || typeof effect === 'string') return null;
  if ('error' in effect) {
    return { status: 200, headers: {}, body: { ok: false, error: effect.error, ...effect.more } };
  }
  if ('status' in effect) {
    return { status: effect.status, headers: effect.headers ?? {}, body: effect.body ?? '' };
  }
  if ('rateLimited' in effect) return rateLimited(effect.rateLimited);
  return null;
}

/** Reads a request to the API's own host. */
export async function understandApi(parts: ApiParts, request: IncomingMessage): Promise<Work> {
  const { core, validator } = parts;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const body = (await readBody(request)).toString('utf8');
  const contentType = request.headers['content-type'] ?? '';
  const [, place = '', ...rest] = url.pathname.split('/');
  if (place === 'respond') {
    const id = rest[1] ?? '';
    const args = parseJson(body);
    if (request.headers.authorization !== undefined) {
      core.violate('response_url: a token was sent along');
    }
    const run = async (): Promise<Answer> =>
      (await missingPicture(args.blocks)) === null
        ? respond(core, validator, id, args)
        : { status: 404, headers: {}, body: { ok: false, error: 'invalid_blocks' } };
    return { name: 'respond', args, token: '', run };
  }
  if (place === 'oauth') {
    const run = () => authorizePage();
    return { name: 'authorize', args: Object.fromEntries(url.searchParams), token: '', run };
  }
  const method = place === 'api' ? rest.join('/') : url.pathname;
  const query = validator.decode(method, Object.fromEntries(url.searchParams));
  const args = { ...query, ...readArgs(validator, { method, contentType, body }) };
  const token = tokenOf(request.headers, args);
  return {
    name: method,
    args,
    token,
    run: (record) => carryOut(parts, { method, args, headers: request.headers }, record),
  };
}

function parseJson(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return { payload: body };
  }
}

/** Reads a request to the host that has the files. */
export async function understandFiles(core: Core, request: IncomingMessage): Promise<Work> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, place = '', ...rest] = url.pathname.split('/');
  const token = tokenOf(request.headers, {});
  if (place === 'upload') {
    const ticket = rest.at(-1) ?? '';
    const bytes = await uploaded(request);
    const run = (): Answer => {
      const wrong = takeUpload(core, ticket, bytes);
      const isFine = wrong === null;
      return { status: isFine ? 200 : 400, headers: {}, body: wrong ?? `OK - ${bytes.length}` };
    };
    return { name: 'upload', args: { ticket, length: bytes.length }, token, run };
  }
  const fileId = (rest[0] ?? '').split('-').at(-1) ?? '';
  const run = (): Answer => {
    const { status, type, body } = download(core, { fileId, token });
    return {
      status,
      headers: { 'content-type': type, 'content-length': String(body.length) },
      body,
    };
  };
  return { name: 'download', args: { file: fileId }, token, run };
}

async function uploaded(request: IncomingMessage): Promise<Buffer> {
  const body = await readBody(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return body;
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  for (const value of form.values()) {
    if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  }
  return Buffer.alloc(0);
}
