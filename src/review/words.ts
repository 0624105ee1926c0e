/* Sentences that every way of reading a review shares: posts, the command line, pages. */
import type { Comment } from '../loop/comment.ts';
import type { LoopResult } from '../loop/events.ts';
import type { Usage } from '../loop/usage.ts';

/** What a run cost and why it ended, in one line. */
export function receiptLine({
  receipt,
  best,
  stopSentence,
}: Pick<LoopResult, 'receipt' | 'stopSentence'> & {
  readonly best: Pick<LoopResult['best'], 'number'>;
}): string {
  const parts = [
    count(receipt.rounds, 'round'),
    ...costParts(receipt),
    `best: revision ${best.number}`,
    `stopped: ${stopSentence}`,
  ];
  return parts.join(' · ');
}

/** What model calls cost, in parts of a line. */
export function costParts(usage: Usage) {
  const { calls, retries, inputTokens, outputTokens, cost, isCountedHere } = usage;
  if (calls + retries === 0) return ['no model used'];
  const about = isCountedHere ? 'about ' : '';
  return [
    count(calls, 'call'),
    ...(retries > 0 ? [count(retries, 'retry', 'retries')] : []),
    `${about}${shortNumber(inputTokens + outputTokens)} tokens`,
    cost === null ? 'cost unknown' : `${about}$${cost === 0 ? '0' : cost.toFixed(3)}`,
  ];
}

/** What became of the facts, in one line; null when the text was not changed or holds none. */
export function factsLine({
  best,
  receipt,
}: {
  readonly best: Pick<LoopResult['best'], 'number'>;
  readonly receipt: Pick<LoopResult['receipt'], 'facts'>;
}): string | null {
  const { kept, lost, added } = receipt.facts;
  if (best.number === 1 || kept + lost.length + added.length === 0) return null;
  const all = `${count(kept, 'fact')} (numbers, dates, names, links, code)`;
  const parts = kept === 0 ? [] : [`kept: ${all}`];
  if (lost.length > 0) parts.push(`gone: ${lost.map((text) => `“${text}”`).join(', ')}`);
  if (added.length > 0) parts.push(`new: ${added.map((text) => `“${text}”`).join(', ')}`);
  return parts.join(' · ');
}

/** A number with its noun. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A span of so many hours: “an hour”, “36 hours”, “3 days”. */
export function spanWords(hours: number): string {
  if (hours === 1) return 'an hour';
  return hours > 24 && hours % 24 === 0 ? count(hours / 24, 'day') : count(hours, 'hour');
}

/** A list as people write it: “a, b and c”. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

function shortNumber(number: number): string {
  return number < 1000 ? String(number) : `${(number / 1000).toFixed(1)}k`;
}

/** What to do about a comment: the suggestion, and what has to be answered before it is made. */
export function adviceOf({ suggestion, question }: Comment): string {
  return question === undefined ? suggestion.instruction : `${suggestion.instruction} ${question}`;
}
