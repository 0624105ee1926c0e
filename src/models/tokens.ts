/** Counts the tokens a text comes to. */
export type CountTokens = (text: string) => number;

/**
 * A counter that knows the texts which are surely short enough without loading anything: a token is at
 * least one byte. Only a text that might pass `most` is counted, which loads a large table once.
 */
export async function openTokenCounter(text: string, most: number): Promise<CountTokens> {
  if (Buffer.byteLength(text) <= most) return (part) => Buffer.byteLength(part);
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Text that looks like a control token is text.
  return (part) => countTokens(part, { disallowedSpecial: new Set() });
}

/** About how many tokens a text comes to, for setting something aside: rather too many than too few. */
export function foreseeTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
