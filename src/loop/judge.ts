import type { Persona } from './persona.ts';
import type { Usage } from './usage.ts';

/** Two texts for the same purpose; the judge does not learn who wrote either, or which came first. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  /** What both were written for; empty when they are versions of one draft. */
  readonly brief: string;
  /** Whose checks decide. */
  readonly personas: readonly Persona[];
}

export interface Judge {
  /** Says which text serves the readers better. Rejects with a `UserError` when it cannot. */
  compare(
    comparison: Comparison,
    signal: AbortSignal,
  ): Promise<{ readonly better: 'first' | 'second' | 'neither'; readonly usage: Usage }>;
}
