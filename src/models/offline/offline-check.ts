import type { CheckRevision } from '../../loop/check.ts';
import { UserError } from '../../user-error.ts';
import type { CopyEditor } from './copy-editor.ts';
import { NO_COPY_EDITOR } from './copy-editor-apart.ts';
import type { HouseStyle } from './house-style.ts';
import { COPY_EDITOR_MISSED } from './limits.ts';

/** What runs before a panel: a draft that the copy editor does not get through is read without it, and said so. */
export function createOfflineCheck(copyEditor: CopyEditor, house: HouseStyle): CheckRevision {
  return async (revision, signal) => {
    try {
      return await copyEditor.inspect(revision.text, { house }, signal);
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== NO_COPY_EDITOR) throw error;
      return { comments: [], limits: [COPY_EDITOR_MISSED] };
    }
  };
}
