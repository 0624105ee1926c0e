import type { Comment } from '../loop/comment.ts';
import type { Receipt } from '../loop/receipt.ts';
import type { CritiqueWords, GivenText, StoredEnd, StoredRun } from '../review/run-store.ts';
import type { Tables } from './tables.ts';
import { textOwner } from './texts.ts';

/** A run's rows, in the order of their tables; no run, no rows. */
export type RunRows = readonly [
  readonly Row<'runs'>[],
  readonly Row<'events'>[],
  readonly Row<'revisions'>[],
  readonly Row<'critiques'>[],
  readonly Row<'comments'>[],
  readonly Row<'texts'>[],
];

type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect'];

/** Puts a run together from its rows and words; null when there is none. */
export function assembleRun(rows: RunRows): StoredRun | null {
  const [[run], eventRows, revisionRows, critiqueRows, commentRows, textRows] = rows;
  if (!run) return null;
  const bodies = new Map(textRows.map(({ owner, body }) => [owner, body]));
  // Only this module and the one that writes the rows know what is behind a name.
  const words = <T>(owner: string): T | null => {
    const body = bodies.get(owner);
    return body === undefined ? null : (JSON.parse(body) as T);
  };
  const { id, workspace, platform, trigger, status, planVersion, attempt, options } = run;
  return {
    id,
    workspace,
    platform,
    trigger,
    requester: run.requester,
    status,
    planVersion,
    attempt,
    options,
    given: words<GivenText>(textOwner.given),
    createdAt: run.createdAt.getTime(),
    end: endOf(run, words<Receipt['facts']>(textOwner.facts)),
    events: eventRows.map(({ number, type }) => ({
      number,
      type,
      event: words<unknown>(textOwner.event(number)),
    })),
    revisions: revisionRows.map(({ number, parent, chars }) => ({
      number,
      parent,
      chars,
      text: words<string>(textOwner.revision(number)),
    })),
    critiques: critiqueRows.map(({ runId, event, position, ...critique }) => ({
      ...critique,
      words: words<CritiqueWords>(textOwner.critique(critique)),
    })),
    comments: commentRows.map(({ runId, event, position, ...row }) => ({
      ...row,
      comment: words<Comment>(textOwner.comment(row.id)),
    })),
  };
}

function endOf(run: RunRows[0][number], facts: Receipt['facts'] | null): StoredEnd | null {
  const { stopReason, bestRevision, receipt, finishedAt } = run;
  if (stopReason === null || finishedAt === null) return null;
  return {
    stopReason,
    bestRevision,
    receipt: receipt === null ? null : { ...receipt, facts },
    finishedAt: finishedAt.getTime(),
  };
}
