import { randomBytes } from 'node:crypto';
import type { Message } from '../../review/message.ts';
import type { Reviews } from '../../review/reviews.ts';
import { isStorageTrouble } from '../../review/storage-trouble.ts';
import type { ResolvedSettings } from '../../settings/resolution.ts';
import { UserError } from '../../user-error.ts';
import { DeskError } from './desk-error.ts';
import type { DeskMessage, DeskPlace } from './desk-store.ts';
import type { RunWatch } from './run-watch.ts';
import { say, WORDS } from './words.ts';
import type { Workspace } from './workspace.ts';

/** What came of a member's wish. */
export type Outcome =
  | { readonly type: 'accepted'; readonly runId: string; readonly head: DeskPlace }
  /** Written down; it begins as soon as the database takes it. */
  | { readonly type: 'waiting'; readonly head: DeskPlace }
  /** `isRefusal`: nothing was begun, so what the member typed must stay. */
  | { readonly type: 'note'; readonly note: DeskMessage; readonly isRefusal: boolean }
  | { readonly type: 'form'; readonly formId: string }
  /** The answer is a page of the desk. */
  | { readonly type: 'page'; readonly page: string }
  | { readonly type: 'nothing' };

export interface ListenersDeps {
  readonly workspace: Workspace;
  readonly reviews: Reviews;
  readonly watch: RunWatch;
  /** The settings of a channel. */
  readonly settings: (channel: string) => Promise<ResolvedSettings>;
  /** How things stand with this installation. */
  readonly describeStatus: () => Promise<Message>;
  /** Writes down what broke, under the reference that the member is shown. */
  readonly reportError: (error: unknown, ref: string) => void;
}

/** A message, or a channel itself. */
type Beside = Pick<DeskMessage, 'channel' | 'root'> & { readonly id?: string };

/** Says something to one member alone, in the thread of a message or in the channel. */
export async function tell(
  { workspace }: Pick<ListenersDeps, 'workspace'>,
  member: string,
  beside: Beside,
  note: Message,
  isRefusal = true,
): Promise<Outcome> {
  const where = { channel: beside.channel, root: beside.root ?? beside.id ?? null };
  return { type: 'note', note: await workspace.note(member, where, note), isRefusal };
}

/** The one boundary of what members ask for: whatever breaks becomes a private sentence. */
export async function guarded(
  deps: ListenersDeps,
  member: string,
  beside: Beside,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeskError) throw error;
    if (isStorageTrouble(error)) deps.reportError(error, '-');
    if (error instanceof UserError) return tell(deps, member, beside, say(error.message));
    const ref = randomBytes(4).toString('hex');
    deps.reportError(error, ref);
    return tell(deps, member, beside, say(WORDS.failed(ref)));
  }
}
