import type { Message } from '../../review/message.ts';
import { listWords } from '../../review/words.ts';
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
  /** Whether a member runs a server. */
  readonly isAdmin: (member: string, server: string) => Promise<boolean>;
  /** The channels of a server that something of their own is decided for. */
  readonly decidedChannels: (server: string) => Promise<readonly string[]>;
}

/** Asked about one by one, where they are not known yet. */
const MAX_CHANNELS = 10;

/** How things stand on Discord, beside what holds everywhere. */
export interface Standing {
  /** Adds rights, intents and notes that waited to what is said about the installation. */
  add(
    answer: Message | null,
    asked: { readonly member: string; readonly server: string | null; readonly channel: string },
  ): Promise<Message>;
}

export function createStanding(deps: StandingDeps): Standing {
  const { channels, kept, me, isReady } = deps;
  return {
    async add(answer, { member, server, channel }) {
      const rights = server === null ? null : await channels.rights(channel).catch(() => null);
      const waiting = kept.take(member);
      const lines = [
        isReady() ? null : '⚠️ The connection to Discord is being made again.',
        me.mayReadContent ? '✓ I may read messages here.' : `⚠️ ${WORDS.noContent}`,
        ...(server === null ? [] : rightsLines(rights, me)),
        ...(server === null ? [] : await decidedLines(deps, { member, server, channel })),
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

/** Where else something is decided and cannot work, for those who run the server. */
async function decidedLines(
  { channels, isAdmin, decidedChannels }: StandingDeps,
  at: { readonly member: string; readonly server: string; readonly channel: string },
): Promise<string[]> {
  if (!(await isAdmin(at.member, at.server).catch(() => false))) return [];
  const others = (await decidedChannels(at.server)).filter((id) => id !== at.channel);
  const lines: string[] = [];
  for (const id of others.slice(0, MAX_CHANNELS)) {
    const rights = await channels.rights(id).catch(() => null);
    const lacking = rights === null ? [] : missingPermissions(rights);
    const needed = lacking.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    if (needed.length > 0) {
      lines.push(`⚠️ Settings wait in <#${id}>, where I lack ${listWords(needed)}.`);
    }
  }
  return lines;
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
