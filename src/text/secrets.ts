import { overlaps, type Range } from './range.ts';

/** A stretch of text that looks like a key, a token, a password or a card number. */
export interface Secret extends Range {
  /** The secret's own characters, `text.slice(start, end)`. */
  readonly text: string;
}

const PASSWORD = 'password|passwd|pwd|passphrase|passwort|kennwort';

/** What a password or key is that is not given away by its shape: digits and letters, without a gap. */
function mixed(least: number): string {
  const within = String.raw`[^\s"'${'`'}]{0,200}`;
  return String.raw`(?<value>(?=${within}\d)(?=${within}[A-Za-z])[^\s"'${'`'},;<>(){}$*”]{${least},200})`;
}

/** Shapes that give themselves away; a named group `value` narrows what is secret. */
const SHAPES: readonly RegExp[] = [
  // To its last line, or as far as what follows its first line reads like a key: quoted, escaped, with headers.
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|>|\\[nr])*(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{1,80}|[A-Za-z0-9+/=]{16,}(?=[\s"'`]|\\[nr]|$)))*)/g,
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
  /\b(?:npm|hf|shpat|shpss|shpca|shppa|do[opr]_v1|pypi|gsk|ntn|secret|lin_api|glsa|glc|sbp|r8|xai|pplx|GOCSPX)[_-](?=[\w-]*\d)[\w-]{28,}/g,
  /\b(?:dapi|key-|SK)[0-9a-f]{32}\b/g,
  /\bhv[sbr]\.[\w-]{20,}/g,
  /\bATATT3[\w=-]{20,}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g,
  /\b\d{8,10}:AA[\w-]{33}\b/g,
  /(?<![\w~.-])[\w.-]{3}\dQ~[\w.~-]{31,34}(?![\w~-])/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /\bhttps:\/\/hooks\.\w+\.com\/(?<value>(?:services|workflows|triggers)\/[\w/-]{8,})/g,
  /\bhttps:\/\/[\w.]+\/api\/webhooks\/(?<value>\d+\/[\w-]{20,})/g,
  // A password may hold an at sign: the last one before the path ends it.
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<value>[^\s/:@"'<>]{0,200}:[^\s/"'<>]{1,200})@/gi,
  /[?&](?:sig|signature|access_token|api_?key|token|X-Amz-(?:Signature|Security-Token))=(?<value>(?=[^\s&"'<>)]*\d)[^\s&"'<>)\]]{16,500})/gi,
  /\bBearer\s+(?<value>[\w.~+/-]{16,}=*)/gi,
  /\bAuthorization["'`]?\s{0,3}[:=]\s{0,3}["'`]?(?:Basic|Token)\s+(?<value>[\w.~+/-]{8,}=*)/gi,
  new RegExp(
    String.raw`(?:${PASSWORD}|secret(?:[_ -]?key)?|token|(?:api|account|access|private|encryption)[_ -]?key)["'${'`'}*]{0,3}[ \t]{0,3}[:=][ \t"'${'`'}*]{0,6}${mixed(8)}(?<![.:])`,
    'gi',
  ),
  // In a sentence, where a word of eight letters with a digit in it may be just a word.
  new RegExp(
    String.raw`(?:${PASSWORD}) (?:is|ist|lautet|est|es)[: ]\s?["'${'`'}“]?${mixed(8)}(?<![.:!?])`,
    'gi',
  ),
  /\b(?:aws|AWS|[Ss]ecret)\b[^\n]{0,40}?(?<![\w/+])(?<value>(?=[\w/+]{0,40}\d)(?=[\w/+]{0,40}[a-z])(?=[\w/+]{0,40}[A-Z])[A-Za-z0-9/+]{40})(?![\w/+=])/g,
  // Parts of a connection string, and settings of an environment: there a password needs no digit.
  /;\s?(?:password|pwd)\s?=\s?(?<value>[^;\s"'<>{}$*]{3,200})/gi,
  /\b(?:password|pwd)\s?=\s?(?<value>[^;\s"'<>{}$*]{3,200})(?=;\s?[a-z][a-z ]{1,30}=)/gi,
  /\b[A-Z][A-Z0-9_]*_(?:PASSWORD|PASSWD|PASSPHRASE|SECRET)=["']?(?<value>[^\s"'`,;<>(){}$*]{8,200})/g,
];

/** With single spaces or dashes anywhere in it, or with dots between its groups of four. */
const CARD =
  /(?<![\w.-])(?:[3-6]\d{3}(?:[ \u00a0\u2007\u2009\u202f-]?\d){9,15}|2[2-7]\d\d(?:[ \u00a0\u2007\u2009\u202f-]?\d{4}){3}|[2-6]\d{3}(?:\.\d{4}){3})(?![\w-])/g;

/** Ids that are public by nature, whatever stands before them: commit hashes, digests, UUIDs. */
const PUBLIC_ID = /^(?:[0-9a-f]+(?:-[0-9a-f]+)*|[0-9A-F]+(?:-[0-9A-F]+)*)$/;

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
