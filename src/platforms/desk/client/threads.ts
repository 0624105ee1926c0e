import { applyChange, keepAtEnd, localise, scrollToAnswer, scrollToEnd } from './lists.ts';
import { announce, find, state } from './page-state.ts';
import { changesSince, changesTaken } from './recent-changes.ts';
import { getHtml } from './requests.ts';

let threadShown: (thread: HTMLElement) => void = () => undefined;

/** Is told of every thread that is shown without loading the page. */
export function whenThreadShown(listener: (thread: HTMLElement) => void): void {
  threadShown = listener;
}

/** Shows the page of a thread beside its channel; a page of another channel is loaded as a whole. */
export async function openPage(
  path: string,
  { push = true, askedAt }: { push?: boolean; askedAt?: number } = {},
): Promise<void> {
  const url = new URL(path, location.href);
  const [, , channel] = url.pathname.split('/');
  if (decodeURIComponent(channel ?? '') !== state.channel) {
    url.searchParams.set('as', state.member);
    location.assign(url);
    return;
  }
  const query = new URLSearchParams({ as: state.member });
  const mark = changesTaken();
  const { html } = await getHtml(`${url.pathname}?${query}`);
  const page = new DOMParser().parseFromString(html, 'text/html');
  const thread = page.querySelector<HTMLElement>('#thread');
  document.querySelector('#thread')?.remove();
  if (thread !== null) {
    localise(thread);
    find('.app').append(thread);
  }
  state.root = page.body.dataset.root ?? '';
  if (push) history.pushState({}, '', `${url.pathname}?${query}`);
  if (thread === null) return;
  // What changed between the drawing of the page and its arrival had no place to go yet.
  for (const change of changesSince(mark)) applyChange(change);
  threadShown(thread);
  const list = find('.list', thread);
  keepAtEnd(list);
  scrollToEnd(list);
  if (askedAt !== undefined) scrollToAnswer(list, askedAt);
  find('#thread-title', thread).focus({ preventScroll: true });
  if (thread.querySelector('[data-working]') !== null) announce('The editors are reading…');
}

/** Closes the thread and goes back to where it was opened. */
export function closeThread({ push = true } = {}): void {
  const root = state.root;
  if (root === '') return;
  document.querySelector('#thread')?.remove();
  state.root = '';
  if (push) history.pushState({}, '', `/c/${state.channel}?as=${state.member}`);
  const opener = document.querySelector<HTMLElement>(`[id="m-${root}"] [data-thread]`);
  (opener ?? find('#say-channel')).focus({ preventScroll: true });
}

/** Follows the browser's back and forward. */
export function followHistory(): void {
  addEventListener('popstate', () => {
    if (/\/t\//.test(location.pathname)) void openPage(location.pathname, { push: false });
    else closeThread({ push: false });
  });
}
