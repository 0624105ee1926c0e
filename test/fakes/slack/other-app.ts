/* Another app of a workspace, as the app under test meets it: it posts, and may answer whoever posts. */

import type { Stage } from './interactions.ts';
import type { Posted } from './people.ts';
import { putMessage } from './posting.ts';
import { normalizeText } from './rich-text.ts';
import type { Json, MemberRecord } from './world.ts';

export type OtherApp = ReturnType<typeof createOtherApp>;

/** Makes the app's side in the test. */
export function createOtherApp({ core }: Stage, member: MemberRecord) {
  return {
    id: member.id,
    botId: member.botId ?? '',
    /** Posts as a modern app does, or with `legacy` as webhooks and workflows do: without a member of its own. */
    post(
      at: { readonly id: string },
      text: string,
      more: {
        readonly blocks?: readonly Json[];
        readonly attachments?: readonly Json[];
        readonly thread?: Posted;
        readonly legacy?: boolean;
      } = {},
    ): Posted {
      const channel = core.world.channels.get(at.id);
      if (channel === undefined) throw new Error(`no channel ${at.id}`);
      const isLegacy = more.legacy ?? false;
      const message = putMessage(core, channel, {
        text: normalizeText(text),
        blocks: more.blocks === undefined ? null : [...more.blocks],
        attachments: more.attachments === undefined ? null : [...more.attachments],
        user: isLegacy ? null : member.id,
        team: member.teamId,
        botId: member.botId,
        appId: member.appId,
        subtype: isLegacy ? 'bot_message' : null,
        username: isLegacy ? member.realName : null,
        threadTs: more.thread === undefined ? null : more.thread.ts,
      });
      return { channel: channel.id, ts: message.ts };
    },
  };
}
