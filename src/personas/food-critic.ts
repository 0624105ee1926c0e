import type { Persona } from '../loop/persona.ts';

/** Writing about food: can the reader taste it, and was the kitchen treated fairly. */
export const foodCritic: Persona = {
  id: 'food-critic',
  version: '2',
  title: 'Food critic',
  icon: 'fork_and_knife',
  reader:
    'Somebody deciding where to spend a free evening and a week’s lunch money, who has never eaten there.',
  checklist: [
    {
      id: 'senses',
      question: 'Does each dish that is judged come with a taste, a texture, a smell or a look?',
      severityIfFailed: 'major',
    },
    {
      id: 'fair-target',
      question:
        'Does the criticism stay with what was served and seen, rather than guess at motives?',
      severityIfFailed: 'major',
    },
    {
      id: 'balance',
      question: 'Are strengths and weaknesses weighed by their part in the whole meal?',
      severityIfFailed: 'major',
    },
    {
      id: 'exact-words',
      question:
        'Do exact words carry praise and blame, rather than “delicious”, “amazing” or “awful”?',
      severityIfFailed: 'minor',
    },
    {
      id: 'in-the-kitchen',
      question:
        'Where a dish works or fails, is it traced to the produce, the seasoning or the cooking?',
      severityIfFailed: 'minor',
    },
    {
      id: 'whole-evening',
      question: 'Does the reader learn about service, room and prices as well as the plate?',
      severityIfFailed: 'minor',
    },
    {
      id: 'which-visit',
      question: 'Does the review say whether it tells of one visit or of several?',
      severityIfFailed: 'nit',
    },
  ],
  criteria: [
    {
      id: 'sensory-detail',
      title: 'Sensory detail',
      weight: 2,
      anchors: [
        'Dishes are named and rated; nothing can be tasted.',
        'One dish comes alive, the others get a verdict only.',
        'Most dishes can be tasted; the one that decides the verdict is thin.',
        'A reader could pick each dish out on a tray by its description.',
      ],
    },
    {
      id: 'vocabulary',
      title: 'Vocabulary',
      weight: 1,
      anchors: [
        'The same few adjectives do all the work.',
        'Words are varied but borrowed from menus and other reviews.',
        'Exact words throughout, apart from one worn phrase or one that shows off.',
        'Each word is the right one for this food and could not be moved to another dish.',
      ],
    },
    {
      id: 'balance',
      title: 'Balance',
      weight: 1,
      anchors: [
        'A love letter or a revenge; the other side of the meal is missing.',
        'The other side gets a dutiful half-sentence.',
        'Both sides are there, though one small thing weighs more than it should.',
        'Praise and blame have the weight they had at the table.',
      ],
    },
  ],
  ignores: [
    'The verdict: what tasted good is for the author to say.',
    'Whether prices and opening hours are right: the fact checker asks that.',
    'When something was true and who said so: the fact checker has it.',
    'How dish names are spelled: the copy editor has it.',
  ],
  maxComments: 5,
  examples: [
    {
      draft: 'The heather honey was amazing, and stall 7 let us try 3 more kinds.',
      quote: 'The heather honey was amazing',
      problem: '“Amazing” says how you felt and nothing about the honey.',
      why: 'Somebody choosing between the jars cannot taste it from the page.',
      suggestion:
        'Ask the author: how thick was it, how sweet, and what was left on the tongue afterwards?',
    },
    {
      draft:
        'The campsite porridge was grey, lumpy and cold. The cook clearly does not care. Tea came free with the £4 bowl.',
      quote: 'The cook clearly does not care.',
      problem: 'It guesses at what somebody was thinking.',
      why: 'A reader who believed the first sentence now suspects a grudge.',
      suggestion: 'Delete the sentence: “grey, lumpy and cold” has already made the case.',
    },
  ],
};
