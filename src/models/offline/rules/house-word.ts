import { type AvoidedWord, type HouseStyle, wholeWords, wordRuleId } from '../house-style.ts';
import { inCaseOf, type Passage } from '../passage.ts';
import { overlaps, type Range, type RawComment, replaceComment } from '../rule.ts';

/** Words the workspace decided to write differently, in any language; its decision is reason enough to apply it. */
export function findHouseWords(
  passage: Passage,
  house: HouseStyle,
  { offLimits, language }: { readonly offLimits: readonly Range[]; readonly language: string },
): RawComment[] {
  const entries = house.avoid.filter(({ languages }) => languages?.includes(language) ?? true);
  return entries.flatMap((entry) =>
    passage.prose.flatMap((prose) => findEntry(passage.text, prose, entry, offLimits)),
  );
}

function findEntry(
  text: string,
  prose: Range,
  entry: AvoidedWord,
  offLimits: readonly Range[],
): RawComment[] {
  if (entry.word.trim() === '') return [];
  const found: RawComment[] = [];
  for (const match of text
    .slice(prose.start, prose.end)
    .matchAll(wholeWords(entry.word, entry.caseSensitive ? 'gu' : 'giu'))) {
    const start = prose.start + match.index;
    const range = { start, end: start + match[0].length };
    const replacement = entry.caseSensitive ? entry.use : inCaseOf(match[0], entry.use);
    if (!entry.flagOnly && replacement === match[0]) continue;
    if (standsInside(text, range, entry.use)) continue;
    if (offLimits.some((span) => overlaps(span, range))) continue;
    if (entry.flagOnly) {
      found.push(flagged(text, range, entry));
      continue;
    }
    found.push(
      replaceComment(text, range, replacement, {
        rule: 'house-word',
        trust: 'safe',
        severity: 'minor',
        kind: 'style',
        problem: problemWith(entry),
        why: WHY,
        ...(replacement === '' ? { instruction: 'Leave it out.' } : {}),
      }),
    );
  }
  return found;
}

const WHY = 'One word for one thing: readers need not wonder whether two words mean two things.';

function problemWith(entry: AvoidedWord): string {
  return `The house style avoids “${entry.word}” (rule ${wordRuleId(entry)}).`;
}

/** A word to avoid with nothing to put in its place: only the author can say what is meant. */
function flagged(text: string, range: Range, entry: AvoidedWord): RawComment {
  return {
    kind: 'style',
    severity: 'minor',
    quote: text.slice(range.start, range.end),
    start: range.start,
    problem: problemWith(entry),
    why: WHY,
    suggestion: { action: 'ask', instruction: 'Which word says it here?' },
    rule: 'house-word',
  };
}

/** “sign in” is not to be replaced where “please sign in” already stands. */
function standsInside(text: string, range: Range, use: string): boolean {
  const around = use.toLowerCase();
  const quote = text.slice(range.start, range.end).toLowerCase();
  for (let at = around.indexOf(quote); at !== -1; at = around.indexOf(quote, at + 1)) {
    const start = range.start - at;
    if (text.slice(start, start + around.length).toLowerCase() === around && start >= 0) {
      if (around.length > quote.length) return true;
    }
  }
  return false;
}
