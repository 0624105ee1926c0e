/*
 * Whether a judge may be trusted: it is asked about the pairs people have voted on, blind as they were.
 */
import { z } from 'zod';
import type { Judge } from '../loop/judge.ts';
import type { Persona } from '../loop/persona.ts';
import { addUsage, NO_USAGE, type Usage } from '../loop/usage.ts';
import { type Proportion, proportion } from '../review/proportion.ts';
import { prefer } from './prefer.ts';

/** A closed blind vote that somebody won, with both texts. */
export interface ClosedVote {
  readonly original: string;
  readonly refined: string;
  readonly winner: 'original' | 'refined';
}

export interface Agreement {
  /** Pairs the judge decided as people did, of those both decided. */
  readonly share: Proportion;
  /** Pairs people decided and the judge did not. */
  readonly undecided: number;
  readonly unjudged: number;
  readonly usage: Usage;
}

const voteRow = z.object({
  type: z.literal('vote'),
  original: z.number(),
  refined: z.number(),
  words: z.object({ original: z.string(), refined: z.string() }),
});

/** The votes of an export that somebody won and whose words are in it, and how many others there are. */
export function votesIn(rows: readonly unknown[]): { votes: readonly ClosedVote[]; left: number } {
  const all = rows.filter((row) => z.object({ type: z.literal('vote') }).safeParse(row).success);
  const votes = all.flatMap((row): ClosedVote[] => {
    const { success, data } = voteRow.safeParse(row);
    if (!success || data.original === data.refined) return [];
    return [{ ...data.words, winner: data.refined > data.original ? 'refined' : 'original' }];
  });
  return { votes, left: all.length - votes.length };
}

/** Asks the judge about every vote, one after the other, in both orders; an abort ends it early. */
export async function compareWithPeople(
  judge: Judge,
  votes: readonly ClosedVote[],
  personas: readonly Persona[],
  signal: AbortSignal,
): Promise<Agreement> {
  let [agreed, decided, undecided, unjudged] = [0, 0, 0, 0];
  let usage = NO_USAGE;
  for (const { original, refined, winner } of votes) {
    if (signal.aborted) break;
    const judgement = await prefer(judge, refined, original, { brief: '', personas }, signal).catch(
      (error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      },
    );
    if (judgement === null) break;
    usage = addUsage(usage, judgement.usage);
    if (judgement.preference === 'unjudged') unjudged += 1;
    else if (judgement.preference === 'better' || judgement.preference === 'worse') {
      decided += 1;
      if ((judgement.preference === 'better') === (winner === 'refined')) agreed += 1;
    } else undecided += 1;
  }
  return { share: proportion(agreed, decided), undecided, unjudged, usage };
}
