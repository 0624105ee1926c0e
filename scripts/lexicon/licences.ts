const HEADER = `The files in this folder are built from word lists with their own licences.

words.txt         dictionary-en, dictionary-en-gb (MIT and BSD; SCOWL, below) and @cspell/dict-en_us (MIT; SCOWL-large, below).
terms.txt         @cspell/dict-software-terms and @cspell/dict-companies (MIT, below).
misspellings.txt  @cspell/dict-en-common-misspellings, (c) Street Side Software and contributors,
                  https://github.com/streetsidesoftware/cspell-dicts, licensed under CC BY-SA 4.0
                  (https://creativecommons.org/licenses/by-sa/4.0/). It draws on Wikipedia's lists of common
                  misspellings (CC BY-SA) and the word list of crate-ci/typos (MIT). Changed here: the lists
                  were joined, sorted and reduced to plain text.
common.txt        counted from misspellings.txt: how many misspellings each word has.
                  These two files stay under CC BY-SA 4.0; they are data beside the program, not part of it.
`;

const LICENCE_FILES = [
  'dictionary-en/license',
  'dictionary-en-gb/license',
  '@cspell/dict-en_us/LICENSE',
  '@cspell/dict-en_us/src/hunspell/README_en_US-large.txt',
  '@cspell/dict-software-terms/LICENSE',
  '@cspell/dict-companies/LICENSE',
  '@cspell/dict-en-common-misspellings/LICENSE',
];

/** The notice that travels with the built files: where each comes from, and every licence in full. */
export async function renderLicences(readFile: (path: string) => Promise<string>): Promise<string> {
  const parts = [HEADER];
  for (const path of LICENCE_FILES) {
    parts.push(`\n${'='.repeat(20)} ${path} ${'='.repeat(20)}\n\n${await readFile(path)}`);
  }
  return parts.join('');
}
