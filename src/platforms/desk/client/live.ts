import { applyChange, type Change } from './lists.ts';
import { announce, find, state } from './page-state.ts';
import { keepChange } from './recent-changes.ts';
import { send } from './requests.ts';

/** Keeps the page as the desk is, also over a restart of the desk. */
export function goLive(): void {
  const since = document.body.dataset.lastEvent ?? '';
  const query = new URLSearchParams({ member: state.member, since });
  const source = new EventSource(`/api/events?${query}`);
  const connection = find('#connection');
  let slow: number | undefined;
  source.addEventListener('open', () => {
    clearTimeout(slow);
    connection.hidden = true;
  });
  source.addEventListener('error', () => {
    clearTimeout(slow);
    slow = setTimeout(() => {
      connection.hidden = false;
    }, 1_500);
  });
  // The desk was restarted and no longer knows what this page has seen.
  source.addEventListener('reset', () => location.reload());
  source.addEventListener('change', (event) => {
    take(JSON.parse((event as MessageEvent<string>).data));
  });
  addEventListener('pagehide', () => source.close());
}

function take(change: Change): void {
  keepChange(change);
  const isNew = applyChange(change);
  const { message } = change;
  if (message === undefined || message.author === state.member) return;
  if (isNew) tell(change, message);
  else if (change.channel !== state.channel) countUnread(change);
}

function tell(change: Change, message: NonNullable<Change['message']>): void {
  const article = document.querySelector(`[id="m-${change.id}"]`);
  const who = article?.getAttribute('aria-label') ?? '';
  announce(`${who}: ${message.markdown.replace(/\s+/g, ' ').slice(0, 140)}`);
  if (document.visibilityState === 'visible') markRead(change.id);
}

/** Remembers that the newest message was seen. */
export function markRead(message: string): void {
  const { member, channel } = state;
  void send('PUT', `/api/channels/${channel}/read`, { member, message }).catch(() => undefined);
}

const counted = new Set<string>();

function countUnread(change: Change): void {
  const link = document.querySelector(`.channels [data-channel="${CSS.escape(change.channel)}"]`);
  const badge = link?.querySelector<HTMLElement>('.unread');
  if (!badge || counted.has(change.id) || change.isUnread !== true) return;
  counted.add(change.id);
  const count = find('.count', badge);
  count.textContent = String(Number(count.textContent) + 1);
  badge.hidden = false;
}
