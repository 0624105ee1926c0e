/*
 * The operator says how large a model's window is, and its server knows better: where that refuses a prompt, the
 * text is read once more, in as many sections as the smaller window needs, and the model is remembered to have it.
 */
import { addUsage, NO_USAGE, type Usage, usageOf } from '../loop/usage.ts';
import { UserError } from '../user-error.ts';
import type { Model } from './model.ts';

/** A window that shrinks more often is refused for another reason. */
const MOST_TRIES = 4;

/** The window that is known of a model; never more than the operator says. */
export function windowOf(model: Model, windowTokens: number): number {
  return Math.min(windowTokens, model.windowTokens?.() ?? windowTokens);
}

/** Works within a model's window; where its server says that it is smaller than thought, again within that. */
export async function withinWindow<Reply extends { readonly usage: Usage }>(
  model: Model,
  windowTokens: number,
  work: (windowTokens: number) => Promise<Reply>,
): Promise<Reply> {
  let spent = NO_USAGE;
  let refusal: unknown = null;
  for (let tries = 1; ; tries += 1) {
    const known = windowOf(model, windowTokens);
    try {
      const reply = await work(known);
      return { ...reply, usage: addUsage(spent, reply.usage) };
    } catch (error) {
      spent = addUsage(spent, usageOf(error));
      const isRefused = codeOf(error) === 'draft_too_long' && windowOf(model, windowTokens) < known;
      if (isRefused && tries < MOST_TRIES) {
        refusal = error;
        continue;
      }
      // That no section fits what was learned is for the server's sentence to say: the number was partly guessed.
      const told = codeOf(error) === 'window_too_small' ? (refusal ?? error) : error;
      throw spent.calls > 0 && told instanceof Error ? Object.assign(told, { usage: spent }) : told;
    }
  }
}

/** All answers, or the first failure with what the others cost. */
export async function allPaidFor<Reply extends { readonly usage: Usage }>(
  asked: readonly Promise<Reply>[],
): Promise<readonly Reply[]> {
  const settled = await Promise.allSettled(asked);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed === undefined) {
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }
  const usage = settled
    .map((each) => (each.status === 'fulfilled' ? each.value.usage : usageOf(each.reason)))
    .reduce(addUsage, NO_USAGE);
  const { reason } = failed;
  throw usage.calls > 0 && reason instanceof Error ? Object.assign(reason, { usage }) : reason;
}

function codeOf(error: unknown): string | null {
  return error instanceof UserError ? error.code : null;
}
