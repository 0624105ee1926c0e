import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { watchWrites } from '../../src/store/write-watch.ts';
import { open } from './open-store.ts';
import { newRun } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder.remove());

it('damage that is met once is told from then on, though other tables can be read', async () => {
  const path = folder.file('runs.db');
  const whole = await open(path);
  const given = { draft: 'long '.repeat(2_000) };
  for (let at = 0; at < 40; at += 1) {
    await createRunRepository(whole).create(newRun({ id: `run-${at}`, given }));
  }
  whole.close();
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.from(bytes).fill(0x5a, bytes.length / 2));

  await expect(open(path, { refuseDamaged: true })).rejects.toMatchObject({
    code: 'database_damaged',
  });
  const { database, probe } = watchWrites(await open(path));
  await probe();
  const runs = createRunRepository(database);
  const reads = Array.from({ length: 40 }, (_, at) => runs.load(`run-${at}`));
  const refusals = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected');
  expect(refusals).not.toEqual([]);
  await expect(probe()).rejects.toMatchObject({ code: 'database_damaged' });
  database.close();
});
