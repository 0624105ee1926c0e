import { proposeEdits } from '../../loop/propose-edits.ts';
import { NO_USAGE } from '../../loop/usage.ts';
import type { Writer } from '../../loop/writer.ts';
import { UserError } from '../../user-error.ts';

const NEEDS_MODEL =
  'Writing from a brief needs a model, and none is set up. Set OPENAI_API_KEY, ' +
  'or OPENAI_BASE_URL and OPENAI_MODEL for a server of your own. ' +
  'Reviewing a draft you have written works without one.';

/** The offline writer: it applies what the planned comments suggest, word for word, and writes nothing of its own. */
export function createEditApplier(): Writer {
  return {
    generate: () => Promise.reject(new UserError(NEEDS_MODEL, { code: 'needs_model' })),
    refine: async (_best, plan, _view, signal) => {
      signal.throwIfAborted();
      const edits = proposeEdits(plan);
      if (edits.length === 0) {
        const why = 'None of the planned comments has a replacement that can be applied as it is.';
        return { type: 'no-change', why, usage: NO_USAGE };
      }
      const made = new Set(edits.flatMap(({ commentIds }) => commentIds));
      const notAddressed = plan
        .filter(({ id }) => !made.has(id))
        .map(({ id }) => ({ commentId: id, why: 'It needs words only a person can write.' }));
      return { type: 'edits', edits, notAddressed, usage: NO_USAGE };
    },
  };
}
