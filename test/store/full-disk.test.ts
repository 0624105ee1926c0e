import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { open } from './open-store.ts';
import { newRun } from './samples.ts';
import { makeTempFolder } from './temp-folder.ts';

const folder = makeTempFolder();
const disk = folder.file('disk');
const ballast = join(disk, 'ballast');

/** A disk of its own that is small enough to fill; only where this account may mount one. */
function mountSmallDisk(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!mountSmallDisk())('a full disk', () => {
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
    folder.remove();
  });

  it('refuses with its reason, lets go of the file without one, and loses nothing it promised', async () => {
    const path = join(disk, 'runs.db');
    const database = await open(path);
    const store = createRunRepository(database);
    const given = { draft: 'long '.repeat(20_000) };
    // Stands in the log alone so far: there will be no room in the file itself.
    await store.create(newRun({ id: 'promised', given }));
    fill();

    let refusal: unknown = null;
    for (let at = 0; at < 200 && refusal === null; at += 1) {
      await store.create(newRun({ id: `more-${at}`, given })).catch((error: unknown) => {
        refusal = error;
      });
    }
    expect(refusal).toMatchObject({ name: 'UserError', code: 'disk_full' });
    expect(() => database.close()).not.toThrow();

    rmSync(ballast);
    const again = await open(path);
    expect(await createRunRepository(again).load('promised')).not.toBeNull();
    again.close();
  });
});

/** Takes all the room there is. */
function fill(): void {
  for (let size = 1_000_000; size >= 4_096; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // A smaller piece may still fit.
    }
  }
}
