import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./hold-child.ts', import.meta.url));

/** Lets another process hold the write lock of a database file until it is told to let go. */
export async function holdDatabase(path: string) {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), CHILD, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    isHeld: () => child.exitCode === null && child.signalCode === null,
    async letGo() {
      const gone = once(child, 'exit');
      child.stdin.write('go\n');
      await gone;
    },
  };
}
