const SUBJECTS = [
  'The export service',
  'Our reporting team',
  'Every customer in the north',
  'The new invoice page',
  'A small group of testers',
  'The nightly backup',
];
const VERBS = [
  'has moved to',
  'was checked against',
  'waits for',
  'no longer depends on',
  'will be compared with',
  'may need',
];
const OBJECTS = [
  'the second data centre',
  'an approved list of addresses',
  'a fresh copy of the ledger',
  'the figures from 12 March',
  'two people on call',
  'the numbers in table 4',
];
const ENDINGS = [
  'before the end of the week.',
  'because the old one kept failing.',
  'although nobody had asked for it.',
  'so that support can answer at once.',
  'which took 45 minutes longer than planned.',
  'and the plan is to keep it that way.',
];
const FAULTS = [
  'We have recieved the the files.',
  'Please dont wait, i will call.',
  'It happend alot in may.',
];

/** An announcement-like English draft of about `words` words: always the same, a fault every 150 words or so. */
export function makeDraft(words: number): string {
  let state = 42;
  const pick = (list: readonly string[]) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return list[Math.floor((state / 2147483648) * list.length)] ?? '';
  };
  const paragraphs: string[] = [];
  for (let count = 0, sentence = 0; count < words; ) {
    const sentences: string[] = [];
    for (let at = 0; at < 5 && count < words; at += 1, sentence += 1) {
      const text =
        sentence % 12 === 11
          ? pick(FAULTS)
          : [pick(SUBJECTS), pick(VERBS), pick(OBJECTS), pick(ENDINGS)].join(' ');
      sentences.push(text);
      count += text.split(' ').length;
    }
    paragraphs.push(sentences.join(' '));
  }
  return `${paragraphs.join('\n\n')}\n`;
}
