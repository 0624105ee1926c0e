/* How long a stop takes in each phase of a review: until the run has ended, and until the model's request is broken off. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/store/database.ts';
import { PHASES, stopIn } from '../test/review/stop-phases.ts';
import { MIGRATIONS } from '../test/store/open-store.ts';
import { print } from './tools/report.ts';

const ROUNDS = 8;

const folder = mkdtempSync(join(tmpdir(), 'bluepencil-bench-'));
for (const phase of PHASES) {
  const ended: number[] = [];
  const aborted: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const database = await openDatabase(join(folder, `${phase} ${round}.db`), {
      migrationsFolder: MIGRATIONS,
      writesApart: true,
    });
    const { endedMs, abortedMs } = await stopIn(phase, database);
    ended.push(endedMs);
    if (abortedMs !== null) aborted.push(abortedMs);
    database.close();
  }
  print(`a stop while ${phase}: the run has ended`, { under: 1_000 }, ended);
  if (aborted.length > 0) {
    print('… and its request to the model is broken off', { under: 200 }, aborted);
  }
}
rmSync(folder, { recursive: true, force: true });
