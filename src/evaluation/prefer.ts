import type { Judge } from '../loop/judge.ts';
import type { Persona } from '../loop/persona.ts';
import { addUsage, NO_USAGE, type Usage, usageOf } from '../loop/usage.ts';
import { UserError } from '../user-error.ts';

/** How one text stands to another: `same` was not asked, the two are one text. */
export type Preference = 'better' | 'worse' | 'equal' | 'same' | 'unjudged';

/** What the judge is asked about, beside the two texts. */
export interface Purpose {
  readonly brief: string;
  readonly personas: readonly Persona[];
}

export interface Judgement {
  readonly preference: Preference;
  readonly usage: Usage;
  /** Why there is no judgement, in words for people. */
  readonly failed?: string;
}

/**
 * Has two texts compared in both orders, since judges favour a place (Zheng et al., 2306.05685): better or
 * worse only where both agree, else equal. A judge that fails leaves them `unjudged`.
 */
export async function prefer(
  judge: Judge,
  text: string,
  other: string,
  { brief, personas }: Purpose,
  signal: AbortSignal,
): Promise<Judgement> {
  if (text === other) return { preference: 'same', usage: NO_USAGE };
  const asked = await Promise.allSettled([
    judge.compare({ first: text, second: other, brief, personas }, signal),
    judge.compare({ first: other, second: text, brief, personas }, signal),
  ]);
  signal.throwIfAborted();
  const usage = asked
    .map((one) => (one.status === 'fulfilled' ? one.value.usage : usageOf(one.reason)))
    .reduce(addUsage);
  const [there, back] = asked;
  if (there.status === 'rejected') return { ...unjudged(there.reason), usage };
  if (back.status === 'rejected') return { ...unjudged(back.reason), usage };
  const votes = `${there.value.better} ${back.value.better}`;
  if (votes === 'first second') return { preference: 'better', usage };
  return { preference: votes === 'second first' ? 'worse' : 'equal', usage };
}

function unjudged(error: unknown): Pick<Judgement, 'preference' | 'failed'> {
  const failed = error instanceof UserError ? error.message : 'The judge did not answer.';
  return { preference: 'unjudged', failed };
}
