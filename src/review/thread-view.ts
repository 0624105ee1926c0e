/*
 * All posts of a run, drawn from what is known of it. While the run lives there are as many as editors
 * have spoken; never more than one per persona and the closing one.
 */
import { bold } from './comment-part.ts';
import { critiqueMessage, critiqueParts, identityOf } from './critique-message.ts';
import type { Message, MessagePart } from './message.ts';
import { resultMessage } from './result-message.ts';
import type { PanelMember, ReviewThread } from './review-thread.ts';
import { critiqueSlot, RESULT_SLOT } from './slots.ts';

/** A post by its place in the run: the same slot is the same post on every resume. */
export interface SlotMessage {
  readonly slot: string;
  readonly message: Message;
}

/** The posts a run should have by now, in order. */
export function drawThread(thread: ReviewThread): readonly SlotMessage[] {
  const { plan, state } = thread;
  const result = hasSaidSomething(thread) ? resultMessage(thread) : null;
  // In the order they spoke, which is that of the panel: the first one's place never changes.
  const speaking = [...state.spoke].flatMap(
    (id) => plan.panel.find((member) => member.id === id) ?? [],
  );
  if (plan.layout !== 'each') {
    if (result === null) return [];
    const sections = plan.layout === 'digest' ? speaking : [];
    const said = sections.flatMap((member) => digestParts(thread, member));
    const parts = [...said, ...result.parts];
    return [{ slot: RESULT_SLOT, message: { identity: null, parts } }];
  }
  const replies = speaking.map((member, at) => ({
    slot: critiqueSlot(member.id),
    message:
      at === 0
        ? withStop(thread, critiqueMessage(thread, member))
        : critiqueMessage(thread, member),
  }));
  return [...replies, ...(result === null ? [] : [{ slot: RESULT_SLOT, message: result }])];
}

/** A run that failed before anybody spoke says so to the requester alone. */
export function hasSaidSomething({ state, isWritten, wishes }: ReviewThread): boolean {
  const hasText = state.revisions.length > 0;
  return state.critiques.size > 0 || (hasText && (isWritten || wishes.length > 0));
}

/** One persona's section in a reply for all. */
function digestParts(thread: ReviewThread, member: PanelMember): MessagePart[] {
  const { name, label } = identityOf(member);
  const [first, ...rest] = critiqueParts(thread, member);
  const heading = `${bold(name)} · ${label} · ${first?.markdown ?? ''}`;
  return [{ markdown: heading, buttons: [] }, ...rest];
}

/** While the run lives its first reply can stop it. */
function withStop({ runId, isOver }: ReviewThread, message: Message): Message {
  const [first, ...rest] = message.parts;
  if (first === undefined || isOver) return message;
  const stop = { label: 'Stop', action: { verb: 'stop', runId }, style: 'plain' } as const;
  return { ...message, parts: [{ ...first, buttons: [...first.buttons, stop] }, ...rest] };
}
