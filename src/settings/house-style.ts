/** One entry of the word list: write `use` instead of `word`. */
export interface AvoidedWord {
  readonly word: string;
  /** Empty: leave the word out. */
  readonly use: string;
  /** True when only this exact case is to be avoided; otherwise any case is. */
  readonly caseSensitive?: boolean;
  /** Only in texts of these languages, as two-letter codes; absent: in all. */
  readonly languages?: readonly string[];
  /** Nothing is offered in its place: the author chooses another word. */
  readonly flagOnly?: boolean;
}

/** A workspace's style guide and word list. */
export interface HouseStyle {
  /** The style guide in its own words, Markdown; empty when there is none. */
  readonly guide: string;
  /** Names that are never changed and never taken for a misspelling. */
  readonly names: readonly string[];
  readonly avoid: readonly AvoidedWord[];
  /** Words that are right here although no dictionary has them. */
  readonly allowed: readonly string[];
  /** Both spellings are fine without it. */
  readonly dialect?: 'en-US' | 'en-GB';
  /** How readers are spoken to, such as “plain, you, no exclamation marks”. */
  readonly register?: string;
}

/** What a style may hold: more would crowd the draft out of a critic's view. */
export const STYLE_LIMITS = {
  guideChars: 12_000,
  words: 2000,
  wordChars: 100,
  registerChars: 200,
} as const;
