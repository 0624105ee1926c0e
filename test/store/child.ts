import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./child-script.ts', import.meta.url));

/** Starts a process of its own that works on a database file. */
export function startChild(...args: string[]): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs such a process to its end; rejects when it fails. */
export async function runChild(...args: string[]): Promise<void> {
  const [code] = await once(startChild(...args), 'exit');
  if (code !== 0) throw new Error(`The child process ended with ${code}.`);
}
