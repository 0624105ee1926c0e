import { randomBytes } from 'node:crypto';
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import type { ThreadRef } from '../../review/refs.ts';
import type { Reviews } from '../../review/reviews.ts';
import type { Library } from '../../settings/library.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import type { SettingsDoor } from '../../settings/screens.ts';
import { UserError } from '../../user-error.ts';
import { memberRef } from './places.ts';
import { explainRefusal } from './slack-errors.ts';
import type { AskedFrom } from './standing.ts';
import { say, WORDS } from './words.ts';
import type { SlackWorkspace } from './workspace.ts';

/** What came of a member's wish: nothing more to say, or a private note. */
export type Outcome = { readonly note: Message } | null;

export interface ListenersDeps {
  readonly reviews: Reviews;
  readonly messenger: Messenger;
  readonly library: (workspace: string) => Promise<Library>;
  readonly door: SettingsDoor;
  readonly apiUrl: string;
  /** The settings of a channel. */
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  /** How things stand with this installation. */
  readonly describeStatus: () => Promise<Message>;
  /** How things stand between us and Slack, as Markdown; with a channel, there too. */
  readonly standing: (workspace: SlackWorkspace, at: AskedFrom) => Promise<string>;
  /** Writes down what broke, under the reference that the member is shown. */
  readonly reportError: (error: unknown, ref: string) => void;
}

/** Who did something on Slack, and under which name a repetition is known. */
export interface Doer {
  readonly workspace: SlackWorkspace;
  readonly member: string;
  readonly interactionId: string;
}

/** The one boundary of what members ask for: whatever breaks becomes a private sentence. */
export async function guarded(
  { reportError }: Pick<ListenersDeps, 'reportError'>,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const explained = explainRefusal(error, 'do that');
    if (explained instanceof UserError && !TROUBLE.includes(explained.code)) {
      return { note: say(explained.message) };
    }
    const ref = randomBytes(4).toString('hex');
    reportError(error, ref);
    return { note: say(WORDS.failed(ref)) };
  }
}

/** Trouble of ours that is worth a line in the log as well. */
const TROUBLE: readonly string[] = ['database_busy', 'disk_full', 'database_unreachable'];

/** Tells a member something alone, in the thread when it is open, else in the channel. */
export async function tell(
  { messenger, reportError }: Pick<ListenersDeps, 'messenger' | 'reportError'>,
  { workspace, member }: Pick<Doer, 'workspace' | 'member'>,
  where: ThreadRef,
  outcome: Outcome,
): Promise<void> {
  if (outcome === null) return;
  try {
    await messenger.whisper(memberRef(workspace.workspace, member), where, outcome.note);
  } catch (error) {
    reportError(error, '-');
  }
}
