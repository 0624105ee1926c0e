import { createDiffer } from '../src/text/diff-offload.ts';
import { type DiffPart, diffWords } from '../src/text/word-diff.ts';
import { createRandom } from './tools/random.ts';
import { print } from './tools/report.ts';

const ROUNDS = 15;
const WORDS = 10_000;

const SYLLABLES =
  'ka lo mi ter sun ver den pra tol es in or ban cel du fi gre hal jor nim pos qui rez sta'.split(
    ' ',
  );

/** A vocabulary whose first words are short and frequent, like those of real prose. */
function makeVocabulary(random: () => number, size: number): string[] {
  const common = 'the of and to in a is that for it on with as be by this we at from are'.split(
    ' ',
  );
  const words = new Set(common);
  while (words.size < size) {
    const length = 1 + Math.floor(random() * 4);
    words.add(
      Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''),
    );
  }
  return [...words];
}

function makeWords(random: () => number, count: number, vocabulary: readonly string[]): string[] {
  // Zipf: the n-th word about 1/n as often as the first.
  return Array.from(
    { length: count },
    () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'the',
  );
}

/** Makes prose of loose words: every word keeps the stop, space or break that follows it, if any. */
function punctuate(
  words: readonly string[],
  random: () => number,
  paragraphBreak: string,
): string[] {
  const prose: string[] = [];
  let sentenceEnd = 0;
  let sentenceStart = 0;
  for (const [index, word] of words.entries()) {
    if (index === sentenceEnd) {
      sentenceStart = index;
      sentenceEnd = index + 8 + Math.floor(random() * 15);
    }
    const shown = index === sentenceStart ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    const last = index + 1 === sentenceEnd;
    prose.push(last ? `${shown}.${random() < 0.2 ? paragraphBreak : ' '}` : `${shown} `);
  }
  return prose;
}

interface Editing {
  /** How much of the words is changed, 0 to 1. */
  readonly share: number;
  /** How many words in a row are changed. */
  readonly run: number;
  readonly random: () => number;
  readonly vocabulary: readonly string[];
}

/** Of the changed words about 60 % are replaced, 20 % deleted and 20 % get a word before them. */
function changeWords(prose: readonly string[], editing: Editing): string {
  const { share, run, random, vocabulary } = editing;
  const period = Math.round(run / share);
  let changed = '';
  for (const [index, word] of prose.entries()) {
    const hit = run > 1 ? index % period < run : random() < share;
    const other = makeWords(random, 1, vocabulary)[0] ?? 'the';
    changed += hit ? changeWord(word, other, random()) : word;
  }
  return changed;
}

function changeWord(word: string, other: string, kind: number): string {
  const stop = word.replace(/^\p{L}+/u, '');
  if (kind < 0.6) return other + stop;
  if (kind < 0.8) return stop.length > 1 ? stop : '';
  return `${other} ${word}`;
}

interface Case {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly goalMs?: number;
}

function makeCases(): Case[] {
  const random = createRandom(7);
  const vocabulary = makeVocabulary(random, 4000);
  const words = makeWords(random, WORDS, vocabulary);
  const others = makeWords(random, WORDS, vocabulary);
  const prose = punctuate(words, random, '\n\n');
  const line = punctuate(words, random, ' ');
  const bare = words.map((word) => `${word} `);
  const before = prose.join('');
  const edit = (of: readonly string[], share: number, run = 1) =>
    changeWords(of, { share, run, random, vocabulary });
  const han = (count: number) =>
    Array.from({ length: count }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 2000)));
  const hanWords = han(100_000);
  return [
    { name: '1 % scattered', before, after: edit(prose, 0.01), goalMs: 100 },
    { name: '1 % clustered', before, after: edit(prose, 0.01, 20), goalMs: 100 },
    { name: '30 % scattered', before, after: edit(prose, 0.3), goalMs: 100 },
    { name: '30 % clustered', before, after: edit(prose, 0.3, 150), goalMs: 100 },
    {
      name: 'unrelated',
      before,
      after: punctuate(others, random, '\n\n').join(''),
      goalMs: 300,
    },
    { name: 'one paragraph, 1 % scattered', before: line.join(''), after: edit(line, 0.01) },
    { name: 'one paragraph, 30 % scattered', before: line.join(''), after: edit(line, 0.3) },
    {
      name: 'one paragraph, unrelated',
      before: line.join(''),
      after: punctuate(others, random, ' ').join(''),
    },
    { name: 'no full stop, 1 % scattered', before: bare.join(''), after: edit(bare, 0.01) },
    { name: 'no full stop, 30 % scattered', before: bare.join(''), after: edit(bare, 0.3) },
    { name: 'no full stop, unrelated', before: bare.join(''), after: others.join(' ') },
    {
      name: 'one repeated word, 10,000 / 9,000',
      before: 'a '.repeat(10_000),
      after: 'a '.repeat(9_000),
    },
    {
      name: 'one repeated sentence',
      before: 'It is. '.repeat(5_000),
      after: 'It was. '.repeat(4_000),
    },
    { name: '100k letters, no space', before: 'x'.repeat(100_000), after: 'y'.repeat(100_000) },
    {
      name: '100k Han characters, 1 % scattered',
      before: hanWords.join(''),
      after: hanWords.map((word) => (random() < 0.01 ? '新' : word)).join(''),
    },
    {
      name: '100k Han characters, unrelated',
      before: hanWords.join(''),
      after: han(100_000).join(''),
    },
    { name: '50k emoji', before: '👩‍💻🇩🇪'.repeat(6_000), after: `${'👩‍💻🇩🇪'.repeat(5_990)}🇫🇷` },
  ];
}

function changedShare(parts: readonly DiffPart[]): string {
  const same = parts
    .filter((part) => part.type === 'same')
    .reduce((n, part) => n + part.text.length, 0);
  const all = parts.reduce((n, part) => n + part.text.length, 0);
  return `${parts.length} parts, ${Math.round((100 * same) / all)} % same`;
}

const cases = makeCases();
for (const { name, before, after, goalMs } of cases) {
  const times: number[] = [];
  let parts: DiffPart[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    parts = diffWords(before, after);
    times.push(performance.now() - start);
  }
  const goal = goalMs === undefined ? 'no goal' : { under: goalMs };
  print(`${name} [${changedShare(parts)}]`, goal, times);
}

const { before, after } = cases[2] ?? { before: '', after: '' };
const differ = createDiffer();
const waits: number[] = [];
let longestStallMs = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  let last = performance.now();
  const ticker = setInterval(() => {
    longestStallMs = Math.max(longestStallMs, performance.now() - last);
    last = performance.now();
  }, 1);
  const start = performance.now();
  await differ.diff(before, after);
  waits.push(performance.now() - start);
  clearInterval(ticker);
}
await differ.close();
print('30 % scattered, in the worker', 'no goal', waits);
print('… longest stall of the main thread', 'no goal', [longestStallMs]);
