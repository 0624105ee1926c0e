import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildLexicon } from '../../../scripts/build-lexicon.ts';
import { openLexicon } from '../../../src/models/offline/lexicon.ts';
import { lexicon } from './setup.ts';

test('knows both spellings of English', () => {
  const words = ['fibre', 'fiber', 'organised', 'organized', 'programme', 'colour', 'color'];
  for (const word of words) expect(lexicon.knows(word), word).toBe(true);
});

test('knows words at a sentence start, shouted, possessive and with either apostrophe', () => {
  for (const word of ['Hello', 'HELLO', "node's", 'node’s', "don't", 'don’t', 'Paris', 'PARIS']) {
    expect(lexicon.knows(word), word).toBe(true);
  }
});

test('does not know a name in lower case, and says that another case would do', () => {
  expect(lexicon.knows('paris')).toBe(false);
  expect(lexicon.knowsInAnyCase('paris')).toBe(true);
});

test('knows technical words and companies', () => {
  for (const word of ['GitHub', 'codebase', 'async', 'Kubernetes']) {
    expect(lexicon.knowsInAnyCase(word), word).toBe(true);
  }
});

test('gives a correction only when exactly one is listed', () => {
  expect(lexicon.correction('recieve')).toBe('receive');
  expect(lexicon.corrections('taks').length).toBeGreaterThan(1);
  expect(lexicon.correction('taks')).toBeNull();
  expect(lexicon.correction('receive')).toBeNull();
  expect(lexicon.correction('qwertzuiop')).toBeNull();
  // A plural nobody wrote, a rarer word than its neighbour, another first letter of a short word.
  expect(['relatinoship', 'reliased', 'hode'].map((word) => lexicon.correction(word))).toEqual([
    null,
    null,
    null,
  ]);
});

test('never corrects a word that some list knows, whatever its case', () => {
  expect(lexicon.corrections('handel')).toEqual(['handle']);
  expect(lexicon.correction('handel')).toBeNull();
});

test('writes a corrected name with its capital', () => {
  expect(lexicon.correction('afircan')).toBe('African');
});

test('finds the first and the last line of a list', () => {
  const dir = join(import.meta.dirname, '..', '..', '..', 'dist', 'lexicon');
  return readFile(join(dir, 'words.txt'), 'utf8').then((file) => {
    const words = file.trimEnd().split('\n');
    for (const word of [words[0], words.at(-1)]) expect(lexicon.knows(word ?? '')).toBe(true);
  });
});

test('a missing word list is named with the command that builds it', () => {
  const missing = openLexicon(join(tmpdir(), 'no-such-lexicon'));
  expect(() => missing.knows('word')).toThrow(/npm run build/);
});

test('builds once for several callers and leaves fresh files alone', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lexicon-'));
  try {
    const out = join(dir, 'lexicon');
    await Promise.all([buildLexicon(out), buildLexicon(out)]);
    const before = await stat(join(out, 'words.txt'));
    expect(await buildLexicon(out)).toBe('up to date');
    expect((await stat(join(out, 'words.txt'))).mtimeMs).toBe(before.mtimeMs);
    const notice = await readFile(join(out, 'NOTICE.txt'), 'utf8');
    expect(notice).toContain('CC BY-SA 4.0');
    expect(notice).toContain('Kevin Atkinson');
    expect(openLexicon(out).correction('teh')).toBe('the');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}, 60_000);
