// Turns the installed word lists into the compact sorted files the offline editor searches.
// Expanding a Hunspell dictionary costs hundreds of milliseconds and tens of megabytes: paid here once,
// never by the process that reviews a draft.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import nspell from 'nspell';
import { renderLicences } from './lexicon/licences.ts';
import { expandTrie } from './lexicon/trie.ts';

const require = createRequire(import.meta.url);

/** Raised whenever the same word lists would give different files. */
const FORMAT = 9;

const PACKAGES = [
  'dictionary-en',
  'dictionary-en-gb',
  '@cspell/dict-en_us',
  '@cspell/dict-software-terms',
  '@cspell/dict-companies',
  '@cspell/dict-en-common-misspellings',
];

const TERM_LISTS = [
  '@cspell/dict-software-terms/dict/softwareTerms.txt.gz',
  '@cspell/dict-software-terms/dict/coding-compound-terms.txt',
  '@cspell/dict-software-terms/dict/computing-acronyms.txt',
  '@cspell/dict-software-terms/dict/networkingTerms.txt',
  '@cspell/dict-software-terms/dict/software-tools.txt',
  '@cspell/dict-software-terms/dict/webServices.txt',
  '@cspell/dict-companies/dict/companies.txt',
];

const MISSPELLING_LISTS = ['dict-en.json', 'dict-en-gb.json', 'dict-en-us.json'];

/**
 * Writes `words.txt`, `terms.txt`, `misspellings.txt`, `common.txt` and `NOTICE.txt` into `outDir`, unless files of the
 * same lists and format stand there already. Safe to call from several processes at once.
 */
export async function buildLexicon(outDir: string): Promise<'built' | 'up to date'> {
  const stamp = await lexiconStamp();
  if ((await readStamp(outDir)) === stamp) return 'up to date';
  await mkdir(dirname(outDir), { recursive: true });
  const draft = await mkdtemp(`${outDir}.`);
  const words = await collectWords();
  await writeFile(join(draft, 'words.txt'), sortedLines(words));
  await writeFile(join(draft, 'terms.txt'), sortedLines(await collectTerms()));
  const corrections = await collectMisspellings();
  await writeFile(join(draft, 'misspellings.txt'), sortedLines(renderCorrections(corrections)));
  await writeFile(join(draft, 'common.txt'), sortedLines(oftenMisspelled(corrections, words)));
  await writeFile(join(draft, 'NOTICE.txt'), await renderLicences(readPackageFile));
  await writeFile(join(draft, 'stamp'), stamp);
  await publish(draft, outDir);
  return 'built';
}

const FILES = ['words.txt', 'terms.txt', 'misspellings.txt', 'common.txt', 'NOTICE.txt', 'stamp'];

/** Whole files replace the old ones, the stamp last: a program that reads meanwhile never finds one missing. */
async function publish(draft: string, outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const file of FILES) await rename(join(draft, file), join(outDir, file));
  await rm(draft, { recursive: true, force: true });
}

async function lexiconStamp(): Promise<string> {
  const hash = createHash('sha256').update(`format ${FORMAT}`);
  for (const name of PACKAGES) {
    const { version } = JSON.parse(await readPackageFile(`${name}/package.json`));
    hash.update(`${name}@${version}\n`);
  }
  return hash.digest('hex');
}

async function readStamp(outDir: string): Promise<string | null> {
  return readFile(join(outDir, 'stamp'), 'utf8').catch(() => null);
}

async function collectWords(): Promise<Set<string>> {
  const words = new Set<string>();
  for (const name of ['dictionary-en', 'dictionary-en-gb']) {
    const [aff, dic] = await Promise.all([
      readPackageFile(`${name}/index.aff`),
      readPackageFile(`${name}/index.dic`),
    ]);
    for (const word of expandHunspell(aff, dic)) addWord(words, word);
  }
  for (const word of expandTrie(await readPackageFile('@cspell/dict-en_us/en_US.trie.gz'))) {
    addWord(words, word);
  }
  return words;
}

