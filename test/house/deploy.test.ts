import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configNames } from '../../src/config.ts';
import { pathTo } from '../../src/package-root.ts';
import { makeTempFolder } from '../store/temp-folder.ts';

const ANALYZE = '/usr/bin/systemd-analyze';

const read = (path: string) => readFileSync(pathTo(path), 'utf8');

describe('the container file', () => {
  it('has nothing for a linter to find', () => {
    expect(validate(read('Containerfile')).map(({ message, range }) => [message, range])).toEqual(
      [],
    );
  });

  it('runs as an account without rights, and downloads nothing but packages', () => {
    const [last = ''] = read('Containerfile')
      .split(/^FROM /m)
      .slice(-1);
    expect(last).toMatch(/^USER node$/m);
    expect(read('Containerfile')).not.toMatch(/\b(?:curl|wget|apt-get|ADD http)/);
  });
});

describe('the systemd unit', () => {
  it('starts the command that is there, and waits longer than the service takes to stop', () => {
    const unit = read('deploy/bluepencil.service');
    const [, path = ''] = /^ExecStart=\/opt\/bluepencil\/(\S+) start$/m.exec(unit) ?? [];
    expect(read(path)).toContain('#!/usr/bin/env node');
    const [, seconds = '0'] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    const [, graceMs = ''] = /GRACE_MS = ([\d_]+);/.exec(read('src/cli/start.ts')) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(Number(graceMs.replaceAll('_', '')));
  });

  it.skipIf(!existsSync(ANALYZE))('has nothing for systemd to find', () => {
    const folder = makeTempFolder();
    const here = read('deploy/bluepencil.service')
      .replaceAll('/opt/bluepencil', pathTo('.'))
      .replace(/^User=.*\nGroup=.*$/m, 'User=root');
    writeFileSync(folder.file('bluepencil.service'), here);
    const said = execFileSync(ANALYZE, ['verify', '--man=no', folder.file('bluepencil.service')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    folder.remove();
    expect(said).toBe('');
  });
});

describe('the example of several processes', () => {
  const compose = parse(read('deploy/compose.yaml'), { merge: true });
  const services = Object.entries<Service>(compose.services);

  it('sets only variables that are read, and roles that exist', () => {
    for (const [name, { environment = {} }] of services.filter(([each]) => each !== 'database')) {
      const known = Object.keys(environment).filter((each) => configNames.includes(each));
      expect({ name, known }).toEqual({ name, known: Object.keys(environment) });
    }
    expect(services.map(([, { environment }]) => environment?.ROLE)).toEqual([
      undefined,
      'ingest',
      'worker',
    ]);
  });

  it('keeps rights from its processes and gives them time to hand over', () => {
    for (const name of ['ingest', 'worker']) {
      expect(compose.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        stop_grace_period: '20s',
        depends_on: { database: { condition: 'service_healthy' } },
      });
    }
  });

  it('publishes nothing but the one who takes requests in, to this machine', () => {
    const open = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(open).toEqual([['ingest', '127.0.0.1:3000:3000']]);
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
}
