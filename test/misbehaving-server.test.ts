import { afterAll, describe, expect, it } from 'vitest';
import { openCopyDesk } from '../src/editors.ts';
import { REWORDING_WRITERS } from './fakes/misbehaving-rewording.ts';
import { MISBEHAVIOURS } from './fakes/misbehaviour.ts';
import { OWN_DRAFTS, overCommandLine, overDesk } from './misbehaving-rig.ts';

/** German, which keeps reviews quick: no grammar checker has to load. */
const GERMAN =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.\n';

/** Whoever rewords needs words that can be said otherwise. */
const draftsFor = (way: string) =>
  Object.hasOwn(REWORDING_WRITERS, way) ? OWN_DRAFTS.slice(-1) : [GERMAN];

const copyDesk = openCopyDesk();
afterAll(() => copyDesk.close());

/* `npm run bench misbehaviour` does the same with every sample draft. */
describe.concurrent('over the command line, a server that', () => {
  const ways = Object.keys(MISBEHAVIOURS);
  it.each(ways.map((way, at) => ({ way, editStyle: at % 2 === 0 ? 'edits' : 'rewrite' }) as const))(
    '$way, asked for $editStyle, does no harm',
    async ({ way, editStyle }) => {
      expect(await overCommandLine({ way, editStyle, copyDesk }, draftsFor(way))).toEqual([]);
    },
    60_000,
  );
});

describe.concurrent('over the desk, a server that', () => {
  it.each([
    'does its job',
    'cuts every answer',
    'sends prose',
    'refuses',
    'refuses one editor',
    'tells no usage',
    'answers in English',
    'hides characters in its words',
    'invents facts and links',
    'remarks with links and mentions',
    'hangs up',
  ])(
    '%s does no harm',
    async (way) => {
      expect(await overDesk({ way, editStyle: 'edits', copyDesk }, [GERMAN.trim()])).toEqual([]);
    },
    60_000,
  );
});
