/** What the desk answers to a wish. */
export interface Answer {
  readonly id?: string;
  readonly outcome?: 'accepted' | 'waiting' | 'note' | 'form' | 'page' | 'changes' | 'nothing';
  readonly page?: string;
  readonly isRefusal?: boolean;
  readonly note?: { readonly id: string; readonly markdown: string };
  readonly html?: string;
  readonly screen?: { readonly type: 'view' | 'form' | 'note' };
  readonly name?: string;
  readonly chars?: number;
}

/** Said where a wish is written down and has not begun. */
export const WAITING =
  'Written down. Another program is using the database just now; the review begins as soon as it is free.';

/** A refusal with its sentence. */
export class Refusal extends Error {}

const UNREACHABLE =
  'The desk cannot be reached right now. Your text is still here; try again in a moment.';

/** Sends JSON and reads the answer. Throws a `Refusal` with a sentence for people. */
export async function send(method: string, path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Refusal(UNREACHABLE, { cause });
  });
  const answer: { error?: string } & Answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? UNREACHABLE);
  return answer;
}

/** Gets a piece of a page. */
export async function getHtml(path: string): Promise<{ html: string; headers: Headers }> {
  const response = await fetch(path, { headers: { accept: 'text/html' } }).catch(
    (cause: unknown) => {
      throw new Refusal(UNREACHABLE, { cause });
    },
  );
  if (!response.ok) throw new Refusal(UNREACHABLE);
  return { html: await response.text(), headers: response.headers };
}

/** Uploads one file and resolves to its id. */
export async function sendFile(file: File): Promise<{ id: string; name: string; chars: number }> {
  if (file.size > 4_000_000) {
    const megabytes = (file.size / 1_000_000).toFixed(1);
    throw new Refusal(`“${file.name}” has ${megabytes} MB; a file may have up to 4.0 MB.`);
  }
  const data = await readBase64(file);
  const { id = '', chars = 0 } = await send('POST', '/api/files', { name: file.name, data });
  return { id, chars, name: file.name };
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Refusal(`“${file.name}” could not be read from your disk.`));
    reader.readAsDataURL(file);
  });
}
