import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configNames } from '../../src/config.ts';
import { listFiles } from './source-files.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...(existsSync('docs') ? listFiles('docs') : []).filter((path) => path.endsWith('.md')),
];

describe('README', () => {
  const readme = read('README.md');

  it('has the two commands of a newcomer', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm test');
  });
});

describe('the pages of documentation', () => {
  it('are each named by the index in README', () => {
    const readme = read('README.md');
    const unnamed = pages.filter(
      (path) => path.startsWith('docs/') && !readme.includes(`](${path})`),
    );
    expect(unnamed).toEqual([]);
  });

  it('have every heading that a link leads to', () => {
    const missing = pages.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, file = '', part = '']) => ({
          to: file === '' ? path : join(dirname(path), file),
          part,
        }))
        .filter(({ to, part }) => !anchorsOf(read(to)).includes(part))
        .map(({ to, part }) => `${path}: ${to}#${part}`),
    );
    expect(missing).toEqual([]);
  });
});

/** The names that code hosts give to headings. */
function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

describe('configuration', () => {
  it('stands in one table with exactly the variables that are read', () => {
    const rows = pages
      .flatMap((path) => [...read(path).matchAll(/^\| *`([A-Z][A-Z\d_]+)`/gm)])
      .map((row) => row[1]);
    expect(rows.toSorted()).toEqual(configNames.toSorted());
  });
});

describe('CONTRIBUTING', () => {
  const contributing = read('CONTRIBUTING.md');

  it('has a line for every folder of the sources', () => {
    const folders = listFiles('src').flatMap((path) => path.match(/^src\/(\w+\/)/)?.[1] ?? []);
    expect(folders.filter((folder) => !contributing.includes(folder))).toEqual([]);
  });

  it('is read in one sitting', () => {
    expect(contributing.split('\n').length).toBeLessThanOrEqual(101);
  });
});

describe.each(pages)('%s', (path) => {
  const page = read(path);

  it('names no script that does not exist', () => {
    const scripts = [...page.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1]);
    expect(scripts.filter((name) => !(String(name) in manifest.scripts))).toEqual([]);
  });

  it('points at no file that does not exist', () => {
    const targets = [...page.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      (match) => match[1],
    );
    expect(targets.filter((target) => !existsSync(join(dirname(path), String(target))))).toEqual(
      [],
    );
  });
});
