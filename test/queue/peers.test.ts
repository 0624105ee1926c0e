import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWire, shareRuns } from '../../src/queue/peers.ts';
import { createRunsUnderWay, type RunsUnderWay } from '../../src/review/runs-under-way.ts';
import type { PostgresDatabase } from '../../src/store/postgres-database.ts';
import { openSignals, type Signals } from '../../src/store/postgres-signals.ts';
import { onPostgres } from '../store/engines.ts';
import { until } from './queue-setup.ts';

onPostgres((store) => {
  let signals: Signals[];
  let processes: RunsUnderWay[];
  const errors: unknown[] = [];
  beforeEach(async () => {
    const database = store.database() as PostgresDatabase;
    const report = (error: unknown) => errors.push(error);
    signals = [await openSignals(database, report), await openSignals(database, report)];
    processes = signals.map((each) => shareRuns(createRunsUnderWay(), each, report));
  });
  afterEach(async () => {
    for (const each of signals) await each.close();
    expect(errors.splice(0)).toEqual([]);
  });

  it('stops a run in whichever process works on it, and knows when none does', async () => {
    const [here, there] = processes as [RunsUnderWay, RunsUnderWay];
    const run = there.begin('run');

    expect(await here.tellAnywhere('run', { type: 'final' })).toBe(true);
    expect(run.inbox()).toEqual([{ type: 'final' }]);
    expect(await here.stopAnywhere('run', 'cancelled')).toBe(true);
    expect(run.signal.reason).toBe('cancelled');
    expect(await here.stopAnywhere('another', 'cancelled')).toBe(false);
  });

  it('RC-020 counts the processes that are there, and not one that went', async () => {
    const [here, there] = signals as [Signals, Signals];
    expect(await here.present()).toBe(2);
    expect(await there.present()).toBe(2);
    await there.close();
    await until(async () => (await here.present()) === 1);
  });

  it('goes on hearing the others after its connection broke', async () => {
    const [here, there] = signals as [Signals, Signals];
    const heard: string[] = [];
    createWire(there, (error) => errors.push(error)).hear((payload) => heard.push(payload));
    const { transaction } = store.database() as PostgresDatabase;
    await transaction((execute) =>
      execute(
        `SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND objid::text = $1`,
        [there.self],
      ),
    );
    const wire = createWire(here, (error) => errors.push(error));
    await until(async () => {
      wire.tell('hello');
      await new Promise((resolve) => setTimeout(resolve, 20));
      return heard.length > 0;
    });
    expect(heard[0]).toBe('hello');
    // The break itself was told.
    expect(errors.splice(0).length).toBeGreaterThan(0);
  });
});
