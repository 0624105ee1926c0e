import { afterEach, describe, expect, it } from 'vitest';
import { keepRetention } from '../../../src/review/retention.ts';
import { openSlackRig, type SlackRig } from './rig.ts';

const rigs: SlackRig[] = [];
const DAY_MS = 86_400_000;
const DRAFT = 'This is a very very long zquansecret about the lift.';

afterEach(async () => {
  for (const rig of rigs.splice(0)) {
    expect(rig.slack.violations()).toEqual([]);
    await rig.close();
  }
});

async function open(): Promise<SlackRig> {
  const rig = await openSlackRig();
  rigs.push(rig);
  return rig;
}

const shows = (messages: readonly { readonly text: string }[] | undefined) =>
  (messages ?? []).map(({ text }) => text).join('\n');

describe('forgetting on Slack', () => {
  it('takes the words of a command from the head of their private thread, and reviews there anew', async () => {
    const { slack, acme, ines, channel, forgetting, quiet } = await open();
    const done = (times: number) =>
      slack.until(
        () => shows(ines.dm()?.messages(ines)).split('A review only for you').length > times,
        'a private review',
      );
    await ines.command(channel, '/refine', DRAFT);
    await done(1);
    await quiet();
    const before = ines.dm()?.messages(ines);
    expect(shows(before)).toContain('zquansecret');

    const gone = await forgetting.forget({ workspace: acme.id }, { posts: true });

    expect(gone).toMatchObject({ reviews: 1, left: 0 });
    expect(gone.posts).toBeGreaterThan(0);
    expect(shows(ines.dm()?.messages(ines))).not.toContain('zquansecret');

    await ines.command(channel, '/refine', DRAFT);
    await done(1);
    await quiet();
    expect(shows(ines.dm()?.messages(ines))).toContain('zquansecret');
  });

  it('takes the words of a public command from the channel, and leaves what people wrote', async () => {
    const { slack, acme, ines, channel, forgetting, quiet } = await open();
    const own = ines.post(channel, 'Words of a person about a very very long lift.');
    ines.react(own, 'pencil2');
    await ines.command(channel, '/refine', `--public ${DRAFT}`);
    await slack.until(() => shows(channel.messages(ines)).includes('zquansecret'), 'a head');
    await quiet();

    const gone = await forgetting.forget({ workspace: acme.id }, { posts: true });

    expect(gone).toMatchObject({ reviews: 2, left: 0 });
    expect(shows(channel.messages(ines))).not.toContain('zquansecret');
    expect(shows(channel.messages(ines))).toContain('Words of a person');
    expect(channel.thread(own)).toEqual([]);
  });

  it.each([
    [['app_uninstalled', 'tokens_revoked']],
    [['tokens_revoked', 'app_uninstalled']],
  ] as const)(
    'RC-090 %j: with one token for one workspace the words go seven days after the app was removed',
    async (order) => {
      const { slack, acme, ines, channel, deps, forgets, database, quiet } = await open();
      const draft = ines.post(channel, DRAFT);
      ines.react(draft, 'pencil2');
      await slack.until(() => channel.thread(draft).length > 0, 'a review');
      await quiet();

      acme.uninstall(order);
      const left = async () => {
        const [rows] = await database.read((db) => [
          db.select().from(database.tables.installations),
        ]);
        return rows.find(({ workspace }) => workspace === acme.id)?.removedAt ?? null;
      };
      for (let tries = 0; (await left()) === null && tries < 2_000; tries += 1) {
        await new Promise((go) => setTimeout(go, 10));
      }
      const at = (await left())?.getTime() ?? Number.NaN;
      const words = async () => {
        const [rows] = await database.read((db) => [db.select().from(database.tables.texts)]);
        return JSON.stringify(rows);
      };

      await keepRetention({ ...deps, forgets, now: () => at + 6 * DAY_MS });
      expect(await words()).toContain('zquansecret');
      await keepRetention({ ...deps, forgets, now: () => at + 8 * DAY_MS });
      expect(await words()).not.toContain('zquansecret');
    },
  );
});
