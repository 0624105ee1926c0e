import type { RawComment, Severity } from '../../loop/comment.ts';
import { overlaps, type Range } from '../../text/range.ts';
import type { HouseStyle } from './house-style.ts';
import type { Lexicon } from './lexicon.ts';
import type { Passage, Word } from './passage.ts';

export type { Range, RawComment, Severity };
// The layer rule cannot name paths three folders up, so rules and checks get these from here.
export { overlaps };

/** What a rule for English may ask beside the words. */
export interface RuleContext {
  readonly lexicon: Lexicon;
  readonly house: HouseStyle;
  /** True for words the workspace uses as names or allows. */
  isName(word: string): boolean;
  /** True when the sentence around the word reads as English. */
  isEnglish(word: Word): boolean;
}

/** Looks at the prose of one draft and says what it found. */
export type Rule = (passage: Passage, context: RuleContext) => RawComment[];

/** A comment with a replacement for `range` of the draft. */
export function replaceComment(
  text: string,
  range: Range,
  replacement: string,
  about: {
    readonly rule: string;
    readonly trust: 'safe' | 'offered';
    readonly severity: Severity;
    readonly kind?: RawComment['kind'];
    readonly problem: string;
    readonly why: string;
    readonly instruction?: string;
  },
): RawComment {
  return {
    kind: about.kind ?? 'rule',
    severity: about.severity,
    quote: text.slice(range.start, range.end),
    start: range.start,
    problem: about.problem,
    why: about.why,
    suggestion: {
      action: 'replace',
      text: replacement,
      instruction: about.instruction ?? `Write “${replacement}”.`,
    },
    rule: about.rule,
    trust: about.trust,
  };
}
