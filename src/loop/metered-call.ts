import type { Usage } from './usage.ts';

/** What one question to a model took; no word of it. */
export interface MeteredCall {
  readonly purpose: 'generate' | 'critique' | 'refine' | 'judge';
  readonly model: string;
  readonly usage: Usage;
  /** From asking to the whole answer, waiting for a turn and repeated requests included. */
  readonly durationMs: number;
  readonly outcome: 'answered' | 'failed';
}

/** What was asked and answered, as the model had it: with placeholders for secrets. */
export interface CallWords {
  readonly prompt: string;
  /** The last answer as JSON; null when none could be used. */
  readonly answer: string | null;
}

/** Hears of every question to a model; must not reject. The words are for those who were told to keep them. */
export type Meter = (call: MeteredCall, words: CallWords) => Promise<void>;
