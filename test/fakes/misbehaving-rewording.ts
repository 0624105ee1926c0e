/* Writers whose words read well and say something else. Each changes what it finds of its kind in the text. */
import { splitSentences } from '../../src/text/sentences.ts';
import type { FakeScript } from './openai-server.ts';
import { onWriting, records, rewritten, textOf, wordsFor } from './well-behaved.ts';

/** The plan carried out and all words changed: of the whole text, or of each sentence with a planned word. */
const rewording =
  (change: (words: string) => string): (() => FakeScript) =>
  () =>
    onWriting((request) => {
      if (request.purpose !== 'edits')
        return { content: { text: change(rewritten(request)), noChange: null } };
      const text = textOf(request);
      const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
      const edits = records(request).map((record) => {
        const find = sentences.find((each) => each.includes(record.quote)) ?? record.quote;
        const carriedOut = find.replace(record.quote, () => wordsFor(record));
        return {
          ...{ commentIds: [record.id], sentenceId: null, find },
          replace: change(carriedOut),
        };
      });
      return { content: { edits, notAddressed: [], noChange: null } };
    });

/** Words exchanged, the first pair that the text holds. */
const exchanging = (...pairs: readonly (readonly [RegExp, string])[]) =>
  rewording((words) => {
    const [pattern, put] = pairs.find(([wanted]) => wanted.test(words)) ?? [/$^/, ''];
    return words.replace(pattern, put);
  });

const FULL_NAME = /(?<=\p{Ll} )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u;
const LINK = /\[([^\]`]+)\]\((https?:[^)\s]+)\)/;

/** By name, a script for each way. */
export const REWORDING_WRITERS: Readonly<Record<string, () => FakeScript>> = {
  'changes the order of sentences': rewording((words) =>
    words.replace(/([A-Z][^.!?\n]{20,}\.) ([A-Z][^.!?\n]{20,}\.)/, '$2 $1'),
  ),
  'converts quantities': rewording((words) =>
    words.replace(/(\d+) km\b/, (_, km) => `${Math.round(km * 0.62)} miles`),
  ),
  'keeps a number and changes its unit': exchanging(
    [/(\d+) km\b/, '$1 miles'],
    [/\$(\d+)/, '€$1'],
    [/(\d+) minutes\b/, '$1 seconds'],
  ),
  'puts the month before the day': exchanging([/\b(\d\d)\/(\d\d)\/(\d{4})\b/, '$2/$1/$3']),
  'changes the half of the day': exchanging([/\bp\.m\./, 'a.m.'], [/\bpm\b/i, 'am']),
  'calls people by other names': rewording((words) => words.replace(FULL_NAME, 'Maria Keller')),
  'translates a name': exchanging([/\bKraków\b/, 'Krakau'], [/\bMunich\b/, 'München']),
  'shortens a name': exchanging([/\bAnna Kovacs\b/, 'Anna']),
  'exchanges two people': rewording((words) =>
    words
      .replaceAll('Anna Kovacs', '@@')
      .replaceAll('Ben Okoro', 'Anna Kovacs')
      .replaceAll('@@', 'Ben Okoro'),
  ),
  'counts otherwise in words': exchanging(
    [/\bthree\b/, 'four'],
    [/\btwo\b/, 'three'],
    [/\bzwei\b/, 'drei'],
  ),
  'rounds what it counts': rewording((words) =>
    words.replace(/(?<![\d.:/,])\d{2,3}(?= \p{Ll}{3})/u, (number) => `about ${Number(number) + 5}`),
  ),
  'promises what was a maybe': exchanging(
    [/\bmay\b/, 'will'],
    [/\bmight\b/, 'will'],
    [/\bprobably /, ''],
    [/\bkönnte\b/, 'wird'],
  ),
  'moves a doubt to another sentence': rewording((words) => {
    const moved = words.replace(/ may (?=\p{Ll})/u, ' ');
    return moved === words ? words : moved.replace(/ is (?=\p{Ll})/u, ' may be ');
  }),
  'turns a comparison round': exchanging(
    [/\bat least\b/, 'at most'],
    [/\bmore than\b/, 'less than'],
    [/\bbefore\b/, 'after'],
    [/\bvor\b/, 'nach'],
  ),
  'makes a duty of a choice': exchanging([/\bcan\b/, 'must'], [/\bkann\b/, 'muss']),
  'makes one of two links': rewording((words) => {
    const [, , first] = LINK.exec(words) ?? [];
    return first === undefined ? words : words.replaceAll(/\]\(https?:[^)\s]+\)/g, `](${first})`);
  }),
  'leaves a clause out': rewording((words) =>
    words.replace(/, (?:but|if|unless|wenn|aber) [^,.;\n]+/, ''),
  ),
  'leaves a list item out': rewording((words) => words.replace(/\n- [^\n]+/, '')),
  'ticks what is open': exchanging([/\[ \]/, '[x]']),
};
