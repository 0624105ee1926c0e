import type { ResolvedSettings } from '../settings/resolution.ts';
import type { SourceStatus } from './messenger.ts';
import type { FindPlatform } from './platform.ts';
import type { MessageRef } from './refs.ts';
import { parseRunOptions } from './run-options.ts';
import type { RunsUnderWay } from './runs-under-way.ts';

/** Whether everybody may see a run's state on its source: not where its review was asked for privately. */
export function isShownOnSource(
  { publicStatus }: Pick<ResolvedSettings, 'publicStatus'>,
  options: unknown,
): boolean {
  return publicStatus.value && parseRunOptions(options).delivery !== 'private';
}

export interface StatusDeps {
  readonly platform: FindPlatform;
  readonly underWay: Pick<RunsUnderWay, 'exclusively'>;
  /** Hears of what a review survives; must not throw. */
  readonly reportError: (error: unknown, doing: { runId: string; doing: string }) => void;
}

export interface StatusChange {
  readonly runId: string;
  readonly platform: string;
  readonly source: MessageRef;
  readonly state: SourceStatus;
}

/**
 * Shows a run's state on its source message, after every earlier state. Resolves to false when it could
 * not be shown; the failure is reported, never thrown.
 */
export function showStatus(deps: StatusDeps, change: StatusChange): Promise<boolean> {
  const { runId, platform, source, state } = change;
  return deps.underWay.exclusively(`status/${source}`, async () => {
    try {
      await deps.platform(platform)?.messenger.status(source, state);
      return true;
    } catch (error) {
      deps.reportError(error, { runId, doing: `show ${state}` });
      return false;
    }
  });
}
