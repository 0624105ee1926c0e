import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Statement, StatementBuilder } from './atomic.ts';

/** The names under which a run's rows keep their words in `texts`. */
export const textOwner = {
  given: 'given',
  facts: 'facts',
  step: (key: string) => `step/${key}`,
  event: (number: number) => `event/${number}`,
  revision: (number: number) => `revision/${number}`,
  critique: (of: { readonly revision: number; readonly persona: string }) =>
    `critique/${of.revision}/${of.persona}`,
  comment: (id: string) => `comment/${id}`,
  /** What a person wrote in the place of a dismissed comment's words. */
  lesson: (comment: string) => `lesson/${comment}`,
  call: (id: string) => `call/${id}`,
  post: (slot: string) => `post/${slot}`,
} as const;

/** Selects the words of one row. */
export function selectText(
  db: Pick<StatementBuilder, 'select' | 'tables'>,
  runId: string,
  owner: string,
) {
  const { texts } = db.tables;
  return db
    .select({ body: texts.body })
    .from(texts)
    .where(and(eq(texts.runId, runId), eq(texts.owner, owner)));
}

/** Takes words away again that somebody wrote to a run after it was forgotten: belongs behind every write of words. */
export function keepForgotten(db: StatementBuilder, runId: string): Statement {
  const { runs, texts } = db.tables;
  const isForgotten = and(eq(runs.id, runId), isNotNull(runs.forgottenAt));
  const forgotten = db.select({ id: runs.id }).from(runs).where(isForgotten);
  return db.delete(texts).where(inArray(texts.runId, forgotten));
}
