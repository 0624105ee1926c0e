import { state } from './page-state.ts';
import { getHtml } from './requests.ts';

/** What the server says of a change. */
export interface Change {
  readonly id: string;
  readonly channel: string;
  readonly root: string | null;
  readonly isGone: boolean;
  /** Set when the viewer has not seen the message and wants to know: not for threads of others. */
  readonly isUnread?: boolean;
  readonly html?: string;
  readonly message?: { readonly author: string; readonly kind: string; readonly markdown: string };
}

/** Puts a change into the lists that show the message; true when it is new here. */
export function applyChange(change: Change): boolean {
  if (change.channel !== state.channel) return false;
  const inChannel = change.root === null;
  const inThread = state.root !== '' && (change.root ?? change.id) === state.root;
  const channel = inChannel && place(document.querySelector('#channel-list'), change);
  const thread = inThread && place(document.querySelector('#thread-list'), change);
  return channel || thread;
}

function place(list: HTMLElement | null, change: Change): boolean {
  if (list === null) return false;
  const old = list.querySelector<HTMLElement>(`[id="m-${change.id}"]`);
  if (change.isGone) {
    old?.remove();
    return false;
  }
  const article = parseArticle(change.html ?? '');
  if (article === null) return false;
  if (old !== null) {
    replace(old, article);
    return false;
  }
  // An older message that is not on the page yet comes with its page.
  const first = list.querySelector<HTMLElement>('.message');
  const isEarlier = first !== null && (first.dataset.id ?? '') > change.id;
  if (isEarlier && list.querySelector('.earlier') !== null) return false;
  const follows = isAtEnd(list) || list.dataset.readFrom !== undefined;
  insertInOrder(list, article);
  list.querySelector('.empty')?.remove();
  if (change.message?.author === state.member) scrollToEnd(list);
  else if (follows) scrollToNew(list, article);
  return true;
}

/** New messages come into view, but the first of them never leaves it: people read downwards. */
function scrollToNew(list: HTMLElement, article: HTMLElement): void {
  list.dataset.readFrom ??= article.id;
  const first = list.querySelector<HTMLElement>(`[id="${list.dataset.readFrom}"]`) ?? article;
  const top = first.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  list.scrollTop = Math.min(list.scrollHeight, top - 8);
}

/** Shows the beginning of an answer that was there sooner than the page. */
export function scrollToAnswer(list: HTMLElement, askedAt: number): void {
  const first = [...list.querySelectorAll<HTMLElement>('.post')].find(
    (post) => Date.parse(post.querySelector('time')?.dateTime ?? '') >= askedAt,
  );
  if (first !== undefined) scrollToNew(list, first);
}

/** A list that shows its end goes on showing it when the room for it changes. */
export function keepAtEnd(list: HTMLElement): void {
  let wasAtEnd = true;
  list.addEventListener('scroll', () => {
    wasAtEnd = isAtEnd(list);
  });
  new ResizeObserver(() => {
    if (wasAtEnd) list.scrollTop = list.scrollHeight;
  }).observe(list);
}

/** Once the reader moves, the place is the reader's. */
export function leaveScrollToReader(): void {
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const) {
    document.addEventListener(
      type,
      ({ target }) => {
        const list = target instanceof Element ? target.closest<HTMLElement>('.list') : null;
        if (list !== null) delete list.dataset.readFrom;
      },
      { passive: true, capture: true },
    );
  }
}

/** Replaces an article without losing what the reader had opened or focused in it. */
function replace(old: HTMLElement, article: HTMLElement): void {
  const changes = old.querySelectorAll('.changes');
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const mark = focused instanceof HTMLElement ? focused.dataset : null;
  for (const [index, details] of old.querySelectorAll('details').entries()) {
    const same = article.querySelectorAll('details')[index];
    if (details.open && same !== undefined) same.open = true;
  }
  const button = article.querySelector('[data-do="act"][aria-expanded]');
  if (changes[0] !== undefined && button !== null) {
    button.setAttribute('aria-expanded', 'true');
    button.textContent = 'Hide changes';
    button.closest('.buttons')?.after(changes[0]);
  }
  old.replaceWith(article);
  if (mark === null) return;
  const same = [...article.querySelectorAll<HTMLElement>('[data-do]')].find(
    ({ dataset }) =>
      dataset.do === mark.do && dataset.action === mark.action && dataset.emoji === mark.emoji,
  );
  (same ?? article.querySelector<HTMLElement>('button'))?.focus();
}

function insertInOrder(list: HTMLElement, article: HTMLElement): void {
  const id = article.dataset.id ?? '';
  const messages = [...list.querySelectorAll<HTMLElement>(':scope > .message')];
  const before = messages.findLast((each) => (each.dataset.id ?? '') < id);
  const hint = before?.nextElementSibling;
  if (before === undefined) list.prepend(article);
  else if (hint?.classList.contains('hint')) hint.after(article);
  else before.after(article);
}

/** The article in a piece of HTML of the server. */
export function parseArticle(html: string): HTMLElement | null {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  localise(holder.content);
  return holder.content.querySelector<HTMLElement>('article');
}

/** Shows times in the reader's own time zone. */
export function localise(within: ParentNode): void {
  for (const time of within.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    time.textContent = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  }
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 160;
}

export function scrollToEnd(list: HTMLElement): void {
  delete list.dataset.readFrom;
  list.scrollTop = list.scrollHeight;
}

/** Puts earlier messages above, and keeps what is being read where it is. */
export async function showEarlier(button: HTMLElement): Promise<void> {
  const list = button.closest<HTMLElement>('.list');
  const first = list?.querySelector<HTMLElement>('.message');
  if (!list || !first) return;
  const before = encodeURIComponent(first.dataset.id ?? '');
  const query = `before=${before}&as=${state.member}`;
  const { html, headers } = await getHtml(`/c/${state.channel}/earlier?${query}`);
  const holder = document.createElement('template');
  holder.innerHTML = html;
  localise(holder.content);
  const fromEnd = list.scrollHeight - list.scrollTop;
  const day = list.querySelector<HTMLElement>('.day');
  const lastDay = [...holder.content.querySelectorAll<HTMLElement>('.day')].at(-1);
  if (lastDay?.dataset.day === day?.dataset.day) day?.remove();
  const earlier = button.closest('.earlier');
  const next = holder.content.querySelector<HTMLElement>('.message');
  earlier?.after(holder.content);
  if (headers.get('x-earlier') !== 'true') earlier?.remove();
  list.scrollTop = list.scrollHeight - fromEnd;
  next?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
}
