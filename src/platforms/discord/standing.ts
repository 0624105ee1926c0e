import type { Message } from '../../review/message.ts';
import type { Channels } from './channels.ts';
import type { Kept } from './kept.ts';
import type { Me } from './me.ts';
import { inviteLink, missingPermissions } from './permissions.ts';
import { WORDS } from './words.ts';

export interface StandingDeps {
  readonly channels: Channels;
  readonly kept: Kept;
  readonly me: Me;
  readonly isReady: () => boolean;
}

/** How things stand on Discord, beside what holds everywhere. */
export interface Standing {
  /** Adds rights, intents and notes that waited to what is said about the installation. */
  add(
    answer: Message | null,
    asked: { readonly member: string; readonly server: string | null; readonly channel: string },
  ): Promise<Message>;
}

export function createStanding({ channels, kept, me, isReady }: StandingDeps): Standing {
  return {
    async add(answer, { member, server, channel }) {
      const rights = server === null ? null : await channels.rights(channel).catch(() => null);
      const waiting = kept.take(member);
      const lines = [
        isReady() ? null : '⚠️ The connection to Discord is being made again.',
        me.mayReadContent ? '✓ I may read messages here.' : `⚠️ ${WORDS.noContent}`,
        ...(server === null ? [] : rightsLines(rights, me)),
      ];
      const parts = [
        ...(answer?.parts ?? []),
        { markdown: lines.filter((line) => line !== null).join('\n'), buttons: [] },
        ...(waiting.length === 0 ? [] : [{ markdown: WORDS.waiting(waiting.length), buttons: [] }]),
        ...waiting.flatMap((note) => note.parts),
      ];
      return { identity: null, parts };
    },
  };
}

function rightsLines(rights: string | null, me: Me): string[] {
  if (rights === null) {
    return ['⚠️ I could not see which permissions I have in this channel.'];
  }
  const missing = missingPermissions(rights);
  if (missing.length === 0) return ['✓ I have every permission I use in this channel.'];
  return [
    ...missing.map(
      ({ name, without, isOptional }) =>
        `${isOptional ? 'ℹ️' : '⚠️'} **${name}** is missing. ${without}`,
    ),
    `An admin of the server can [grant all of them](${inviteLink(me.applicationId)}).`,
  ];
}
