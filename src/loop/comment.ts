import type { Anchor } from './anchor.ts';

/** From worst to slightest. `blocking`: do not send this; `nit`: take it or leave it. */
export const SEVERITIES = ['blocking', 'major', 'minor', 'nit'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const KINDS = [
  'structure',
  'meaning',
  'fact',
  'clarity',
  'coherence',
  'style',
  'fluency',
  'tone',
  'rule',
] as const;
export type Kind = (typeof KINDS)[number];

export type SuggestionAction = 'replace' | 'delete' | 'insert' | 'move' | 'ask';

/**
 * What would fix it. `replace` puts `text` where the quote stands, `delete` removes the quote,
 * `insert` puts `text` right after the quote, `move` is described by `instruction`,
 * `ask` is a question only the author can answer: code never applies it.
 */
export interface Suggestion {
  readonly action: SuggestionAction;
  readonly text?: string;
  /** The suggestion in words a person can follow, e.g. `Write “receive”.` */
  readonly instruction: string;
}

/** A remark as a critic or a check returns it, before its quote has been found in the draft. */
export interface RawComment {
  readonly kind: Kind;
  readonly severity: Severity;
  /** The draft's own words, exactly; empty for a remark about the whole draft. */
  readonly quote: string;
  /** The numbered sentence the quote stands in, e.g. `S3`; needed when the quote occurs more than once. */
  readonly sentenceId?: string;
  /** With an empty quote: the last sentence of the section a structure comment is about. */
  readonly lastSentenceId?: string;
  /** UTF-16 offset where the critic saw the quote. A hint that is verified, never trusted. */
  readonly start?: number;
  readonly problem: string;
  /** The effect on the reader, or the rule id. */
  readonly why: string;
  readonly suggestion: Suggestion;
  /** The id of the rule that fired, for comments of code. */
  readonly rule?: string;
  /** `safe`: evidence allows applying it unasked. `offered`: only a person may accept it. Absent: the writer decides. */
  readonly trust?: 'safe' | 'offered';
}

export type CommentStatus =
  | 'open'
  | 'planned'
  | 'resolved'
  | 'unresolved'
  | 'accepted'
  | 'dismissed'
  | 'dropped';

export type DropReason =
  | 'unanchored'
  | 'stale_quote'
  | 'generic'
  | 'no_fix'
  | 'duplicate'
  | 'dismissed_before'
  /** It repeats the words of its editor's examples. */
  | 'copied'
  /** It would undo what an earlier round of the run did. */
  | 'reversal'
  | 'protected'
  | 'over_cap'
  | 'injection';

export type CommentSource = { persona: string } | { rule: string } | { human: string };

/** One anchored remark on one revision. */
export interface Comment {
  /** `${round}.${source}.${n}`: stable across releases and resumes. */
  readonly id: string;
  /** Hash of the normalised quote and fix (and the sentence, for quotes under three words); carries no label and no persona. */
  readonly fingerprint: string;
  readonly source: CommentSource;
  /** Every source that raised it, in panel order, after merging. */
  readonly raisedBy: readonly string[];
  readonly kind: Kind;
  readonly severity: Severity;
  readonly anchor: Anchor;
  readonly problem: string;
  readonly why: string;
  readonly suggestion: Suggestion;
  readonly trust?: 'safe' | 'offered';
  /** What only the author knows before the suggestion is made: it would change what the draft states. */
  readonly question?: string;
  readonly status: CommentStatus;
}

/** True for `blocking` and `major`. */
export function isSerious(comment: { readonly severity: Severity }): boolean {
  return comment.severity === 'blocking' || comment.severity === 'major';
}

/** True when its author has to answer something before anybody acts on it. */
export function isQuestion({ suggestion, question }: Comment): boolean {
  return suggestion.action === 'ask' || question !== undefined;
}
