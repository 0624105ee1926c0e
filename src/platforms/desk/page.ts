import { pageAddress, screenPage } from './addresses.ts';
import type { Assets } from './assets.ts';
import { renderComposer } from './composer-html.ts';
import type { DeskChannel, DeskMember, DeskMessage } from './desk-store.ts';
import { renderForm } from './form-html.ts';
import type { Form } from './forms.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { dayOf, memberAvatar, renderArticle, type Viewing } from './message-html.ts';

/** Everything a page shows. */
export interface PageData {
  readonly viewer: DeskMember;
  readonly members: readonly DeskMember[];
  readonly channels: readonly DeskChannel[];
  readonly unread: ReadonlyMap<string, number>;
  readonly channel: DeskChannel;
  /** Who looks has signed in. */
  readonly isGuarded: boolean;
  readonly messages: readonly DeskMessage[];
  readonly hasEarlier: boolean;
  /** The open thread; null for none. */
  readonly thread: readonly DeskMessage[] | null;
  /** Nobody has asked for a review yet. */
  readonly isFirstVisit: boolean;
  readonly form: Form;
  readonly lastEvent: string;
  readonly assets: Assets;
}

/** Draws a whole page. */
export function renderPage(data: PageData): Html {
  const { viewer, channel, thread, assets } = data;
  const root = thread?.[0]?.id ?? '';
  return html`<!doctype html>
<html lang="en">
${renderHead(titleOf(channel), assets)}
<body data-member="${viewer.id}" data-channel="${channel.id}" data-root="${root}"
  data-last-event="${data.lastEvent}" data-emoji="${assets.emoji}"${thread !== null && html` class="has-thread"`}>
<a class="skip" href="#say-channel">Skip to the message box</a>
<div class="app">
${renderSide(data)}
${renderChannel(data)}
${thread !== null && renderThread(thread, data)}
</div>
${renderForm(data.form, channel)}
<div id="announcer" class="unseen" role="status" aria-live="polite"></div>
<div id="connection" role="status" hidden>Not connected. Trying again…</div>
</body>
</html>`;
}

/** Draws the head of every page. */
export function renderHead(title: string, assets: Assets): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Bluepencil</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232a4bb8'/%3E%3Cpath d='M8 24l1.500-6L20 7.500l4.500 4.500L14 22.500z' fill='white'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>`;
}

function titleOf({ name, privateTo }: DeskChannel): string {
  return privateTo === null ? `#${name}` : name;
}

/** Draws the way to the channels and the choice of who one is. */
export function renderSide({
  viewer,
  members,
  channels,
  channel,
  unread,
  isGuarded,
}: Pick<PageData, 'viewer' | 'members' | 'channels' | 'channel' | 'unread' | 'isGuarded'>): Html {
  const links = channels.map((each) => {
    const count = each.id === channel.id ? 0 : (unread.get(each.id) ?? 0);
    return html`<li><a href="${pageAddress(each.id)}?as=${viewer.id}" data-channel="${each.id}"${
      each.id === channel.id && html` aria-current="page"`
    }>${each.privateTo === null ? html`<span class="hash" aria-hidden="true">#</span>` : icon('lock')}<span class="label-text">${each.name}</span><span class="unread"${count === 0 && html` hidden`}><span class="count">${count}</span><span class="unseen"> unread</span></span></a></li>`;
  });
  const options = members.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === viewer.id && html` selected`}>${name}</option>`,
  );
  return html`<nav class="side" aria-label="Channels">
  <p class="brand">${icon('pencil')}<span>Bluepencil</span></p>
  <ul class="channels">${links}</ul>
  <p class="side-link"><a href="${screenPage('settings', channel.id)}">${icon('sliders')}<span>Settings</span></a></p>
  <form class="acting" method="get">
    <label for="as">You are</label>
    <span class="acting-row">${memberAvatar(viewer.id, members)}<select id="as" name="as">${options}</select></span>
    <noscript><button class="button">Switch</button></noscript>
  </form>
  ${isGuarded && html`<form class="signed-in" method="post" action="/sign-out"><button class="button">Sign out</button></form>`}
</nav>`;
}

function renderChannel(data: PageData): Html {
  const { channel, messages, hasEarlier, viewer } = data;
  return html`<main class="pane channel" aria-labelledby="channel-title">
  <header class="pane-head"><h1 id="channel-title">${titleOf(channel)}</h1><p class="topic">${channel.topic}</p></header>
  <div class="list" id="channel-list" role="log" aria-label="Messages in ${titleOf(channel)}" tabindex="0">
    ${hasEarlier && html`<p class="earlier"><button type="button" class="button" data-do="earlier">Show earlier messages</button></p>`}
    ${messages.length === 0 && html`<p class="empty">Nothing here yet.${channel.privateTo !== null && ' Drafts you give with /refine are reviewed here.'}</p>`}
    ${renderMessages(messages, { viewer, members: data.members, isThread: false })}
    ${data.isFirstVisit && channel === data.channels[0] && renderHint(messages)}
  </div>
  ${renderComposer({ place: 'channel', label: `Message ${titleOf(channel)}`, hint: `Write here, or /refine and your draft` })}
</main>`;
}

/** Messages with a line between days. */
export function renderMessages(messages: readonly DeskMessage[], viewing: Viewing): Html {
  let day = '';
  return html`${messages.map((message) => {
    const own = dayOf(message.createdAt);
    const line = own !== day && !viewing.isThread && renderDay(own);
    day = own;
    return html`${line}${renderArticle(message, viewing)}`;
  })}`;
}

function renderDay(day: string): Html {
  const words = new Date(`${day}T12:00:00`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return html`<p class="day" data-day="${day}"><span>${day === dayOf(Date.now()) ? 'Today' : words}</span></p>`;
}

/** The one hint of a first visit: where to click. */
function renderHint(messages: readonly DeskMessage[]): Html | null {
  const last = messages.findLast(({ kind, deletedAt }) => kind === 'message' && deletedAt === null);
  if (last === undefined) return null;
  return html`<aside class="hint" aria-label="Hint" data-id="${last.id}">
    <p><strong>New here?</strong> Let the editors read the draft above; the answer comes in its thread.</p>
    <button type="button" class="button primary" data-do="review">${icon('pencil')}<span>Review this draft</span></button>
    <button type="button" class="tool" data-do="hide-hint" aria-label="Hide this hint">${icon('close')}</button>
  </aside>`;
}

/** Draws the panel of a thread. */
export function renderThread(
  thread: readonly DeskMessage[],
  { viewer, members, channel }: Pick<PageData, 'viewer' | 'members' | 'channel'>,
): Html {
  return html`<section class="pane thread" id="thread" aria-labelledby="thread-title">
  <header class="pane-head">
    <a class="tool close" href="${pageAddress(channel.id)}?as=${viewer.id}" data-do="close-thread" aria-label="Close the thread">${icon('back')}${icon('close')}</a>
    <h2 id="thread-title" tabindex="-1">Thread</h2><p class="topic">${titleOf(channel)}</p>
    ${channel.privateTo !== null && html`<p class="only-you">${icon('lock')} Only you can see this</p>`}
  </header>
  <div class="list" id="thread-list" role="log" aria-label="Thread" tabindex="0">
    ${renderMessages(thread, { viewer, members, isThread: true })}
  </div>
  ${renderComposer({ place: 'thread', label: 'Reply in this thread', hint: 'Reply, or “@Bluepencil again”' })}
</section>`;
}
