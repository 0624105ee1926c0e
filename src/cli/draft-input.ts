import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { hasWords } from '../text/blank.ts';
import { UserError } from '../user-error.ts';

/** UTF-8 needs at most this many bytes for one character. */
const MAX_BYTES_PER_CHAR = 4;

/** A draft as it was given on the command line. */
export interface DraftInput {
  /** How to speak of it: the file as typed, or "standard input". */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a draft from a file, or from standard input for `-`, as UTF-8. Throws a UserError for anything
 * that is no readable text of at most `maxChars` characters; nothing is ever cut.
 */
export async function readDraft(
  file: string,
  { cwd, stdin, maxChars }: { cwd: string; stdin: Readable; maxChars: number },
): Promise<DraftInput> {
  if (file === '') {
    throw new UserError('The file has no name. Name one, or use - for standard input.', {
      code: 'bad_input',
    });
  }
  const name = file === '-' ? 'standard input' : file;
  const maxBytes = maxChars * MAX_BYTES_PER_CHAR;
  const stream = file === '-' ? stdin : await openFile(file, resolve(cwd, file));
  const { bytes, total } = await readBytes(stream, name, maxBytes);
  if (total > maxBytes) {
    throw tooLong(name, `${Math.ceil(total / 1000).toLocaleString('en')} kB`, maxChars);
  }
  const text = decode(name, bytes);
  const chars = [...text].length;
  if (chars > maxChars) throw tooLong(name, `${chars.toLocaleString('en')} characters`, maxChars);
  checkWords(name, text);
  return { name, text };
}

async function openFile(file: string, path: string): Promise<Readable> {
  const info = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw fileProblem(file, cause);
  });
  if (info.isDirectory()) {
    throw new UserError(`“${file}” is a folder. Name one text file in it.`, { code: 'bad_input' });
  }
  return createReadStream(path);
}

async function readBytes(
  stream: Readable,
  name: string,
  maxBytes: number,
): Promise<{ bytes: Buffer; total: number }> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      total += bytes.length;
      // Past the limit the rest is only measured, so that the refusal can name the size.
      if (total <= maxBytes) chunks.push(bytes);
    }
  } catch (cause) {
    throw fileProblem(name, cause as NodeJS.ErrnoException);
  }
  return { bytes: Buffer.concat(chunks), total };
}

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: 'There is no file “%s”. Check the name, or use - to read standard input.',
  ENOTDIR: 'There is no file “%s”. Check the name, or use - to read standard input.',
  EACCES: '“%s” may not be read. Ask for read permission on it, or copy it somewhere readable.',
  EPERM: '“%s” may not be read. Ask for read permission on it, or copy it somewhere readable.',
};

function fileProblem(name: string, cause: NodeJS.ErrnoException): UserError {
  const sentence = FILE_PROBLEMS[cause.code ?? ''];
  const message =
    sentence?.replace('%s', name) ??
    `“${name}” could not be read (${cause.code ?? 'unknown error'}). Check that it is a readable text file.`;
  return new UserError(message, { code: 'bad_input', cause });
}

function decode(name: string, bytes: Buffer): string {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.subarray(0, 2).toString('latin1'))) {
    throw badEncoding(name, 'it is UTF-16');
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    const place = `a zero byte at position ${(nul + 1).toLocaleString('en')}`;
    throw new UserError(
      `“${name}” is not a text file (${place}). Save the draft as .md or .txt and try again.`,
      { code: 'bad_input' },
    );
  }
  try {
    // A byte-order mark says how a file is written and is none of its words; it is not handed on.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw badEncoding(name, `byte ${firstInvalidByte(bytes)} is not UTF-8`, cause);
  }
}

function badEncoding(name: string, what: string, cause?: unknown): UserError {
  return new UserError(
    `“${name}” is in another encoding (${what}). Save it as UTF-8 and try again.`,
    { code: 'bad_input', cause },
  );
}

/** Position of the first byte that is not UTF-8, counted from 1. */
function firstInvalidByte(bytes: Buffer): string {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isUtf8(bytes.subarray(0, middle), { stream: true })) low = middle;
    else high = middle - 1;
  }
  // A character may begin there that never ends: the byte that begins it is the wrong one.
  while (!isUtf8(bytes.subarray(0, low), { stream: false })) low -= 1;
  return (low + 1).toLocaleString('en');
}

function isUtf8(bytes: Buffer, options: { stream: boolean }): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, options);
    return true;
  } catch {
    return false;
  }
}

function checkWords(name: string, text: string): void {
  if (text.trim() === '') {
    throw new UserError(`There is nothing to review: ${subject(name)} is empty.`, {
      code: 'empty_draft',
    });
  }
  if (!hasWords(text)) {
    throw new UserError(`There is nothing to review: ${subject(name)} has no words.`, {
      code: 'empty_draft',
    });
  }
}

function subject(name: string): string {
  return name === 'standard input' ? name : `“${name}”`;
}

function tooLong(name: string, size: string, maxChars: number): UserError {
  return new UserError(
    `${name === 'standard input' ? 'Standard input' : `“${name}”`} has ${size}; ` +
      `up to ${maxChars.toLocaleString('en')} characters are read at a time. Send it in parts.`,
    { code: 'too_long' },
  );
}
