import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../bin/build-state.js';
import { createFeed } from '../../src/platforms/desk/feed.ts';
import { createIds } from '../../src/platforms/desk/ids.ts';
import { openWorkspace } from '../../src/platforms/desk/workspace.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createDeskRepository } from '../../src/store/desk-repository.ts';
import { MIGRATIONS } from '../../test/store/open-store.ts';
import { makeDraft } from './draft.ts';

/** A desk in a process of its own, as `npm start` runs it. */
export interface DeskProcess {
  readonly url: string;
  /** From the start of the process until `/readyz` answered. */
  readonly readyMs: number;
  /** Memory of the main process, in megabytes; NaN where the system does not tell. */
  residentMb(): number;
  /** The most of it there ever was. */
  peakMb(): number;
  /** What the main process still uses once its garbage is collected. */
  memoryInUse(): Promise<NodeJS.MemoryUsage>;
  /** Time of processors the main process has used, in seconds; NaN where the system does not tell. */
  cpuSeconds(): number;
  /** Asks it to stop, as an update does, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

/** Loaded before the program, for `memoryInUse`. */
const PROBE = new URL('./memory-probe.js', import.meta.url).href;

/** Puts members and messages of 60 to 180 words into a desk; resolves to the ids of the messages. */
export async function fillDesk(
  file: string,
  { members, messages }: { readonly members: number; readonly messages: number },
): Promise<readonly string[]> {
  const database = await openDatabase(file, { migrationsFolder: MIGRATIONS });
  const deps = { store: createDeskRepository(database), feed: createFeed() };
  const workspace = await openWorkspace({ ...deps, ids: createIds({ now: Date.now }) });
  await workspace.add({
    members: Array.from({ length: members }, (_, at) => ({
      id: memberId(at),
      name: `Member ${at}`,
      title: 'Reader',
    })),
    channels: [{ id: 'news', name: 'news', topic: 'A long channel', privateTo: null }],
  });
  const draft = makeDraft(2_000).split(/\n\n/);
  const said: string[] = [];
  for (let number = 0; number < messages; number += 1) {
    const from = number % (draft.length - 3);
    const text = `**Note ${number}**, see [the page](https://example.com/${number}).\n\n${draft.slice(from, from + 1 + (number % 3)).join('\n\n')}\n\n- one\n- two`;
    const { id } = await workspace.say({ channel: 'news', root: null, author: memberId(0), text });
    said.push(id);
  }
  database.close();
  return said;
}

/** The n-th member of a filled desk. */
export function memberId(at: number): string {
  return `member-${at}`;
}

/** What `npm start` gives to Node. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return scripts.start.split(' ').slice(1);
}

/** Starts the built program on a database file and waits until it is ready; `hear` gets what it logs. */
export async function startDesk(
  file: string,
  env: Readonly<Record<string, string>> = {},
  hear: ((chunk: string) => void) | null = null,
): Promise<DeskProcess> {
  const startedAt = performance.now();
  const memoryFile = `${file}.memory`;
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, ...startArguments()], {
    cwd: packageRoot,
    env: {
      PATH: '/usr/bin:/bin',
      PORT: '0',
      DATABASE_URL: `file:${file}`,
      MEMORY_PROBE: memoryFile,
      ...env,
    },
    stdio: ['ignore', 'pipe', hear === null ? 'inherit' : 'pipe'],
  });
  const { stdout, stderr } = child;
  if (stdout === null) throw new Error('the program has no output');
  stderr?.on('data', (chunk) => hear?.(String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk) => {
      printed += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('the desk did not start')));
  });
  while (!(await fetch(`${url}/readyz`)).ok);
  return {
    url,
    readyMs: performance.now() - startedAt,
    residentMb: () => memoryMb(child.pid, 'VmRSS'),
    peakMb: () => memoryMb(child.pid, 'VmHWM'),
    cpuSeconds() {
      try {
        // After the name in brackets: fields 14 and 15 count ticks of a hundredth of a second.
        const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
        const [user, system] = fields.split(' ').slice(11, 13).map(Number);
        return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100;
      } catch {
        return Number.NaN;
      }
    },
    async memoryInUse() {
      rmSync(memoryFile, { force: true });
      child.kill('SIGUSR2');
      while (!existsSync(memoryFile)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error('it has ended');
        await sleep(10);
      }
      return JSON.parse(readFileSync(memoryFile, 'utf8'));
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What the system says of a process's memory, in megabytes; NaN where it says nothing. */
function memoryMb(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}
