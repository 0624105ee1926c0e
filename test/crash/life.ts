import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { ChildOptions, FromChild, ToChild } from './protocol.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Makes a folder of the child process and its writer: a hundred starts from single sources would take minutes. */
export async function bundleChild(entry: string): Promise<string> {
  const outdir = join(ROOT, 'node_modules/.cache/bluepencil', `crash-${randomUUID()}`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: entry, out: 'child' },
      { in: 'src/store/writer-thread.ts', out: 'writer-thread' },
    ],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    // The others are looked for by SDKs and need not be there.
    external: ['better-sqlite3', 'zlib-sync', 'bufferutil', 'utf-8-validate'],
    logLevel: 'silent',
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
  });
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}');
  return join(outdir, 'child.js');
}

/** One life of the process, from its start to however it ends. */
export interface Life {
  readonly errors: string[];
  send(message: ToChild): void;
  /** Resolves with the next message of a kind. */
  hear<Type extends FromChild['type']>(type: Type): Promise<Extract<FromChild, { type: Type }>>;
  /** Ends it from outside, wherever it is, and waits until it is gone. */
  kill(): Promise<void>;
  terminate(): void;
  isOver(): boolean;
  readonly ended: Promise<number | null>;
}

/** Starts the process; `onBoundary` hears where it is and lets it go on. */
export function startLife(
  file: string,
  options: Omit<ChildOptions, 'migrationsFolder'>,
  onBoundary: (name: string, letGo: () => void) => void,
): Life {
  const dialect = options.database.startsWith('postgres:') ? 'postgres' : 'sqlite';
  const migrationsFolder = join(ROOT, 'migrations', dialect);
  const child: ChildProcess = fork(file, [JSON.stringify({ ...options, migrationsFolder })], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(dirname(file), '../compiled') },
  });
  const errors: string[] = [];
  const listeners = new Set<(message: FromChild) => void>();
  const send = (message: ToChild) => {
    // It may be gone by now; whoever waits for an answer waits for its end as well.
    if (child.connected) child.send(message, () => undefined);
  };
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  child.on('message', (message: FromChild) => {
    if (message.type === 'boundary') {
      const { id, name } = message;
      onBoundary(name, () => send({ type: 'go', id }));
    } else if (message.type === 'error') errors.push(message.text);
    for (const listener of listeners) listener(message);
  });
  return {
    errors,
    send,
    hear: (type) =>
      new Promise((found) => {
        const listener = (message: FromChild) => {
          if (message.type !== type) return;
          listeners.delete(listener);
          found(message as never);
        };
        listeners.add(listener);
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    terminate: () => void child.kill('SIGTERM'),
    isOver: () => child.exitCode !== null || child.signalCode !== null,
    ended,
  };
}
