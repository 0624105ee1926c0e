import { describe, expect, it } from 'vitest';
import { MISBEHAVIOURS } from './fakes/misbehaviour.ts';
import { overCommandLine, overDesk } from './misbehaving-rig.ts';

/** German, which keeps reviews quick: no grammar checker has to load. */
const DRAFT =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.\n';

describe('over the command line, a server that', () => {
  it.each(Object.keys(MISBEHAVIOURS))(
    '%s does no harm',
    async (way) => {
      expect(await overCommandLine(way, DRAFT)).toEqual([]);
    },
    60_000,
  );
});

describe('over the desk, a server that', () => {
  it.each([
    'does its job',
    'cuts every answer',
    'sends prose',
    'refuses',
    'answers in English',
    'invents facts and links',
    'remarks with links and mentions',
    'hangs up',
  ])(
    '%s does no harm',
    async (way) => {
      expect(await overDesk(way, [DRAFT.trim()])).toEqual([]);
    },
    60_000,
  );
});
