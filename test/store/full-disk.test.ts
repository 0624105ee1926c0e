import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { open } from './open-store.ts';
import { newRun } from './samples.ts';
import { mountSmallDisk } from './small-disk.ts';
import { makeTempFolder } from './temp-folder.ts';

const folder = makeTempFolder();
const disk = folder.file('disk');

const small = mountSmallDisk(disk, 2);

describe.skipIf(small === null)('a full disk', () => {
  afterAll(() => {
    small?.unmount();
    folder.remove();
  });

  it('refuses with its reason, lets go of the file without one, and loses nothing it promised', async () => {
    const path = join(disk, 'runs.db');
    const database = await open(path);
    const store = createRunRepository(database);
    const given = { draft: 'long '.repeat(20_000) };
    // Stands in the log alone so far: there will be no room in the file itself.
    await store.create(newRun({ id: 'promised', given }));
    small?.fill();

    let refusal: unknown = null;
    for (let at = 0; at < 200 && refusal === null; at += 1) {
      await store.create(newRun({ id: `more-${at}`, given })).catch((error: unknown) => {
        refusal = error;
      });
    }
    expect(refusal).toMatchObject({ name: 'UserError', code: 'disk_full' });
    expect(() => database.close()).not.toThrow();

    small?.free();
    const again = await open(path);
    expect(await createRunRepository(again).load('promised')).not.toBeNull();
    again.close();
  });
});
