/** One entry of the word list: write `use` instead of `word`. */
export interface AvoidedWord {
  readonly word: string;
  readonly use: string;
  /** True when only this exact case is to be avoided; otherwise any case is. */
  readonly caseSensitive?: boolean;
  /** Only in texts of these languages, as two-letter codes; absent: in all. */
  readonly languages?: readonly string[];
  /** Nothing is offered in its place: the author chooses another word. */
  readonly flagOnly?: boolean;
}

/** The id a rule of the word list is quoted under, such as `word/utilise`. */
export function wordRuleId({ word }: Pick<AvoidedWord, 'word'>): string {
  return `word/${word.trim().toLowerCase().replace(/\s+/g, '-')}`;
}

/** What a workspace wants of its texts. */
export interface HouseStyle {
  /** Names that are never changed and never taken for a misspelling. */
  readonly names: readonly string[];
  readonly avoid: readonly AvoidedWord[];
  /** Words that are right here although no dictionary has them. */
  readonly allowed: readonly string[];
  readonly dialect?: 'en-US' | 'en-GB';
}

export const NO_HOUSE_STYLE: HouseStyle = { names: [], avoid: [], allowed: [] };

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Matches the words of `phrase` with any white space between them and no letter or digit beside them;
 * a phrase in a script without spaces may touch its neighbours.
 */
export function wholeWords(phrase: string, flags: 'gu' | 'giu'): RegExp {
  const words = phrase.trim().split(/\s+/).map(escapeForRegExp).join('\\s+');
  const letter = '[\\p{L}\\p{N}\\p{M}_]';
  if (UNSPACED.test(phrase)) return new RegExp(words, flags);
  return new RegExp(`(?<!${letter})${words}(?!${letter})`, flags);
}

function escapeForRegExp(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
