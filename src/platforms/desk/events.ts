import { Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { DeskDeps } from './desk-deps.ts';
import type { DeskMember, DeskMessage } from './desk-store.ts';
import type { FeedEntry } from './feed.ts';
import { renderArticle } from './message-html.ts';
import { viewOf } from './message-view.ts';

/** Pages that take a change this soon after each other are told the same. */
const SHARED_FOR_MS = 100;

/** A page that is this far behind is let go; it comes back and loads anew. */
const MAX_BEHIND = 500;

/** Proxies and browsers give up on a line that is silent for long. */
const HEARTBEAT_MS = 15_000;

export interface EventsApi {
  readonly api: Hono;
  /** Ends every open line. */
  close(): void;
}

/**
 * `GET /api/events`: what changes, as it happens. With `member` also what that member alone may see; with
 * `Last-Event-ID` first what was missed, or `reset` when that is not known any more.
 */
export function createEventsApi({ workspace, feed }: DeskDeps): EventsApi {
  const closing = new AbortController();
  const api = new Hono();
  api.get('/events', (context) => {
    const id = context.req.query('member') ?? null;
    const viewer = id === null ? null : workspace.member(id);
    const seen = context.req.header('last-event-id') ?? context.req.query('since') ?? null;
    return streamSSE(context, async (stream) => {
      const line = openLine(stream, (entry) => describe(entry, viewer));
      const missed = seen === null ? [] : feed.since(seen);
      await stream.writeSSE({
        event: 'hello',
        data: '{}',
        id: missed === null ? feed.lastId() : (seen ?? feed.lastId()),
      });
      if (missed === null) await stream.writeSSE({ event: 'reset', data: '{}', id: feed.lastId() });
      for (const entry of missed ?? []) line.send(entry);
      const unsubscribe = feed.subscribe(line.send);
      const beat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS);
      await ended(stream, closing.signal);
      clearInterval(beat);
      unsubscribe();
    });
  });

  /** Members look at the desk from several pages: each change is read and drawn once for each of them. */
  const drawn = new WeakMap<FeedEntry, Map<string, Promise<string>>>();
  const describe = async (entry: FeedEntry, viewer: DeskMember | null) => {
    if (entry.privateTo !== null && entry.privateTo !== viewer?.id) return null;
    const byViewer = drawn.get(entry) ?? new Map<string, Promise<string>>();
    drawn.set(entry, byViewer);
    const key = viewer?.id ?? '';
    const known = byViewer.get(key);
    if (known !== undefined) return known;
    const made = tellChange(entry, viewer);
    byViewer.set(key, made);
    // Only pages that are on time share it: later ones want the message as it is then.
    setTimeout(() => drawn.delete(entry), SHARED_FOR_MS).unref();
    return made;
  };

  const tellChange = async (entry: FeedEntry, viewer: DeskMember | null): Promise<string> => {
    const message = await workspace.look(entry.message);
    const change = changeOf(entry, message, viewer);
    if (viewer === null) return JSON.stringify(change);
    const isUnread = await workspace.isUnread(entry.message, viewer.id);
    return JSON.stringify({ ...change, ...(isUnread ? { isUnread } : {}) });
  };

  /** What a page is told of a change; the message as it is now, not as it was then. */
  const changeOf = (entry: FeedEntry, message: DeskMessage | null, viewer: DeskMember | null) => {
    const { message: id, channel, root, privateTo } = entry;
    const isGone = message === null || (message.deletedAt !== null && message.replies === null);
    const viewing = viewer && { viewer, members: workspace.members(), isThread: false };
    return {
      id,
      channel,
      root,
      ...(privateTo === null ? {} : { privateTo }),
      isGone,
      ...(isGone ? {} : { message: viewOf(message) }),
      ...(isGone || viewing === null ? {} : { html: renderArticle(message, viewing).markup }),
    };
  };

  return { api, close: () => closing.abort() };
}

/** Sends changes in their order, each described when its turn comes. */
function openLine(stream: SSEStreamingApi, describe: (entry: FeedEntry) => Promise<string | null>) {
  let last: Promise<void> = Promise.resolve();
  let behind = 0;
  const send = async (entry: FeedEntry) => {
    if (stream.aborted || stream.closed) return;
    const change = await describe(entry);
    if (change === null) return;
    await stream.writeSSE({ event: 'change', data: change, id: entry.id });
  };
  return {
    send(entry: FeedEntry) {
      behind += 1;
      if (behind > MAX_BEHIND) return stream.abort();
      // A line that broke ends by itself; the page comes back and asks for what it missed.
      last = last
        .then(() => send(entry))
        .catch(() => stream.abort())
        .finally(() => {
          behind -= 1;
        });
    },
  };
}

function ended(stream: SSEStreamingApi, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stream.onAbort(resolve);
    closing.addEventListener('abort', () => resolve(), { once: true });
    if (closing.aborted || stream.aborted) resolve();
  });
}
