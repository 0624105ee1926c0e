import { type AnyColumn, and, eq, sql } from 'drizzle-orm';
import type { Comment } from '../loop/comment.ts';
import type { LessonWords, Rewording } from '../settings/dismissal-store.ts';

/** What a dismissed comment said, as long as its words are kept. */
export interface DismissedWords extends LessonWords {
  readonly fingerprint: string;
}

/** Where in `texts` the words of a decision's comment stand, or those a person put in their place. */
export function isWordsOf(
  texts: { readonly runId: AnyColumn; readonly owner: AnyColumn },
  { runId, subject }: { readonly runId: AnyColumn; readonly subject: AnyColumn },
  owner: 'comment' | 'lesson',
) {
  return and(eq(texts.runId, runId), eq(texts.owner, sql`${`${owner}/`} || ${subject}`));
}

/** Reads the words of a comment; those a person put in their place go before them. */
export function readDismissed(comment: string, own: string | null): DismissedWords {
  const { anchor, suggestion, fingerprint, problem } = JSON.parse(comment) as Comment;
  const quote = anchor.type === 'quote' ? anchor.quote : '';
  const said = { quote, problem, fix: suggestion.text ?? suggestion.instruction };
  if (own === null) return { ...said, fingerprint, instruction: suggestion.instruction };
  const words = JSON.parse(own) as Rewording;
  return { ...said, ...words, instruction: words.fix };
}
