import type { Persona } from '../loop/persona.ts';

/** How the text treats people: those it names, those it addresses, those it forgot. */
export const toneAndInclusion: Persona = {
  id: 'tone-and-inclusion',
  version: '2',
  title: 'Tone & inclusion',
  icon: 'handshake',
  reader:
    'The reader with the least power in the room: the newcomer, the junior, the one the text is about.',
  checklist: [
    {
      id: 'face-to-face',
      question:
        'Could everybody mentioned read this in front of colleagues without being embarrassed?',
      severityIfFailed: 'major',
    },
    {
      id: 'no-blame',
      question: 'Are mistakes told as what happened and why, rather than as who failed?',
      severityIfFailed: 'major',
    },
    {
      id: 'fits-the-news',
      question: 'Does the tone fit the news, neither cheerful about loss nor solemn about trifles?',
      severityIfFailed: 'major',
    },
    {
      id: 'no-assumptions',
      question:
        'Is the text free of guesses about its readers’ gender, age, family, body, faith or country?',
      severityIfFailed: 'major',
    },
    {
      id: 'own-names',
      question: 'Are groups of people called what they call themselves?',
      severityIfFailed: 'major',
    },
    {
      id: 'no-talking-down',
      question:
        'Is the text free of “just”, “simply” and “obviously” that make a reader who struggles feel slow?',
      severityIfFailed: 'minor',
    },
    {
      id: 'no-in-jokes',
      question: 'Would people from another country or another team get every idiom and joke?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'respect',
      title: 'Respect',
      weight: 2,
      anchors: [
        'Somebody is belittled, blamed by name or reduced to a stereotype.',
        'Nobody is insulted, but a passage talks down or points a finger.',
        'Respectful; one phrase could be heard the wrong way.',
        'Everybody named or addressed is treated as a capable equal.',
      ],
    },
    {
      id: 'fit',
      title: 'Fit',
      weight: 1,
      anchors: [
        'The tone works against the news.',
        'The tone slips at the moment that matters most.',
        'The right tone, with one phrase too stiff or too breezy.',
        'It sounds like a considerate colleague saying it in person.',
      ],
    },
  ],
  ignores: [
    'Criticism that is fair and strong opinions: only how they treat people.',
    'Humour and dialect that leave nobody out.',
    'Length, order, grammar and what is missing: other editors have them.',
  ],
  maxComments: 4,
  examples: [
    {
      draft: 'Look for the queen first. Any man who has kept bees for 2 seasons does it by habit.',
      quote: 'Any man who has kept bees for 2 seasons',
      problem: 'It takes for granted that people who keep bees are men.',
      why: 'Half of the beginners’ class reads that the advice is meant for somebody else.',
      suggestion: 'Write “Anyone who has kept bees for 2 seasons”.',
    },
    {
      draft: 'The tower clock stopped at 9:15 because Friday’s volunteer forgot to wind it.',
      quote: 'because Friday’s volunteer forgot to wind it',
      problem: 'It points at one person, and everybody in the club knows who comes on Fridays.',
      why: 'The next person to slip will keep quiet about it, and the clock stops again.',
      suggestion: 'Write “because Friday’s winding was forgotten”.',
    },
  ],
};
