import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/package-root.ts';

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
});
