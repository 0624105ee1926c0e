import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own in a folder, small enough to fill; null where this account may mount none. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder);
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    /** Takes all the room there is. */
    fill() {
      for (let size = 1_000_000; size >= 4_096; size = Math.floor(size / 2)) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        } catch {
          // A smaller piece may still fit.
        }
      }
    },
    /** Gives it back. */
    free: () => rmSync(ballast),
    unmount: () => execFileSync('umount', ['-l', folder]),
  };
}
