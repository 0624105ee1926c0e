import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Pair } from './judge.ts';

export type Half = 'tune' | 'held out';

export interface Corpus {
  readonly name: string;
  readonly pairs: readonly Pair[];
}

const FILES = [
  'jfleg.jsonl',
  'rule-examples-faulty.jsonl',
  'rule-examples-correct.jsonl',
  'technical-prose.jsonl',
];

/** The corpora in `folder` and the files named; a folder that is not there gives none. */
export function readCorpora(folder: string, extraFiles: readonly string[]): Corpus[] {
  const standing = existsSync(folder) ? FILES.map((file) => join(folder, file)) : [];
  return [...standing.filter((file) => existsSync(file)), ...extraFiles].map(readCorpus);
}

function readCorpus(file: string): Corpus {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return { name: basename(file, '.jsonl'), pairs: lines.map((line) => JSON.parse(line) as Pair) };
}

/** Rules are chosen on one half only; which half a sentence is in depends on nothing but the sentence. */
export function halfOf(pair: Pair): Half {
  const [first = 0] = createHash('sha256').update(pair.source).digest();
  return first % 2 === 0 ? 'tune' : 'held out';
}

/** True where people found nothing to correct: what is changed there is a false change. */
export function isGoodProse(pair: Pair): boolean {
  return pair.refs.every((ref) => ref === pair.source);
}
