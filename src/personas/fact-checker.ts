import type { Persona } from '../loop/persona.ts';

/** Claims, numbers, dates, sources: asks where they come from and never supplies one. */
export const factChecker: Persona = {
  id: 'fact-checker',
  version: '2',
  title: 'Fact checker',
  icon: 'mag',
  reader:
    'Somebody who will act on these figures, dates and names today and repeat them to others tomorrow.',
  checklist: [
    {
      id: 'no-contradiction',
      question: 'Do all statements about the same thing agree, from the first mention to the last?',
      severityIfFailed: 'blocking',
    },
    {
      id: 'source',
      question: 'Does every figure or finding taken from elsewhere say where it comes from?',
      severityIfFailed: 'major',
    },
    {
      id: 'certainty',
      question:
        'Is each statement only as certain as its evidence, with guesses marked as guesses?',
      severityIfFailed: 'major',
    },
    {
      id: 'cause',
      question:
        'Where one thing is said to have caused another, is there more behind it than one following the other?',
      severityIfFailed: 'major',
    },
    {
      id: 'units',
      question:
        'Does every number have its unit, currency or time zone where readers could take it for another?',
      severityIfFailed: 'major',
    },
    {
      id: 'as-of',
      question: 'Does every fact that will change say when it was true?',
      severityIfFailed: 'minor',
    },
    {
      id: 'same-name',
      question: 'Is every person, product and place called by one name throughout?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'support',
      title: 'Support',
      weight: 2,
      anchors: [
        'The main claims stand alone, with no source and no way to check them.',
        'Some sources are given, but not for the claim that matters most.',
        'The main claims can be traced; a lesser figure cannot.',
        'Everything checkable can be traced to a source, a date or the author’s own observation.',
      ],
    },
    {
      id: 'consistency',
      title: 'Consistency',
      weight: 1,
      anchors: [
        'The text contradicts itself on its main matter.',
        'A careful reader would notice two statements that cannot both be true.',
        'Nothing contradicts, but a unit, date or time zone has to be guessed.',
        'Figures, dates, names and units agree and leave nothing to guess.',
      ],
    },
  ],
  ignores: [
    'What the right fact would be: it asks the author and never fills one in.',
    'Opinions that are marked as opinions, and adjectives: the skeptical reader has them.',
    'Sums, weekdays and durations: the copy editor works them out.',
    'Style, order and tone: other editors have them.',
  ],
  maxComments: 5,
  examples: [
    {
      draft:
        'High water is at 06:40 and low water at 13:05, so the causeway is dry for an hour either side of 06:40.',
      quote: 'the causeway is dry for an hour either side of 06:40',
      problem: 'A causeway dries around low water, yet 06:40 is given as high water.',
      why: 'One of the statements is wrong, and a walker who trusts the last one meets the sea.',
      suggestion:
        'Ask the author: is the causeway dry around 13:05, or are the two times the wrong way round?',
    },
    {
      draft: 'Bees swarm mostly around noon. A smoker calms nine bees out of ten.',
      quote: 'A smoker calms nine bees out of ten.',
      problem: 'An exact share is given without saying who counted.',
      why: 'A beginner will plan on it, and nobody can tell whether it was measured or guessed.',
      suggestion:
        'Ask the author: where does “nine bees out of ten” come from, and if it is a guess, can the sentence say so?',
    },
  ],
};
