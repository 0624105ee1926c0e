import { afterEach, describe, expect, it } from 'vitest';
import { createRevision } from '../../src/loop/revision.ts';
import { expectedLanguage, findLanguageFault } from '../../src/models/answer-language.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';
import { remark } from '../fakes/editor-replies.ts';
import { endServer, failureOf, setUp } from './openai-setup.ts';

afterEach(async () => {
  expect(await endServer()).toEqual([]);
});

/** German, with a legal footer in English as companies have them. */
const DRAFT = [
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.',
  'Bitte räumt eure Tische bis Donnerstag, denn am Abend kommen die Leute, die alles einpacken und in die neuen Räume bringen.',
  'Wer noch Kisten braucht, findet sie neben dem Empfang, und wer nicht weiß, wohin er kommt, sieht im Plan nach.',
  '',
  'This message may contain confidential information.',
].join('\n');

const ENGLISH = remark('seitens der Leitung', 'von der Leitung', 'major', {
  problem: 'This sounds like an authority and not like one of us at all.',
  why: 'The reader stops here and has to think about what is meant.',
  instruction: 'Write it the way you would say it to them.',
});
const GERMAN = remark('seitens der Leitung', 'von der Leitung', 'major', {
  problem: 'Das klingt nach einem Amt und gar nicht nach uns.',
  why: 'Wer das liest, bleibt hier hängen und muss überlegen, was gemeint ist.',
  instruction: 'Schreib es so, wie du es ihnen sagen würdest.',
});

const ask = (model: Parameters<typeof createModelCritic>[0]['modelFor'], options = PLAIN_OPTIONS) =>
  createModelCritic({ modelFor: model, options }).critique(
    lineEditor,
    createRevision(1, DRAFT, null),
    { round: 1, facts: [], planned: [] },
    new AbortController().signal,
  );

describe('RC-072 a critique in the wrong language', () => {
  it('is asked for once more, with the language named', async () => {
    const { server, model } = await setUp([ENGLISH, GERMAN]);
    const reply = await ask(() => model);
    expect(reply.comments[0]?.problem).toContain('Das klingt');
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.prompt).toContain('has to be in German');
  });

  it('is not passed on when it comes again', async () => {
    const { server, model } = await setUp(() => ENGLISH);
    const error = await failureOf(ask(() => model));
    expect(error.message).toContain('it is written in English and has to be in German');
    expect(server.requests).toHaveLength(2);
  });

  it('may be set to be another than the draft’s', async () => {
    const { server, model } = await setUp([ENGLISH]);
    const reply = await ask(() => model, { ...PLAIN_OPTIONS, critiqueLanguage: 'en-GB' });
    expect(reply.comments[0]?.problem).toContain('This sounds');
    expect(server.requests[0]?.prompt).toContain('in British English');
  });
});

describe('a language', () => {
  it('is only blamed when it is certain', () => {
    expect(findLanguageFault('Das ist kurz.', 'en')).toBeNull();
    expect(findLanguageFault('x '.repeat(200), 'en')).toBeNull();
    expect(
      findLanguageFault('anything at all, as long as it likes to be'.repeat(3), null),
    ).toBeNull();
    expect(expectedLanguage('??', null)).toBeNull();
    expect(expectedLanguage(DRAFT, null)).toBe('de');
    expect(expectedLanguage(DRAFT, 'pt-BR')).toBe('pt');
  });
});
