import { expect, it } from 'vitest';
import { coalesce } from '../../src/queue/coalesce.ts';

it('runs one at a time and once more for all calls that came meanwhile', async () => {
  let running = 0;
  let runs = 0;
  const run = coalesce(async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    runs += 1;
    running -= 1;
  });

  await Promise.all([run(), run(), run()]);
  expect(runs).toBe(1 + 1);
  await run();
  expect(runs).toBe(1 + 1 + 1);
});

it('works again after a failure', async () => {
  const answers = [() => Promise.reject(new Error('busy')), () => Promise.resolve()];
  const run = coalesce(() => answers.shift()?.() ?? Promise.resolve());

  await expect(run()).rejects.toThrow('busy');
  await expect(run()).resolves.toBeUndefined();
});
