import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { HouseStyle } from '../models/offline/house-style.ts';
import { importWords, readStyleFile } from '../settings/style-import.ts';
import { UserError } from '../user-error.ts';

/** A house style from a file, and sentences about what in it could not be used. */
export interface StyleFile {
  readonly house: HouseStyle;
  readonly left: readonly string[];
}

/**
 * Reads a house style in any form that can be imported: our own as YAML or JSON, a file of Vale's, or CSV.
 * Throws a UserError that names the file, the field and the fix.
 */
export async function readHouseStyle(file: string, cwd: string): Promise<StyleFile> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw problem(file, 'it cannot be read; check the name', cause);
  }
  const own = readStyleFile(text);
  if (own !== null) {
    if ('problems' in own) throw problem(file, own.problems.join(' '));
    return { house: own.style, left: [] };
  }
  // What begins as our own form and breaks off is no list of words.
  if (/^\s*[{[]/.test(text)) throw problem(file, 'it is not JSON');
  const { words, left } = importWords(text);
  if (words.avoid.length + words.names.length + words.allowed.length === 0) {
    throw problem(file, left[0] ?? 'there is no word in it');
  }
  return { house: words, left };
}

function problem(file: string, what: string, cause?: unknown): UserError {
  return new UserError(
    `The house style “${file}” cannot be used: ${what.replace(/\.$/, '')}. ` +
      'It is YAML or JSON like {"names": ["Nimbuss"], "avoid": [{"word": "utilise", "use": "use"}]}, a file of Vale, or CSV with the columns word and use.',
    { code: 'bad_house_style', cause },
  );
}
