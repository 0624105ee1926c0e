import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';

type Offer = (complete: (value: string, description: string) => void) => void;

/**
 * Adds `complete SHELL`, which prints a script for the shell, and `complete -- WORDS`, which that script asks
 * at each Tab. Loaded only then. `word` is what stands before the cursor.
 */
export function addCompletion(
  program: Command,
  { word, cwd }: { readonly word: string; readonly cwd: string },
): void {
  const { commands } = tab(program);
  const offerNames =
    (library: readonly { readonly id: string; readonly title: string }[]): Offer =>
    (complete) => {
      for (const { id, title } of library) complete(id, title);
    };
  const offerFiles: Offer = (complete) => {
    for (const path of pathsLike(word, cwd)) complete(path, '');
  };
  const options: Readonly<Record<string, Offer>> = {
    preset: offerNames(builtInPresets),
    persona: offerNames(builtInPersonas),
    'house-style': offerFiles,
  };
  for (const [name, handler] of Object.entries(options)) {
    const option = commands.get('review')?.options.get(name);
    if (option === undefined) throw new Error(`review has no option ${name}`);
    option.handler = handler;
  }
  // The shell is told not to offer files of its own accord, so those that take one offer them here.
  for (const command of commands.values()) {
    for (const [name, argument] of command.arguments) {
      if (/^FILES?$/.test(name)) argument.handler = offerFiles;
    }
  }
}

/** What a folder holds that goes on from a word: folders end with a slash, hidden ones have to be begun. */
function pathsLike(word: string, cwd: string): readonly string[] {
  const head = word.slice(0, word.lastIndexOf('/') + 1);
  const begun = word.slice(head.length);
  try {
    return readdirSync(resolve(cwd, head === '' ? '.' : head), { withFileTypes: true })
      .filter(({ name }) => name.startsWith(begun) && (begun !== '' || !name.startsWith('.')))
      .map((entry) => `${head}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}
