import { CsvError, parse } from 'csv-parse/sync';
import { type AvoidedWord, STYLE_LIMITS } from './house-style.ts';
import type { WordImport } from './style-import.ts';

/** Programs for tables write commas, in many countries semicolons; what is copied out of them has tabs. */
const DELIMITERS = [',', ';', '\t'] as const;

/** The columns of a file without a head, in their order. */
const COLUMNS = ['word', 'use', 'language', 'case'] as const;
type Column = (typeof COLUMNS)[number] | 'type';
type Row = Readonly<Partial<Record<Column, string>>>;

/** Between what the cells of a text stand; null for a text of one column. */
export function findDelimiter(text: string): string | null {
  const [head = ''] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  const counted = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: head.split(delimiter).length,
  }));
  const [most] = counted.sort((one, other) => other.count - one.count);
  return most === undefined || most.count === 1 ? null : most.delimiter;
}

/** Reads a table of words: `word,use,language,case,type` under a head with these names, or the first four in this order. */
export function readWordCsv(text: string, delimiter: string): WordImport {
  const avoid: AvoidedWord[] = [];
  const names: string[] = [];
  const allowed: string[] = [];
  const left: string[] = [];
  let rows: readonly Row[] = [];
  try {
    rows = readRows(text, delimiter);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    left.push(
      `The table cannot be read from line ${error.lines} on: a quote is opened there and not closed.`,
    );
  }
  for (const row of rows) {
    const { word = '', type = '' } = row;
    if (word === '' || word.length > STYLE_LIMITS.wordChars) {
      const shown = Object.values(row).join(', ').slice(0, 40);
      left.push(`A row without a usable word was left out: “${shown}”.`);
    } else if (/^(?:name|never change)$/i.test(type)) names.push(word);
    else if (/^allowed$/i.test(type)) allowed.push(word);
    else avoid.push(avoidedWord(word, row));
  }
  return { words: { avoid, names, allowed }, left };
}

function readRows(text: string, delimiter: string): readonly Row[] {
  const rows = parse(text, {
    bom: true,
    comment: '#',
    comment_no_infix: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const [head = []] = rows;
  const names = head.map((name) => name.toLowerCase().replace(/^avoid$/, 'word'));
  const hasHead = names.includes('word');
  const columns: readonly string[] = hasHead ? names : COLUMNS;
  return rows
    .slice(hasHead ? 1 : 0)
    .map((cells) => Object.fromEntries(cells.map((cell, at) => [columns[at] ?? '', cell])));
}

function avoidedWord(
  word: string,
  { use = '', language = '', case: letters = '' }: Row,
): AvoidedWord {
  const languages = language.toLowerCase().match(/[a-z]{2,3}/g);
  const isCase = /^(?:yes|true|1|case|exact)$/i.test(letters);
  return {
    word,
    use: use === '?' ? '' : use,
    ...(isCase ? { caseSensitive: true } : {}),
    ...(languages === null ? {} : { languages: [...languages] }),
    ...(use === '?' ? { flagOnly: true } : {}),
  };
}
