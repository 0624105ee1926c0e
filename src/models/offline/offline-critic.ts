import { isSerious } from '../../loop/comment.ts';
import type { Critic } from '../../loop/critic.ts';
import { NO_USAGE } from '../../loop/usage.ts';
import type { CopyEditor } from './copy-editor.ts';
import type { HouseStyle } from './house-style.ts';
import { NO_HOUSE_STYLE } from './house-style.ts';

/** A critic that calls no model: it answers with the copy editor's findings, whichever persona it is asked to be. */
export function createOfflineCritic(
  copyEditor: CopyEditor,
  house: HouseStyle = NO_HOUSE_STYLE,
): Critic {
  return {
    critique: async (_persona, revision, _view, signal) => {
      const { comments, limits } = await copyEditor.inspect(revision.text, { house }, signal);
      const wantsChange = comments.some(
        (comment) => isSerious(comment) || comment.severity === 'minor',
      );
      return { verdict: wantsChange ? 'revise' : 'accept', comments, limits, usage: NO_USAGE };
    },
  };
}
