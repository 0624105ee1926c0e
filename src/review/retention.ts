import type { Place, ResolvedSettings } from '../settings/resolution.ts';
import type { ForgetStore } from './forget-store.ts';

const DAY_MS = 86_400_000;

/** How long the words of a workspace stay after the app was removed from it; it may have been a mistake. */
export const KEPT_AFTER_LEAVING_DAYS = 7;

export interface RetentionDeps {
  readonly forgets: ForgetStore;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  readonly now: () => number;
}

/**
 * Deletes the words of reviews whose time is over, by the setting of their channel, and of workspaces that
 * are gone; meant to be called every minute. What is counted stays. Resolves to how many reviews it were.
 */
export async function keepRetention({ forgets, settings, now }: RetentionDeps): Promise<number> {
  const at = now();
  let erased = 0;
  for (const place of await forgets.places()) {
    const { retentionDays } = await settings(place);
    erased += await forgets.eraseFinished(place, at - retentionDays.value * DAY_MS, at);
  }
  for (const workspace of await forgets.left(at - KEPT_AFTER_LEAVING_DAYS * DAY_MS)) {
    const kept = await forgets.find({ workspace });
    await forgets.eraseLessons({ workspace });
    await forgets.erase(
      kept.map(({ runId }) => runId),
      at,
      { lessons: 'gone' },
    );
    await forgets.eraseTyped({ workspace });
    erased += kept.length;
  }
  await forgets.sweep(at);
  if (erased > 0) await forgets.scrub('log');
  return erased;
}
