import type { Judge } from '../loop/judge.ts';
import { createTagCode } from '../loop/prompts/document.ts';
import { buildJudgePrompt } from '../loop/prompts/judge-prompt.ts';
import { judgementSchema } from '../loop/prompts/replies.ts';
import { type EditorOptions, maskFor, PLAIN_OPTIONS } from './editor-options.ts';
import { windowOf } from './learned-window.ts';
import type { Model } from './model.ts';
import { assertFits } from './reading-sections.ts';

/** Room for a sentence, and thinking before it. */
const JUDGEMENT_TOKENS = 4_000;

/** A judge that asks a model: one call for each comparison. */
export function createModelJudge(deps: {
  readonly model: Model;
  readonly options?: EditorOptions;
}): Judge {
  const options = deps.options ?? PLAIN_OPTIONS;
  return {
    async compare({ first, second, brief, personas }, signal) {
      const prompt = buildJudgePrompt({
        first,
        second,
        brief,
        panel: personas,
        code: createTagCode(),
        mask: maskFor(options, [first, second, brief]),
      });
      await assertFits(
        prompt,
        {
          answerTokens: JUDGEMENT_TOKENS,
          windowTokens: windowOf(deps.model, options.windowTokens),
        },
        'Two candidates are too long to be compared at once',
      );
      const { value, usage } = await deps.model.complete({
        purpose: 'judge',
        prompt,
        schema: judgementSchema,
        maxOutputTokens: JUDGEMENT_TOKENS,
        signal,
      });
      const better = { a: 'first', b: 'second', equal: 'neither' } as const;
      return { better: better[value.better], usage };
    },
  };
}
