import { findSecrets } from '../text/secrets.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import { isSample } from './first-contact.ts';
import { note } from './notes.ts';
import type { Captured } from './source.ts';

/**
 * Tells whoever posted a secret for others to read, privately and once a review; nobody waits for it, and it
 * never rejects. A draft that only its author sees has nobody to be warned of.
 */
export async function warnOfSecrets(
  deps: Pick<RunWorkerDeps, 'told' | 'now' | 'reportError'>,
  { runId, known, platform }: Pick<Attempt, 'runId' | 'known' | 'platform'>,
  captured: Captured | null,
): Promise<void> {
  const { run, request } = known;
  const whom = captured?.author ?? run.requester;
  if (captured === null || whom === null || request.source === null || isSample(run.given)) return;
  const count = new Set(findSecrets(captured.text).map(({ text }) => text)).size;
  if (count === 0) return;
  const { workspace, thread } = request;
  try {
    const telling = { platform: run.platform, workspace, subject: `secrets/${runId}` };
    if (await deps.told.tell(telling, deps.now())) {
      await platform.messenger.whisper(whom, thread, secretsMessage(count));
    }
  } catch (error) {
    deps.reportError(error, { runId, doing: 'warn of a secret' });
  }
}

function secretsMessage(count: number) {
  const what = count === 1 ? 'a secret' : `${count} secrets`;
  return note(
    `Your message seems to hold ${what} (a key, token, password or card number), and everybody here can read it. Take ${count === 1 ? 'it' : 'them'} out, and better make ${count === 1 ? 'a new one' : 'new ones'}. No model gets to see ${count === 1 ? 'it' : 'them'}.`,
  );
}
