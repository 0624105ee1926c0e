import type { FindPlatform } from './platform.ts';
import { type PublisherDeps, publishOnce } from './publish.ts';
import type { ThreadRef } from './refs.ts';
import type { RunsUnderWay } from './runs-under-way.ts';
import type { KnownRun } from './thread-reader.ts';
import type { SlotMessage } from './thread-view.ts';

export interface PostOnceDeps extends PublisherDeps {
  readonly platform: FindPlatform;
  readonly underWay: Pick<RunsUnderWay, 'exclusively'>;
}

/** Makes a post that somebody's click asks for, once; false where the platform is switched off. */
export async function postOnce(
  deps: PostOnceDeps,
  { run }: Pick<KnownRun, 'run'>,
  at: ThreadRef,
  post: SlotMessage,
): Promise<boolean> {
  const messenger = deps.platform(run.platform)?.messenger;
  if (messenger === undefined) return false;
  const speaker = { runId: run.id, attempt: run.attempt, messenger, thread: at };
  await deps.underWay.exclusively(run.id, () => publishOnce(deps, speaker, post));
  return true;
}
