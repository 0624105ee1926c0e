import { countHiddenCharacters, findEmoji, findLookalikes } from '../text/hidden-characters.ts';
import { clip } from './clip.ts';
import type { Comment } from './comment.ts';

/** A text before and after a refinement, and what the plan alone would make of it. */
export interface ComparedTexts {
  readonly before: string;
  readonly expected: string;
  readonly after: string;
}

/**
 * Names what changed in characters a reader does not see or reads at a glance: hidden characters, letters of
 * another alphabet inside a word, emoji, quotation marks around everything. None may come, and no emoji may go, that no planned remark quotes
 * or names; where a person spoke, emoji are theirs to decide.
 */
export function findCharacterChanges(
  { before, expected, after }: ComparedTexts,
  plan: readonly Comment[],
): string[] {
  const isPersons = plan.some(({ source }) => 'human' in source);
  const named = plan.map(wordsOfRemark).join('\n');
  const isAskedFor = (each: string) => isPersons || named.includes(each);
  const hidden = addedTo([before, expected], after, countHiddenCharacters);
  const lookalikes = addedTo([before, expected], after, (text) => count(findLookalikes(text)));
  const emoji = (text: string) => count(findEmoji(text));
  return [
    ...(isQuotedWhole(after) && ![before, expected].some(isQuotedWhole)
      ? ['Quotation marks were put around the text']
      : []),
    ...hidden.map((name) => `The hidden character ${name} was added`),
    ...lookalikes.map((word) => `“${clip(word)}” mixes letters of two alphabets`),
    ...lostFrom([before, expected], after, emoji)
      .filter((each) => !isAskedFor(each))
      .map((each) => `The emoji “${each}” is missing`),
    ...addedTo([before, expected], after, emoji)
      .filter((each) => !isAskedFor(each))
      .map((each) => `The emoji “${each}” was added`),
  ];
}

function isQuotedWhole(text: string): boolean {
  return /^\s*["“„«「『'‘][\s\S]*["”“»」』'’]\s*$/u.test(text);
}

function wordsOfRemark({ anchor, suggestion }: Comment): string {
  const quote = anchor.type === 'quote' ? anchor.quote : '';
  return `${quote}\n${suggestion.text ?? ''}\n${suggestion.instruction}`;
}

type Counter = (text: string) => ReadonlyMap<string, number>;

/** What occurs more often now than in each of the texts it may come from. */
export function addedTo(sources: readonly string[], now: string, counter: Counter): string[] {
  const known = sources.map(counter);
  return [...counter(now)].flatMap(([key, times]) =>
    known.every((counts) => (counts.get(key) ?? 0) < times) ? [key] : [],
  );
}

/** What occurs less often now than in every one of the texts it was in. */
export function lostFrom(sources: readonly string[], now: string, counter: Counter): string[] {
  const [first, ...rest] = sources.map(counter);
  const left = counter(now);
  return [...(first ?? [])].flatMap(([key, times]) => {
    const least = Math.min(times, ...rest.map((counts) => counts.get(key) ?? 0));
    return (left.get(key) ?? 0) < least ? [key] : [];
  });
}

/** How often each entry of a list occurs. */
export function count(list: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of list) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return counts;
}
