import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallationStore } from '../../review/installation-store.ts';
import { UserError } from '../../user-error.ts';
import type { Reach } from './calls.ts';
import { PLATFORM } from './places.ts';
import { DEAD_TOKEN, refusalCode } from './slack-errors.ts';
import { logGaps } from './standing.ts';
import { identify, openWorkspace, type SlackWorkspace, type Workspaces } from './workspace.ts';

/** Workspaces that can also be found by what Slack sends. */
export interface InstalledWorkspaces extends Workspaces {
  /** The workspace a payload is for; null when we are not installed there. */
  authorize(source: { readonly teamId?: string }, body: unknown): Promise<SlackWorkspace | null>;
  /** Forgets a workspace, with the time, if its token is dead; a newer installation's token is not. */
  forgetIfDead(workspace: string): Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;

/** The one workspace whose token stands in the configuration. Rejects with a `UserError` for a token Slack refuses. */
export async function openSingleWorkspace({
  token,
  installations,
  reach,
  log,
}: {
  readonly token: string;
  /** Where it is written down that the app was removed; the token itself is not there. */
  readonly installations: Pick<InstallationStore, 'remove' | 'arrived'>;
  readonly reach: Reach;
  readonly log: (what: string, about: Readonly<Record<string, unknown>>) => void;
}): Promise<InstalledWorkspaces> {
  const { signal } = reach;
  const open = async (): Promise<SlackWorkspace> => {
    const workspace = openWorkspace(await identify(token, reach), reach);
    const { scopes, workspace: id } = workspace;
    await installations.arrived(PLATFORM, [id], Date.now());
    void workspace.emoji.refresh();
    logGaps(workspace, log);
    log('Slack is on', { workspace: id, scopes: scopes?.length ?? null });
    return workspace;
  };
  const insist = async (): Promise<SlackWorkspace> => {
    for (let tries = 1; ; tries += 1) {
      await sleep(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** tries), undefined, { signal });
      try {
        return await open();
      } catch (error) {
        log('Slack could not be reached', { tries, code: refusalCode(error) });
      }
    }
  };

  let opening: Promise<SlackWorkspace>;
  try {
    opening = Promise.resolve(await open());
  } catch (error) {
    const code = refusalCode(error);
    if (code !== null && DEAD_TOKEN.includes(code)) {
      throw new UserError(
        `Slack does not take SLACK_BOT_TOKEN (${code}). Copy the “Bot User OAuth Token” of your app, which begins with xoxb-, into it.`,
        { code: 'slack_bad_token', cause: error },
      );
    }
    log('Slack could not be reached', { tries: 0, code });
    opening = insist();
    // Who asks for it waits; when the process ends nobody does.
    opening.catch(() => undefined);
  }
  return {
    async find(id) {
      const workspace = await opening;
      return workspace.workspace === id ? workspace : null;
    },
    authorize: () => opening,
    async forgetIfDead(id) {
      if ((await opening).workspace !== id) return;
      try {
        await identify(token, reach);
      } catch (error) {
        if (!DEAD_TOKEN.includes(refusalCode(error) ?? '')) throw error;
        await installations.remove(PLATFORM, id, Date.now());
        log('Slack was uninstalled', { workspace: id });
      }
    },
  };
}
