// Mines pairs for bench/correction.ts from the history of a documentation repository:
// node bench/correction/typo-pairs.ts GIT_DIR > pairs.jsonl
import { spawnSync } from 'node:child_process';
import { distance, tokenise } from './tokens.ts';

/** How many tokens a line may change and still be a correction rather than a rewrite. */
const MAX_CHANGED_TOKENS = 4;
/** How many later changes of a line are followed. */
const MAX_LATER = 12;

// Translated pages share the history; only lines whose small words are English count.
const ENGLISH = /\b(?:the|of|to|and|is|are|it|that|this|with|for|you|we|in|on|be|can)\b/gi;
const FOREIGN =
  /\b(?:de|la|les|des|du|et|pour|que|el|los|en|por|para|del|una|der|das|und|não|uma|com|ez|di|il|w)\b/gi;

const [gitDir = '.'] = process.argv.slice(2);
const named = readChanges(['-i', '-E', '--grep=(typo|spelling|misspell|grammar)']);
const later = readChanges([]);
for (const source of named.keys()) {
  process.stdout.write(`${JSON.stringify({ source, refs: statesAfter(source) })}\n`);
}

/** The lines that commits changed a little, each with what the newest of them made of it. */
function readChanges(filter: readonly string[]): Map<string, string> {
  const log = spawnSync(
    'git',
    [
      `--git-dir=${gitDir}`,
      ...['log', '--no-merges', '-p', '--unified=0', '--no-color', '--format=commit %H'],
      ...[...filter, '--', '*.md', '*.markdown', '*.mdx'],
    ],
    { maxBuffer: 2 ** 29, encoding: 'utf8' },
  );
  if (log.status !== 0) throw new Error(`git log failed in ${gitDir}: ${log.stderr}`);
  const changes = new Map<string, string>();
  for (const hunk of log.stdout.split(/^@@.*$/m)) {
    const lines = hunk.split(/^(?:commit |diff )/m)[0]?.split('\n') ?? [];
    const before = lines.filter((line) => line.startsWith('-')).map(readLine);
    const after = lines.filter((line) => line.startsWith('+')).map(readLine);
    if (before.length !== after.length) continue;
    for (const [index, source] of before.entries()) {
      const ref = after[index] ?? '';
      if (!changes.has(source) && isCorrection(source, ref)) changes.set(source, ref);
    }
  }
  return changes;
}

/**
 * A commit rarely finds every fault of a line, and the next one that does need not call itself a correction:
 * what later commits of any name made of the line are references too.
 */
function statesAfter(source: string): string[] {
  const states: string[] = [];
  let state = named.get(source);
  while (state !== undefined && state !== source && !states.includes(state)) {
    states.push(state);
    if (states.length > MAX_LATER) break;
    state = later.get(state);
  }
  return states;
}

function readLine(line: string): string {
  return line.slice(1).trim();
}

/** A line of English prose in which a few tokens were changed. */
function isCorrection(source: string, ref: string): boolean {
  if (source.length < 30 || source.length > 1200 || source === ref) return false;
  if (/^[|{<}`]|^\w+:\s|\t/.test(source) || /[^\p{Script=Latin}\p{Script=Common}]/u.test(source)) {
    return false;
  }
  const english = source.match(ENGLISH)?.length ?? 0;
  if (english === 0 || (source.match(FOREIGN)?.length ?? 0) >= english) return false;
  const [from, to] = [tokenise(source), tokenise(ref)];
  if (from.length > 250 || Math.abs(from.length - to.length) > MAX_CHANGED_TOKENS) return false;
  const changed = distance(from, to);
  return changed > 0 && changed <= MAX_CHANGED_TOKENS;
}
