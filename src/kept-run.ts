import { randomUUID } from 'node:crypto';
import type { Step } from './loop/step.ts';
import { pathTo } from './package-root.ts';
import { createRunRecorder } from './review/run-recorder.ts';
import type { NewRun } from './review/run-store.ts';
import { createStepMemo } from './review/step-memo.ts';
import { openDatabase } from './store/database.ts';
import { createRunRepository } from './store/run-repository.ts';

/** A run that is kept in a database. */
export interface KeptRun {
  readonly id: string;
  readonly step: Step;
  readonly record: ReturnType<typeof createRunRecorder>;
  close(): void;
}

/** Opens the workspace file and begins a run in it. Rejects with a UserError when the file cannot be used. */
export async function keepRun(
  file: string,
  run: Omit<NewRun, 'id' | 'createdAt'>,
): Promise<KeptRun> {
  const database = await openDatabase(file, { migrationsFolder: pathTo('migrations/sqlite') });
  const repository = createRunRepository(database);
  const id = randomUUID();
  try {
    await repository.create({ ...run, id, createdAt: Date.now() });
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    id,
    step: createStepMemo(repository, id),
    record: createRunRecorder(repository, id),
    close: () => database.close(),
  };
}
