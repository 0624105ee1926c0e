import type { SourceStatus } from '../../review/messenger.ts';
import { DeskError } from './desk-error.ts';
import type { DeskPlace } from './desk-store.ts';
import type { Directory } from './directory.ts';
import { LIMITS } from './limits.ts';
import { BOT } from './places.ts';

/** The reaction each state of a run shows on its source message. */
const STATUS_EMOJI: Readonly<Record<SourceStatus, string>> = {
  queued: 'eyes',
  working: 'eyes',
  done: 'white_check_mark',
  stopped: 'warning',
};

/** Reactions, the progress of runs shown with them, and what members have seen. */
export function createMarks({ member, channel, tell, store, now }: Directory) {
  const { messages, marks } = store;

  /** Adds a reaction; resolves to false when it was there. */
  const react = async (on: DeskPlace, emoji: string, by: string): Promise<boolean> => {
    const others = (await marks.emojiOn(on.id)).filter((each) => each !== emoji);
    if (others.length >= LIMITS.emojiPerMessage) {
      throw new DeskError(422, `A message can have ${LIMITS.emojiPerMessage} different reactions.`);
    }
    const added = await marks.react(on.id, emoji, by, now());
    if (added) tell(on);
    return added;
  };

  const unreact = async (on: DeskPlace, emoji: string, by: string): Promise<boolean> => {
    const gone = await marks.unreact(on.id, emoji, by);
    if (gone) tell(on);
    return gone;
  };

  /** Shows a run's state on a message, in place of the state before; one that is gone shows none. */
  const show = async (id: string, state: SourceStatus): Promise<void> => {
    const on = await messages.place(id);
    if (on === null) return;
    const choice = { emoji: STATUS_EMOJI[state], among: Object.values(STATUS_EMOJI) };
    const isNew = await marks.reactOnly(id, choice, { member: BOT, at: now() });
    if (isNew) tell(on);
  };

  return {
    react,
    unreact,
    show,
    unread: marks.unread,
    isUnread: marks.isUnread,

    /** Remembers that a run's progress is shown on a message. */
    async follow(runId: string, id: string): Promise<void> {
      await messages.linkRun(runId, id);
      await show(id, 'queued');
    },

    /** The runs whose progress is shown and that had not ended. */
    followed: () => messages.linkedRuns(BOT, STATUS_EMOJI.queued),

    async markRead(by: string, channelId: string, messageId: string): Promise<void> {
      await marks.markRead(member(by).id, channel(channelId).id, messageId);
    },
  };
}
