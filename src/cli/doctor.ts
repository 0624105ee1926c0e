import { examine } from '../checkup/examine.ts';
import { type Finding, fail, warn } from '../checkup/finding.ts';
import { readConfig } from '../config.ts';
import { readEnvSlips } from '../env-file.ts';
import { count } from '../review/words.ts';
import { UserError } from '../user-error.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import { createPaint, type Paint } from './paint.ts';

const SIGNS = { ok: '✓ ok  ', warn: '! warn', fail: '✗ fail' };

/** Checks an installation and prints a line for each finding; resolves to 1 when something fails, else 0. */
export async function doctorCommand(
  options: { readonly json?: boolean },
  io: CommandIo,
): Promise<number> {
  const paint = createPaint(io.stdout, io.env);
  const findings: Finding[] = [];
  for await (const finding of look(io)) {
    findings.push(finding);
    if (options.json !== true) io.stdout.write(`${line(finding, paint)}\n`);
  }
  if (options.json === true) io.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
  else io.stdout.write(`\n${summary(findings)}\n`);
  return findings.some(({ level }) => level === 'fail') ? 1 : 0;
}

async function* look(io: CommandIo): AsyncGenerator<Finding> {
  for (const slip of readEnvSlips(io.envFile)) {
    yield warn('Configuration', slip, 'docs/configuration.md lists every variable.');
  }
  try {
    yield* examine(readConfig(io.env), { cwd: io.cwd, signal: io.signal });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    yield fail('Configuration', error.message, 'docs/configuration.md lists every variable.');
  }
}

function line({ about, level, says, fix }: Finding, paint: Paint): string {
  const sign = level === 'ok' ? paint.good(SIGNS.ok) : paint.bad(SIGNS[level]);
  const advice = fix === undefined ? '' : `\n         → ${harmless(fix)}`;
  return `${sign} ${paint.strong(about)}: ${harmless(says)}${advice}`;
}

function summary(findings: readonly Finding[]): string {
  const of = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  const [failed, warned] = [of('fail'), of('warn')];
  if (failed > 0) return `${count(failed, 'thing')} to put right before people can rely on it.`;
  if (warned > 0) return `It works; ${count(warned, 'thing')} to know about.`;
  return 'All is well.';
}
