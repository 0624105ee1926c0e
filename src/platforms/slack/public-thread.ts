import type { Message } from '../../review/message.ts';
import type { ThreadRef } from '../../review/refs.ts';
import { UserError } from '../../user-error.ts';
import type { Doer } from './outcome.ts';
import { threadRef } from './places.ts';
import { PUBLIC_HEAD_EVENT } from './post-event.ts';
import { renderMessage } from './render.ts';
import { refusalCode } from './slack-errors.ts';
import { postOne } from './speaking.ts';
import { WORDS } from './words.ts';

/**
 * Puts words that came with a command into the channel, as the head of the thread they are answered in.
 * Throws a `UserError` where we may not post.
 */
export async function openPublicThread(
  { workspace, member, interactionId }: Doer,
  draft: { readonly channel: string; readonly type: 'draft' | 'brief'; readonly text: string },
): Promise<ThreadRef> {
  const { channel, type, text } = draft;
  const name = (await workspace.people.find(member).catch(() => null))?.name ?? 'Somebody';
  const title = type === 'brief' ? WORDS.publicBrief(name) : WORDS.publicDraft(name);
  const message: Message = {
    identity: null,
    parts: [
      { markdown: title, buttons: [] },
      { markdown: text, buttons: [], isDraft: true },
    ],
  };
  const where = { workspace, channel, root: null, identity: null, warn: () => undefined };
  const [first, ...rest] = renderMessage(message);
  try {
    if (first === undefined) throw new Error('a message has at least one post');
    const payload = { interaction: interactionId };
    const ts = await postOne(where, first, {
      event_type: PUBLIC_HEAD_EVENT,
      event_payload: payload,
    });
    for (const post of rest) {
      await postOne({ ...where, root: ts }, post, {
        event_type: PUBLIC_HEAD_EVENT,
        event_payload: payload,
      });
    }
    return threadRef(workspace.workspace, channel, ts);
  } catch (error) {
    if (!['not_in_channel', 'channel_not_found'].includes(refusalCode(error) ?? '')) throw error;
    throw new UserError(WORDS.cannotPostHere, { code: 'slack_not_in_channel', cause: error });
  }
}
