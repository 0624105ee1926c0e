import type { MemberRef } from '../review/refs.ts';

type Columns = typeof import('./columns.sqlite.ts');

/**
 * Builds the tables of what is used from one dialect's columns. They point at no run: what was spent stays
 * spent when a run is forgotten.
 */
export function defineCallTables(columns: Columns) {
  const { table, text, integer, real, timestamp, index } = columns;
  const modelCalls = table(
    'model_calls',
    {
      id: text('id').primaryKey(),
      runId: text('run_id').notNull(),
      workspace: text('workspace').notNull(),
      channel: text('channel'),
      member: text('member').$type<MemberRef>(),
      purpose: text('purpose').notNull(),
      model: text('model').notNull(),
      requests: integer('requests').notNull(),
      inputTokens: integer('input_tokens').notNull(),
      cachedTokens: integer('cached_tokens').notNull(),
      outputTokens: integer('output_tokens').notNull(),
      cost: real('cost'),
      durationMs: integer('duration_ms').notNull(),
      outcome: text('outcome').notNull().$type<'answered' | 'failed'>(),
      at: timestamp('at').notNull(),
    },
    (call) => [
      index('model_calls_by_workspace').on(call.workspace, call.at),
      index('model_calls_by_run').on(call.runId),
    ],
  );

  /** What a run that has not ended is about to spend; its calls take their part away. */
  const setAside = table('set_aside', {
    runId: text('run_id').primaryKey(),
    workspace: text('workspace').notNull(),
    channel: text('channel'),
    member: text('member').$type<MemberRef>(),
    tokens: integer('tokens').notNull(),
    cost: real('cost').notNull(),
  });

  /**
   * Whoever counts what a limit hangs on writes here first, so that two who count at once meet: each
   * counts what the other has written, or is run again.
   */
  const turns = table('turns', {
    key: text('key').primaryKey(),
    taken: integer('taken').notNull(),
  });

  return { modelCalls, setAside, turns };
}
