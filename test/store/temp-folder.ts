import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder of its own for one test. */
export function makeTempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'bluepencil-store-'));
  return {
    path,
    file: (name: string) => join(path, name),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
