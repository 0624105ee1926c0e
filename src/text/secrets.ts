import { overlaps, type Range } from './range.ts';

/** A stretch of text that looks like a key, a token, a password or a card number. */
export interface Secret extends Range {
  /** The secret's own characters, `text.slice(start, end)`. */
  readonly text: string;
}

/** Shapes that give themselves away; a named group `value` narrows what is secret. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?:\s*[A-Za-z0-9+/=]{16,}(?=\s|$))*)/g,
  /\bxox[a-z](?:\.[a-z]+)?-[\w-]{6,}/g,
  /\bxapp-[\w-]{6,}/g,
  /\bgh[a-z]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bsk-(?=[\w-]*\d)[\w-]{16,}/g,
  /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b(?:npm|hf|shpat|shpss|dop_v1|pypi)[_-][A-Za-z0-9_-]{28,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /\bhttps:\/\/hooks\.\w+\.com\/(?<value>(?:services|workflows|triggers)\/[\w/-]{8,})/g,
  /\bhttps:\/\/[\w.]+\/api\/webhooks\/(?<value>\d+\/[\w-]{20,})/g,
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<value>[^\s/:@"'<>]{0,200}:[^\s/@"'<>]{1,200})@/gi,
  /\bBearer\s+(?<value>[\w.~+/-]{16,}=*)/gi,
  /(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key)["'`]?\s{0,3}[:=]\s{0,3}["'`]?(?<value>(?=[^\s"'`]{0,200}\d)(?=[^\s"'`]{0,200}[A-Za-z])[^\s"'`,;<>(){}$*]{8,200})/gi,
];

const CARD = /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\w-])/g;

/** Ids that are public by nature, whatever stands before them: commit hashes, digests, UUIDs. */
const PUBLIC_ID = /^[0-9a-f]+(?:-[0-9a-f]+)*$/i;

/** The secrets in a text, in order, none overlapping. Pure hexadecimal ids and UUIDs are none. */
export function findSecrets(text: string): Secret[] {
  const found = SHAPES.flatMap((shape) => [...text.matchAll(shape)].map(secretOf)).filter(
    (secret) => !PUBLIC_ID.test(secret.text),
  );
  const cards = [...text.matchAll(CARD)].map(secretOf).filter(({ text: card }) => isCard(card));
  const secrets: Secret[] = [];
  for (const secret of [...found, ...cards].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = secrets.at(-1);
    if (last === undefined || !overlaps(last, secret)) secrets.push(secret);
    else if (secret.end > last.end) {
      const { start } = last;
      secrets.splice(-1, 1, { start, end: secret.end, text: text.slice(start, secret.end) });
    }
  }
  return secrets;
}

function secretOf(match: RegExpExecArray): Secret {
  const [whole] = match;
  const text = match.groups?.value ?? whole;
  const start = match.index + whole.lastIndexOf(text);
  return { start, end: start + text.length, text };
}

/** The check digit of payment cards (Luhn), so that an order number is not taken for one. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).reverse();
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
