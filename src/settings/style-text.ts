/*
 * The word list as lines people write and read:
 *   utilise -> use           write one for the other
 *   utilise ->               leave it out
 *   utilise -> ?             the author chooses another word
 *   Github -> GitHub (case)  only in exactly this case
 *   Handy -> mobile (de)     only in texts of this language
 */
import type { AvoidedWord } from './house-style.ts';

/** Writes one entry as a line. */
export function writeAvoided({
  word,
  use,
  caseSensitive,
  languages,
  flagOnly,
}: AvoidedWord): string {
  const marks = [...(caseSensitive ? ['case'] : []), ...(languages ?? [])];
  const tail = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
  return `${word} -> ${flagOnly ? '?' : use}${tail}`.trimEnd();
}

/** Reads entries from lines; a line that is none is told with its number. */
export function readAvoided(text: string): {
  readonly entries: readonly AvoidedWord[];
  readonly problems: readonly string[];
} {
  const entries: AvoidedWord[] = [];
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    const match = /^(?<word>.+?)\s*(?:->|→|=>)\s*(?<use>.*)$/u.exec(trimmed);
    const word = match?.groups?.word?.trim() ?? '';
    if (word === '') {
      problems.push(
        `Line ${at + 1}, “${trimmed.slice(0, 40)}”, has no arrow: write it like “utilise -> use”.`,
      );
      continue;
    }
    entries.push(entryOf(word, (match?.groups?.use ?? '').trim()));
  }
  return { entries, problems };
}

function entryOf(word: string, rest: string): AvoidedWord {
  const marks =
    /^(?<use>.*?)\s*\((?<marks>(?:case|[a-z]{2,3})(?:\s*,\s*(?:case|[a-z]{2,3}))*)\)$/u.exec(rest);
  const use = marks?.groups?.use ?? rest;
  const names = (marks?.groups?.marks ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  const languages = names.filter((each) => each !== 'case');
  const flagOnly = use === '?';
  return {
    word,
    use: flagOnly ? '' : use,
    ...(names.includes('case') ? { caseSensitive: true } : {}),
    ...(languages.length === 0 ? {} : { languages }),
    ...(flagOnly ? { flagOnly } : {}),
  };
}
