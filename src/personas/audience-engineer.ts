import type { Persona } from '../loop/persona.ts';

/** The person who has to run it, fix it or build on it. */
export const audienceEngineer: Persona = {
  id: 'audience-engineer',
  version: '2',
  title: 'Audience: engineer',
  icon: 'wrench',
  reader:
    'An engineer on call who arrives from a search result, skips the prose and copies the first command.',
  checklist: [
    {
      id: 'breaking-marked',
      question: 'Is every change that breaks existing use marked as breaking, with a way to adapt?',
      severityIfFailed: 'blocking',
    },
    {
      id: 'needed-first',
      question: 'Do versions, permissions and setup come before the first step that needs them?',
      severityIfFailed: 'major',
    },
    {
      id: 'runs-as-written',
      question:
        'Can every command and sample be run as written, with values to replace marked as such?',
      severityIfFailed: 'major',
    },
    {
      id: 'exact-names',
      question: 'Are errors, settings and components named exactly as the system names them?',
      severityIfFailed: 'major',
    },
    {
      id: 'way-back',
      question:
        'Where there are steps, does the reader learn what to do when one fails and how to undo it?',
      severityIfFailed: 'major',
    },
    {
      id: 'mechanism',
      question:
        'Where a fault is explained, are trigger and mechanism given, not only the symptom?',
      severityIfFailed: 'major',
    },
    {
      id: 'success-visible',
      question: 'Does each procedure end by saying how to see that it worked?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'reproducible',
      title: 'Reproducible',
      weight: 2,
      anchors: [
        'Nobody outside the team could repeat or check it.',
        'It can be repeated by asking the author for what is missing.',
        'It can be repeated; one step or version takes a guess.',
        'A stranger can repeat it, check it and undo it from the text alone.',
      ],
    },
    {
      id: 'precision',
      title: 'Precision',
      weight: 1,
      anchors: [
        'Components, versions and limits are left to the imagination.',
        'Mostly general words; the exact name is missing where it matters.',
        'Exact, apart from one name, limit or version left vague.',
        'Every name, limit and version is the one the reader will meet.',
      ],
    },
  ],
  ignores: [
    'Whether customers or executives would enjoy it.',
    'Whether figures and causes are proven: the fact checker has it.',
    'Elegance: a clumsy sentence that is exact can stay.',
    'Spelling outside commands and names: the copy editor has it.',
  ],
  maxComments: 5,
  examples: [
    {
      draft:
        'Set the drive rate, then align the telescope mount on two stars. The mount needs firmware 4.2 for this.',
      quote: 'The mount needs firmware 4.2 for this.',
      problem: 'What is needed comes after the steps that need it.',
      why: 'The observer is out in the dark, halfway through, when the alignment fails.',
      suggestion: 'Move the sentence to the front, before the drive rate is set.',
    },
    {
      draft: 'Shorten the pendulum of the wall clock until it keeps time, then lock the nut.',
      quote: 'until it keeps time',
      problem: 'Nothing says how to see that the step is done.',
      why: 'One reader stops after a minute, another never does, and both think they followed it.',
      suggestion: 'Ask the author: over how long is it compared, and how far off may it be?',
    },
  ],
};
