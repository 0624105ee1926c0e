/*
 * What others say in a review's thread is for its author to weigh. A ✅ on it, by the author or who asked
 * for the review, makes it a wish like their own words, once, however often the reaction comes and goes.
 */
import { hasWords } from '../text/blank.ts';
import { type Answer, type Asker, type ClickDeps, isOf, isTheirs } from './click.ts';
import type { Endorsed } from './reviews.ts';
import { takeWords } from './say.ts';
import { readRun } from './thread-reader.ts';

/** The emoji, as a shortcode. */
export const ENDORSING_EMOJI = 'white_check_mark';

/** Hears words that somebody put a ✅ on; null where that means nothing to a review. */
export async function endorse(
  deps: ClickDeps,
  { runId, message, text, saidBy }: Endorsed,
  { by, workspace }: Asker,
): Answer {
  const known = await readRun(deps, runId);
  if (known === null || !isOf(known, { by, workspace })) return null;
  // One's own words are told with a mention; the message under review is not about itself.
  if (saidBy === by || message === known.request.source || !hasWords(text)) return null;
  if (!(await isTheirs(deps, known, by))) return null;
  const telling = {
    ...{ platform: known.run.platform, workspace: known.request.workspace },
    subject: `endorsed/${message}`,
  };
  if (await deps.told.wasTold(telling)) return null;
  const words = { runId, text, id: telling.subject };
  const { isHeard, note } = await takeWords(deps, known, { words, by });
  // After the wish is kept, which by itself is kept once: a crash between the two loses nothing.
  if (isHeard) await deps.told.tell(telling, deps.now());
  return note;
}

/** Most of these emoji mean other things to people, so what breaks is written down and told to nobody. */
export async function quietly<Outcome>(
  reportError: (error: unknown, ref: string) => void,
  work: () => Promise<Outcome>,
): Promise<Outcome | null> {
  try {
    return await work();
  } catch (error) {
    reportError(error, '-');
    return null;
  }
}
