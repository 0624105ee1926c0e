import { startEdit } from './edit.ts';
import { state } from './page-state.ts';
import { closePopover, moveWithArrows, openPopover } from './popover.ts';
import { send } from './requests.ts';
import { perform, review } from './wishes.ts';

/** Opens what can be done with a message. */
export function openMenu(button: HTMLElement, article: HTMLElement): void {
  const menu = document.createElement('div');
  menu.role = 'menu';
  menu.ariaLabel = 'For this message';
  menu.classList.add('menu');
  const add = (label: string, work: () => void, kind = '') => {
    const item = document.createElement('button');
    item.type = 'button';
    item.role = 'menuitem';
    item.textContent = label;
    if (kind !== '') item.classList.add(kind);
    item.addEventListener('click', () => {
      closePopover();
      work();
    });
    menu.append(item);
  };
  const id = article.dataset.id ?? '';
  add('Review this message', () => void review(id, 'message'));
  add('Review this thread', () => void review(id, 'thread'));
  if (article.dataset.author === state.member) {
    add('Edit', () => void startEdit(article));
    add('Delete', () => confirmDelete(button, id), 'danger');
  }
  openPopover(button, menu);
  moveWithArrows(menu, () => 1);
  menu.querySelector('button')?.focus();
}

function confirmDelete(button: HTMLElement, id: string): void {
  const box = document.createElement('div');
  box.role = 'dialog';
  box.ariaLabel = 'Delete this message?';
  box.classList.add('confirm');
  const question = document.createElement('p');
  question.textContent = 'Delete this message? A review of it ends.';
  const keep = document.createElement('button');
  keep.className = 'button';
  keep.textContent = 'Keep it';
  keep.addEventListener('click', closePopover);
  const drop = document.createElement('button');
  drop.className = 'button danger';
  drop.textContent = 'Delete';
  drop.addEventListener('click', () => {
    closePopover();
    void perform(() => send('DELETE', `/api/messages/${id}`, { member: state.member }));
  });
  box.append(question, keep, drop);
  openPopover(button, box);
  keep.focus();
}
