import type { Socket } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { DeskError } from './desk-error.ts';
import { LIMITS } from './limits.ts';

/*
 * The desk trusts whoever sits at this machine and nobody else. A page elsewhere can make a browser send
 * requests here, also under a name of its own that it points at 127.0.0.1: so the Host has to be one of
 * ours, what says where it comes from has to come from here, and bodies have to be JSON, which no page
 * elsewhere can send without asking first.
 */

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Says in every answer what a browser may do with it. */
export const secureHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.set('content-security-policy', CONTENT_SECURITY_POLICY);
  context.res.headers.set('x-content-type-options', 'nosniff');
  if (!context.res.headers.has('referrer-policy')) {
    context.res.headers.set('referrer-policy', 'no-referrer');
  }
  context.res.headers.set('cross-origin-opener-policy', 'same-origin');
  context.res.headers.set('cross-origin-resource-policy', 'same-origin');
};

/** Lets in what comes from this machine's own pages and programs, under the names in `hosts`. */
export function admit(hosts: () => readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!hosts().includes(host.toLowerCase())) {
      throw new DeskError(403, 'The desk answers only under its own address on this machine.');
    }
    const origin = context.req.header('origin');
    const isOwn = origin === undefined || hosts().includes(origin.replace(/^https?:\/\//, ''));
    const site = context.req.header('sec-fetch-site');
    const isSafe = context.req.method === 'GET' || context.req.method === 'HEAD';
    const isFromElsewhere = site === 'cross-site' || site === 'same-site';
    // A link from elsewhere may open a page; it may not do anything.
    const isPage = context.req.header('sec-fetch-mode') === 'navigate' && isSafe;
    if (!isOwn || (isFromElsewhere && !isPage)) {
      throw new DeskError(403, 'The desk takes nothing from pages of other addresses.');
    }
    if (!isSafe) assertJson(context.req.header());
    await next();
  };
}

function assertJson(headers: Readonly<Record<string, string | undefined>>): void {
  const type = headers['content-type'];
  const isEmpty =
    (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined;
  if (type === undefined ? isEmpty : /^application\/json\s*(?:;|$)/i.test(type)) return;
  throw new DeskError(415, 'Send JSON, with the content type application/json.');
}

/** Refuses bodies that are too large before they are read. */
export const limitBody: MiddlewareHandler = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    const max = (LIMITS.bodyBytes / 1_000_000).toFixed(0);
    throw new DeskError(413, `That is more than the desk takes at once (${max} MB).`);
  },
});

/** Lets in who watches over the process from this machine; the chat itself is somewhere else. */
export const closed: MiddlewareHandler = async (context, next) => {
  if (context.req.path !== '/metrics' || !isFromHere(context)) {
    throw new DeskError(403, 'People talk to Bluepencil in their chat; the desk is closed here.');
  }
  await next();
};

/** True for a program of this machine, and not for a proxy on it that asks for somebody else. */
export function isFromHere(context: Context): boolean {
  const { incoming } = context.env as { readonly incoming?: { readonly socket: Socket } };
  const isProxied = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
    (name) => context.req.header(name) !== undefined,
  );
  return !isProxied && /^(?:::1|(?:::ffff:)?127\.)/.test(incoming?.socket.remoteAddress ?? '');
}
