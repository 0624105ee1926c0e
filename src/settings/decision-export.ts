import type { Comment } from '../loop/comment.ts';
import type { StatsStore } from '../review/stats-store.ts';
import type { Book } from './book.ts';
import { may, refusal, roleOf } from './permissions.ts';
import { refusedNote, type ScreenContext } from './screen-context.ts';
import type { LogFile, ScreenNote } from './screens.ts';

/** Decisions about comments and votes of a workspace as JSON lines, for admins. */
export async function exportDecisions({
  deps,
  book,
  by,
  place: { workspace },
}: ScreenContext): Promise<LogFile | ScreenNote> {
  const managers = book.decided({ workspace }).managers.value;
  if (!may(roleOf(by, managers), 'export decisions')) {
    return refusedNote(refusal('export decisions', managers));
  }
  const text = await writeDecisions(deps.stats, book, workspace);
  return {
    type: 'file',
    name: 'bluepencil-decisions.jsonl',
    mediaType: 'application/x-ndjson',
    text,
  };
}

/**
 * One JSON object a line, oldest first, comments before votes; without members and places, and with
 * words only from channels that opted in.
 */
export async function writeDecisions(
  stats: Pick<StatsStore, 'channels' | 'decided' | 'voted'>,
  book: Book,
  workspace: string,
): Promise<string> {
  const channels = await stats.channels(workspace);
  const wordsFrom = channels.filter(
    (channel) => book.resolve({ workspace, channel }).exportDecisions.value,
  );
  const [decided, voted] = await Promise.all([
    stats.decided(workspace, wordsFrom),
    stats.voted(workspace, wordsFrom),
  ]);
  const rows = [
    ...decided.map(({ runId, decidedAt, comment, ...rest }) => ({
      type: 'comment',
      review: runId,
      time: new Date(decidedAt).toISOString(),
      ...rest,
      ...(comment === null ? {} : { words: wordsOf(comment) }),
    })),
    ...voted.map(({ runId, closedAt, texts, ...rest }) => ({
      type: 'vote',
      review: runId,
      time: new Date(closedAt).toISOString(),
      ...rest,
      ...(texts === null ? {} : { words: texts }),
    })),
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function wordsOf({ anchor, problem, why, suggestion }: Comment) {
  return { quote: anchor.type === 'quote' ? anchor.quote : null, problem, why, suggestion };
}
