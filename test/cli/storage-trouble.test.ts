import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../store/small-disk.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { openServiceRig, type ServiceRig, type Started, until } from './service-rig.ts';

const probe = makeTempFolder();
const mayMount = mountSmallDisk(join(probe.path, 'disk'), 1);
mayMount?.unmount();
probe.remove();

describe('the service on storage in trouble', () => {
  let rig: ServiceRig;
  beforeEach(async () => {
    rig = await openServiceRig();
  });
  afterEach(() => rig.close());

  const start = (file: string) => rig.start(`file:${file}`, 'all', { LOG_LEVEL: 'error' });

  async function readiness({ url }: Started) {
    const response = await fetch(`${url}/readyz`);
    return `${response.status} ${await response.text()}`;
  }

  /** What a member is told who says something at the desk. */
  const refusal = ({ url }: Started) =>
    rig.say(url, 1).then(
      () => null,
      (error: Error) => error.message,
    );

  it.skipIf(mayMount === null)(
    'names a full disk to everybody, and goes on with what it promised when there is room',
    async () => {
      const folder = join(rig.folder.path, 'disk');
      const disk = mountSmallDisk(folder, 8);
      try {
        const file = join(folder, 'desk.db');
        const service = await start(file);
        const asked = await rig.ask(service.url);
        await rig.finished(service.url, asked.runId);
        // The end is saved first, then said.
        await until(async () => (await rig.posts(service.url, asked.id)).length > 0);
        const whole = await rig.posts(service.url, asked.id);
        const letAnswer = rig.holdReplies();
        const before = rig.models.requests.length;
        const { id, runId } = await rig.ask(service.url);
        await until(() => rig.models.requests.length > before);

        disk?.fill();
        let told: string | null = null;
        await until(async () => {
          told = await refusal(service);
          return told !== null;
        });
        expect(told).toContain(`The disk with the database ${file} is full`);
        expect(await readiness(service)).toBe('503 not ready: disk_full');
        expect(service.output()).toContain(`The disk with the database ${file} is full`);
        // The editors answer while nothing can be kept.
        letAnswer();

        disk?.free();
        await until(async () => (await readiness(service)) === '200 ok');
        await rig.finished(service.url, runId);
        await until(async () => (await rig.posts(service.url, id)).length === whole.length);
        expect(await rig.posts(service.url, id)).toEqual(whole);
        expect(await refusal(service)).toBeNull();
        await rig.killAll();
      } finally {
        disk?.unmount();
      }
    },
    240_000,
  );

  it('says that its file is gone, keeps nothing it would lose, and goes on when it is back', async () => {
    const file = rig.folder.file('desk.db');
    const service = await start(file);
    const before = await rig.ask(service.url);
    await rig.finished(service.url, before.runId);
    const away = rig.folder.file('away');
    mkdirSync(away);
    renameSync(file, join(away, 'desk.db'));

    expect(await refusal(service)).toContain(`The database ${file} was deleted or replaced`);
    expect(await readiness(service)).toBe('503 not ready: database_gone');
    await until(() => service.output().includes('was deleted or replaced while it was open'));

    renameSync(join(away, 'desk.db'), file);
    expect(await readiness(service)).toBe('200 ok');
    const after = await rig.ask(service.url);
    await rig.finished(service.url, after.runId);
  }, 240_000);

  it('refuses a file that is damaged, and takes a backup in its place', async () => {
    const file = rig.folder.file('desk.db');
    const first = await start(file);
    const asked = await rig.ask(first.url);
    await rig.finished(first.url, asked.runId);
    first.child.kill('SIGTERM');
    expect(await rig.exitOf(first)).toBe(0);
    const whole = readFileSync(file);
    // The head of the file and its list of tables stay; what is kept in them is gone.
    const damaged = Buffer.from(whole).fill(0x5a, whole.length / 2);
    writeFileSync(file, damaged);

    const refused = await start(file);
    expect(await rig.exitOf(refused)).toBe(2);
    expect(refused.output()).toContain(
      `The database ${file} is damaged; restore it from a backup.`,
    );

    writeFileSync(file, whole);
    const again = await start(file);
    expect(await readiness(again)).toBe('200 ok');
    expect(await rig.posts(again.url, asked.id)).not.toEqual([]);
  }, 240_000);
});
