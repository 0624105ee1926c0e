import type { PgBoss } from 'pg-boss';
import { idOf, REMEMBER_TICK_SECONDS } from './boss.ts';

/** How often a process looks for ticks others announced, when it was not told. */
const POLL_SECONDS = 2;

/**
 * Shares out scheduled work: every process announces each tick under the name and time of the tick, so all
 * announcements are one job, and whoever is there does it.
 */
export function createTicks({
  boss,
  reportError,
  stopped,
}: {
  readonly boss: PgBoss;
  readonly reportError: (error: unknown) => void;
  readonly stopped: AbortSignal;
}) {
  return {
    async schedule(name: string, cron: string, work: () => Promise<void>): Promise<void> {
      const { Cron } = await import('croner');
      const queue = `schedule.${name}`;
      await boss.createQueue(queue, {
        retryLimit: 2,
        deleteAfterSeconds: REMEMBER_TICK_SECONDS,
      });
      const worker = await boss.work(queue, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
        await work();
      });
      const announce = async () => {
        // When it was due, not when this process got round to it: others may be quicker or slower.
        const [due] = job.previousRuns(1, new Date(Date.now() + 1));
        if (due === undefined) return;
        await boss.send(queue, null, { id: idOf(`${name} ${due.toISOString()}`) });
        boss.notifyWorker(worker);
      };
      const job = new Cron(cron, { timezone: 'UTC', unref: true }, () =>
        announce().catch(reportError),
      );
      stopped.addEventListener('abort', () => job.stop(), { once: true });
    },
  };
}
