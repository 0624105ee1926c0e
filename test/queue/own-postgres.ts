import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeTempFolder } from '../store/temp-folder.ts';

const ROOT = '/usr/lib/postgresql';

/** Where the newest server installed here has its programs; null when there is none. */
export const POSTGRES_BIN =
  existsSync(ROOT) && process.platform === 'linux'
    ? (readdirSync(ROOT)
        .sort((a, b) => Number(a) - Number(b))
        .map((version) => join(ROOT, version, 'bin'))
        .findLast((folder) => existsSync(join(folder, 'pg_ctl'))) ?? null)
    : null;

/** A PostgreSQL server of the test's own, which it may restart. */
export async function startOwnPostgres(bin: string) {
  const folder = makeTempFolder();
  const isRoot = process.getuid?.() === 0;
  const run = (program: string, ...args: string[]) => {
    const command = [join(bin, program), ...args];
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    // Its own children must not keep the pipe open.
    execFileSync(file, rest, { stdio: 'ignore' });
  };
  chmodSync(folder.path, 0o777);
  const data = join(folder.path, 'data');
  const port = await freePort();
  const options = `-p ${port} -k ${folder.path} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const log = join(folder.path, 'log');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
  const start = () => run('pg_ctl', '-D', data, '-l', log, '-w', '-o', options, 'start');
  const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    /** As a machine that loses its power. */
    stop,
    close() {
      stop();
      folder.remove();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
