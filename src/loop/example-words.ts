/*
 * Critics copy the words of their examples, which are about other texts: in released runs two of three made-up
 * quotes came from there. A remark in those words is not about the text under review.
 */
import type { Suggestion } from './comment.ts';
import type { Persona } from './persona.ts';
import { suggestionOf } from './prompts/persona-section.ts';
import { wordsOf } from './similarity.ts';

/** So many words in a row of an example's text, or of what it says about it, are no accident. */
const OF_ITS_TEXT = 4;
const OF_ITS_REMARK = 6;

export interface SaidOfText {
  readonly problem: string;
  readonly why: string;
  readonly suggestion: Suggestion;
}

/** True for a remark that repeats the words of an example, unless the text under review has them too. */
export function repeatsExample(
  { problem, why, suggestion }: SaidOfText,
  examples: Persona['examples'],
  text: string,
): boolean {
  return [problem, why, suggestion.text ?? '', suggestion.instruction].some((words) =>
    hasWordsOf(words, examples, text),
  );
}

/** The same for a single sentence of an editor. */
export function hasWordsOf(words: string, examples: Persona['examples'], text: string): boolean {
  if (examples.length === 0) return false;
  const [said, own] = [plain(words), ` ${plain(text).join(' ')} `];
  return examples.some((example) => {
    const { draft, quote, suggestion } = example;
    const written = suggestionOf(suggestion).text ?? '';
    return (
      [draft, quote, written].some((of) => shares(said, of, OF_ITS_TEXT, own)) ||
      [example.problem, example.why].some((of) => shares(said, of, OF_ITS_REMARK, own))
    );
  });
}

/** A shorter saying than that counts where it is there as a whole. */
function shares(said: readonly string[], of: string, least: number, own: string): boolean {
  const theirs = plain(of);
  const length = Math.min(least, theirs.length);
  if (length < 3) return false;
  const runs = new Set(runsOf(theirs, length));
  return runsOf(said, length).some((run) => runs.has(run) && !own.includes(` ${run} `));
}

function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}

function plain(text: string): string[] {
  return wordsOf(text).map(({ value }) => value);
}
