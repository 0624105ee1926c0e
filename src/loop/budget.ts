import type { Persona } from './persona.ts';

/** What calls that are about to be made will take, as far as can be foreseen. */
export interface Foreseen {
  /** Input and output together. */
  readonly tokens: number;
  /** US dollars; 0 where no price is known. */
  readonly cost: number;
}

/** What a run may spend, asked before its calls are made. */
export interface Budget {
  /** What the first critiques of a text by these editors will take. */
  foresee(text: string, personas: readonly Persona[]): Foreseen;
  /**
   * Sets aside what is about to be spent, in place of what was set aside before; false, and nothing is set
   * aside, when that would pass a limit of the place.
   */
  reserve(foreseen: Foreseen): Promise<boolean>;
}

/** No limit beside those of the run itself, and nothing known of what calls take. */
export const NO_BUDGET: Budget = {
  foresee: () => ({ tokens: 0, cost: 0 }),
  reserve: async () => true,
};
