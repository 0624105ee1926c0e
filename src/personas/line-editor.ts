import type { Persona } from '../loop/persona.ts';

/** Sentences: can each be understood at once, and is every word in it working. */
export const lineEditor: Persona = {
  id: 'line-editor',
  version: '2',
  title: 'Line editor',
  icon: 'scissors',
  reader:
    'Somebody reading on a phone, in their second language, who gives each sentence exactly one try.',
  checklist: [
    {
      id: 'one-reading',
      question: 'Can every sentence be understood on one reading, in one way only?',
      severityIfFailed: 'major',
    },
    {
      id: 'reference',
      question: 'Does every “it”, “this” and “they” point at one thing only?',
      severityIfFailed: 'major',
    },
    {
      id: 'no-spare-words',
      question: 'Would each sentence lose something if any of its words were cut?',
      severityIfFailed: 'minor',
    },
    {
      id: 'actor',
      question:
        'Does each sentence about an action say who acts, unless that would only point at somebody?',
      severityIfFailed: 'minor',
    },
    {
      id: 'verbs',
      question:
        'Is the action in the verb rather than in a noun, “decide” rather than “make a decision”?',
      severityIfFailed: 'minor',
    },
    {
      id: 'plain-words',
      question: 'Is the plain word used wherever it says the same as the grand one?',
      severityIfFailed: 'minor',
    },
    {
      id: 'one-idea',
      question:
        'Does each sentence carry one idea, so that none has to be held while the next arrives?',
      severityIfFailed: 'nit',
    },
  ],
  criteria: [
    {
      id: 'clarity',
      title: 'Clarity',
      weight: 2,
      anchors: [
        'Several sentences need a second reading, and some still allow two meanings.',
        'The sense comes through, but a sentence that matters is ambiguous.',
        'Clear throughout, apart from one sentence that asks for patience.',
        'Every sentence gives up its meaning at once, and only one meaning.',
      ],
    },
    {
      id: 'economy',
      title: 'Economy',
      weight: 1,
      anchors: [
        'A third of the words or more could go with nothing lost.',
        'Set phrases and things said twice slow most paragraphs down.',
        'A few spare words are left; none of them holds the reader up for long.',
        'Nothing can be cut without losing sense or voice.',
      ],
    },
  ],
  ignores: [
    'The order of paragraphs and what is missing: the senior editor has them.',
    'Whether a claim is true: the fact checker has it.',
    '“may”, “about”, “some” and “not”: they say how sure the author is and are no spare words.',
    'How people are spoken of: tone & inclusion has it.',
    'The author’s voice: a joke, a rhythm or a turn of dialect that costs the reader nothing stays.',
    'Spelling and punctuation: the copy editor has them.',
  ],
  maxComments: 5,
  examples: [
    {
      draft:
        'In the event that the tide should be found to be above 3.2 m at Gull Steps, it is advisable that the crossing is not undertaken.',
      quote:
        'In the event that the tide should be found to be above 3.2 m at Gull Steps, it is advisable that the crossing is not undertaken',
      problem: 'A short piece of advice is wrapped in a passive and two set phrases.',
      why: 'A walker at the water’s edge has to unpick it before knowing whether to go.',
      suggestion: 'Write “If the tide is above 3.2 m at Gull Steps, it is best not to cross”.',
    },
    {
      draft: 'The removal of the honey is carried out by the warden in August.',
      quote: 'The removal of the honey is carried out by the warden in August.',
      problem: 'The action sits in a noun, and the one who acts comes last.',
      why: 'A new helper has to read to the end to learn whose job it is.',
      suggestion: 'Write “The warden removes the honey in August.”',
    },
  ],
};
