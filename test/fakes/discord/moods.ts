/*
 * The local Discord through a glass: a server before it that changes what is said, as another faithful
 * Discord might say it. What is left out, added or called otherwise here is nothing the documentation
 * promises.
 *
 *   const mood = await openMood(discord, { event: (event) => [event, event] });
 *   … the bot connects to mood.apiUrl instead of discord.apiUrl …
 *   await mood.close();
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { Discord } from './discord.ts';
import { isJson, type Json } from './json.ts';

/** An answer as it is sent. */
export interface MoodAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What the text of it is made from; undefined for none. */
  readonly body: unknown;
}

export interface Mood {
  /** Answers without asking anybody; null passes the request on. Paths are without the version. */
  readonly instead?: (method: string, path: string) => MoodAnswer | null;
  /** Changes an answer. */
  readonly answer?: (answer: MoodAnswer, method: string, path: string) => MoodAnswer;
  /** What is sent in place of a frame of the gateway. */
  readonly frame?: (frame: Json) => readonly Json[];
  /** Changes the text of everything that is sent, and of everything that comes. */
  readonly spell?: {
    readonly out: (text: string) => string;
    readonly in: (text: string) => string;
  };
  /** Where the interface stands; `/api` by default. */
  readonly at?: string;
  /** How the address of the gateway is written. */
  readonly gateway?: (address: string) => string;
  /** Sessions are taken up again at another port. */
  readonly resumesElsewhere?: boolean;
}

const plain = (text: string) => text;

/** Opens a server that is the given Discord in a mood. */
export async function openMood(discord: Pick<Discord, 'apiUrl'>, mood: Mood) {
  const { at = '/api', gateway = plain, spell = { out: plain, in: plain } } = mood;
  const real = discord.apiUrl.replace(/\/api$/, '');
  const sockets = new WebSocketServer({ noServer: true });
  const servers = [createServer(), createServer()] as const;
  let resumed = 0;

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const isFile = url.startsWith('/cdn/');
    const inside = spell.in(isFile ? url : url.slice(at.length));
    const path = inside.replace(/^\/v\d+/, '').replace(/\?.*/, '');
    if (!isFile && (!url.startsWith(`${at}/`) || !inside.startsWith('/v10/'))) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
      return;
    }
    const sent = await read(request);
    const given = mood.instead?.(method, path) ?? null;
    const answer = given ?? (await ask(method, isFile ? inside : `/api${inside}`, request, sent));
    const changed = given === null ? (mood.answer?.(answer, method, path) ?? answer) : answer;
    response.writeHead(changed.status, changed.headers);
    const { body } = changed;
    response.end(body === undefined ? undefined : spell.out(written(withGateway(path, body))));
  };

  const ask = async (
    method: string,
    path: string,
    { headers }: IncomingMessage,
    sent: Buffer,
  ): Promise<MoodAnswer> => {
    const isForm = headers['content-type']?.startsWith('multipart/') === true;
    const body = isForm ? new Uint8Array(sent) : spell.in(sent.toString('utf8'));
    const asked = await fetch(`${real}${path}`, {
      method,
      headers: Object.fromEntries(
        ['authorization', 'content-type'].flatMap((name) =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
      ),
      ...(sent.length === 0 ? {} : { body }),
    });
    const text = await asked.text();
    const kept = [...asked.headers].filter(([name]) => /^(content-type|retry|x-)/.test(name));
    return { status: asked.status, headers: Object.fromEntries(kept), body: parsed(text) };
  };

  const withGateway = (path: string, body: unknown) =>
    path.startsWith('/gateway') && isJson(body) ? { ...body, url: gateway(address(0)) } : body;
  const address = (at: 0 | 1) => `ws://127.0.0.1:${(servers[at].address() as AddressInfo).port}`;

  for (const [number, server] of servers.entries()) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      take(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request, socket, head) => {
      if (number === 1) resumed += 1;
      sockets.handleUpgrade(request, socket, head, connect);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  function connect(near: WebSocket): void {
    const far = new WebSocket(real.replace(/^http/, 'ws'));
    const waiting: RawData[] = [];
    near.on('message', (data) => {
      if (far.readyState === far.OPEN) far.send(spell.in(String(data)));
      else waiting.push(data);
    });
    far.on('open', () => {
      for (const data of waiting) far.send(spell.in(String(data)));
    });
    far.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Json;
      if (frame.t === 'READY' && isJson(frame.d)) {
        frame.d.resume_gateway_url = gateway(address(mood.resumesElsewhere ? 1 : 0));
      }
      for (const each of mood.frame?.(frame) ?? [frame]) near.send(spell.out(JSON.stringify(each)));
    });
    const end = (one: WebSocket) => (code: number) => {
      if (code === 1006) one.terminate();
      else one.close(code === 1005 ? 1000 : code);
    };
    near.on('error', () => far.terminate()).on('close', end(far));
    far.on('error', () => near.terminate()).on('close', end(near));
  }

  const { port } = servers[0].address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}${at}`,
    /** How often somebody connected at the other port. */
    resumed: () => resumed,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function written(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Every object inside, from the outside in, changed. */
export function everywhere(value: unknown, change: (json: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((each) => everywhere(each, change));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(change(value)).map(([key, each]) => [key, everywhere(each, change)]),
  );
}
