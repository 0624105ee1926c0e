import { existsSync, readFileSync } from 'node:fs';
import { configNames } from './config.ts';
import { findNearest } from './text/nearest.ts';

/** Lines of a `.env` file that do nothing and look as if they were meant to; one sentence each, without values. */
export function readEnvSlips(path: string | undefined): readonly string[] {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .flatMap((line, index) => {
      const slip = findSlip(line.trim());
      return slip === null ? [] : [`.env, line ${index + 1}: ${slip}`];
    });
}

function findSlip(line: string): string | null {
  const [, word = '', sign] = /^(?:export\s+)?([A-Za-z]\w*)\s*([=\s:]?)/.exec(line) ?? [];
  const meant = word === '' ? null : findNearest(word, configNames);
  if (meant === null) return null;
  if (word !== meant) return `${word} is not read. Did you mean ${meant}?`;
  return sign === '=' ? null : `${word} needs “=” and its value.`;
}
