import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLexicon } from '../scripts/build-lexicon.ts';
import { buildDeskClient } from '../scripts/desk-client.js';
import { loadChecks } from './fakes/slack/published-checks.ts';
import { judgeLogs } from './logs/judge.ts';

const dist = join(import.meta.dirname, '..', 'dist');

/**
 * Tests run the sources, which read their word lists and the desk's page files from dist/, and the local
 * Slack, which reads its checks from there: made here once, checked in milliseconds after.
 */
export async function setup(): Promise<() => void> {
  const logs = mkdtempSync(join(tmpdir(), 'bluepencil-logs-'));
  process.env.GATHERED_LOGS = logs;
  if (!process.env.TEST_POSTGRES_URL) {
    process.stdout.write(
      'The tests on PostgreSQL are skipped: TEST_POSTGRES_URL names no server.\n',
    );
  }
  await buildLexicon(join(dist, 'lexicon'));
  await loadChecks();
  if (!existsSync(join(dist, 'desk'))) await buildDeskClient(join(dist, 'desk'));
  return () => judge(logs);
}

/** Fails the run when a log line of any test holds words, names or secrets. */
function judge(logs: string): void {
  const { files, lines, problems } = judgeLogs(logs);
  rmSync(logs, { recursive: true, force: true });
  for (const problem of problems) process.stderr.write(`LEAKED ${problem.slice(0, 600)}\n`);
  process.stdout.write(
    `Logs: ${lines} lines of ${files} test files searched, ${problems.length} with what must not stand there.\n`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
