import { state } from './page-state.ts';
import { closePopover, moveWithArrows, openPopover } from './popover.ts';
import { send, WAITING } from './requests.ts';
import { openPage } from './threads.ts';
import { perform, toast } from './wishes.ts';

type Emoji = readonly [
  character: string,
  name: string,
  label: string,
  category: string,
  words: string,
];

/** Those that ask for a review, in front, with what they do. */
const EDITORS: readonly Emoji[] = [
  ['✏️', 'pencil2', 'Ask the editors of this channel', '', ''],
  ['✂️', 'scissors', 'Ask the line editor', '', ''],
  ['🔍', 'mag', 'Ask the fact checker', '', ''],
];
const SHOWN = 160;

let all: Promise<readonly Emoji[]> | null = null;

function loadAll(): Promise<readonly Emoji[]> {
  all ??= fetch(document.body.dataset.emoji ?? '').then((response) => response.json());
  return all;
}

/** Opens the reactions for a message. */
export async function openPicker(button: HTMLElement, article: HTMLElement): Promise<void> {
  const emoji = await loadAll();
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Add a reaction';
  box.classList.add('picker');
  const search = document.createElement('input');
  search.type = 'search';
  search.placeholder = 'Search, like “tada” or “heart”';
  search.ariaLabel = 'Search reactions';
  const editors = grid(EDITORS, article);
  editors.classList.add('editors');
  const found = document.createElement('div');
  found.className = 'found';
  const none = document.createElement('p');
  none.className = 'quiet';
  none.textContent = 'No reaction of that name.';
  const show = () => {
    const wanted = search.value.trim().toLowerCase().replace(/:/g, '');
    const matches = emoji.filter(
      ([, name, label, , words]) =>
        name.includes(wanted) || label.includes(wanted) || words.includes(wanted),
    );
    found.replaceChildren(matches.length === 0 ? none : grid(matches.slice(0, SHOWN), article));
  };
  search.addEventListener('input', show);
  search.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') found.querySelector<HTMLElement>('button')?.focus();
    if (event.key === 'Enter') found.querySelector<HTMLElement>('button')?.click();
  });
  show();
  box.append(search, editors, found);
  openPopover(button, box);
  moveWithArrows(found, () => 8);
  moveWithArrows(editors, () => 1);
  search.focus();
}

function grid(emoji: readonly Emoji[], article: HTMLElement): HTMLElement {
  const place = document.createElement('div');
  place.className = 'grid';
  for (const [character, name, label] of emoji) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = character;
    button.ariaLabel = label;
    button.title = label;
    button.addEventListener('click', () => {
      closePopover();
      void react(article.dataset.id ?? '', name, 'POST');
    });
    place.append(button);
  }
  return place;
}

/** Adds or takes a reaction; one that asks for a review opens its thread. */
export async function react(id: string, emoji: string, method: 'POST' | 'DELETE'): Promise<void> {
  const { member } = state;
  const askedAt = Date.now();
  const answer = await perform(() =>
    send(method, `/api/messages/${id}/reactions`, { member, emoji }),
  );
  if (answer?.outcome === 'accepted' && answer.page) await openPage(answer.page, { askedAt });
  if (answer?.outcome === 'waiting') toast(WAITING);
}
