import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { startChild } from './child.ts';
import { open } from './open-store.ts';
import { makeTempFolder } from './temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;

beforeEach(() => {
  folder = makeTempFolder();
});

afterEach(() => {
  folder.remove();
});

describe('a process killed while it writes', () => {
  it.each([1, 9, 40])('loses nothing it was promised after %i promises', async (promises) => {
    const path = folder.file('killed.db');
    const promised = await writeAndKill(path, promises);

    const database = await open(path);
    const store = createRunRepository(database);
    const run = await store.load('killed');
    const numbers = Array.from({ length: promised }, (_, at) => at + 1);
    expect(run?.events.map(({ number }) => number).slice(0, promised)).toEqual(numbers);
    for (const number of numbers) {
      const json = await store.recallStep('killed', `critique/${number}/line-editor`);
      expect(json).toBe(`{"number":${number}}`);
    }

    // And it is a database one can go on with.
    const next = (run?.events.length ?? 0) + 1;
    await store.append('killed', { number: next, type: 'finished' });
    expect((await store.load('killed'))?.events).toHaveLength(next);
    database.close();
  });
});

/** Kills a writing process once it has told of `promises` saved events; returns how many it told of in the end. */
async function writeAndKill(path: string, promises: number): Promise<number> {
  const child = startChild('write-for-ever', path, 'killed');
  if (!child.stdout) throw new Error('The child process has no output.');
  let promised = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    promised = Number(line);
    if (promised === promises) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return promised;
}
