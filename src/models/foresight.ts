import type { Foreseen } from '../loop/budget.ts';
import type { Persona } from '../loop/persona.ts';
import { buildCritiquePrompt } from '../loop/prompts/critique-prompt.ts';
import { createDocumentView } from '../loop/prompts/document.ts';
import { NO_USAGE } from '../loop/usage.ts';
import { type EditorOptions, maskFor } from './editor-options.ts';
import { costOf, type Prices } from './prices.ts';
import { foreseeTokens } from './tokens.ts';

/** What critiques of a text by these editors, or a first draft, will take: rather too much than too little. */
export type Foresight = (text: string, personas: readonly Persona[]) => Foreseen;

/** A critique's tokens beside its prompt, thinking included: more than most, less than the longest. */
const ANSWER_TOKENS = 1_500;

/** Creates a foresight; nothing is asked for it. */
export function createForesight(of: {
  readonly criticFor: (persona: Persona) => string;
  readonly writer: string;
  readonly prices: Prices;
  readonly options: EditorOptions;
}): Foresight {
  const price = (model: string, inputTokens: number): Foreseen => ({
    tokens: inputTokens + ANSWER_TOKENS,
    cost: costOf(of.prices, model, { ...NO_USAGE, inputTokens, outputTokens: ANSWER_TOKENS }) ?? 0,
  });
  return (text, personas) => {
    const mask = maskFor(of.options, [text]);
    const document = createDocumentView(text, 'foreseen', mask);
    const critiques = personas.map((persona) => {
      const { stable, round } = buildCritiquePrompt({
        persona,
        style: of.options.style,
        document,
        code: 'foreseen',
        mask,
        facts: [],
        asked: [],
        language: of.options.critiqueLanguage,
        section: null,
        before: null,
        order: 'persona-first',
      });
      return price(of.criticFor(persona), foreseeTokens(stable) + foreseeTokens(round));
    });
    return critiques.reduce(
      (sum, each) => ({ tokens: sum.tokens + each.tokens, cost: sum.cost + each.cost }),
      { tokens: 0, cost: 0 },
    );
  };
}
