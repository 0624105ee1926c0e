import type { z } from 'zod';
import type { Prompt } from '../loop/prompts/prompt.ts';
import type { Usage } from '../loop/usage.ts';

/** One question to a model. */
export interface ModelRequest<T> {
  /** What the call is for. */
  readonly purpose: 'generate' | 'critique' | 'refine' | 'judge';
  readonly prompt: Prompt;
  /** The form of the answer; an answer that does not fit is never handed on. */
  readonly schema: z.ZodType<T>;
  /** Tokens the answer may take at first, thinking included. */
  readonly maxOutputTokens: number;
  /** What is wrong with a well-formed answer, as a sentence for the model; null when it may stand. */
  readonly findFault?: (value: T) => string | null;
  readonly signal: AbortSignal;
}

/** A complete, validated answer. */
export interface ModelReply<T> {
  readonly value: T;
  /** One call; answers that were cut or unreadable and asked for again count as retries. */
  readonly usage: Usage;
  /** Why the model stopped, in the server's own word; never that it ran out of room. */
  readonly finish: string;
}

/** A language model behind the model critic and the model writer. */
export interface Model {
  /** The name its server knows it by. */
  readonly name: string;
  /**
   * Asks once and returns a whole answer. Rejects with a `UserError` (code `refused` when the model
   * declines) that names what to check and holds no key and no word of a draft; with the signal's reason
   * within 200 ms of an abort.
   */
  complete<T>(request: ModelRequest<T>): Promise<ModelReply<T>>;
  /**
   * How many tokens a prompt and its answer may take together, as far as its server has made that known by
   * refusing a prompt with the code `draft_too_long`; absent or null: nothing was refused so far.
   */
  windowTokens?(): number | null;
}
