import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { pageAddress } from './addresses.ts';
import { actorOf, placeOf, screenViewing } from './api-screens.ts';
import type { DeskDeps } from './desk-deps.ts';
import { notFound } from './desk-error.ts';
import type { DeskMember } from './desk-store.ts';
import { buildForm, newFormId } from './forms.ts';
import { readFullReview } from './full-review.ts';
import { renderFullReview } from './full-review-html.ts';
import { LIMITS } from './limits.ts';
import { renderArticle } from './message-html.ts';
import { type PageData, renderMessages, renderPage } from './page.ts';
import { renderScreen } from './screen-html.ts';
import { renderScreenPage } from './screen-page.ts';

const COOKIE = 'desk_member';

/** The pages people see, and the pieces of them that the script asks for. */
export function createPages(deps: DeskDeps & { readonly isGuarded: boolean }): Hono {
  const { workspace, assets, isGuarded } = deps;
  const pages = new Hono();

  pages.get('/', (context) => {
    const [first] = workspace.channels(null);
    return context.redirect(pageAddress(first?.id ?? 'announcements'));
  });

  pages.get('/c/:channel', async (context) =>
    context.html((await renderWhole(context, context.req.param('channel'), null)).markup),
  );

  pages.get('/c/:channel/t/:root', async (context) => {
    const { channel, root } = context.req.param();
    return context.html((await renderWhole(context, channel, root)).markup);
  });

  pages.get('/c/:channel/earlier', async (context) => {
    const viewer = viewerOf(context);
    const page = await workspace.page(workspace.channel(context.req.param('channel')).id, {
      viewer: viewer.id,
      limit: LIMITS.pageMessages,
      before: context.req.query('before') ?? '',
    });
    context.header('x-earlier', String(page.hasEarlier));
    const viewing = { viewer, members: workspace.members(), isThread: false };
    return context.html(renderMessages(page.messages, viewing).markup);
  });

  pages.get('/r/:run', async (context) => {
    const { run } = context.req.param();
    const asked = context.req.query('revision');
    const revision = asked === undefined ? null : Number(asked);
    const review = await readFullReview(deps, {
      runId: run,
      viewer: viewerOf(context).id,
      revision,
    });
    return context.html(renderFullReview(review).markup);
  });

  pages.get('/m/:id', async (context) => {
    const viewer = viewerOf(context);
    const message = await workspace.message(context.req.param('id'));
    if (message.privateTo !== null && message.privateTo !== viewer.id) {
      throw notFound('message', message.id);
    }
    const viewing = { viewer, members: workspace.members(), isThread: false, isWhole: true };
    return context.html(renderArticle(message, viewing).markup);
  });

  pages.get('/s/*', async (context) => {
    const viewer = viewerOf(context);
    const address = decodeURI(context.req.path.slice('/s/'.length));
    const [first] = workspace.channels(null);
    const asked = context.req.query('channel');
    const channel = asked === undefined ? first : workspace.channel(asked);
    if (channel === undefined) throw notFound('channel', '');
    const shown = await deps.door.show(
      context.req.path.slice('/s/'.length),
      actorOf(deps, viewer.id),
      placeOf(channel.id),
    );
    const screen = await renderScreen(shown, screenViewing(deps, channel.id, viewer.id));
    const page = renderScreenPage({
      address,
      screen,
      viewer,
      channel,
      assets,
      members: workspace.members(),
      channels: workspace.channels(viewer.id),
      unread: await workspace.unread(viewer.id),
      isGuarded,
    });
    return context.html(page.markup);
  });

  /** Who looks: asked for by address, else as last time, else the first member. */
  const viewerOf = (context: Context): DeskMember => {
    const asked = context.req.query('as');
    if (asked !== undefined) {
      const member = workspace.member(asked);
      setCookie(context, COOKIE, member.id, { path: '/', sameSite: 'Strict', httpOnly: true });
      return member;
    }
    const [first] = workspace.members();
    const known = workspace.members().find(({ id }) => id === getCookie(context, COOKIE));
    const viewer = known ?? first;
    if (viewer === undefined) throw notFound('member', '');
    return viewer;
  };

  const renderWhole = async (context: Context, channelId: string, root: string | null) => {
    const viewer = viewerOf(context);
    await workspace.privateChannel(viewer.id);
    const channel = workspace.channel(channelId);
    const channels = workspace.channels(viewer.id);
    if (!channels.includes(channel)) throw notFound('channel', channelId);
    const lastEvent = deps.feed.lastId();
    const page = await workspace.page(channel.id, {
      viewer: viewer.id,
      limit: LIMITS.pageMessages,
    });
    const thread = root === null ? null : await threadOf(channel.id, root, viewer.id);
    const [newest] = [page.messages, thread ?? []]
      .flatMap((messages) => messages.at(-1)?.id ?? [])
      .sort()
      .reverse();
    if (newest !== undefined) await workspace.markRead(viewer.id, channel.id, newest);
    const data: PageData = {
      viewer,
      channel,
      channels,
      ...page,
      lastEvent,
      assets,
      members: workspace.members(),
      unread: await workspace.unread(viewer.id),
      isGuarded,
      thread,
      isFirstVisit: await workspace.isUntouched(),
      form: buildForm(newFormId(), await deps.library(), await deps.settings(channel.id)),
    };
    return renderPage(data);
  };

  const threadOf = async (channel: string, root: string, viewer: string) => {
    const thread = await workspace.thread(root, viewer);
    if (thread[0]?.channel !== channel) throw notFound('thread', root);
    return thread;
  };

  return pages;
}
