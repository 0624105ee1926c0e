import { state } from './page-state.ts';
import { send } from './requests.ts';
import { perform } from './wishes.ts';

/** Lets the author change a message where it stands. */
export async function startEdit(article: HTMLElement): Promise<void> {
  const id = article.dataset.id ?? '';
  const markdown = await readMarkdown(id);
  const text = article.querySelector<HTMLElement>('.body > .text');
  if (markdown === null || text === null) return;
  const form = document.createElement('form');
  form.className = 'edit';
  const area = document.createElement('textarea');
  area.dir = 'auto';
  area.ariaLabel = 'Edit the message';
  area.value = markdown;
  area.rows = Math.min(14, markdown.split('\n').length + 2);
  const save = buttonOf('Save', 'primary');
  const cancel = buttonOf('Cancel');
  form.append(area, save, cancel);
  const close = () => {
    form.replaceWith(text);
    article.querySelector<HTMLElement>('[data-do="menu"]')?.focus();
  };
  cancel.addEventListener('click', close);
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void perform(async () => {
      const answer = await send('PATCH', `/api/messages/${id}`, {
        member: state.member,
        text: area.value,
      });
      close();
      return answer;
    });
  });
  save.type = 'submit';
  text.replaceWith(form);
  area.focus();
}

async function readMarkdown(id: string): Promise<string | null> {
  const response = await fetch(`/api/threads/${id}?member=${state.member}`);
  const thread: { messages?: { id: string; markdown: string }[] } = await response.json();
  return thread.messages?.find((message) => message.id === id)?.markdown ?? null;
}

function buttonOf(label: string, kind = ''): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `button ${kind}`.trim();
  button.textContent = label;
  return button;
}
