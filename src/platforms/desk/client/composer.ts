import { showError } from './errors.ts';
import { createFileTray, type FileTray } from './file-tray.ts';
import { openForm } from './form.ts';
import { announce, find, state } from './page-state.ts';
import { type Answer, Refusal, send, WAITING } from './requests.ts';
import { openPage } from './threads.ts';

const COMMAND = /^\/refine(?=\s|$)/i;

/** Brings the boxes in which members write to life. */
export function setUpComposers(within: ParentNode = document): void {
  for (const form of within.querySelectorAll<HTMLFormElement>('.composer')) setUp(form);
}

function setUp(form: HTMLFormElement): void {
  const area = find<HTMLTextAreaElement>('textarea', form);
  const tray = createFileTray(form, (sentence) => showError(form, sentence));
  const key = keyOf(form);
  area.value = sessionStorage.getItem(key) ?? '';
  const grow = () => {
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, innerHeight * 0.4)}px`;
    find('.commands', form).hidden = !area.value.startsWith('/');
  };
  grow();
  area.addEventListener('input', () => {
    // What was typed is there again after a reload or a crash.
    sessionStorage.setItem(key, area.value);
    showError(form, '');
    grow();
  });
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form, area, tray).finally(grow);
  });
}

async function submit(
  form: HTMLFormElement,
  area: HTMLTextAreaElement,
  tray: FileTray,
): Promise<void> {
  if (form.dataset.busy !== undefined) return;
  const text = area.value;
  if (text.trim() === '' && tray.ids().length === 0) return;
  form.dataset.busy = '';
  showError(form, '');
  try {
    const answer = await say(form, text, tray);
    if (answer.isRefusal) {
      announce(answer.note?.markdown ?? '');
      return;
    }
    area.value = '';
    sessionStorage.removeItem(keyOf(form));
    tray.clear();
    if (answer.outcome === 'form') openForm();
    if (answer.outcome === 'accepted' && answer.page) await openPage(answer.page);
    if (answer.outcome === 'waiting') announce(WAITING);
    if (answer.outcome === 'page' && answer.page) location.assign(answer.page);
  } catch (error) {
    showError(
      form,
      error instanceof Refusal ? error.message : 'That did not work. Please try again.',
    );
  } finally {
    delete form.dataset.busy;
  }
}

function say(form: HTMLFormElement, text: string, tray: FileTray): Promise<Answer> {
  const { member, channel, root } = state;
  const files = tray.ids();
  if (COMMAND.test(text)) {
    return send('POST', '/api/commands', {
      channel,
      member,
      files,
      command: '/refine',
      text: text.replace(COMMAND, '').replace(/^\s/, ''),
      interactionId: crypto.randomUUID(),
    });
  }
  const path =
    form.dataset.place === 'thread'
      ? `/api/messages/${root}/replies`
      : `/api/channels/${channel}/messages`;
  return send('POST', path, { author: member, text, files });
}

function keyOf(form: HTMLFormElement): string {
  return `draft/${state.member}/${form.dataset.place === 'thread' ? state.root : state.channel}`;
}
