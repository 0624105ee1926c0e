// A log line may carry ids, counts, times and codes, never people's words and never a secret.
// Words are recognised by the name of their field, secrets by the name of the field or by their shape.

import { findSecrets } from './text/secrets.ts';

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

/** Names, without case, dashes and underscores, of fields that hold words people or models wrote. */
const WORDS =
  /(?:text|draft|quote|quoted|brief|body|content|contents|markdown|html|prompt|reply|replies|problem|why|suggestion|find|replace|before|after|note|excerpt|summary|title|input|output|message)$/;

const SECRET_NAMES =
  /token|secret|password|passphrase|authorization|cookie|apikey|privatekey|encryptionkey|signature|credential|databaseurl|baseurl/;

/** Looser shapes than a draft is searched for: in a log too much left out does no harm. */
const LOOSE_SHAPES: readonly RegExp[] = [
  /\bxox[a-z]-[\w-]+/g,
  /\bxapp-[\w-]+/g,
  /\bgh[a-z]_\w{10,}/g,
  /\bgithub_pat_\w+/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{12,}/g,
  /\bsk-[\w-]{8,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /\b[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}/g,
  /\bBearer\s+[^\s"\\]+/gi,
  /(?<=:\/\/)[^\s"\\/@]+(?=@)/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|(?=")|$)/g,
];

/** Replaces everything in the line that has the shape of a secret. */
export function redactSecrets(line: string): string {
  const known = findSecrets(line).reduceRight(
    (clean, { start, end }) => clean.slice(0, start) + REDACTED + clean.slice(end),
    line,
  );
  return LOOSE_SHAPES.reduce((clean, shape) => clean.replace(shape, REDACTED), known);
}

/** Copies the fields of a log line without the values of fields that hold words or secrets, at any depth. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return copyRecord(fields, 0);
}

function copyRecord(record: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, copyField(name, value, depth + 1)]),
  );
}

function copyField(name: string, value: unknown, depth: number): unknown {
  const plainName = name.toLowerCase().replace(/[-_]/g, '');
  const isHidden = WORDS.test(plainName) || SECRET_NAMES.test(plainName);
  // Numbers and switches are facts about words, like tokens: 1200, not the words.
  return isHidden && !isFact(value) ? REDACTED : copyValue(value, depth);
}

function copyValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (value instanceof Error) return copyError(value, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1));
  return copyRecord(value, depth);
}

/** Keeps what tells where it broke; an error's sentence may quote what it choked on. */
function copyError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error;
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name,
    reason: hideQuoted(message),
    ...('code' in error ? { code: error.code } : {}),
    frames: frames.map((frame) => frame.trim()),
    ...(cause === undefined ? {} : { cause: copyValue(cause, depth + 1) }),
  };
}

/** Parsers and databases put the offending words in quotation marks. */
function hideQuoted(sentence: string): string {
  const firstLine = sentence.replace(/\n[\s\S]*/, '');
  return firstLine.replace(/"[^"]*(?:"|$)|(?<!\w)'[^']*(?:'|$)|`[^`]*(?:`|$)/g, REDACTED);
}

function isFact(value: unknown): boolean {
  return value === null || ['number', 'boolean', 'undefined', 'bigint'].includes(typeof value);
}
