import type { Database } from '../../src/store/database.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';

const DAY_MS = 86_400_000;

/** Finished reviews of a workspace, each so many days ago, as statistics count them. */
export async function addCountedReviews(
  database: Database,
  {
    workspace,
    platform,
    daysAgo,
    preset = 'general',
  }: { workspace: string; platform: string; daysAgo: number[]; preset?: string },
): Promise<void> {
  const runs = createRunRepository(database);
  const stats = createStatsRepository(database);
  for (const [at, days] of daysAgo.entries()) {
    const id = `counted-${at}`;
    const createdAt = Date.now() - days * DAY_MS;
    await runs.create({
      ...{ id, workspace, platform, trigger: 'command', requester: null, status: 'queued' },
      ...{ planVersion: 1, options: {}, given: { draft: 'x' }, createdAt },
    });
    await runs.finish(id, {
      ...{ stopReason: 'satisfied', bestRevision: null, receipt: null, finishedAt: createdAt },
    });
    await stats.countAs(id, { preset, isPrivate: false });
  }
}
