import { type APIMessage, Routes } from 'discord.js';
import type { SourceStatus } from '../../review/messenger.ts';
import type { Api } from './api.ts';
import type { Missing } from './channels.ts';
import { emojiRoute } from './emoji.ts';
import { troubleOf, unless } from './failure.ts';
import type { Spoken } from './places.ts';
import type { Threads } from './threads.ts';

/** Shows a run's state as a reaction of the bot on the source. */
export interface Status {
  /** One state at a time; where the bot may not react, nothing is shown and nothing fails. */
  show(source: Spoken, state: SourceStatus): Promise<void>;
}

const MARKS: Readonly<Record<SourceStatus, string>> = {
  queued: '👀',
  working: '👀',
  done: '✅',
  stopped: '⚠️',
};
/** Every mark the bot may have left. */
export const STATUS_MARKS: readonly string[] = [...new Set(Object.values(MARKS))];
const MAX_KEPT = 5_000;

export function createStatus(
  api: Api,
  { missing, threads }: { readonly missing: Missing; readonly threads: Pick<Threads, 'unarchive'> },
): Status {
  const shown = new Map<string, string>();

  const put = async ({ channel, message }: Spoken, mark: string) => {
    const set = () =>
      api({
        method: 'PUT',
        route: Routes.channelMessageOwnReaction(channel, message, emojiRoute(mark)),
        doing: 'react',
      });
    try {
      await set();
    } catch (error) {
      if (troubleOf(error) !== 'archived' || !(await threads.unarchive(channel))) throw error;
      await set();
    }
  };
  const take = ({ channel, message }: Spoken, mark: string) =>
    unless<unknown>(
      api({
        method: 'DELETE',
        route: Routes.channelMessageOwnReaction(channel, message, emojiRoute(mark)),
        doing: 'take a reaction back',
      }),
      ['gone'],
      () => null,
    );

  return {
    async show(source, state) {
      const { channel, message } = source;
      if (missing.isKnown(channel, 'addReactions')) return;
      const mark = MARKS[state];
      const before = shown.get(message);
      if (before === mark) return;
      const old = before === undefined ? await marksOn(api, source) : [before];
      try {
        if (!old.includes(mark)) await put(source, mark);
        for (const each of old) if (each !== mark) await take(source, each);
        shown.set(message, mark);
        const oldest = shown.size > MAX_KEPT ? shown.keys().next().value : undefined;
        if (oldest !== undefined) shown.delete(oldest);
      } catch (error) {
        const trouble = troubleOf(error);
        if (trouble === 'forbidden') missing.note(channel, 'addReactions');
        // A message without room for a reaction, or gone, shows no state; the review is not harmed.
        if (!['forbidden', 'impossible', 'gone', 'archived', 'locked'].includes(trouble))
          throw error;
      }
    },
  };
}

/** The marks an earlier life of the bot left on a message. */
async function marksOn(api: Api, { channel, message }: Spoken): Promise<readonly string[]> {
  const found = await unless<APIMessage | null>(
    api<APIMessage>({
      method: 'GET',
      route: Routes.channelMessage(channel, message),
      doing: 'read reactions',
    }),
    ['gone', 'forbidden'],
    () => null,
  );
  const own = (found?.reactions ?? []).filter(({ me }) => me).map(({ emoji }) => emoji.name ?? '');
  return STATUS_MARKS.filter((mark) => own.includes(mark));
}
