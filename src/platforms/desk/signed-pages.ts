/*
 * What people elsewhere may open, each by a link that was handed out to them: one review to read, a member's
 * own data, a plot that a chat fetches to show it, and, for admins, the settings. These pages do not ask who calls, only what the link is worth; so
 * they look the same for a link that never was, is past its time, or was taken back, and nothing here writes
 * a link down. Whoever opens a sign-in link has to press a button: chat apps fetch links for a preview.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { MemberData } from '../../review/member-data.ts';
import type { Pass } from '../../review/pass-store.ts';
import { LIFETIME_MS, type Passes } from '../../review/passes.ts';
import type { MemberRef } from '../../review/refs.ts';
import type { Actor, SettingsDoor } from '../../settings/screens.ts';
import { screenPage } from './addresses.ts';
import { readLogFormat, readScreenWish, sendFile } from './api-screens.ts';
import type { Assets } from './assets.ts';
import { DeskError, notFound } from './desk-error.ts';
import { createFailureLimit } from './failure-limit.ts';
import { type ReviewPageDeps, readReviewPage } from './full-review.ts';
import { renderFullReview } from './full-review-html.ts';
import { isFromHere } from './guard.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { WORKSPACE } from './places.ts';
import { renderScreen } from './screen-html.ts';
import { renderAdminPage } from './screen-page.ts';

/** Who may see what without being at this machine. */
export interface Access {
  readonly passes: Passes;
  /** Where the pages are for people elsewhere; null where they are for this machine alone. */
  readonly publicUrl: string | null;
  readonly isAdmin: (member: MemberRef, workspace: string) => Promise<boolean>;
  readonly memberData: (of: Pick<Pass, 'workspace' | 'member'>) => Promise<MemberData>;
  /** A plot as PNG; null where it is no longer there. */
  readonly plot: (of: Pick<Pass, 'workspace' | 'subject'>) => Promise<Buffer | null>;
}

export interface SignedPagesDeps extends ReviewPageDeps {
  readonly access: Access;
  readonly door: SettingsDoor;
  readonly assets: Assets;
  readonly now?: () => number;
  /** Where who signed in is led; absent: to the settings. */
  readonly home?: string;
}

/** The pages behind links. */
export function createSignedPages(deps: SignedPagesDeps): Hono {
  const { access, assets } = deps;
  const { passes } = access;
  const pages = new Hono();
  const limit = createFailureLimit(deps.now === undefined ? {} : { now: deps.now });

  pages.use(async (context, next) => {
    await next();
    if (context.req.path.startsWith('/assets/')) return;
    // To other sites nothing, to ours enough to know that it was ours.
    context.res.headers.set('referrer-policy', 'same-origin');
    context.res.headers.set('cache-control', 'no-store');
    context.res.headers.set('x-robots-tag', 'noindex, nofollow');
  });

  /** What a link opens. Throws the same error for every link that opens nothing. */
  const open = async (kind: Pass['kind'], token: string): Promise<Pass> => {
    const pass = await passes.open(kind, token);
    if (pass !== null) return pass;
    if (limit.isReached()) throw new DeskError(429, TOO_MANY);
    limit.count();
    throw new DeskError(404, LOST);
  };

  pages.get('/assets/:name', (context) => {
    const asset = assets.find(context.req.path);
    if (asset === null) throw notFound('file', context.req.param('name'));
    context.header('cache-control', 'public, max-age=31536000, immutable');
    return context.body(asset.body, 200, { 'content-type': asset.type });
  });

  pages.get('/review/:token', async (context) => {
    const { token } = context.req.param();
    const { subject } = await open('review', token);
    const asked = context.req.query('revision');
    const revision = asked === undefined ? null : Number(asked);
    const self = `/review/${token}`;
    const review = await readReviewPage(deps, { runId: subject, revision, self, back: null });
    return context.html(renderFullReview(review).markup);
  });

  pages.get('/data/:token', async (context) => {
    const pass = await open('data', context.req.param('token'));
    const data = await access.memberData(pass);
    const name = `bluepencil-${data.exportedAt.slice(0, 10)}.json`;
    context.header('content-disposition', `attachment; filename="${name}"`);
    return context.body(`${JSON.stringify(data, null, 2)}\n`, 200, {
      'content-type': 'application/json; charset=utf-8',
    });
  });

  pages.get('/plot/:token', async (context) => {
    const png = await access.plot(await open('plot', context.req.param('token')));
    if (png === null) throw new DeskError(404, LOST);
    return context.body(new Uint8Array(png), 200, { 'content-type': 'image/png' });
  });

  pages.get('/sign-in/:token', (context) => context.html(renderSignIn(context, assets).markup));

  pages.post('/sign-in/:token', async (context) => {
    assertOwnPage(context, access);
    const { workspace, member } = await open('sign-in', context.req.param('token'));
    const session = (await access.isAdmin(member, workspace))
      ? await passes.issue({ kind: 'session', workspace, subject: '', member })
      : null;
    if (session === null) throw new DeskError(403, 'Only admins of the workspace can sign in.');
    setCookie(context, cookieName(access), session.token, {
      ...cookieOptions(access),
      maxAge: LIFETIME_MS.session / 1000,
    });
    return context.redirect(deps.home ?? screenPage('settings'), 303);
  });

  pages.post('/sign-out', async (context) => {
    assertOwnPage(context, access);
    const token = getCookie(context, cookieName(access));
    if (token !== undefined) await passes.end('session', token);
    deleteCookie(context, cookieName(access), cookieOptions(access));
    return context.html(renderSignedOut(assets).markup);
  });
  return pages;
}

