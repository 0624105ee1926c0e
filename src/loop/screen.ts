/*
 * Screening: from what a critic says to comments people may see. Anchor or drop, then the filters.
 * Nothing is dropped silently: every drop is counted under its reason.
 */
import type { ProtectedSpan } from '../text/protected-spans.ts';
import { overlaps } from '../text/range.ts';
import type { Anchor, AnchorIndex } from './anchor.ts';
import type { Comment, CommentSource, DropReason, Kind, RawComment, Severity } from './comment.ts';
import { SEVERITIES } from './comment.ts';
import { repeatsExample } from './example-words.ts';
import { factQuestion, type Stated } from './fact-question.ts';
import { fingerprintOf } from './fingerprint.ts';
import { isGeneric, lacksFix } from './generic.ts';
import type { Persona } from './persona.ts';

export type DropCounts = Partial<Record<DropReason, number>>;

/** A persona's remarks of one kind that the team refused again and again. */
export interface Lowered {
  readonly persona: string;
  readonly kind: Kind;
}

export interface Screen extends Stated {
  readonly protectedSpans: readonly ProtectedSpan[];
  /** Knows suggestions people refused by their fingerprints. */
  readonly dismissed: Pick<ReadonlySet<string>, 'has'>;
  /** Remarks that weigh one step less. */
  readonly lowered: readonly Lowered[];
  /** Replacements that earlier rounds made: nothing goes back and forth. */
  readonly made: readonly { readonly from: string; readonly to: string }[];
}

export interface ScreenInput {
  readonly round: number;
  readonly source: CommentSource;
  readonly raw: readonly RawComment[];
  /** How many comments without a `trust` mark may pass; the worst ones do. */
  readonly maxComments: number;
  /** What the source was shown of other texts; absent: nothing. */
  readonly examples?: Persona['examples'];
}

export interface Screened {
  readonly comments: readonly Comment[];
  readonly dropped: DropCounts;
}

/** Anchors and filters one source's remarks; ids are numbered by their place in the answer. */
export function screenComments(screen: Screen, input: ScreenInput): Screened {
  const dropped: DropCounts = {};
  const drop = (reason: DropReason) => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  const passed: Comment[] = [];
  input.raw.forEach((raw, at) => {
    const result = screenOne(screen, input, raw, at + 1);
    if (typeof result === 'string') drop(result);
    else passed.push(result);
  });
  const comments = keepWorst(passed, input.maxComments);
  for (let left = passed.length - comments.length; left > 0; left -= 1) drop('over_cap');
  return { comments, dropped };
}

/** The name a comment's source has in ids and in `raisedBy`. */
export function sourceName(source: CommentSource): string {
  if ('persona' in source) return source.persona;
  return 'rule' in source ? source.rule : source.human;
}

/** The start and end of an anchor; a remark about the whole draft covers it all. */
export function anchorRange(anchor: Anchor): { start: number; end: number } {
  return anchor.type === 'document' ? { start: 0, end: Number.POSITIVE_INFINITY } : anchor;
}

function screenOne(
  screen: Screen,
  input: ScreenInput,
  raw: RawComment,
  number: number,
): Comment | DropReason {
  const isHuman = 'human' in input.source;
  const isCode = raw.rule !== undefined;
  const anchor = screen.index.locate(raw);
  if (typeof anchor === 'string') return anchor;
  if (anchor.type === 'section' && raw.kind !== 'structure' && !isHuman) return 'unanchored';
  if (lacksFix(raw)) return 'no_fix';
  const fault = isHuman || isCode ? null : faultOf(screen, input, raw, anchor);
  if (fault !== null) return fault;
  const comment = buildComment(screen, input, { raw, anchor, number });
  if (isHuman) return comment;
  if (isDismissed(screen, comment)) return 'dismissed_before';
  return !isCode && isReversal(screen, comment) ? 'reversal' : comment;
}

/** What only editors are suspected of: neither people nor rules copy, speak in general or touch what is off limits. */
function faultOf(
  screen: Screen,
  { examples = [] }: ScreenInput,
  raw: RawComment,
  anchor: Anchor,
): DropReason | null {
  if (repeatsExample(raw, examples, screen.index.text)) return 'copied';
  if (isGeneric(raw)) return 'generic';
  return touchesProtected(screen, anchor, raw) ? 'protected' : null;
}

