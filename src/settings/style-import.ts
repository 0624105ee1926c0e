/*
 * Word lists of elsewhere: substitution, existence and vocabulary files of the prose linter Vale, CSV, and
 * a house style of our own as YAML or JSON.
 * Patterns that stand for a handful of words are spelled out; what cannot be is told and left out.
 */
import { parse } from 'yaml';
import { type AvoidedWord, type HouseStyle, STYLE_LIMITS } from './house-style.ts';
import { readHouseStyle } from './style-form.ts';
import { findDelimiter, readWordCsv } from './word-csv.ts';

/** What was found in a file. */
export interface WordImport {
  readonly words: Pick<HouseStyle, 'avoid' | 'names' | 'allowed'>;
  /** Sentences about what was left out. */
  readonly left: readonly string[];
}

/** Reads a word list in any of the forms it may come in. */
export function importWords(text: string): WordImport {
  const data = readData(text);
  if (data !== null && 'extends' in data) return fromVale(data as ValeRule);
  if (data !== null && isOwnForm(data)) return fromOwn(data);
  const delimiter = findDelimiter(text);
  if (delimiter !== null) return readWordCsv(text, delimiter);
  // A vocabulary: one term a line.
  const words = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const plain = words.flatMap(spellOut);
  return { words: { avoid: [], names: [], allowed: [...new Set(plain)] }, left: leftOut(words) };
}

interface ValeRule {
  readonly extends: string;
  readonly swap?: unknown;
  readonly tokens?: unknown;
  readonly ignorecase?: unknown;
}

/** YAML, of which JSON is a part; null for a text that is neither, or no mapping. */
function readData(text: string): object | null {
  try {
    const value: unknown = parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads a whole house style written as we write one; null for a text in any other form. */
export function readStyleFile(text: string): ReturnType<typeof readHouseStyle> | null {
  const data = readData(text);
  return data !== null && isOwnForm(data) ? readHouseStyle(data) : null;
}

function isOwnForm(data: object): boolean {
  return OWN_FIELDS.some((field) => field in data);
}

const OWN_FIELDS = ['names', 'avoid', 'allowed', 'guide', 'dialect', 'register'] as const;

function fromOwn(data: object): WordImport {
  const read = readHouseStyle(data);
  if ('problems' in read) {
    return { words: { avoid: [], names: [], allowed: [] }, left: read.problems };
  }
  const { avoid, names, allowed, guide, dialect, register } = read.style;
  const isMore = guide !== '' || dialect !== undefined || register !== undefined;
  const left = isMore
    ? ['Its guide, dialect and register were left out: only words are added.']
    : [];
  return { words: { avoid, names, allowed }, left };
}

function fromVale(rule: ValeRule): WordImport {
  const caseSensitive = rule.ignorecase === true ? {} : ({ caseSensitive: true } as const);
  const left: string[] = [];
  if (rule.extends === 'substitution') {
    const swaps = swapsOf(rule.swap);
    const avoid = swaps.flatMap(([pattern, use]): AvoidedWord[] => {
      const [first = ''] = use.split('|');
      const words = spellOut(pattern);
      if (words.length === 0) left.push(patternLeft(pattern));
      return words.map((word) => ({ word, use: first, ...caseSensitive }));
    });
    return { words: { avoid, names: [], allowed: [] }, left };
  }
  if (rule.extends === 'existence') {
    const tokens = Array.isArray(rule.tokens) ? rule.tokens.map(String) : [];
    const avoid = tokens.flatMap((pattern): AvoidedWord[] => {
      const words = spellOut(pattern);
      if (words.length === 0) left.push(patternLeft(pattern));
      return words.map((word) => ({ word, use: '', flagOnly: true, ...caseSensitive }));
    });
    return { words: { avoid, names: [], allowed: [] }, left };
  }
  return {
    words: { avoid: [], names: [], allowed: [] },
    left: [
      `A rule that extends “${rule.extends}” has no word list: substitution and existence have.`,
    ],
  };
}

/** Vale takes a mapping, or a list of mappings. */
function swapsOf(swap: unknown): (readonly [string, string])[] {
  const maps = Array.isArray(swap) ? swap : [swap];
  return maps.flatMap((map) =>
    typeof map === 'object' && map !== null
      ? Object.entries(map).map(([pattern, use]) => [pattern, String(use ?? '')] as const)
      : [],
  );
}

/** At most this many words for one pattern. */
const MAX_SPELLED = 16;

/** The words a simple pattern stands for, such as `colou?rs?` or `(?:e-mail|email)`; none for any other. */
export function spellOut(pattern: string): string[] {
  const plain = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\b', '')
    .replace(/^\(\?i\)/, '');
  const spelled = alternatives(plain);
  if (spelled === null) return [];
  const words = [...new Set(spelled.map((word) => word.trim()))].filter((word) => word !== '');
  const isPlain = words.every(
    (word) => !/[[\]{}()*+?^$|\\]/.test(word) && word.length <= STYLE_LIMITS.wordChars,
  );
  return isPlain && words.length <= MAX_SPELLED ? words : [];
}

/** Spells out groups, alternatives, sets of a few letters and `?`; null when there are too many. */
function alternatives(pattern: string): string[] | null {
  const set = /\[([\p{L}\p{N} ’'-]{1,8})\](\?)?/u.exec(pattern);
  // Within brackets a hyphen stands for itself at the ends alone.
  if (set !== null && !/.-./u.test(set[1] ?? '')) {
    const [all, inside = '', optional] = set;
    const options = [...inside, ...(optional === undefined ? [] : [''])];
    return gather(options.map((option) => pattern.replace(all, () => option)));
  }
  const group = /\((?:\?:)?([^()]*)\)(\?)?/.exec(pattern);
  if (group !== null) {
    const [all, inside = '', optional] = group;
    const options = [...inside.split('|'), ...(optional === undefined ? [] : [''])];
    return gather(options.map((option) => pattern.replace(all, () => option)));
  }
  if (pattern.includes('|')) return gather(pattern.split('|'));
  const optional = /([^\\])\?/u.exec(pattern);
  if (optional !== null) {
    const [all, letter = ''] = optional;
    return gather([pattern.replace(all, () => letter), pattern.replace(all, '')]);
  }
  return [pattern.replace(/\\([.\-'/ ])/g, '$1')];
}

function gather(patterns: readonly string[]): string[] | null {
  if (patterns.length > MAX_SPELLED) return null;
  const words: string[] = [];
  for (const pattern of patterns) {
    const spelled = alternatives(pattern);
    if (spelled === null) return null;
    words.push(...spelled);
    if (words.length > MAX_SPELLED * 4) return null;
  }
  return words;
}

function leftOut(patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => spellOut(pattern).length === 0).map(patternLeft);
}

function patternLeft(pattern: string): string {
  return `“${pattern.slice(0, 60)}” is a pattern that stands for too many words: add the ones you mean by hand.`;
}
