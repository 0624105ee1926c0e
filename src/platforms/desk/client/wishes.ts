import { announce, find, state } from './page-state.ts';
import { type Answer, Refusal, send, WAITING } from './requests.ts';
import { openPage } from './threads.ts';

/** Asks for something and shows what came of it. */
export async function perform(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = await work();
    if (answer.note) await showNote(answer.note.id, answer.note.markdown);
    return answer;
  } catch (error) {
    toast(error instanceof Refusal ? error.message : 'That did not work. Please try again.');
    return null;
  }
}

const asking = new Set<string>();

/** Asks for a review of a message or its thread and opens the thread where it appears. */
export async function review(id: string, scope: 'message' | 'thread'): Promise<void> {
  const { member } = state;
  const wish = `${id}/${scope}`;
  // A double click is one wish.
  if (asking.has(wish)) return;
  asking.add(wish);
  setTimeout(() => asking.delete(wish), 1_000);
  document.querySelector('.hint')?.remove();
  const askedAt = Date.now();
  const answer = await perform(() =>
    send('POST', `/api/messages/${id}/review`, {
      member,
      scope,
      interactionId: crypto.randomUUID(),
    }),
  );
  if (answer?.outcome === 'accepted' && answer.page) await openPage(answer.page, { askedAt });
  if (answer?.outcome === 'waiting') toast(WAITING);
}

/** A note stands in a list as soon as the line brings it; here it is brought into view. */
async function showNote(id: string, markdown: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const note = document.querySelector(`[id="m-${id}"]`);
    if (note !== null) {
      note.scrollIntoView({ block: 'nearest' });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  toast(markdown.replace(/[`*_]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
}

let hide: number | undefined;

/** Shows a sentence for a while at the edge of the page. */
export function toast(sentence: string): void {
  document.querySelector('.toast')?.remove();
  const box = document.createElement('div');
  box.className = 'toast';
  box.textContent = sentence;
  find('body').append(box);
  announce(sentence);
  clearTimeout(hide);
  hide = setTimeout(() => box.remove(), 7_000);
}
