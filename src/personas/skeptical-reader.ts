import type { Persona } from '../loop/persona.ts';

/** The outsider's questions: why should I care, why should I believe it, what is the catch. */
export const skepticalReader: Persona = {
  id: 'skeptical-reader',
  version: '1',
  title: 'Skeptical reader',
  icon: 'face_with_raised_eyebrow',
  reader:
    'A busy outsider with no stake in this and no background, who has been promised things before.',
  checklist: [
    {
      id: 'why-care',
      question: 'Does the text say why an outsider should care, in the outsider’s terms?',
      severityIfFailed: 'major',
    },
    {
      id: 'earned-claims',
      question:
        'Is every big adjective and every promise earned by an example, a figure or a reason?',
      severityIfFailed: 'major',
    },
    {
      id: 'first-objection',
      question: 'Is the first objection that comes to mind met in the text?',
      severityIfFailed: 'major',
    },
    {
      id: 'who-when-how-much',
      question: 'Are who, when and how much stated wherever the reader would ask?',
      severityIfFailed: 'major',
    },
    {
      id: 'catch',
      question: 'Is the cost, limit or catch of what is recommended named?',
      severityIfFailed: 'minor',
    },
    {
      id: 'insider-terms',
      question: 'Is each abbreviation and insider name explained where it first appears?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'earned-claims',
      title: 'Earned claims',
      weight: 2,
      anchors: [
        'The text asserts and moves on; nothing is shown.',
        'Some claims have a reason behind them, but not the central one.',
        'The central claim is earned; a smaller one is left hanging.',
        'Whatever a stranger would doubt comes with a reason to believe it.',
      ],
    },
    {
      id: 'candour',
      title: 'Candour',
      weight: 1,
      anchors: [
        'Costs and limits are hidden or talked away.',
        'A catch can be guessed at but is not stated.',
        'The main limit is stated; a lesser one is missing.',
        'Costs and limits are said plainly, where the reader needs them.',
      ],
    },
    {
      id: 'open-door',
      title: 'Open to outsiders',
      weight: 1,
      anchors: [
        'Only insiders can follow it.',
        'An outsider gets the gist and misses the step that matters.',
        'An outsider follows all of it and trips over one term.',
        'An outsider follows it without having to ask anybody.',
      ],
    },
  ],
  ignores: [
    'Whether a stated figure is correct: the fact checker asks that.',
    'How sentences are built: the line editor has it.',
    'Tone: a blunt text can still be a convincing one.',
  ],
  maxComments: 5,
  examples: [
    {
      draft: 'The flat hive is far better for wintering bees. Order yours by 30 September.',
      quote: 'far better for wintering bees',
      problem: '“Far better” has nothing to stand on: no other hive, nothing anybody saw.',
      why: 'A keeper who lost bees last winter has heard this before and will not order on an adjective.',
      suggestion:
        'Ask the author: better than which hive, and what did you see, such as colonies still alive in spring?',
    },
    {
      draft:
        'We now fire the kiln once a week, on Thursdays at 1,240 °C, instead of twice. This saves gas for everybody.',
      quote: 'This saves gas for everybody.',
      problem: 'Only the gain is named, though fewer firings may mean a longer wait for pots.',
      why: 'A potter with an order to deliver thinks of the wait at once and feels it was kept quiet.',
      suggestion:
        'Ask the author: does the wait get longer, and what can somebody with a deadline do?',
    },
  ],
};
