/*
 * What is left of a lesson whose words are gone: a keyed hash of its fingerprint, which says nothing to
 * anybody without the key, and nothing readable to those who have it.
 */
type Columns = typeof import('./columns.sqlite.ts');
type RunId = ReturnType<ReturnType<Columns['text']>['notNull']>;

/** Builds these tables from one dialect's columns; `runId` points at a run. */
export function defineLessonTables(columns: Columns, runId: () => RunId) {
  const { table, text, primaryKey } = columns;

  /** The mark of a dismissed comment, made when its words went. */
  const lessonMarks = table(
    'lesson_marks',
    {
      runId: runId(),
      /** The comment's id. */
      subject: text('subject').notNull(),
      mark: text('mark').notNull(),
    },
    (lesson) => [primaryKey({ columns: [lesson.runId, lesson.subject] })],
  );

  /** The key of a workspace's marks. */
  const lessonKeys = table('lesson_keys', {
    workspace: text('workspace').primaryKey(),
    secret: text('secret').notNull(),
    /** Which key of `ENCRYPTION_KEY` it is sealed with; null: none, it is plain. */
    keyId: text('key_id'),
  });

  return { lessonMarks, lessonKeys };
}
