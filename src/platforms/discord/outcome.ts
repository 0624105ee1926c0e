import { randomBytes } from 'node:crypto';
import type { Message } from '../../review/message.ts';
import type { Messenger } from '../../review/messenger.ts';
import type { MessageRef, ThreadRef } from '../../review/refs.ts';
import { UnreviewableError } from '../../review/source.ts';
import { UserError } from '../../user-error.ts';
import { memberRef } from './places.ts';
import type { Tokens } from './tokens.ts';
import { say, WORDS } from './words.ts';

/** Who did something, and the id under which a repetition is known. */
export interface Doer {
  readonly member: string;
  readonly server: string | null;
  readonly interactionId: string;
  /** The interaction that waits for an answer; null after a reaction or a message. */
  readonly interaction: string | null;
}

export interface TellDeps {
  readonly messenger: Messenger;
  readonly tokens: Tokens;
  /** Writes down what broke, under the reference that the member is shown. */
  readonly reportError: (error: unknown, ref: string) => void;
}

/** Says something to one member alone; what cannot be said marks the message it is about. */
export async function tell(
  { messenger, tokens }: Pick<TellDeps, 'messenger' | 'tokens'>,
  { member, interaction }: Doer,
  where: { readonly thread: ThreadRef; readonly source?: MessageRef },
  note: Message,
): Promise<void> {
  if (interaction !== null && (await tokens.say(interaction, note))) return;
  const sent = await messenger.whisper(memberRef(member), where.thread, note);
  // Never in the channel: the mark says that something was not right, and the note waits in status.
  if (sent === 'undeliverable' && where.source) await messenger.status(where.source, 'stopped');
}

/** The one boundary of what members ask for: whatever breaks becomes a private sentence. */
export async function guarded(
  deps: TellDeps,
  by: Doer,
  where: { readonly thread: ThreadRef; readonly source?: MessageRef },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const note = noteFor(deps, error);
    try {
      await tell(deps, by, where, note);
    } catch (failure) {
      deps.reportError(failure, 'tell');
    }
  }
}

function noteFor({ reportError }: Pick<TellDeps, 'reportError'>, error: unknown): Message {
  if (error instanceof UnreviewableError) return error.note;
  if (error instanceof UserError) return say(error.message);
  const ref = randomBytes(4).toString('hex');
  reportError(error, ref);
  return say(WORDS.failed(ref));
}
