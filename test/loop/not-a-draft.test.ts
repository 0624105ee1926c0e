import { describe, expect, it } from 'vitest';
import { findNotADraftSign } from '../../src/loop/not-a-draft.ts';

const ORIGINAL = `We are sorry for the trouble yesterday. ${'The export is back and every report can be downloaded again. '.repeat(3)}`;
const LONG = `${'Everybody can download every report again, and the export is back. '.repeat(3)}`;

describe('findNotADraftSign', () => {
  it.each<[string, string]>([
    ['', 'it is empty'],
    ['… —', 'it is empty'],
    ['All good now.', 'it has only 3 words'],
    [`Feedback: ${LONG}`, 'it starts with a label instead of the text'],
    [`**Score:** 3/4 ${LONG}`, 'it starts with a label instead of the text'],
    [`${LONG} No further changes are needed.`, 'it talks about the draft instead of being it'],
    [`As an AI language model, ${LONG}`, 'it talks about the draft instead of being it'],
    [`The draft has been rewritten. ${LONG}`, 'it talks about the draft instead of being it'],
    [`It is already clear. ${LONG}`, 'it talks about the draft instead of being it'],
    [
      `I'm sorry, but I can't help with that. ${LONG}`,
      'it talks about the draft instead of being it',
    ],
    [`Sure! Here you go. ${LONG}`, 'it talks about the draft instead of being it'],
    ...[
      `Hier ist die überarbeitete Fassung. ${LONG}`,
      `Voici le texte corrigé. ${LONG}`,
      `Aquí tienes el texto revisado: ${LONG}`,
      `Gerne, hier kommt er. ${LONG}`,
      `## Revised version\n\n${LONG}`,
      `${LONG} Es sind keine Änderungen nötig.`,
      `Le texte a été révisé. ${LONG}`,
      `Als KI kann ich das nicht beurteilen. ${LONG}`,
    ].map((reply) => [reply, 'it talks about the draft instead of being it'] as [string, string]),
    [`Here's the revised version: ${LONG}`, 'it talks about the draft instead of being it'],
    [JSON.stringify({ text: LONG }), 'it is JSON, not text'],
    [`\`\`\`json\n{"edits": [{"find": "${LONG}`, 'it is JSON, not text'],
  ])('recognises %j', (reply, sign) => {
    expect(findNotADraftSign(reply, ORIGINAL)).toBe(sign);
  });

  it.each([
    ORIGINAL,
    LONG,
    `Sorry for the trouble. ${LONG}`,
    `Here is the new timetable: ${LONG}`,
    `Hier ist der neue Fahrplan: ${LONG}`,
    `Natürlich ist der Export zurück. ${LONG}`,
    `The text of the law was revised in May. ${LONG}`,
  ])('takes %j for a draft', (reply) => {
    expect(findNotADraftSign(reply, ORIGINAL)).toBeNull();
  });

  it('does not count a sign the original carries itself', () => {
    expect(findNotADraftSign(`Feedback: ${LONG}`, `Feedback: ${ORIGINAL}`)).toBeNull();
    expect(findNotADraftSign('{"a": 1, "b": [1, 2]}', '{"a": 1, "b": [1]}')).toBeNull();
  });

  it('measures a short draft by itself', () => {
    expect(findNotADraftSign('Closed on Friday.', 'We are closed on Friday.')).toBeNull();
    expect(findNotADraftSign('Closed.', 'We are closed on Friday.')).toBe('it has only 1 word');
  });
});
