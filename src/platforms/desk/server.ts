import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { Precedence } from '../../review/precedence.ts';
import { isStorageTrouble } from '../../review/storage-trouble.ts';
import { UserError } from '../../user-error.ts';
import { createMessagesApi } from './api-messages.ts';
import { createReviewsApi } from './api-reviews.ts';
import { createScreensApi } from './api-screens.ts';
import type { DeskDeps } from './desk-deps.ts';
import { DeskError } from './desk-error.ts';
import { createEventsApi } from './events.ts';
import { admit, closed, limitBody, secureHeaders } from './guard.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { isLoopback } from './loopback.ts';
import { createPages } from './pages.ts';
import { type Access, admitAdmins, createAdminPages, createSignedPages } from './signed-pages.ts';

/** How long answers under way may take once the server is to close. */
const ANSWERED_WITHIN_MS = 1_000;

/** How the process is, for whoever watches over it. */
export interface Health {
  /** In one word what keeps us from working; null for nothing. It must not reject. */
  trouble(): Promise<string | null>;
  /** Lines of the Prometheus text format. */
  metrics(): Promise<string>;
}

export interface ServerDeps extends DeskDeps {
  /** Who may see what without being at this machine. */
  readonly access: Access;
  readonly health: Health;
  /** Writes down what broke, under the reference that is shown. */
  readonly reportError: (error: unknown, ref: string) => void;
}

/** What else the one server of the process answers, and whether anybody may use the desk. */
export interface Surroundings {
  /** Answers a request that belongs to another platform; false for one that does not. */
  readonly answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Set where people chat elsewhere: the desk's own chat has no sign-in and is not served. */
  readonly isClosed?: boolean;
  /** Answers a request before work that nobody waits for. */
  readonly ahead?: Precedence['ahead'];
}

export interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

export interface DeskServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Opens the desk's pages and interface. Rejects with a `UserError` when the address cannot be had. */
export async function openServer(
  deps: ServerDeps,
  { host, port }: Address,
  { answers, isClosed = false, ahead = (work) => work() }: Surroundings = {},
): Promise<DeskServer> {
  const isGuarded = !isClosed && !isLoopback(host);
  if (isGuarded && !deps.access.passes.isPublic()) throw exposed(host);
  const events = createEventsApi(deps);
  let hosts: readonly string[] = [];
  const app = new Hono();
  app.use(secureHeaders);
  const shown = { ...deps, isClosed };
  app.onError((error, context) => answerError(error, context, shown));
  app.notFound((context) =>
    answerError(new DeskError(404, 'There is nothing here.'), context, shown),
  );
  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) => {
    const trouble = await deps.health.trouble();
    return trouble === null ? context.text('ok') : context.text(`not ready: ${trouble}`, 503);
  });
  app.use((_context, next) => ahead(next));
  app.use(limitBody);
  app.route('/', createSignedPages(isGuarded ? { ...deps, home: '/' } : deps));
  if (isClosed) app.route('/', createAdminPages(deps));
  if (isClosed) app.use(closed);
  if (isGuarded) app.use(admitAdmins(deps));
  app.use(admit(() => hosts));
  app.get('/metrics', async (context) => context.text(await deps.health.metrics()));
  app.route('/api', createMessagesApi(deps));
  app.route('/api', createReviewsApi(deps));
  app.route('/api', createScreensApi(deps));
  app.route('/api', events.api);
  app.route('/', createPages({ ...deps, isGuarded }));

  const server = await listen(app, { host, port }, answers);
  const bound = portOf(server, port);
  const own = ['localhost', '127.0.0.1', '[::1]', bracketed(host)].map(
    (name) => `${name}:${bound}`,
  );
  const { publicUrl } = deps.access;
  // From elsewhere the desk is asked for by the name people know.
  hosts = isGuarded && publicUrl !== null ? [...own, new URL(publicUrl).host] : own;
  return {
    url: `http://${bracketed(host)}:${bound}`,
    async close() {
      events.close();
      await new Promise<void>((resolve) => {
        // Whoever is being answered gets the answer; nobody else is waited for.
        const patience = setTimeout(() => server.closeAllConnections(), ANSWERED_WITHIN_MS);
        server.close(() => {
          clearTimeout(patience);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

/** Whoever reaches the desk may speak as anybody, so from another machine it opens for admins alone. */
function exposed(host: string): UserError {
  return new UserError(
    `HOST is "${host}", which other machines can reach, and whoever reaches the desk can speak as anybody. Set HOST to 127.0.0.1 or leave it out; or set PUBLIC_URL and ENCRYPTION_KEY as well, then it opens only for who signs in with a link of \`bluepencil sign-in\`.`,
    { code: 'desk_exposed' },
  );
}

function listen(
  app: Hono,
  { host, port }: Address,
  answers: Surroundings['answers'],
): Promise<Server> {
  const answer = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (answers?.(request, response) !== true) void answer(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { host, port })));
    server.listen(port, host, () => resolve(server));
  });
}

function explain(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} on ${host} is taken by another program; stop it, or choose another one with PORT=${port === 65_535 ? 3000 : port + 1}.`,
        { code: 'port_taken', cause: error },
      );
    case 'EACCES':
      return new UserError(
        `This account may not open port ${port}; choose one above 1023, like PORT=3000.`,
        { code: 'port_forbidden', cause: error },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UserError(
        `HOST is "${host}", which is no address of this machine; leave it out.`,
        {
          code: 'host_unknown',
          cause: error,
        },
      );
    default:
      return error;
  }
}

function portOf(server: Server, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

interface ErrorPlace {
  /** There is no desk to go back to. */
  readonly isClosed: boolean;
}

function answerError(
  error: unknown,
  context: Context,
  { reportError, assets, isClosed }: Pick<ServerDeps, 'reportError' | 'assets'> & ErrorPlace,
): Response {
  const { status, sentence } = describeError(error, reportError);
  const wantsPage =
    !context.req.path.startsWith('/api/') && /text\/html/.test(context.req.header('accept') ?? '');
  if (!wantsPage) return context.json({ error: sentence }, status);
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Not here · Bluepencil</title>
<link rel="stylesheet" href="${assets.style}"></head>
<body><main class="lost"><p class="brand">${icon('pencil')}<span>Bluepencil</span></p>
<h1>${sentence}</h1>${!isClosed && html`<p><a class="button primary" href="/">Back to the desk</a></p>`}</main></body>
</html>`;
  return context.html(page.markup, status);
}

function describeError(
  error: unknown,
  reportError: ServerDeps['reportError'],
): { readonly status: DeskError['status'] | 500; readonly sentence: string } {
  if (error instanceof DeskError) return { status: error.status, sentence: error.message };
  if (error instanceof UserError) {
    if (isStorageTrouble(error)) reportError(error, '-');
    return { status: FILE_TROUBLE[error.code] ?? 422, sentence: error.message };
  }
  const ref = randomBytes(4).toString('hex');
  reportError(error, ref);
  return { status: 500, sentence: `Something went wrong (ref ${ref}).` };
}

/** How the protocol names what is wrong with a file. */
const FILE_TROUBLE: Readonly<Record<string, DeskError['status']>> = {
  file_too_large: 413,
  file_kind: 415,
};
