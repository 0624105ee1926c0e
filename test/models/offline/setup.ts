import { join } from 'node:path';
import type { RawComment } from '../../../src/loop/comment.ts';
import { createCopyEditor } from '../../../src/models/offline/copy-editor.ts';
import type { HarperLinter } from '../../../src/models/offline/harper.ts';
import { type HouseStyle, NO_HOUSE_STYLE } from '../../../src/models/offline/house-style.ts';
import { openLexicon } from '../../../src/models/offline/lexicon.ts';

export const lexicon = openLexicon(join(import.meta.dirname, '..', '..', '..', 'dist', 'lexicon'));

/** Inspects a draft with the real word lists; without Harper unless one is given. */
export function inspect(
  text: string,
  options: {
    readonly house?: Partial<HouseStyle>;
    readonly language?: string;
    readonly harper?: HarperLinter;
    readonly signal?: AbortSignal;
  } = {},
) {
  const { house = {}, language, harper = null, signal = new AbortController().signal } = options;
  const style = { ...NO_HOUSE_STYLE, ...house };
  return createCopyEditor({ lexicon, harper }).inspect(
    text,
    language === undefined ? { house: style } : { house: style, language },
    signal,
  );
}

/** The comments of one rule, or of all. */
export async function commentsOf(text: string, rule?: string, house: Partial<HouseStyle> = {}) {
  const { comments } = await inspect(text, { house });
  return rule === undefined ? comments : comments.filter((comment) => comment.rule === rule);
}

/** The draft with everything applied that is safe to apply. */
export async function applySafe(text: string, house: Partial<HouseStyle> = {}): Promise<string> {
  const { comments } = await inspect(text, { house });
  return applyComments(
    text,
    comments.filter((comment) => comment.trust === 'safe'),
  );
}

export function applyComments(text: string, comments: readonly RawComment[]): string {
  return [...comments]
    .sort((a, b) => (b.start ?? 0) - (a.start ?? 0))
    .reduce((changed, { start = 0, quote, suggestion }) => {
      const replacement = suggestion.action === 'delete' ? '' : (suggestion.text ?? quote);
      return changed.slice(0, start) + replacement + changed.slice(start + quote.length);
    }, text);
}
