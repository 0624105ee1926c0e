import { overlaps } from '../text/range.ts';
import type { Comment } from './comment.ts';
import { isQuestion, SEVERITIES } from './comment.ts';
import { anchorRange } from './screen.ts';
import { tokenSimilarity, wordsOf } from './similarity.ts';

/** Two remarks whose anchors share this much of the longer one are about the same words. */
const SAME_PLACE = 0.5;
/** Two fixes alike to this degree are one fix. */
const SAME_FIX = 0.8;
/** Two complaints alike to this degree are one complaint. */
const SAME_PROBLEM = 0.75;

export interface Merged {
  readonly comments: readonly Comment[];
  /** How many comments were folded into another one. */
  readonly duplicates: number;
  /** How many remarks about the whole draft were left out: one a round is allowed. */
  readonly overCap: number;
}

/**
 * One list from all sources, in panel order whatever the order of answering. A remark several sources
 * raise stands once, as the worst of them put it, with everybody in `raisedBy`.
 */
export function mergeComments(sources: readonly (readonly Comment[])[]): Merged {
  const groups: Comment[][] = [];
  for (const comment of sources.flat()) {
    const group = groups.find((members) => members.some((member) => isDuplicate(member, comment)));
    if (group) group.push(comment);
    else groups.push([comment]);
  }
  const merged = groups.map(foldGroup);
  const comments = dropExtraDocumentRemarks(merged);
  return {
    comments,
    duplicates: sources.flat().length - merged.length,
    overCap: merged.length - comments.length,
  };
}

/**
 * The same words with the same remedy. Different remedies stay a choice, and the same fault in two places
 * of a sentence is two comments: both have to be fixed.
 */
function isDuplicate(a: Comment, b: Comment): boolean {
  if (!overlaps(anchorRange(a.anchor), anchorRange(b.anchor))) return false;
  if (a.fingerprint === b.fingerprint) return true;
  if ('human' in a.source || 'human' in b.source) return false;
  return isSamePlace(a, b) && (isSameFix(a, b) || isSameRemark(a, b));
}

/** The same complaint in nearly the same words, of which at most one says exactly what to write instead. */
function isSameRemark(a: Comment, b: Comment): boolean {
  const [x, y] = [a.suggestion, b.suggestion];
  if (x.text !== undefined && y.text !== undefined) return false;
  if ((x.action === 'delete') !== (y.action === 'delete')) return false;
  const words = (text: string) => wordsOf(text).map((word) => word.value);
  const [one, other] = [words(a.problem), words(b.problem)];
  return one.length > 0 && tokenSimilarity(one, other) >= SAME_PROBLEM;
}

function isSamePlace(a: Comment, b: Comment): boolean {
  if (a.anchor.type === 'document' || b.anchor.type === 'document') {
    return a.anchor.type === b.anchor.type;
  }
  const [x, y] = [anchorRange(a.anchor), anchorRange(b.anchor)];
  const shared = Math.min(x.end, y.end) - Math.max(x.start, y.start);
  return shared > 0 && shared / Math.max(x.end - x.start, y.end - y.start) >= SAME_PLACE;
}

function isSameFix(a: Comment, b: Comment): boolean {
  const [x, y] = [a.suggestion, b.suggestion];
  if (x.action !== y.action) return false;
  if (x.action === 'delete') return true;
  if ((x.text === undefined) !== (y.text === undefined)) return false;
  const words = (text: string) => wordsOf(text).map((word) => word.value);
  if (x.text !== undefined && y.text !== undefined) {
    return tokenSimilarity(words(x.text), words(y.text)) === 1 && x.text.trim() === y.text.trim();
  }
  return tokenSimilarity(words(x.instruction), words(y.instruction)) >= SAME_FIX;
}

/** The worst member speaks for all; among equals one that may be applied, then the first in panel order. */
function foldGroup(group: readonly Comment[]): Comment {
  const [first, ...rest] = group;
  if (!first) throw new Error('a group of comments is never empty');
  const speaker = rest.reduce((best, comment) => (outranks(comment, best) ? comment : best), first);
  const raisedBy = [...new Set(group.flatMap((comment) => comment.raisedBy))];
  // What evidence allows applying stays so, whoever says it loudest: safe fixes have no cap.
  const isSafe = group.some(
    (comment) => comment.trust === 'safe' && comment.fingerprint === speaker.fingerprint,
  );
  return { ...speaker, raisedBy, ...(isSafe ? { trust: 'safe' as const } : {}) };
}

function outranks(a: Comment, b: Comment): boolean {
  if ('human' in a.source !== 'human' in b.source) return 'human' in a.source;
  const bySeverity = SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
  return bySeverity < 0 || (bySeverity === 0 && isForPeople(b) && !isForPeople(a));
}

function isForPeople(comment: Comment): boolean {
  return comment.trust === 'offered' || isQuestion(comment);
}

/** A remark about the whole draft is allowed once a round, people's own remarks aside. */
function dropExtraDocumentRemarks(comments: readonly Comment[]): readonly Comment[] {
  const remarks = comments.filter(
    (comment) => comment.anchor.type === 'document' && !('human' in comment.source),
  );
  const kept = remarks.reduce<Comment | null>(
    (best, comment) => (best === null || outranks(comment, best) ? comment : best),
    null,
  );
  return comments.filter((comment) => comment === kept || !remarks.includes(comment));
}
