import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdDatabase } from '../store/hold.ts';
import { openServiceRig, type ServiceRig, type Started, until } from './service-rig.ts';

describe('a database that another program holds', () => {
  let rig: ServiceRig;
  let file: string;
  let url: string;
  beforeEach(async () => {
    rig = await openServiceRig();
    file = rig.folder.file('held.db');
    url = `file:${file}`;
  });
  afterEach(() => rig.close());

  /** Members ask for reviews of all messages, each twice, under the same name. */
  function askAll(service: Started, messages: readonly string[], member: string) {
    const asks = messages.flatMap((id) => [id, id]);
    return Promise.all(
      asks.map(async (id) => {
        const response = await fetch(`${service.url}/api/messages/${id}/review`, {
          method: 'POST',
          body: JSON.stringify({ member, interactionId: `ask-${id}` }),
          headers: { 'content-type': 'application/json' },
        });
        return { status: response.status, body: await response.json() };
      }),
    );
  }

  async function reviewedOnce(service: Started, messages: readonly string[]) {
    for (const id of messages) {
      await until(async () => (await rig.posts(service.url, id)).length > 0);
    }
    await until(() => !existsSync(`${file}.intake`));
    await until(async () => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      return (
        /queue_runs\{state="waiting"\} 0\n/.test(metrics) &&
        /queue_runs\{state="active"\} 0\n/.test(metrics)
      );
    });
    const all = await Promise.all(messages.map((id) => rig.posts(service.url, id)));
    const [first] = all;
    expect(first?.length).toBeGreaterThan(0);
    for (const posts of all) expect(posts).toEqual(first);
  }

  it('answers whoever asks meanwhile, and begins every review once when it is free', async () => {
    const service = await rig.start(url, 'all', { LOG_LEVEL: 'warn' });
    const { member, messages } = await rig.say(service.url, 2);
    const other = await holdDatabase(file);

    const answers = await askAll(service, messages, member);
    expect(other.isHeld()).toBe(true);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    expect(answers[0]?.body).toMatchObject({ outcome: 'waiting', threadId: messages[0] });

    const isTold = () => service.output().match(/another program holds the database/g)?.length;
    await until(() => isTold() === 1);

    await other.letGo();
    await reviewedOnce(service, messages);
  }, 240_000);

  it('loses nothing and says nothing twice when the service is killed meanwhile', async () => {
    const killed = await rig.start(url);
    const { member, messages } = await rig.say(killed.url, 2);
    const other = await holdDatabase(file);
    await askAll(killed, messages, member);
    expect(other.isHeld()).toBe(true);
    await rig.killAll();
    expect(existsSync(`${file}.intake`)).toBe(true);
    await other.letGo();

    await reviewedOnce(await rig.start(url), messages);
  }, 240_000);
});
