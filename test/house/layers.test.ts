import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findImports, readSources } from './source-files.ts';

type Permission = 'yes' | 'types';
type Row = Readonly<Record<string, Permission>>;

const uses = (rooms: string, permission: Permission): Row =>
  Object.fromEntries(rooms.split(' ').map((room) => [room, permission]));

/** The import table of CONTRIBUTING.md; a room may always import itself and `user-error.ts`. */
const table: Readonly<Record<string, Row>> = {
  text: {},
  files: {},
  charts: { ...uses('review', 'types'), ...uses('models', 'yes') },
  loop: uses('text', 'yes'),
  personas: uses('loop', 'types'),
  review: uses('text loop personas settings', 'yes'),
  settings: uses('text loop personas review', 'yes'),
  models: uses('text loop', 'yes'),
  evaluation: uses('text loop review', 'yes'),
  store: { ...uses('text loop review settings', 'types'), ...uses('queue', 'yes') },
  queue: { ...uses('text loop review settings', 'types'), ...uses('store', 'yes') },
  'platforms/slack': { ...uses('text files review settings', 'yes'), ...uses('loop', 'types') },
  'platforms/discord': { ...uses('text files review settings', 'yes'), ...uses('loop', 'types') },
  'platforms/desk': { ...uses('text files review settings', 'yes'), ...uses('loop', 'types') },
  ops: uses('review settings store queue', 'types'),
};

/** These may import everything. */
const composition = ['cli', 'checkup', '.'];

const sources = readSources('src');

function roomOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  if (first.endsWith('.ts')) return '.';
  return first === 'platforms' ? `${first}/${second}` : first;
}

function findBreaches(path: string, code: string): string[] {
  const room = roomOf(path);
  if (composition.includes(room)) return [];
  const row = table[room];
  if (row === undefined) return [`${path}: the import table has no row for ${room}`];
  return findImports(code).flatMap(({ target, isTypeOnly }) => {
    if (!target.startsWith('.')) return [];
    const file = join(dirname(path), target);
    const to = roomOf(file);
    if (to === room || file === 'src/user-error.ts') return [];
    if (row[to] === undefined) return [`${path}: ${room} may not import ${file}`];
    if (row[to] === 'types' && !isTypeOnly) return [`${path}: only "import type" from ${file}`];
    return [];
  });
}

describe('layers', () => {
  it('holds the import table', () => {
    expect(sources.flatMap(({ path, code }) => findBreaches(path, code))).toEqual([]);
  });

  it.each([
    ['src/text/x.ts', "import { locate } from '../loop/anchor.ts';", 'text may not import'],
    ['src/loop/x.ts', "export { a } from '../models/offline/a.ts';", 'loop may not import'],
    [
      'src/models/offline/x.ts',
      "await import('../../store/database.ts');",
      'models may not import',
    ],
    [
      'src/models/offline/x.ts',
      "import { config } from '../../config.ts';",
      'models may not import',
    ],
    ['src/personas/x.ts', "import { a } from '../loop/persona.ts';", 'only "import type"'],
    [
      'src/store/x.ts',
      "import {\n  a,\n  type B,\n} from '../loop/comment.ts';",
      'only "import type"',
    ],
    ['src/platforms/slack/x.ts', "import '../discord/forms.ts';", 'platforms/slack may not import'],
    ['src/garage/x.ts', "import '../text/range.ts';", 'no row for garage'],
  ])('sees a breach in %s', (path, code, breach) => {
    expect(findBreaches(path, code)).toEqual([expect.stringContaining(breach)]);
  });

  it.each([
    ['src/personas/x.ts', "import type { Persona } from '../loop/persona.ts';"],
    ['src/store/x.ts', "export type { Run } from '../review/run-store.ts';"],
    [
      'src/models/offline/x.ts',
      "import { a } from '../model.ts';\nimport { b } from '../../text/b.ts';",
    ],
    ['src/text/x.ts', "import { UserError } from '../user-error.ts';"],
    ['src/cli/x.ts', "import { openDatabase } from '../store/database.ts';"],
  ])('sees none in %s', (path, code) => {
    expect(findBreaches(path, code)).toEqual([]);
  });

  // In small letters "sql" is also the ending of a file that a draft may name.
  const vendors = /slack|discord|openai|sqlite|postgres/gi;
  const databases = /SQL|Sql/g;

  it.each(['text', 'loop', 'personas', 'review', 'settings'])(
    'knows no vendor and no database in %s',
    (room) => {
      const words = sources
        .filter(({ path }) => roomOf(path) === room)
        .flatMap(({ path, code }) =>
          [...code.matchAll(vendors), ...code.matchAll(databases)].map(
            ([word]) => `${path}: ${word}`,
          ),
        );
      expect(words).toEqual([]);
    },
  );

  it('reads the environment in the configuration and the entry alone', () => {
    const readers = sources.filter(({ code }) => /process\s*\.\s*env\b/.test(code));
    expect(readers.map(({ path }) => path)).toEqual(['src/main.ts']);
  });
});
