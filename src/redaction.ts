// A log line may carry ids, counts, times and codes, never people's words and never a secret.
// Words are recognised by the name of their field, secrets by the name of the field or by their shape.

import { findSecrets } from './text/secrets.ts';

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

/** Names, without case, dashes and underscores, of fields that hold words people or models wrote. */
const WORDS =
  /(?:text|draft|quote|quoted|brief|body|content|contents|markdown|html|prompt|reply|replies|problem|why|suggestion|find|replace|before|after|note|excerpt|summary|title|input|output|message)$/;

/** Names of fields that hold what was thrown. */
const THROWN = /^(?:error|err|cause)$/;

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
  if (isFact(value)) return value;
  if (isHidden) return REDACTED;
  return THROWN.test(plainName) ? copyThrown(value, depth) : copyValue(value, depth);
}

function copyValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (depth > MAX_DEPTH) return REDACTED;
  if (value instanceof Error) return copyError(value, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1));
  return copyRecord(value, depth);
}

/** What is thrown and is no error may be anything, people's words too: its kind is told and nothing of it. */
function copyThrown(thrown: unknown, depth: number): unknown {
  return thrown instanceof Error ? copyValue(thrown, depth) : { name: typeof thrown };
}

/** Keeps what tells where it broke; an error's sentence may quote what it choked on. */
function copyError(error: Error, depth: number): Record<string, unknown> {
  const { name, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name: label(name),
    reason: hideAddresses(hideQuoted(String(error.message))),
    ...(code === undefined ? {} : { code: label(code) }),
    frames: framesOf(error),
    ...(cause === undefined ? {} : { cause: copyThrown(cause, depth + 1) }),
  };
}

/** A name or code is one word of a vocabulary; anything else was put together from something. */
function label(value: unknown): unknown {
  if (isFact(value)) return value;
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) ? value : REDACTED;
}

/** Where it was thrown. The stack repeats the sentence, a line of which may look like a place. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const said = stack.indexOf(message);
  const places = said === -1 ? stack : stack.slice(said + message.length);
  return places
    .split('\n')
    .filter((line) => /^\s+at .*(?::\d+|\(native\)|<anonymous>|\(index \d+\))\)?$/.test(line))
    .map((frame) => frame.trim());
}

const QUOTED = /"|[“”„«»]|(?<!\w)['‘`]|['’`](?!\w)/g;

/**
 * Parsers and databases put the offending words in quotation marks, and those may hold marks themselves: all
 * from the first to the last is left out, and all to the end where one is open.
 */
function hideQuoted(sentence: string): string {
  const firstLine = sentence.replace(/\n[\s\S]*/, '');
  const marks = [...firstLine.matchAll(QUOTED)].map(({ index }) => index);
  const [first] = marks;
  if (first === undefined) return firstLine;
  const isOpen = marks.length % 2 === 1;
  const rest = isOpen ? '' : firstLine.slice((marks.at(-1) ?? first) + 1);
  return firstLine.slice(0, first) + REDACTED + rest;
}

/** An address may be what opens something: who was asked is told, and no more. */
function hideAddresses(sentence: string): string {
  return sentence.replace(/(\b[a-z][a-z\d+.-]*:\/\/[^\s/?#]+)[/?#]\S+/gi, `$1/${REDACTED}`);
}

function isFact(value: unknown): boolean {
  return value === null || ['number', 'boolean', 'undefined', 'bigint'].includes(typeof value);
}
