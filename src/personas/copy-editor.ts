import type { Persona } from '../loop/persona.ts';

/** What rules alone can prove wrong. It runs without any model, so it scores nothing and judges no taste. */
export const copyEditor: Persona = {
  id: 'copy-editor',
  version: '1',
  title: 'Copy editor',
  icon: 'memo',
  reader:
    'A careful reader who stops trusting a text at its first misspelling, doubled word or broken link.',
  checklist: [
    {
      id: 'placeholders',
      question: 'Is the text free of placeholders such as “TBD”, “XX” or an unfilled “[name]”?',
      severityIfFailed: 'blocking',
    },
    {
      id: 'links-and-markup',
      question: 'Is every link whole, and every bracket, code fence and emphasis mark closed?',
      severityIfFailed: 'major',
    },
    {
      id: 'dates-and-durations',
      question:
        'Does every weekday match its date and every duration its start and end, and does every sum add up?',
      severityIfFailed: 'major',
    },
    {
      id: 'spelling',
      question: 'Is each word spelled the way a dictionary or the house list has it?',
      severityIfFailed: 'minor',
    },
    {
      id: 'repeated-words',
      question: 'Is the text free of words typed twice in a row?',
      severityIfFailed: 'minor',
    },
    {
      id: 'house-words',
      question: 'Are house terms written the way the word list says?',
      severityIfFailed: 'minor',
    },
    {
      id: 'capitals-and-apostrophes',
      question: 'Do capitals, apostrophes and contractions follow the rules of the language?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [],
  ignores: [
    'Order, style and tone: everything that is a matter of taste.',
    'Whether a claim about the world is true: the fact checker asks that.',
    'Words inside code, links, names and quotations.',
    'Missing words and real words in the wrong place: rules do not see them reliably.',
  ],
  maxComments: 10,
  examples: [
    {
      draft: 'Read teh tide table at Gull Steps before 17:00.',
      quote: 'teh',
      problem: '“teh” is in no dictionary and is a known slip for one word only.',
      why: 'A slip in a safety note makes walkers doubt the times beside it.',
      suggestion: 'Write “the”.',
    },
    {
      draft: 'Clock-oiling workshop, 09:00 to 12:30 (3 hours), bring an apron.',
      quote: '09:00 to 12:30 (3 hours)',
      problem: 'The times are half an hour longer than the duration.',
      why: 'People plan their way home by one of the two, and one of them is wrong.',
      suggestion: 'Ask the author: which is right, the end at 12:30 or the 3 hours?',
    },
  ],
};