/** The settings of the workspace a signed-in admin came from, and nothing else of it. */
export function createAdminPages(deps: SignedPagesDeps): Hono {
  const { access, assets, door } = deps;
  const pages = new Hono();

  const signedIn = async (context: Context): Promise<{ by: Actor; workspace: string }> => {
    const pass = await readSession(context, access);
    if (pass === null) throw new DeskError(403, NOT_SIGNED_IN);
    const { member, workspace } = pass;
    const [via = ''] = member.split(':');
    return { by: { member, isAdmin: true, roles: [], isExternal: false, via }, workspace };
  };
  const viewing = { channel: null, viewer: null, people: [] };

  pages.get('/s/*', async (context) => {
    const { by, workspace } = await signedIn(context);
    context.header('cache-control', 'no-store');
    const address = context.req.path.slice('/s/'.length);
    const screen = await renderScreen(await door.show(address, by, { workspace }), viewing);
    return context.html(renderAdminPage({ address, screen, assets }).markup);
  });

  pages.get('/api/screens/log', async (context) => {
    const { by, workspace } = await signedIn(context);
    return sendFile(context, await door.exportLog(readLogFormat(context), by, { workspace }));
  });

  pages.get('/api/screens/decisions', async (context) => {
    const { by, workspace } = await signedIn(context);
    return sendFile(context, await door.exportDecisions(by, { workspace }));
  });

  pages.post('/api/screens', async (context) => {
    assertOwnPage(context, access);
    const { by, workspace } = await signedIn(context);
    const { address, values } = await readScreenWish(context);
    const screen = await door.submit(address, values, by, { workspace });
    return context.json({
      screen,
      html: (await renderScreen(screen, viewing)).markup,
      ...(screen.type === 'note' ? {} : { page: screenPage(screen.address) }),
    });
  });
  return pages;
}

/** Lets in who is signed in as an admin of the desk: whoever reaches it may speak as anybody there. */
export function admitAdmins({ access }: Pick<SignedPagesDeps, 'access'>): MiddlewareHandler {
  return async (context, next) => {
    const isWatcher = context.req.path === '/metrics' && isFromHere(context);
    if (!isWatcher && (await readSession(context, access))?.workspace !== WORKSPACE) {
      throw new DeskError(403, DESK_NOT_SIGNED_IN);
    }
    await next();
  };
}

/** Who is signed in, null for nobody; being an admin is asked for each time. */
async function readSession(context: Context, access: Access): Promise<Pass | null> {
  const token = getCookie(context, cookieName(access));
  const pass = token === undefined ? null : await access.passes.open('session', token);
  if (pass === null || !(await access.isAdmin(pass.member, pass.workspace))) return null;
  return pass;
}

const DESK_NOT_SIGNED_IN =
  'This desk opens for its admins. `npx bluepencil sign-in`, on the machine it runs on, prints a link.';
const LOST = 'This link opens nothing any more. Ask for a new one in the thread.';
const TOO_MANY = 'Too many links that open nothing were tried. Try again in a minute.';
const NOT_SIGNED_IN =
  'People talk to Bluepencil in their chat. Admins get a link to the settings there: `/refine settings`.';

/** Another site may send a browser here, but not have it do anything. */
function assertOwnPage(context: Context, { publicUrl }: Access): void {
  const site = context.req.header('sec-fetch-site');
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  const isOwn = site === undefined ? context.req.header('origin') === own : site === 'same-origin';
  if (!isOwn) throw new DeskError(403, 'This can be done from Bluepencil’s own pages only.');
}

/** A name that browsers keep to this one host, where the connection is safe. */
function cookieName({ publicUrl }: Access): string {
  return isSafe(publicUrl) ? '__Host-bluepencil' : 'bluepencil';
}

function cookieOptions({ publicUrl }: Access) {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSafe(publicUrl) } as const;
}

function isSafe(publicUrl: string | null): boolean {
  return publicUrl?.startsWith('https://') ?? false;
}

function renderSignIn(context: Context, assets: Assets): Html {
  return renderNotice(
    assets,
    'Sign in?',
    html`<p class="quiet">For twelve hours, in this browser. The link works once.</p>
<form method="post" action="${context.req.path}"><button class="button primary">Sign in</button></form>`,
  );
}

function renderSignedOut(assets: Assets): Html {
  return renderNotice(assets, 'You are signed out.', html``);
}

function renderNotice(assets: Pick<Assets, 'style'>, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex, nofollow">
<title>${title} · Bluepencil</title>
<link rel="stylesheet" href="${assets.style}"></head>
<body><main class="lost"><p class="brand">${icon('pencil')}<span>Bluepencil</span></p>
<h1>${title}</h1>${body}</main></body>
</html>`;
}
