import type { StyleRules } from '../loop/prompts/house-style.ts';
import { createMask, type Mask } from '../loop/prompts/mask.ts';

/** What a place wants of its editors beside their personas. */
export interface EditorOptions {
  readonly style: StyleRules | null;
  /** What is hidden from the model beside secrets, which always are. */
  readonly masking: { readonly emails: boolean; readonly names: boolean };
  /** The names in a text. */
  readonly namesIn: (text: string) => readonly string[];
  /** The language of remarks, as a BCP 47 tag; null: the draft's own. */
  readonly critiqueLanguage: string | null;
  /** The language of drafts written from a brief; null: that of the brief. */
  readonly draftLanguage: string | null;
  /** How many tokens a prompt and its answer may take together. */
  readonly windowTokens: number;
}

export const DEFAULT_WINDOW_TOKENS = 128_000;

export const PLAIN_OPTIONS: EditorOptions = {
  style: null,
  masking: { emails: false, names: false },
  namesIn: () => [],
  critiqueLanguage: null,
  draftLanguage: null,
  windowTokens: DEFAULT_WINDOW_TOKENS,
};

/** The mask for a call about these texts. */
export function maskFor({ masking, namesIn }: EditorOptions, texts: readonly string[]): Mask {
  return createMask(texts, {
    emails: masking.emails,
    names: masking.names ? texts.flatMap((text) => [...namesIn(text)]) : [],
  });
}
