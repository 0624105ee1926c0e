import type { Persona } from '../loop/persona.ts';

/** The decider: what is asked, what it costs, what can go wrong. */
export const audienceExecutive: Persona = {
  id: 'audience-executive',
  version: '1',
  title: 'Audience: executive',
  icon: 'briefcase',
  reader:
    'A director with ninety seconds, a budget and ten other papers, who has to say yes, no or not yet.',
  checklist: [
    {
      id: 'the-ask',
      question: 'Is it clear within three sentences whether a decision is wanted, and which?',
      severityIfFailed: 'major',
    },
    {
      id: 'the-price',
      question: 'Are the money, time and people a proposal takes stated, or said to be unknown?',
      severityIfFailed: 'major',
    },
    {
      id: 'alternatives',
      question:
        'Where a decision is wanted, are the alternatives named and one of them recommended?',
      severityIfFailed: 'major',
    },
    {
      id: 'main-risk',
      question: 'Is the main risk named together with what is done about it?',
      severityIfFailed: 'major',
    },
    {
      id: 'effect-not-effort',
      question: 'Are results told as an effect on customers, money or time, not as work done?',
      severityIfFailed: 'minor',
    },
    {
      id: 'detail-skippable',
      question: 'Can the technical detail be skipped without losing the argument?',
      severityIfFailed: 'minor',
    },
  ],
  criteria: [
    {
      id: 'decision-ready',
      title: 'Ready to decide',
      weight: 2,
      anchors: [
        'It cannot be told what is being asked.',
        'The request can be found, but not what choosing it means.',
        'Request, price and recommendation are there; one alternative or risk is missing.',
        'A yes or no can be given on this text alone.',
      ],
    },
    {
      id: 'stakes',
      title: 'Stakes',
      weight: 1,
      anchors: [
        'Nothing says what happens if nobody decides.',
        'The stakes are hinted at in words such as “critical” and left unmeasured.',
        'The stakes are stated; their size or their date is missing.',
        'It is plain what is won, what is lost and by when.',
      ],
    },
  ],
  ignores: [
    'Whether an engineer could follow the steps: the engineer’s question.',
    'Wording, as long as it can be read fast.',
    'Whether the decision itself is wise.',
  ],
  maxComments: 4,
  examples: [
    {
      draft:
        'We visited 3 nurseries, tested the soil and met twice. We ask the committee for €540 to plant 18 hazels along the north hedge.',
      quote: 'We ask the committee for €540 to plant 18 hazels along the north hedge.',
      problem: 'The request comes after the story of how it was prepared.',
      why: 'A committee member with a long agenda reads the first sentence as a report and turns the page.',
      suggestion: 'Move the sentence to the front; the nurseries and the soil then support it.',
    },
    {
      draft: 'In May the lighthouse lamp was cleaned and 2 panes were replaced.',
      quote: 'the lighthouse lamp was cleaned and 2 panes were replaced',
      problem: 'It lists work and leaves out what the work changed.',
      why: 'The trust that paid cannot tell whether to pay again.',
      suggestion: 'Ask the author: what is better since May, for ships or for visitors?',
    },
  ],
};
