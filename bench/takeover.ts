/*
 * How long the reviews of a process that is gone stay undone: it is killed in the middle of a critique, or it
 * freezes with its connections open, and its peer finishes.
 */

import { openServiceRig, type Started } from '../test/cli/service-rig.ts';
import { ACCEPT } from '../test/fakes/editor-replies.ts';
import { createSchema, POSTGRES_URL } from '../test/store/engines.ts';
import { print } from './tools/report.ts';

const ROUNDS = 5;

if (POSTGRES_URL === '') {
  process.stdout.write('left out: TEST_POSTGRES_URL names no server\n');
} else {
  const schema = await createSchema();
  const rig = await openServiceRig();
  for (const [how, signal] of [
    ['is killed', 'SIGKILL'],
    ['freezes', 'SIGSTOP'],
  ] as const) {
    const took: number[] = [];
    const desk = await rig.start(schema.url, 'ingest');
    let victim = await rig.start(schema.url, 'worker');
    for (let round = 0; round < ROUNDS; round += 1) {
      const runId = await rig.beginReview(desk.url);
      const peer: Started = await rig.start(schema.url, 'worker');
      rig.setReply(ACCEPT);
      const begun = performance.now();
      victim.child.kill(signal);
      await rig.finished(desk.url, runId);
      took.push(performance.now() - begun);
      victim.child.kill('SIGKILL');
      victim = peer;
    }
    print(`a process ${how} in a critique, its peer has finished`, { under: 20_000 }, took);
    await rig.killAll();
  }
  await rig.close();
  await schema.drop();
}
