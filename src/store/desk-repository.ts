import type { Database } from './database.ts';
import { createDeskDirectory } from './desk-directory.ts';
import { createDeskFiles, createDeskMarks } from './desk-marks.ts';
import { createDeskMessages } from './desk-messages.ts';
import { createDeskReading } from './desk-reading.ts';

/** Keeps the desk's workspace in a database. */
export function createDeskRepository(database: Database) {
  return {
    directory: createDeskDirectory(database),
    messages: { ...createDeskMessages(database), ...createDeskReading(database) },
    marks: createDeskMarks(database),
    files: createDeskFiles(database),
  };
}
