/*
 * The real program as an operator runs it: killed with a review under way and started again, asked to end,
 * replaced by a new release, and as several processes on one PostgreSQL.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPT } from '../fakes/editor-replies.ts';
import { createSchema, POSTGRES_URL, type TestSchema } from '../store/engines.ts';
import { openServiceRig, type ServiceRig, type Started, until } from './service-rig.ts';

let rig: ServiceRig;
beforeAll(async () => {
  rig = await openServiceRig();
});
afterEach(() => rig.killAll());
afterAll(() => rig.close());

const SLOW = { ...ACCEPT, delayMs: 150 };

/** Asks for six reviews of one channel, of which two are worked on at a time, and lets `replace` change the process. */
async function replaced(first: Started, replace: () => Promise<Started>): Promise<void> {
  rig.setReply(SLOW);
  const asked = [];
  for (let at = 0; at < 6; at += 1) asked.push(await rig.ask(first.url));
  const before = rig.models.requests.length;
  await until(() => rig.models.requests.length > before);

  const second = await replace();
  expect(await rig.exitOf(first)).toBe(0);
  for (const { runId } of asked) await rig.finished(second.url, runId);
  const threads = [];
  for (const { id } of asked) {
    await until(async () => (await rig.posts(second.url, id)).length > 0);
    threads.push(await rig.posts(second.url, id));
  }
  const [one] = threads;
  expect(new Set(one).size).toBe(one?.length);
  for (const each of threads) expect(each).toEqual(one);
  // What was asked before the change is not asked again after it.
  const critiques = rig.models.requests.filter(({ purpose }) => purpose === 'critique');
  expect(critiques.length - askedBefore).toBe(6 * 3);
  askedBefore = critiques.length;
}
let askedBefore = 0;

describe('one process on a file', () => {
  it('goes on with a review after it was killed and started again', async () => {
    const first = await rig.start('file:killed.db');
    const runId = await rig.beginReview(first.url);
    first.child.kill('SIGKILL');
    await rig.exitOf(first);

    rig.setReply(ACCEPT);
    const second = await rig.start('file:killed.db');
    await rig.finished(second.url, runId);
  }, 400_000);

  it('ends with 0 when it is asked to, with nothing to do', async () => {
    const first = await rig.start('file:asked.db');
    first.child.kill('SIGTERM');
    expect(await rig.exitOf(first)).toBe(0);
  }, 200_000);

  it('ends at once when it is asked a second time with a review under way, which goes on later', async () => {
    const first = await rig.start('file:twice.db');
    const runId = await rig.beginReview(first.url);
    first.child.kill('SIGTERM');
    // It waits for its review, so it is still there; two signals that come together would be one.
    await until(() => first.output().includes('Closing the desk'));
    first.child.kill('SIGTERM');
    expect(await rig.exitOf(first)).toBe(143);

    rig.setReply(ACCEPT);
    const second = await rig.start('file:twice.db');
    await rig.finished(second.url, runId);
  }, 400_000);

  it('loses and repeats nothing when a new release takes its place', async () => {
    const first = await rig.start('file:release.db');
    askedBefore = rig.models.requests.filter(({ purpose }) => purpose === 'critique').length;
    await replaced(first, async () => {
      first.child.kill('SIGTERM');
      // Who comes too early is told so, and tries again as a supervisor would.
      for (;;) {
        const next = await rig.start('file:release.db');
        if (next.url !== '') return next;
        expect(next.output()).toContain('Another Bluepencil server is running on');
        expect(await rig.exitOf(next)).toBe(2);
      }
    });
  }, 400_000);
});

describe.skipIf(POSTGRES_URL === '')('several processes on PostgreSQL', () => {
  let schema: TestSchema;
  beforeAll(async () => {
    schema = await createSchema();
  });
  afterAll(() => schema.drop());

  it('finish what a killed one had begun, and what one that is asked to end hands back', async () => {
    const desk = await rig.start(schema.url, 'ingest');
    const first = await rig.start(schema.url, 'worker');
    const answers = (path: string) => fetch(first.url + path).then(({ status }) => status);
    expect(await Promise.all(['/healthz', '/readyz', '/metrics', '/'].map(answers))).toEqual([
      ...[200, 200, 200, 403],
    ]);
    const killed = await rig.beginReview(desk.url);
    const second = await rig.start(schema.url, 'worker');
    first.child.kill('SIGKILL');
    rig.setReply(ACCEPT);
    await rig.finished(desk.url, killed);

    const handedBack = await rig.beginReview(desk.url);
    const third = await rig.start(schema.url, 'worker');
    second.child.kill('SIGTERM');
    rig.setReply(ACCEPT);
    await rig.finished(desk.url, handedBack);
    expect(await rig.exitOf(second)).toBe(0);
    expect(third.child.exitCode).toBeNull();
  }, 600_000);

  it('lose and repeat nothing when a new release takes the place of the old one', async () => {
    const first = await rig.start(schema.url);
    askedBefore = rig.models.requests.filter(({ purpose }) => purpose === 'critique').length;
    await replaced(first, async () => {
      const next = rig.start(schema.url);
      first.child.kill('SIGTERM');
      return next;
    });
  }, 400_000);
});
