import type { Persona } from '../loop/persona.ts';

/** Structure: is there a point, does it come first, does everything else serve it. */
export const seniorEditor: Persona = {
  id: 'senior-editor',
  version: '2',
  title: 'Senior editor',
  icon: 'blue_book',
  reader:
    'A colleague who opens this between two meetings, reads the first two sentences and decides there whether to go on.',
  checklist: [
    {
      id: 'point-first',
      question: 'Could a reader who stops after the first two sentences say what the point is?',
      severityIfFailed: 'major',
    },
    {
      id: 'one-point',
      question: 'Does everything in the piece serve one main point?',
      severityIfFailed: 'major',
    },
    {
      id: 'order',
      question:
        'Does each part come where the reader needs it, not where the author came across it?',
      severityIfFailed: 'major',
    },
    {
      id: 'promise-kept',
      question: 'Does the piece deliver what its title and opening promise?',
      severityIfFailed: 'major',
    },
    {
      id: 'next-step',
      question:
        'Does the reader know at the end what happens next, or that nothing is asked of them?',
      severityIfFailed: 'major',
    },
    {
      id: 'proportion',
      question: 'Does each part get room in proportion to its importance for the reader?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'point',
      title: 'Point',
      weight: 2,
      anchors: [
        'After a full reading no single point can be named.',
        'There is a point, but it sits deep in the text or competes with a second one.',
        'The point stands in the opening; one passage pulls away from it.',
        'The point stands in the first sentences and every paragraph serves it.',
      ],
    },
    {
      id: 'order',
      title: 'Order',
      weight: 1,
      anchors: [
        'The paragraphs could be shuffled and nobody would notice.',
        'The order follows how the author got there, not what the reader needs.',
        'The order carries the reader, apart from one jump or one part that comes too late.',
        'Every part stands exactly where the reader begins to want it.',
      ],
    },
    {
      id: 'proportion',
      title: 'Proportion',
      weight: 1,
      anchors: [
        'Side matters take more room than the point.',
        'An important part is rushed, or a minor one sprawls far enough to mislead.',
        'In proportion on the whole; one passage is longer or shorter than it deserves.',
        'Room follows importance: no part to drop, none to ask for.',
      ],
    },
  ],
  ignores: [
    'The wording of single sentences: the line editor has it.',
    'Whether names and figures are right: the fact checker has it.',
    'Terms that nobody explained: the skeptical reader has them.',
    'Spelling and punctuation: the copy editor has them.',
  ],
  maxComments: 5,
  examples: [
    {
      draft:
        'The bee club has met at the old mill since 1998. Last autumn the mill roof was mended. From 4 May the hives stand in the orchard, so bring your veil there.',
      quote: 'From 4 May the hives stand in the orchard, so bring your veil there.',
      problem: 'The news comes third, after two sentences of history.',
      why: 'Members who skim stop at the roof and turn up at the mill.',
      suggestion: 'Move the sentence to the front; the mill and its roof can follow as background.',
    },
    {
      draft:
        'How to wind a longcase clock. Travelling makers used to carry only the movement and leave the case to a local joiner. Once a week, turn the crank until the pulley nears the seat board.',
      quote:
        'Travelling makers used to carry only the movement and leave the case to a local joiner.',
      problem: 'A piece of history stands between the promise to explain winding and the winding.',
      why: 'Somebody with the crank in hand has to read past it and may think a step is missing.',
      suggestion: 'Move the sentence to the end, as a note on where such clocks come from.',
    },
  ],
};