/** Refused in this sentence, or wherever it stands. */
function isDismissed({ dismissed }: Screen, { fingerprint, anchor, suggestion }: Comment): boolean {
  if (dismissed.has(fingerprint)) return true;
  if (anchor.type !== 'quote') return false;
  const fix = suggestion.text ?? suggestion.instruction;
  return dismissed.has(fingerprintOf({ quote: anchor.quote, fix, sentence: '' }));
}

function isReversal({ made }: Screen, { anchor, suggestion }: Comment): boolean {
  if (anchor.type !== 'quote' || suggestion.text === undefined) return false;
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  return made.some(({ from, to }) => same(anchor.quote, to) && same(suggestion.text ?? '', from));
}

function buildComment(
  screen: Screen,
  input: ScreenInput,
  { raw, anchor, number }: { raw: RawComment; anchor: Anchor; number: number },
): Comment {
  const source = raw.rule === undefined ? input.source : { rule: raw.rule };
  const { suggestion } = raw;
  const quote = anchor.type === 'quote' ? anchor.quote : '';
  // What people wish and what code proves needs no answer.
  const isOpinion = 'persona' in source && raw.trust === undefined;
  const question = isOpinion ? factQuestion(screen, anchor, suggestion) : null;
  return {
    id: `${input.round}.${sourceName(input.source)}.${number}`,
    fingerprint: fingerprintOf({
      quote,
      fix: suggestion.text ?? suggestion.instruction,
      sentence: sentenceText(screen.index, anchor),
    }),
    source,
    raisedBy: [sourceName(input.source)],
    kind: raw.kind,
    severity: severityOf(screen, input, raw),
    anchor,
    problem: raw.problem,
    why: raw.why,
    suggestion,
    ...(raw.trust === undefined ? {} : { trust: raw.trust }),
    ...(question === null ? {} : { question }),
    status: 'open',
  };
}

/** What would stop a draft weighs what it weighs, and so does what code found; opinions can be lowered. */
function severityOf(
  { lowered }: Screen,
  { source }: ScreenInput,
  { rule, kind, severity }: RawComment,
): Severity {
  if (rule !== undefined || severity === 'blocking' || !('persona' in source)) return severity;
  const isLowered = lowered.some((each) => each.persona === source.persona && each.kind === kind);
  return isLowered ? (SEVERITIES[SEVERITIES.indexOf(severity) + 1] ?? severity) : severity;
}

/** Protected kinds no model may rewrite; numbers, dates and what code flagged itself are the guard's business. */
const OFF_LIMITS = new Set([
  'code',
  'link',
  'mention',
  'channel',
  'emoji',
  'email',
  'name',
  'markup',
]);

function touchesProtected(screen: Screen, anchor: Anchor, raw: RawComment): boolean {
  const { action, text } = raw.suggestion;
  if (anchor.type !== 'quote' || (action !== 'replace' && action !== 'delete')) return false;
  if (action === 'replace' && text === undefined) return false;
  const changed = changedPart(anchor, action === 'delete' ? '' : (text ?? ''));
  return screen.protectedSpans.some((span) => OFF_LIMITS.has(span.kind) && overlaps(span, changed));
}

/** What a replacement really changes: its common prefix and suffix with the quote left out. */
function changedPart(anchor: { quote: string; start: number; end: number }, text: string) {
  const { quote } = anchor;
  const shorter = Math.min(quote.length, text.length);
  let prefix = 0;
  while (prefix < shorter && quote[prefix] === text[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < shorter - prefix && quote.at(-1 - suffix) === text.at(-1 - suffix)) suffix += 1;
  return { start: anchor.start + prefix, end: anchor.end - suffix };
}

function sentenceText(index: AnchorIndex, anchor: Anchor): string {
  if (anchor.type === 'document') return '';
  const id = anchor.type === 'quote' ? anchor.sentenceId : anchor.firstSentenceId;
  const sentence = index.sentences.find((candidate) => candidate.id === id);
  return sentence ? index.text.slice(sentence.start, sentence.end) : '';
}

/** The worst `max` comments in their original order; comments with a `trust` mark do not count. */
function keepWorst(comments: readonly Comment[], max: number): readonly Comment[] {
  const counted = comments.filter((comment) => comment.trust === undefined);
  if (counted.length <= max) return comments;
  const kept = new Set(
    counted
      .map((comment, at) => ({ comment, at }))
      .sort(
        (a, b) =>
          SEVERITIES.indexOf(a.comment.severity) - SEVERITIES.indexOf(b.comment.severity) ||
          a.at - b.at,
      )
      .slice(0, max)
      .map(({ comment }) => comment),
  );
  return comments.filter((comment) => comment.trust !== undefined || kept.has(comment));
}
