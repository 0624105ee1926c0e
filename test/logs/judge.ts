import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANTED } from '../review/planted-words.ts';

/** What the log lines of a run of tests say. */
export interface Judgement {
  readonly files: number;
  readonly lines: number;
  /** One sentence each, with the test file and the line of its log. */
  readonly problems: readonly string[];
}

/** Stand in no test under another meaning, so that they are looked for in every log. */
const EVERYWHERE: readonly string[] = [...Object.values(PLANTED), 'zquan', 'canary'];

/** Shapes of secrets: whatever a test made up. */
const SECRETS: readonly RegExp[] = [
  /\bxox[a-z]-[\w-]{6,}/,
  /\bxapp-[\w-]{6,}/,
  /\bsk-[\w-]{6,}/,
  /\bBearer [\w.-]{6,}/,
  /:\/\/[^\s"/@:]*:[^\s"/@]+@/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** Searches the gathered logs of a run for what was planted in it. */
export function judgeLogs(folder: string): Judgement {
  const problems: string[] = [];
  let lines = 0;
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  for (const name of logs) {
    const from = name.slice(0, -'.log'.length);
    const planted = [...EVERYWHERE, ...plantedBy(folder, from)];
    for (const [at, line] of linesOf(join(folder, name)).entries()) {
      lines += 1;
      const where = `${from.replaceAll('!', '/')}, line ${at + 1} of its log`;
      // What words are called in a log is no word of theirs: escaped as JSON has them.
      const found = planted.find((words) => line.includes(words));
      if (found !== undefined) problems.push(`${where} has “${found}”: ${line}`);
      const shape = SECRETS.find((each) => each.test(line));
      if (shape !== undefined) problems.push(`${where} has a secret (${shape.source}): ${line}`);
      if (!isJson(line)) problems.push(`${where} is no JSON: ${line}`);
    }
  }
  return { files: logs.length, lines, problems };
}

function plantedBy(folder: string, from: string): readonly string[] {
  const words = linesOf(join(folder, `${from}.planted`));
  // As they would stand inside of a line of JSON.
  return [...new Set(words)].map((each) => each.slice(1, -1));
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