/** Every form the dictionary accepts: nspell keeps the expanded words as the keys of `data`. */
function expandHunspell(aff: string, dic: string): string[] {
  return Object.keys(nspell({ aff, dic }).data);
}

/** Possessives are kept as their stem: the reader strips `'s` before it looks a word up. */
function addWord(words: Set<string>, word: string): void {
  const plain = word.replaceAll('’', "'").replace(/'s?$/, '');
  if (!/^\p{L}[\p{L}\p{M}'.-]*$/u.test(plain)) return;
  words.add(plain);
}

/** Everyday words of people who write software that no list above has. */
const OWN_TERMS =
  'dev devs distro distros invokable klog kustomization preprod println privs triage triaged triaging untar untarred';

async function collectTerms(): Promise<Set<string>> {
  const terms = new Set<string>(OWN_TERMS.split(' '));
  for (const list of TERM_LISTS) {
    for (const line of (await readPackageFile(list)).split('\n')) {
      const term = line.replace(/#.*/, '').trim();
      if (/^\p{L}[\p{L}\p{M}'-]*$/u.test(term)) terms.add(term);
    }
  }
  return terms;
}

type Corrections = ReadonlyMap<string, ReadonlySet<string>>;

/** Every listed misspelling; lists that disagree are joined, so such a word is never certain. */
async function collectMisspellings(): Promise<Corrections> {
  const corrections = new Map<string, Set<string>>();
  for (const list of MISSPELLING_LISTS) {
    const path = `@cspell/dict-en-common-misspellings/dict/${list}`;
    const { dictionaryDefinitions } = JSON.parse(await readPackageFile(path));
    for (const entry of dictionaryDefinitions[0].suggestWords as string[]) {
      const [wrong, rights] = entry.split('->');
      if (!wrong || !rights) continue;
      const known = corrections.get(wrong) ?? new Set<string>();
      for (const right of rights.split(',')) known.add(right.trim());
      corrections.set(wrong, known);
    }
  }
  return corrections;
}

/** Lines `wrong<TAB>right` or `wrong<TAB>right,other`. */
function renderCorrections(corrections: Corrections): string[] {
  return [...corrections].map(([wrong, rights]) => `${wrong}\t${[...rights].join(',')}`);
}

/**
 * Lines `word<TAB>n`: how many listed misspellings a dictionary word has of its own. A word people misspell in
 * many ways is a word people write often: there is no frequency list to ask.
 */
function oftenMisspelled(corrections: Corrections, words: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const rights of corrections.values()) {
    const [right, ...others] = rights;
    if (right === undefined || others.length > 0 || !words.has(right)) continue;
    counts.set(right, (counts.get(right) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${word}\t${count}`);
}

/** One entry a line in byte order, which is the order a binary search over the raw bytes needs. */
function sortedLines(entries: Iterable<string>): Buffer {
  const lines = [...new Set(entries)].map((entry) => Buffer.from(`${entry}\n`));
  return Buffer.concat(lines.sort(Buffer.compare));
}

async function readPackageFile(path: string): Promise<string> {
  const [scopeOrName = '', ...rest] = path.split('/');
  const name = scopeOrName.startsWith('@') ? `${scopeOrName}/${rest.shift()}` : scopeOrName;
  const bytes = await readFile(join(packageFolder(name), ...rest));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Found by walking up, because some of these packages do not export their data files. */
function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const candidate = join(folder, name);
    try {
      require.resolve(join(candidate, 'package.json'));
      return candidate;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(`The word list package ${name} is not installed; run npm ci.`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const outDir = resolve(process.argv[2] ?? join(root, 'dist', 'lexicon'));
  process.stdout.write(`lexicon: ${await buildLexicon(outDir)} (${outDir})\n`);
}
