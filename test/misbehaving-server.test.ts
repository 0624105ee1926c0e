import { afterAll, describe, expect, it } from 'vitest';
import { openCopyDesk } from '../src/editors.ts';
import { MISBEHAVIOURS } from './fakes/misbehaviour.ts';
import { overCommandLine, overDesk } from './misbehaving-rig.ts';

/** German, which keeps reviews quick: no grammar checker has to load. */
const DRAFT =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.\n';

const copyDesk = openCopyDesk();
afterAll(() => copyDesk.close());

/* `npm run bench misbehaviour` does the same with every sample draft. */
describe.concurrent('over the command line, a server that', () => {
  const ways = Object.keys(MISBEHAVIOURS);
  it.each(ways.map((way, at) => ({ way, editStyle: at % 2 === 0 ? 'edits' : 'rewrite' }) as const))(
    '$way, asked for $editStyle, does no harm',
    async ({ way, editStyle }) => {
      expect(await overCommandLine({ way, editStyle, copyDesk }, [DRAFT])).toEqual([]);
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
      expect(await overDesk({ way, editStyle: 'edits', copyDesk }, [DRAFT.trim()])).toEqual([]);
    },
    60_000,
  );
});
