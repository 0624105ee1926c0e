import { createHash } from 'node:crypto';
import { type APIMessage, MessageType } from 'discord.js';
import type { MessageRef } from '../../review/refs.ts';
import type { Captured, CaptureScope, Source } from '../../review/source.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import { type Download, quotedWords, readWords } from './capture.ts';
import type { Channels } from './channels.ts';
import { isAppPost, isOurs, type Me } from './me.ts';
import type { Messages } from './messages.ts';
import { memberRef, readMessageRef, type Spoken, workspaceOf } from './places.ts';

export interface SourceDeps {
  readonly me: Me;
  readonly channels: Channels;
  readonly messages: Messages;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  readonly download: Download;
}

/** Reads what people wrote on Discord. */
export function createDiscordSource(deps: SourceDeps): Source {
  const { me, messages } = deps;
  return {
    async read(target: MessageRef, scope: CaptureScope): Promise<Captured | null> {
      const spoken = readMessageRef(target);
      if (spoken === null) return null;
      const message = await messages.read(spoken.channel, spoken.message);
      if (message === null || isOurs(me, message)) return null;
      const { root, others } =
        scope === 'thread'
          ? await readThread(deps, spoken, message)
          : { root: message, others: [] };
      const own = others.filter(({ author }) => author.id === root.author.id);
      const context = (scope === 'thread' ? others : await readBefore(deps, spoken)).filter(
        (other) => !own.includes(other) && !isAppPost(other),
      );
      const { embeds } = await deps.settings({
        workspace: workspaceOf(spoken.server, root.author.id),
        channel: spoken.channel,
      });
      const read = await Promise.all(
        [root, ...own].map((each) =>
          readWords(each, { download: deps.download, embeds: embeds.value }),
        ),
      );
      const text = read
        .map((words) => words.text)
        .filter((words) => words !== '')
        .join('\n\n');
      return {
        text,
        author: isAppPost(root) ? null : memberRef(root.author.id),
        context: withQuoted(
          quotedWords(root),
          context.map(({ content }) => content ?? '').filter((words) => words !== ''),
        ),
        notRead: read.flatMap(({ notRead }) => notRead),
        hash: createHash('sha256').update(text).digest('hex'),
        scope,
        fromFile: read.some(({ fromFile }) => fromFile),
      };
    },
  };
}

/** What a message answers to is nearest to it, wherever it stands; it is not said twice. */
function withQuoted(quoted: readonly string[], context: readonly string[]): string[] {
  return [...quoted.filter((words) => !context.includes(words)), ...context];
}

/** Of a message in a thread, the one the thread hangs on and those just before it; in a channel there are none. */
async function readBefore(
  { me, channels, messages }: SourceDeps,
  { channel, message }: Spoken,
): Promise<APIMessage[]> {
  const place = await channels.find(channel);
  if (!place?.isThread || message === channel) return [];
  const root = await messages.read(channel, channel);
  const before = await messages.before(channel, message);
  const said = before.filter(({ id }) => id !== root?.id);
  return [...(root === null ? [] : [root]), ...said].filter(
    (each) => !isOurs(me, each) && each.type !== MessageType.ThreadStarterMessage,
  );
}

/** The message a thread hangs on and everything people said in it, oldest first. */
async function readThread(
  { me, channels, messages }: SourceDeps,
  { channel }: Spoken,
  message: APIMessage,
): Promise<{ root: APIMessage; others: APIMessage[] }> {
  const place = await channels.find(channel);
  // The thread under a message has its id; a message inside a thread stands in a channel that is one.
  const thread = place?.isThread ? channel : message.id;
  const root =
    place?.isThread && message.id !== thread
      ? ((await messages.read(channel, thread)) ?? message)
      : message;
  const others: APIMessage[] = [];
  for await (const said of messages.after(thread, null)) {
    if (said.id !== root.id && !isOurs(me, said)) others.push(said);
  }
  return { root, others };
}
