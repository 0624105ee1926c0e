import * as columns from './columns.sqlite.ts';
import { defineTables } from './schema.ts';

/** The SQLite tables; drizzle-kit reads them by these names. */
export const {
  runs,
  runSteps,
  events,
  revisions,
  critiques,
  comments,
  texts,
  requests,
  claims,
  posts,
  decisions,
  jobs,
  modelCalls,
  setAside,
  turns,
  settingEntries,
  settingClocks,
  formDrafts,
  installations,
  lessonMarks,
  lessonKeys,
  plans,
  feedback,
  ballots,
  votes,
  passes,
  consents,
  told,
} = defineTables(columns);
