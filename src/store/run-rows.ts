import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { EventRecords, NewRun, RunEnd } from '../review/run-store.ts';
import type { Statement, StatementBuilder } from './atomic.ts';
import type { Tables } from './tables.ts';
import { textOwner } from './texts.ts';

/** Words by the owner that they are kept under. */
type Words = readonly (readonly [owner: string, value: unknown])[];

type Saved<Kind extends keyof EventRecords> = NonNullable<EventRecords[Kind]>;

/** Rows per INSERT, well below SQLite's limit of 32,766 values. */
const ROWS_PER_INSERT = 500;

/** The row of a new run. */
export function runRow(run: NewRun): Tables['runs']['$inferInsert'] {
  const { given, createdAt, ...rest } = run;
  return { ...rest, attempt: 0, createdAt: new Date(createdAt) };
}

/** The columns that say how a run ended. */
export function endColumns({ receipt, finishedAt, ...rest }: RunEnd) {
  return {
    ...rest,
    status: 'finished' as const,
    receipt: receipt === null ? null : withoutFacts(receipt),
    finishedAt: new Date(finishedAt),
  };
}

/** Inserts words under their owners, each as JSON; words that are there stay as they are. */
export function insertTexts(db: StatementBuilder, runId: string, words: Words): Statement[] {
  return inBatches(textRows(runId, words), (rows) =>
    db.insert(db.tables.texts).values(rows).onConflictDoNothing(),
  );
}

/** Inserts what an event brought; critiques and comments that are there take on their new state. */
export function insertRecords(
  db: StatementBuilder,
  runId: string,
  event: number,
  records: EventRecords,
): Statement[] {
  return [
    ...insertRevisions(db, runId, records.revisions ?? []),
    ...upsertCritiques(db, runId, event, records.critiques ?? []),
    ...upsertComments(db, runId, event, records.comments ?? []),
  ];
}

function insertRevisions(db: StatementBuilder, runId: string, saved: Saved<'revisions'>) {
  const { revisions } = db.tables;
  const rows = saved.map(({ number, parent, text }) => ({
    runId,
    number,
    parent,
    chars: text.length,
  }));
  const words = saved.map(({ number, text }) => [textOwner.revision(number), text] as const);
  return [
    ...inBatches(rows, (batch) => db.insert(revisions).values(batch).onConflictDoNothing()),
    ...insertTexts(db, runId, words),
  ];
}

function upsertCritiques(
  db: StatementBuilder,
  runId: string,
  event: number,
  saved: Saved<'critiques'>,
) {
  const { critiques } = db.tables;
  const split = saved.map(({ strengths, comments: raised, limits, ...counts }, position) => ({
    row: { runId, event, position, ...counts },
    words: [textOwner.critique(counts), { strengths, comments: raised, limits }] as const,
  }));
  const rows = split.map(({ row }) => row);
  const words = split.map((each) => each.words);
  return [
    ...inBatches(rows, (batch) =>
      db
        .insert(critiques)
        .values(batch)
        .onConflictDoUpdate({
          target: [critiques.runId, critiques.revision, critiques.persona],
          set: takeNew(critiques, [
            'verdict',
            'checks',
            'criteria',
            'score',
            'rawCommentCount',
            'dropped',
          ]),
        }),
    ),
    ...upsertTexts(db, runId, words),
  ];
}

function upsertComments(
  db: StatementBuilder,
  runId: string,
  event: number,
  saved: Saved<'comments'>,
) {
  const { comments } = db.tables;
  const rows = saved.map(({ revision, comment }, position) => {
    const { id, raisedBy, kind, severity, status } = comment;
    return { runId, id, revision, raisedBy, kind, severity, status, event, position };
  });
  const words = saved.map(({ comment }) => [textOwner.comment(comment.id), comment] as const);
  return [
    ...inBatches(rows, (batch) =>
      db
        .insert(comments)
        .values(batch)
        .onConflictDoUpdate({
          target: [comments.runId, comments.id],
          set: takeNew(comments, ['raisedBy', 'kind', 'severity', 'status']),
        }),
    ),
    ...upsertTexts(db, runId, words),
  ];
}

function upsertTexts(db: StatementBuilder, runId: string, words: Words): Statement[] {
  const { texts } = db.tables;
  return inBatches(textRows(runId, words), (batch) =>
    db
      .insert(texts)
      .values(batch)
      .onConflictDoUpdate({
        target: [texts.runId, texts.owner],
        set: takeNew(texts, ['body']),
      }),
  );
}

/** Lets an upsert take these columns from the row that could not be inserted. */
function takeNew<Table extends Tables['comments' | 'critiques' | 'texts']>(
  table: Table,
  names: readonly (keyof Table['$inferInsert'] & string)[],
): Record<string, SQL> {
  const columns: Record<string, { name: string }> = getTableColumns(table);
  return Object.fromEntries(
    names.map((name) => [name, sql`excluded.${sql.identifier(columns[name]?.name ?? name)}`]),
  );
}

/** JSON keeps what a text column would not: lone surrogates, and NUL on PostgreSQL. */
function textRows(runId: string, words: Words) {
  return words.map(([owner, value]) => ({ runId, owner, body: JSON.stringify(value) }));
}

function inBatches<Row>(
  rows: readonly Row[],
  toStatement: (batch: Row[]) => Statement,
): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    statements.push(toStatement(rows.slice(from, from + ROWS_PER_INSERT)));
  }
  return statements;
}

function withoutFacts({ facts, ...counts }: NonNullable<RunEnd['receipt']>) {
  return counts;
}
