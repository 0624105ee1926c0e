import type { Persona } from '../loop/persona.ts';

/** The paying customer: does it concern me, what changes for me, what do I have to do. */
export const audienceCustomer: Persona = {
  id: 'audience-customer',
  version: '2',
  title: 'Audience: customer',
  icon: 'speech_balloon',
  reader:
    'A paying customer who uses the product twice a week, knows none of your team names and wants to know what changes for them.',
  checklist: [
    {
      id: 'concerns-me',
      question: 'Can customers tell from the first lines whether this concerns them?',
      severityIfFailed: 'major',
    },
    {
      id: 'my-steps',
      question:
        'Is everything customers have to do written as a step, with its deadline if there is one?',
      severityIfFailed: 'major',
    },
    {
      id: 'bad-news-plain',
      question:
        'Is bad news said plainly, with what it means for customers and what is being done about it?',
      severityIfFailed: 'major',
    },
    {
      id: 'names-on-screen',
      question:
        'Are things called what customers see on their screen or bill, not what the team calls them?',
      severityIfFailed: 'major',
    },
    {
      id: 'what-i-gain',
      question: 'Is each change told as what customers can now do, not as what the team built?',
      severityIfFailed: 'minor',
    },
    {
      id: 'way-to-help',
      question: 'Does the text name a way to get help or to answer?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'relevance',
      title: 'Relevance',
      weight: 2,
      anchors: [
        'It is about the company; the customer does not appear in it.',
        'The customer appears, but has to work out what changes for them.',
        'What changes is clear; for whom or from when takes a guess.',
        'Customers know at once whether it is for them, what changes and from when.',
      ],
    },
    {
      id: 'next-step',
      title: 'Next step',
      weight: 1,
      anchors: [
        'Customers have to act and are not told so.',
        'The step is there, hidden in a paragraph or with no deadline where there is one.',
        'The step is clear; where to find help is not.',
        'Steps, deadline and help are clear, or it is clear that nothing is needed.',
      ],
    },
  ],
  ignores: [
    'How it works inside: the engineer’s question.',
    'What it costs the company: the executive’s question.',
    'How warm or stiff it sounds: tone & inclusion has it.',
    'Spelling, punctuation and sentence length: the copy and line editors have them.',
  ],
  maxComments: 5,
  examples: [
    {
      draft:
        'Owing to a change of schedule, tide tables will be dispatched by the print unit from 3 March. Zone 2 is affected.',
      quote: 'tide tables will be dispatched by the print unit from 3 March',
      problem: 'It tells who sends the tables, not what a subscriber in Zone 2 will notice.',
      why: 'Skippers need to know whether the table still arrives before they sail.',
      suggestion:
        'Ask the author: will the tables reach Zone 2 earlier or later, and by how many days?',
    },
    {
      draft: 'If your clock is with us for repair, the pink slip must be presented by 30 November.',
      quote: 'the pink slip must be presented by 30 November',
      problem: 'A step is worded as a rule, with nobody told to do it.',
      why: 'An owner takes it for small print and misses the date.',
      suggestion: 'Write “you must show us the pink slip by 30 November”.',
    },
  ],
};
