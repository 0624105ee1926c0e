import type { RawComment } from './comment.ts';
import { wordsOf } from './similarity.ts';

/** Advice that fits every text and therefore helps none. Whole-phrase matches against problem and instruction. */
const EMPTY_ADVICE = [
  /\bmake (?:it|this|the \w+) (?:more |sound )?(?:engaging|compelling|impactful|interesting|better|stronger|punchier|pop)\b/i,
  /\b(?:improve|enhance|polish|tighten|work on) (?:the |its |your )?(?:overall )?(?:flow|tone|clarity|readability|wording|writing|style|structure|quality)\b/i,
  /\bconsider (?:revising|rewording|rephrasing|rewriting|improving|editing)\b/i,
  /\b(?:could|should|can|needs? to) be (?:improved|better|stronger|clearer|more (?:engaging|concise|clear))\b/i,
  /\badd (?:more )?(?:detail|details|context|depth|information)\b/i,
  /\b(?:it|something) (?:could be faster|is wrong with this)\b/i,
];

const PRAISE =
  /^(?:great|good|nice|excellent|well[- ](?:done|written)|strong|clear|lovely|perfect|love)\b/i;

/**
 * True for a remark nobody can act on: advice that fits any text without saying which words to write,
 * a suggestion that repeats the problem, or praise dressed as a problem.
 */
export function isGeneric(comment: RawComment): boolean {
  const { suggestion } = comment;
  if (suggestion.action === 'delete' || suggestion.action === 'move') return false;
  if (suggestion.text !== undefined && suggestion.text.trim() !== '') return false;
  if (isSame(comment.problem, suggestion.instruction)) return true;
  if (PRAISE.test(comment.problem.trim()) && suggestion.action !== 'ask') return true;
  return EMPTY_ADVICE.some(
    (pattern) =>
      pattern.test(suggestion.instruction) && remainder(suggestion.instruction, pattern) < 6,
  );
}

/** True when there is nothing to do: no replacement, no instruction, no question. */
export function lacksFix(comment: RawComment): boolean {
  const { action, text, instruction } = comment.suggestion;
  if (action === 'delete') return comment.quote.trim() === '';
  if (action === 'replace' && text !== undefined) return text === comment.quote;
  return (text ?? '').trim() === '' && instruction.trim() === '';
}

/** How many words the instruction has beyond the empty phrase: enough of them can make it concrete. */
function remainder(instruction: string, pattern: RegExp): number {
  return wordsOf(instruction.replace(pattern, ' ')).length;
}

function isSame(problem: string, instruction: string): boolean {
  const plain = (text: string) =>
    wordsOf(text)
      .map((word) => word.value)
      .join(' ');
  return plain(instruction) !== '' && plain(problem) === plain(instruction);
}
