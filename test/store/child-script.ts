import { createStepMemo } from '../../src/review/step-memo.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { open } from './open-store.ts';
import { newRun } from './samples.ts';

const [task, path = '', runId = ''] = process.argv.slice(2);
const database = await open(path);
const store = createRunRepository(database);
await store.create(newRun({ id: runId }));

if (task === 'write-for-ever') {
  const step = createStepMemo(store, runId);
  for (let number = 1; ; number += 1) {
    await step(`critique/${number}/line-editor`, async () => ({ number }));
    await store.append(runId, { number, type: 'critique_received' });
    // Told only after it was promised: whoever reads this line may count on it.
    process.stdout.write(`${number}\n`);
  }
}

database.close();
