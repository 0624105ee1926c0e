import type { RawComment } from '../../loop/comment.ts';
import { findWrongDurations } from './checks/duration.ts';
import { findBrokenLinks } from './checks/link.ts';
import { findWrongCounts } from './checks/list-count.ts';
import { findPlaceholders } from './checks/placeholder.ts';
import { findRepetitions } from './checks/repetition.ts';
import { findWrongSums } from './checks/sum.ts';
import { findUnclosedMarkdown } from './checks/unclosed-markdown.ts';
import { findWrongWeekdays } from './checks/weekday.ts';
import type { Draft, DraftCheck } from './draft.ts';

/** These read structure and figures, not words: they work in any language. */
const CHECKS: readonly DraftCheck[] = [
  findUnclosedMarkdown,
  findBrokenLinks,
  findPlaceholders,
  findWrongDurations,
  findWrongWeekdays,
  findWrongSums,
  findWrongCounts,
  findRepetitions,
];

/** What the checks for any language find in one draft. */
export function runChecks(draft: Draft): RawComment[] {
  return CHECKS.flatMap((check) => check(draft));
}
