import { askComment, type Draft, type DraftCheck } from '../draft.ts';
import type { RawComment } from '../rule.ts';

const NUMBERS: Record<string, number> = Object.fromEntries([
  ...'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, i + 2]),
  ...'zwei drei vier fünf sechs sieben acht neun zehn'.split(' ').map((word, i) => [word, i + 2]),
  ...'deux trois quatre cinq six sept huit neuf dix'.split(' ').map((word, i) => [word, i + 2]),
  ...'dos tres cuatro cinco seis siete ocho nueve diez'.split(' ').map((word, i) => [word, i + 2]),
]);

/** Nouns that count the items of a list and nothing else in the sentence. */
const ITEMS =
  'things|reasons|steps|changes|items|points|ways|options|questions|tips|parts|stages|phases|features|fixes|improvements|topics|goals|rules|examples|takeaways|lessons|ideas|tasks|requirements|conditions|benefits|problems|risks|actions|principles|criteria|areas|dinge|gründe|schritte|änderungen|punkte|fragen|möglichkeiten|regeln|aufgaben|ziele|choses|raisons|étapes|changements|points|questions|façons|règles|cosas|razones|pasos|cambios|puntos|preguntas|formas|reglas';

const COUNTED = new RegExp(
  String.raw`(?<!\p{L})(?<before>(?:first|last|one of|some of|of|at least|more than|over|up to|about|top|erste[nr]?|letzte[nr]?)\s+(?:the\s+)?)?(?<number>${Object.keys(NUMBERS).join('|')}|[2-9]|1[0-2])\s+(?:\p{Ll}+\s+){0,2}?(?:${ITEMS})(?!\p{L})[^.!?\d]{0,60}:\s*$`,
  'iu',
);
const ITEM = /^(?<indent>[ \t]*)(?:[-*+•]|\d{1,2}[.)])[ \t]+\S/;

/** “Three things:” above a list of four. */
export const findWrongCounts: DraftCheck = ({ text, map }: Draft) => {
  const code = map.blocks.filter((block) => block.type === 'code' || block.type === 'frontMatter');
  const lines = linesOf(text).filter(
    (line) => !code.some((block) => block.start <= line.start && line.start < block.end),
  );
  return lines.flatMap((line, index) => {
    if (ITEM.test(line.text) && /^\s/.test(line.text)) return [];
    const counted = COUNTED.exec(line.text);
    const { before, number = '' } = counted?.groups ?? {};
    if (!counted || before !== undefined) return [];
    const stated = NUMBERS[number.toLowerCase()] ?? Number(number);
    const items = countItems(
      lines.slice(index + 1).map((next) => next.text),
      line.text,
    );
    if (items < 2 || items === stated) return [];
    return [report(text, line.start + counted.index, counted[0].trimEnd(), stated, items)];
  });
};

function linesOf(text: string): { text: string; start: number }[] {
  return [...text.matchAll(/[^\n]*(?:\n|$)/g)].map((match) => ({
    text: match[0].replace(/\r?\n$/, ''),
    start: match.index,
  }));
}

/** The items of the list that begins right below; 0 when none does. */
function countItems(lines: readonly string[], above: string): number {
  const first = lines.find((line) => line.trim() !== '');
  const indent = ITEM.exec(first ?? '')?.groups?.indent?.length;
  const isFar = lines[0]?.trim() === '' && lines[1]?.trim() === '';
  if (indent === undefined || isFar || (ITEM.test(above) && indent === 0)) return 0;
  let count = 0;
  let isAfterBlank = false;
  for (const line of lines) {
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const depth = line.length - line.trimStart().length;
    const isItem = ITEM.test(line);
    if (depth < indent || (!isItem && depth === indent && isAfterBlank)) return count;
    if (isItem && depth <= indent + 1) count += 1;
    isAfterBlank = false;
  }
  return count;
}

function report(
  text: string,
  start: number,
  quote: string,
  stated: number,
  items: number,
): RawComment {
  return askComment(
    text,
    { start, end: start + quote.length },
    {
      rule: 'list-count',
      severity: 'major',
      problem: `The sentence promises ${stated}, and the list below has ${items}.`,
      why: 'Readers count along and look for the one that is missing.',
      instruction: `Should it say ${items}, or does the list need ${items < stated ? 'another item' : 'one item less'}?`,
    },
  );
}
