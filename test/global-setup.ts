import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildLexicon } from '../scripts/build-lexicon.ts';
import { buildDeskClient } from '../scripts/desk-client.js';
import { loadChecks } from './fakes/slack/published-checks.ts';

const dist = join(import.meta.dirname, '..', 'dist');

/**
 * Tests run the sources, which read their word lists and the desk's page files from dist/, and the local
 * Slack, which reads its checks from there: made here once, checked in milliseconds after.
 */
export async function setup(): Promise<void> {
  if (!process.env.TEST_POSTGRES_URL) {
    process.stdout.write(
      'The tests on PostgreSQL are skipped: TEST_POSTGRES_URL names no server.\n',
    );
  }
  await buildLexicon(join(dist, 'lexicon'));
  await loadChecks();
  if (!existsSync(join(dist, 'desk'))) await buildDeskClient(join(dist, 'desk'));
}
