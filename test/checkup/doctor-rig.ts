import { afterEach, beforeEach } from 'vitest';
import type { Finding } from '../../src/checkup/finding.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import { bluepencil } from '../cli/command.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

/** A doctor with a folder of its own for each test. */
export function setUpDoctor() {
  let folder: ReturnType<typeof makeTempFolder>;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => folder.remove());

  return {
    folder: () => folder,

    /** Runs it; `about` gives what it found of one thing, as `level: sentence`. */
    async doctor(env: Record<string, string>, more: { readonly envFile?: string } = {}) {
      const { code, stdout } = await bluepencil(['doctor', '--json'], {
        env: { DATABASE_URL: `file:${folder.file('desk.db')}`, PORT: '0', ...env },
        cwd: folder.path,
        ...more,
      });
      const { findings }: { findings: readonly Finding[] } = JSON.parse(stdout);
      const about = (thing: string) =>
        findings
          .filter((each) => each.about === thing)
          .map(({ level, says }) => `${level}: ${says}`);
      return { code, stdout, findings, about };
    },

    /** Decides something for each of these channels. */
    async decide(workspace: string, channels: readonly string[]): Promise<void> {
      const database = await open(folder.file('desk.db'));
      const entries = channels.map((key) => {
        return { workspace, kind: 'settings', key, base: 0, body: { rounds: 2 } } as const;
      });
      await createSettingsRepository(database).save(entries, { by: null, via: 'file' });
      await database.close();
    },
  };
}
