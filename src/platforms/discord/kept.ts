import type { Message } from '../../review/message.ts';
import type { PostSlot } from '../../review/messenger.ts';
import type { Spot } from './places.ts';
import type { Tokens } from './tokens.ts';
import { WORDS } from './words.ts';

/** What could not be sent and waits until its member asks. */
export interface Kept {
  /** A post of a review that is shown on a click; the last one says that it is ready. */
  said(spot: Extract<Spot, { kind: 'kept' }>, slot: PostSlot): Promise<void>;
  /** A note that reached nobody. */
  note(member: string, message: Message): void;
  /** The notes that wait for a member, handed out once. */
  take(member: string): readonly Message[];
}

const MAX_MEMBERS = 1_000;
const MAX_NOTES = 10;
/** The slot after which a review says no more. */
const LAST_SLOT = 'result';

export function createKept(tokens: Tokens): Kept {
  const notes = new Map<string, Message[]>();
  return {
    async said({ interaction }, { runId, slot }) {
      if (slot !== LAST_SLOT) return;
      await tokens.replace(interaction, resultButton(WORDS.keptReady, runId));
    },

    note(member, message) {
      notes.set(member, [...(notes.get(member) ?? []), message].slice(-MAX_NOTES));
      const oldest = notes.size > MAX_MEMBERS ? notes.keys().next().value : undefined;
      if (oldest !== undefined) notes.delete(oldest);
    },

    take(member) {
      const waiting = notes.get(member) ?? [];
      notes.delete(member);
      return waiting;
    },
  };
}

/** A sentence with the button that shows a review as far as it has come. */
export function resultButton(markdown: string, runId: string): Message {
  const button = {
    label: WORDS.showResult,
    action: { verb: 'result', runId },
    style: 'primary',
  } as const;
  return { identity: null, parts: [{ markdown, buttons: [button] }] };
}
