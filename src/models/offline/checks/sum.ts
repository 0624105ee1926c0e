import { askComment, type Draft, type DraftCheck } from '../draft.ts';
import type { RawComment } from '../rule.ts';

const FIGURE = String.raw`(?<currency>[$€£¥]\s?)?(?<figure>\d{1,3}(?:[,.’' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)\s?(?<unit>%|€|[\p{L}]{0,12})`;
const LABELLED_LINE = new RegExp(
  String.raw`^[ \t]*(?:[-*+•]\s+|\d{1,2}[.)]\s+)?(?<label>[^:|\d\n]{1,60}):\s*${FIGURE}[ \t]*\.?$`,
  'u',
);
const TOTAL =
  /(?<!\p{L})(?:sub)?(?:total|sum|gesamt|summe|insgesamt|somme|suma)(?!\p{L})|合計|总计|總計|合计/iu;
const INLINE =
  /(?<![\p{L}\p{N}.,$€£-])(?<total>\d{1,5})\s(?<noun>\p{Ll}+(?:\s\p{Ll}+){0,2})(?:\s?[:–—]\s|\s\()(?<parts>\d{1,5}\s[^.!?:;()\n]{2,200})(?=[.)\n]|$)/gu;
const SHARES =
  /\b(?:split|breakdown|shares?|divided|distribution|distributed|made up of|verteilt|anteile?|répartition|reparto)\b/iu;

/** Parts that do not add up to the total beside them, and shares of more than the whole. */
export const findWrongSums: DraftCheck = (draft) => [
  ...lineSums(draft),
  ...inlineSums(draft),
  ...shareSums(draft),
];

interface Entry {
  readonly label: string;
  readonly value: number;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** “Label: 5” lines that end in “Total: 12”. */
function lineSums({ text, map }: Draft): RawComment[] {
  const code = map.blocks.filter((block) => block.type === 'code');
  const comments: RawComment[] = [];
  let run: Entry[] = [];
  for (const match of text.matchAll(/[^\n]+|\n(?=\s*\n)/g)) {
    const isInCode = code.some((block) => block.start <= match.index && match.index < block.end);
    const entry = isInCode ? null : readEntry(match[0], match.index);
    if (entry && TOTAL.test(entry.label)) {
      comments.push(...judgeTotal(text, run, entry));
      run = [];
    } else if (entry) run = [...run, entry];
    else if (match[0].trim() !== '') run = [];
  }
  return comments;
}

function readEntry(line: string, start: number): Entry | null {
  const match = LABELLED_LINE.exec(line.replaceAll('**', '').replace(/\r$/, ''));
  const { label = '', figure = '', unit = '', currency = '' } = match?.groups ?? {};
  const value = figureValue(figure);
  if (!match || value === null) return null;
  return {
    label,
    value,
    kind: currency.trim() + unit.replace(/s$/, ''),
    start,
    end: start + line.trimEnd().length,
  };
}

function judgeTotal(text: string, parts: readonly Entry[], total: Entry): RawComment[] {
  if (parts.length < 2 || parts.some((part) => part.kind !== total.kind || TOTAL.test(part.label)))
    return [];
  const sum = round(parts.reduce((all, part) => all + part.value, 0));
  if (sum === total.value) return [];
  return [report(text, total, sum, total.value)];
}

/** “14 people: 6 engineers, 5 designers and 4 writers”. */
function inlineSums({ masked, text }: Draft): RawComment[] {
  return [...masked.matchAll(INLINE)].flatMap((match) => {
    const { total = '', noun = '', parts = '' } = match.groups ?? {};
    const pieces = parts.split(/,\s+(?:and\s+)?|\s+and\s+|\s+plus\s+|\s+und\s+|\s+et\s+|\s+y\s+/u);
    const values = pieces.map((piece) =>
      Number(/^(\d{1,5})\s\p{L}/u.exec(piece)?.[1] ?? Number.NaN),
    );
    const isClear = values.length >= 2 && values.every(Number.isFinite);
    if (
      !isClear ||
      /\b(?:or|oder|ou|o|of|per|times|x)\b|\d\D+\d/u.test(
        pieces
          .join('|')
          .replace(/\|/g, '\n')
          .split('\n')
          .map((piece) => piece.replace(/^\d+/, ''))
          .join(' '),
      )
    )
      return [];
    // “2 options: 5 seats, 10 seats” counts the parts instead of adding them.
    const stated = Number(total);
    const sum = values.reduce((all, value) => all + value, 0);
    if (sum === stated || values.length === stated || stated <= Math.max(...values) || noun === '')
      return [];
    const range = { start: match.index, end: match.index + match[0].length };
    return [report(text, range, sum, stated)];
  });
}

function shareSums({ masked, text, sentences }: Draft): RawComment[] {
  return sentences.flatMap(({ start, end }) => {
    const sentence = masked.slice(start, end);
    if (!SHARES.test(sentence)) return [];
    const shares = [...sentence.matchAll(/(?<![\d.,-])(\d{1,3}(?:[.,]\d+)?)\s?%/g)];
    const sum = round(shares.reduce((all, share) => all + Number(share[1]?.replace(',', '.')), 0));
    if (
      shares.length < 2 ||
      sum <= 101 ||
      /\b(?:from|to|up|down|than|increase|grew|rose|fell)\b/iu.test(sentence)
    )
      return [];
    const [first, last] = [shares[0], shares.at(-1)];
    if (!first || !last) return [];
    const range = { start: start + first.index, end: start + last.index + last[0].length };
    return [
      askComment(text, range, {
        rule: 'sum',
        severity: 'major',
        problem: `These shares add up to ${sum} %.`,
        why: 'Shares of one whole cannot be more than all of it.',
        instruction: 'Which of the shares is right?',
      }),
    ];
  });
}

function report(
  text: string,
  range: { start: number; end: number },
  sum: number,
  stated: number,
): RawComment {
  return askComment(text, range, {
    rule: 'sum',
    severity: 'major',
    problem: `The parts add up to ${sum}, and the total says ${stated}.`,
    why: 'A reader who does the sum no longer knows which of the figures to trust.',
    instruction: 'Is the total wrong, one of the parts, or is a part missing?',
  });
}

/** Null when a mark could be a thousands or a decimal mark. */
function figureValue(figure: string): number | null {
  if (/^\d{1,3}[.,]\d{3}$/.test(figure))
    return figure.includes(',') ? Number(figure.replace(',', '')) : null;
  const plain = figure.replace(/[’' ]/g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  return /^\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
