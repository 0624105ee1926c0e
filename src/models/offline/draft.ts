import type { RawComment, Severity } from '../../loop/comment.ts';
import { type DateSpan, findDates } from '../../text/dates.ts';
import { FILL_INS } from '../../text/fill-ins.ts';
import { type MarkdownMap, mapMarkdown } from '../../text/markdown.ts';
import { BLOCK_GAP, maskProse } from '../../text/prose.ts';
import type { Range } from '../../text/range.ts';
import { type Sentence, splitSentences } from '../../text/sentences.ts';

// Checks stand a folder deeper, where the layer rule allows no path to the text room.
export { BLOCK_GAP, FILL_INS };

/** One draft as the checks for any language read it. */
export interface Draft {
  readonly text: string;
  /** The text with code, addresses and markup blotted out, character for character. */
  readonly masked: string;
  readonly map: MarkdownMap;
  readonly sentences: readonly Sentence[];
  readonly dates: readonly DateSpan[];
}

/** Looks at one draft in any language and says what it found. */
export type DraftCheck = (draft: Draft) => RawComment[];

/** Prepares a draft for the checks. */
export function readDraft(text: string): Draft {
  const masked = maskProse(text);
  return {
    text,
    masked,
    map: mapMarkdown(text),
    sentences: splitSentences(text),
    dates: findDates(masked),
  };
}

export interface Remark {
  readonly rule: string;
  readonly severity: Severity;
  readonly kind?: RawComment['kind'];
  readonly problem: string;
  readonly why: string;
  readonly instruction: string;
}

/** A comment that only the author can answer: nothing in it is ever applied. */
export function askComment(text: string, range: Range, remark: Remark): RawComment {
  return {
    kind: remark.kind ?? 'fact',
    severity: remark.severity,
    quote: text.slice(range.start, range.end),
    start: range.start,
    problem: remark.problem,
    why: remark.why,
    suggestion: { action: 'ask', instruction: remark.instruction },
    rule: remark.rule,
  };
}

/** A comment with a replacement that a person may accept; facts and layout are never changed unasked. */
export function offerComment(
  text: string,
  range: Range,
  replacement: string,
  remark: Remark,
): RawComment {
  return {
    ...askComment(text, range, remark),
    suggestion: { action: 'replace', text: replacement, instruction: remark.instruction },
    trust: 'offered',
  };
}
