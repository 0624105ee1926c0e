/** `unknown` is treated as `revise`: a critic that cannot be understood has not accepted anything. */
export type Verdict = 'accept' | 'revise' | 'unknown';

const ACCEPT = /^(?:accept(?:ed)?|approved?|pass(?:ed)?|ok(?:ay)?|lgtm)$/;
const REVISE =
  /^(?:revise|revision|reject(?:ed)?|fail(?:ed)?|changes? requested|needs? (?:work|revision|changes))$/;

/** Reads a critic's verdict: " PASS\n" and "Accept." are `accept`; anything unclear is `unknown`. */
export function parseVerdict(verdict: string): Verdict {
  const word = verdict
    .toLowerCase()
    .replace(/^[\s"'*_`]+|[\s"'*_`.!]+$/g, '')
    .replace(/_/g, ' ');
  if (ACCEPT.test(word)) return 'accept';
  return REVISE.test(word) ? 'revise' : 'unknown';
}
