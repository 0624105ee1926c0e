/* How things stand between us and Slack, for `/refine status`, the Home tab and the log. */
import { findAbsence, nameAbsence } from '../../settings/absence.ts';
import { inTime } from './in-time.ts';
import { missingScopes, SCOPE_USES } from './scopes.ts';
import type { SlackWorkspace } from './workspace.ts';

/** The processes that work together. */
export interface Instances {
  /** Names this process among them. */
  readonly self: string;
  readonly count: number;
}

/** How Slack reaches this process. */
export interface Delivery {
  /** Connections of ours that stand; null where events come over HTTP. */
  readonly connections: number | null;
  /** Connections of the app that are not ours, as Slack last counted. */
  readonly others: number;
}

export interface StandingDeps {
  readonly instances: () => Promise<Instances>;
  readonly delivery: () => Delivery;
  /** The channels of a workspace that something of their own is decided for. */
  readonly decidedChannels: (workspace: string) => Promise<readonly string[]>;
}

/** Where somebody asks from, null for nowhere in particular, and whether they run the workspace. */
export interface AskedFrom {
  readonly channel: string | null;
  readonly isAdmin: boolean;
}

/** A command is answered within three seconds, whether or not Slack told of every channel by then. */
const LOOK_MS = 1_500;

/** Sentences about the connection, the permissions, and the channels the asker may know of; as Markdown. */
export async function describeStanding(
  deps: StandingDeps,
  workspace: SlackWorkspace,
  { channel, isAdmin }: AskedFrom,
): Promise<string> {
  const { instances, delivery } = deps;
  const { self, count } = await instances();
  const { connections, others } = delivery();
  const reached =
    connections === null
      ? 'events come over HTTP'
      : `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  const lines = [`**Slack** · process ${self} · ${reached}`];
  if (count > 1) {
    lines.push(
      `⚠️ ${count} processes work on this database and share what Slack sends. Did you start one only? Then stop the other.`,
    );
  } else if (others > 0) {
    lines.push(
      `⚠️ Another program uses the same app token, and Slack gives it some of the events. Stop it, or let it work on the same database.`,
    );
  }
  await workspace.lookAgain().catch(() => undefined);
  const missing = missingScopes(workspace.scopes);
  if (missing.length > 0) {
    const list = missing.map((scope) => `- \`${scope}\`: ${SCOPE_USES[scope]}`).join('\n');
    lines.push(
      `⚠️ Permissions that were not given:\n${list}\n\nAn admin grants them under *Install App* → *Reinstall to Workspace*.`,
    );
  }
  const place = channel === null ? null : await describePlace(workspace, channel);
  if (place !== null) lines.push(place);
  const absence = isAdmin ? await describeAbsence(deps, workspace) : null;
  if (absence !== null) lines.push(absence);
  return lines.join('\n\n');
}

/** What holds in the channel that somebody asks from; null in direct messages. */
async function describePlace(workspace: SlackWorkspace, channel: string): Promise<string | null> {
  if (channel.startsWith('D')) return null;
  const isMember = await workspace.isMember(channel).catch(() => null);
  if (isMember === null) return null;
  return isMember
    ? 'I’m in this channel.'
    : '⚠️ I’m not in this channel: reactions and mentions here don’t reach me. Type `/invite @Bluepencil`.';
}

/** Which channels have settings and not us; null when none is known to. */
async function describeAbsence(
  { decidedChannels }: StandingDeps,
  workspace: SlackWorkspace,
): Promise<string | null> {
  const look = async () => {
    const channels = await decidedChannels(workspace.workspace);
    const absence = await findAbsence(channels, workspace.channelLook);
    if (absence.absent.length === 0) return null;
    return `⚠️ Settings wait in ${nameAbsence(absence)}, where I’m not. Type \`/invite @Bluepencil\` there.`;
  };
  const found = await inTime(
    look().catch(() => null),
    LOOK_MS,
  );
  return found === 'late' ? null : found;
}

/** Writes down what a workspace did not allow, one line for each permission. */
export function logGaps(
  { scopes, workspace }: Pick<SlackWorkspace, 'scopes' | 'workspace'>,
  log: (what: string, about: Readonly<Record<string, unknown>>) => void,
): void {
  for (const scope of missingScopes(scopes)) {
    log('a permission was not given', { workspace, scope, without: SCOPE_USES[scope] });
  }
}
