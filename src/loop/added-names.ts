/*
 * Names that no comment asked for, where facts cannot tell a name from a noun: German writes both with a
 * capital, and in Chinese, Hebrew or Arabic any word in Latin letters may be one. Where comments say in so
 * many words what to write, such a word is nobody's wish.
 */
import { detectLanguage } from '../text/language.ts';
import { overlaps } from '../text/range.ts';
import type { Comment } from './comment.ts';
import { anchorRange } from './screen.ts';
import type { SentenceGroup } from './sentence-groups.ts';

const IN_OTHER_LETTERS = new Set([
  'ar',
  'el',
  'fa',
  'he',
  'hi',
  'ja',
  'ko',
  'ru',
  'th',
  'uk',
  'zh',
]);
/** Latin letters inside a text that is written in others. */
const FOREIGN_WORD = /(?<![\p{L}\p{N}])\p{Lu}\p{sc=Latin}{2,}(?![\p{L}\p{N}])/gu;
/** A word with a capital that does not begin a sentence. */
const NOUN = /(?<=[\p{L}\p{N},;] )\p{Lu}\p{L}{2,}(?![\p{L}\p{N}])/gu;

export interface AddedNamesInput {
  readonly before: string;
  readonly after: string;
  /** The old text with every planned replacement made. */
  readonly expected: string;
  readonly plan: readonly Comment[];
  readonly brief: string;
}

/** Names each such word as a clause. */
export function findAddedNames(
  { before, after, expected, plan, brief }: AddedNamesInput,
  groups: readonly SentenceGroup[],
): string[] {
  const pattern = patternFor(before);
  // What a writer wrote from a brief it may write anew.
  if (pattern === null || brief !== '') return [];
  const known = [...new Set(wordsIn([before, expected, ...plan.map(wishOf)].join('\n')))];
  return groups.flatMap((group) => {
    const isSaidExactly = plan
      .filter(({ anchor }) => overlaps(anchorRange(anchor), group.before))
      .every(({ suggestion }) => suggestion.action === 'delete' || suggestion.text !== undefined);
    if (!isSaidExactly) return [];
    const words = after.slice(group.after.start, group.after.end).match(pattern) ?? [];
    return words
      .filter((word) => !isKnown(word, known))
      .map((word) => `The word “${word}” was added, and no comment asks for it`);
  });
}

function patternFor(text: string): RegExp | null {
  const { language } = detectLanguage(text);
  if (language === 'de') return NOUN;
  return IN_OTHER_LETTERS.has(language) ? FOREIGN_WORD : null;
}

/** Polite forms of address are no names, and a word may stand in another case than before. */
function isKnown(word: string, known: readonly string[]): boolean {
  if (/^(?:Sie|Ihnen|Ihr\p{Ll}{0,2})$/u.test(word)) return true;
  const plain = word.toLowerCase();
  return known.some(
    (other) =>
      other === plain || (other.length > 3 && (other.startsWith(plain) || plain.startsWith(other))),
  );
}

/** All a comment says: even its reasons may name what is to be written. */
function wishOf({ problem, why, suggestion }: Comment): string {
  return [problem, why, suggestion.instruction, suggestion.text ?? ''].join(' ');
}

function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => word.toLowerCase());
}
