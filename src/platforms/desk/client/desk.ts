import { setUpComposers } from './composer.ts';
import { ignoreStrayDrops } from './file-tray.ts';
import { openForm, setUpForm } from './form.ts';
import {
  keepAtEnd,
  leaveScrollToReader,
  localise,
  parseArticle,
  scrollToEnd,
  showEarlier,
} from './lists.ts';
import { goLive, markRead } from './live.ts';
import { openMenu } from './message-menu.ts';
import { announce, find, state } from './page-state.ts';
import { openPicker, react } from './picker.ts';
import { getHtml, send } from './requests.ts';
import { setUpScreens } from './screens.ts';
import { closeThread, followHistory, openPage, whenThreadShown } from './threads.ts';
import { perform, review } from './wishes.ts';

const HINT = 'hint-hidden';

setUpSwitch();
if (document.querySelector('.pane.settings') === null) setUpChannel();
else setUpScreens();

function setUpChannel(): void {
  localise(document);
  setUpComposers(document);
  whenThreadShown(setUpComposers);
  setUpForm();
  followHistory();
  ignoreStrayDrops();
  leaveScrollToReader();
  for (const list of document.querySelectorAll<HTMLElement>('.list')) {
    keepAtEnd(list);
    scrollToEnd(list);
  }
  if (localStorage.getItem(HINT) !== null) document.querySelector('.hint')?.remove();
  const newest = [...document.querySelectorAll<HTMLElement>('#channel-list .message')].at(-1);
  if (newest?.dataset.id) markRead(newest.dataset.id);
  goLive();
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element) onClick(event, event.target);
  });
  document.addEventListener('keydown', (event) => {
    const isFree = document.querySelector('.popover, dialog[open], .edit') === null;
    if (event.key === 'Escape' && isFree && state.root !== '') closeThread();
  });
}

function onClick(event: MouseEvent, target: Element): void {
  const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
  const link = target.closest<HTMLAnchorElement>('a[href^="/c/"]');
  const button = target.closest<HTMLElement>('[data-do]');
  if (button?.dataset.do === 'close-thread' && isPlain) {
    event.preventDefault();
    closeThread();
  } else if (link !== null && link.closest('.side') === null && isPlain) {
    event.preventDefault();
    void openPage(link.href);
  } else if (button !== null) {
    act(button);
  }
}

function act(button: HTMLElement): void {
  const article = button.closest<HTMLElement>('.message');
  const id = article?.dataset.id ?? button.closest<HTMLElement>('.hint')?.dataset.id ?? '';
  switch (button.dataset.do) {
    case 'review':
      void review(id, 'message');
      break;
    case 'pick':
      if (article !== null) void openPicker(button, article);
      break;
    case 'menu':
      if (article !== null) openMenu(button, article);
      break;
    case 'toggle': {
      const isOn = button.getAttribute('aria-pressed') === 'true';
      void react(id, button.dataset.emoji ?? '', isOn ? 'DELETE' : 'POST');
      break;
    }
    case 'act':
      void click(button, id);
      break;
    case 'copy':
      void copy(button);
      break;
    case 'whole':
      void showWhole(id);
      break;
    case 'earlier':
      void showEarlier(button);
      break;
    case 'put-away':
      void perform(() => send('DELETE', `/api/notes/${id}`, { member: state.member }));
      break;
    case 'open-form':
      openForm();
      break;
    case 'hide-hint':
      localStorage.setItem(HINT, '');
      document.querySelector('.hint')?.remove();
      break;
  }
}

async function click(button: HTMLElement, messageId: string): Promise<void> {
  const shown = button.closest('.buttons')?.parentElement?.querySelector('.changes');
  if (button.getAttribute('aria-expanded') === 'true') {
    shown?.remove();
    button.setAttribute('aria-expanded', 'false');
    button.textContent = 'Show changes';
    return;
  }
  button.setAttribute('aria-busy', 'true');
  const { member } = state;
  const actionId = button.dataset.action ?? '';
  const answer = await perform(() => send('POST', '/api/actions', { member, messageId, actionId }));
  button.removeAttribute('aria-busy');
  if (answer?.outcome !== 'changes' || answer.html === undefined) return;
  const holder = document.createElement('template');
  holder.innerHTML = answer.html;
  button.closest('.buttons')?.after(holder.content);
  button.setAttribute('aria-expanded', 'true');
  button.textContent = 'Hide changes';
}

async function copy(button: HTMLElement): Promise<void> {
  const label = find('span', button);
  try {
    await navigator.clipboard.writeText(button.dataset.text ?? '');
    label.textContent = 'Copied';
    announce('Copied');
  } catch {
    label.textContent = 'Select the text and copy it by hand';
  }
  setTimeout(() => {
    label.textContent = 'Copy';
  }, 2_500);
}

async function showWhole(id: string): Promise<void> {
  const { html } = await getHtml(`/m/${id}?as=${state.member}`);
  for (const old of document.querySelectorAll(`[id="m-${id}"]`)) {
    const article = parseArticle(html);
    if (article !== null) old.replaceWith(article);
  }
}

/** Whoever is chosen looks at the same page. */
function setUpSwitch(): void {
  // An admin from elsewhere is nobody else here.
  const choice = document.querySelector<HTMLSelectElement>('#as');
  choice?.addEventListener('change', () => {
    const isPrivate = state.channel.startsWith('private-');
    const url = new URL(isPrivate ? '/c/announcements' : location.href, location.href);
    url.searchParams.set('as', choice.value);
    location.assign(url);
  });
}
