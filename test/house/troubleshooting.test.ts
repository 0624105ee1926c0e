import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathTo } from '../../src/package-root.ts';
import { listFiles, readSources } from './source-files.ts';

const page = readFileSync(pathTo('docs/troubleshooting.md'), 'utf8');
/** The sentences of the tables: first cells under “it says”. */
const sentences = page
  .split(/^## /m)
  .filter((part) => part.includes('| it says |'))
  .flatMap((part) =>
    part
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2),
  )
  .map((line) => line.split(' | ')[0]?.slice(2) ?? '');
const sources = [
  ...readSources('src').map(({ code }) => code),
  ...listFiles('bin').map((path) => readFileSync(path, 'utf8')),
].join('\n');

describe('docs/troubleshooting.md', () => {
  it('has sentences', () => {
    expect(sentences.length).toBeGreaterThan(30);
  });

  it.each(sentences)('names what people really see: %s', (sentence) => {
    for (const piece of sentence
      .split('…')
      .map((piece) => piece.replace(/^[“” .,:)]+|[“” (]+$/g, ''))) {
      expect(sources.includes(piece), piece).toBe(true);
    }
  });
});
