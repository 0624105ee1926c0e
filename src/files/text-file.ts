import { UserError } from '../user-error.ts';
import { readDocx } from './docx.ts';

/** What is read of a file; counts of characters are UTF-16 units. */
export const FILE_LIMITS = { bytes: 4_000_000, chars: 400_000 } as const;

/** The kinds of files that are read. */
export const FILE_ENDINGS = ['.txt', '.md', '.docx'] as const;

/** The text of a file somebody gave. Throws a `UserError` that names the file, what is wrong and what to do. */
export async function readFileText(name: string, bytes: Uint8Array): Promise<string> {
  const shown = `“${name.slice(-80)}”`;
  if (bytes.length > FILE_LIMITS.bytes) {
    const [has, max] = [bytes.length, FILE_LIMITS.bytes].map((n) => (n / 1_000_000).toFixed(1));
    throw tooLarge(`${shown} has ${has} MB; a file may have up to ${max} MB.`);
  }
  const text = await readAs(endingOf(name), bytes, shown);
  if (text.trim() === '') throw unreadable(`${shown} has no text in it.`);
  if (text.length > FILE_LIMITS.chars) {
    const [has, max] = [text.length, FILE_LIMITS.chars].map((n) => n.toLocaleString('en'));
    throw tooLarge(`${shown} has ${has} characters; I read files up to ${max}.`);
  }
  return text;
}

function endingOf(name: string): string {
  return /\.[^.]*$/.exec(name)?.[0].toLowerCase() ?? '';
}

async function readAs(ending: string, bytes: Uint8Array, shown: string): Promise<string> {
  switch (ending) {
    case '.docx':
      return readDocx(bytes, shown);
    case '.txt':
    case '.md':
    case '.markdown':
      return decode(bytes, shown);
    default:
      throw new UserError(`I read .txt, .md and .docx files; ${shown} is none of them.`, {
        code: 'file_kind',
      });
  }
}

function decode(bytes: Uint8Array, shown: string): string {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw unreadable(`${shown} is not a text file, whatever its name says.`);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const sentence = `${shown} is not in UTF-8, so some letters would come out wrong. Save it as UTF-8 and add it again.`;
    throw unreadable(sentence, cause);
  }
}

/** Windows editors write UTF-16 with a byte order mark; everything else has to be UTF-8. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

function tooLarge(sentence: string): UserError {
  return new UserError(sentence, { code: 'file_too_large' });
}

function unreadable(sentence: string, cause?: unknown): UserError {
  return new UserError(sentence, { code: 'file_unreadable', cause });
}
