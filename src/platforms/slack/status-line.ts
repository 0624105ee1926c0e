/*
 * The line under a thread that says somebody is at work. Slack takes it away when we post there and after
 * two minutes without a word, so it cannot stick even when this process dies; while a review goes on it is
 * shown again after each post. It is a courtesy: what Slack refuses is remembered and nobody is told.
 * Progress is not streamed: a stream names one recipient, is closed after five minutes, and could only hold
 * words that have not passed the guard yet.
 * https://docs.slack.dev/reference/methods/assistant.threads.setStatus
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagePlace } from './places.ts';
import { remember } from './remembered.ts';
import { refusalCode } from './slack-errors.ts';
import type { SlackWorkspace } from './workspace.ts';

/** Stands after the app's name: “Bluepencil is working on the draft…”. */
const AT_WORK = 'is working on the draft…';

/** What Slack refuses everywhere in a workspace; anything else is about one channel or thread. */
const NOWHERE: readonly string[] = [
  'missing_scope',
  'unknown_method',
  'method_deprecated',
  'feature_disabled',
  'feature_not_enabled',
  'not_allowed_token_type',
  'access_denied',
  'no_permission',
];
/** The channel takes no status lines, or none of ours. */
const NOT_THERE: readonly string[] = [
  'method_not_supported_for_channel_type',
  'channel_not_found',
  'not_in_channel',
  'is_archived',
];

/** A post that is followed by another at once needs no line in between. */
const AGAIN_AFTER_MS = 1_500;

interface Line {
  /** The messages in this thread that are worked on. */
  readonly sources: Set<string>;
  /** The last call; each waits for the one before, so that what was said last stands. */
  tail: Promise<void>;
  /** Counts what happened; what was planned before something else happened is off. */
  turn: number;
}

export interface StatusLines {
  /** Shows the line under the thread of a message. */
  show(workspace: SlackWorkspace, place: MessagePlace): void;
  /** Something was posted there, which took the line away: it is shown again if work goes on. */
  posted(workspace: SlackWorkspace, channel: string, root: string | null): void;
  /** Takes the line away once nothing is worked on in the thread. */
  clear(workspace: SlackWorkspace, place: MessagePlace): void;
}

/** Keeps the status lines of all workspaces. Nothing here is waited for, and nothing fails. */
export function createStatusLines(): StatusLines {
  const lines = remember<Line>(2_000);
  const closed = remember<true>(10_000, { ttlMs: 24 * 60 * 60_000 });
  const turns = remember<Promise<void>>(10_000);

  /** What is told of one message is done in that order, though its thread may have to be asked for. */
  const inTurn = (
    workspace: SlackWorkspace,
    place: MessagePlace,
    work: (at: Thread, key: string) => void,
  ): void => {
    const name = `${workspace.workspace}/${place.channel}/${place.parts[0]}`;
    const turn = (turns.get(name) ?? Promise.resolve()).then(async () => {
      const at = await threadOf(workspace, place);
      if (at !== null) work(at, keyOf(workspace, at));
    });
    turns.set(name, turn);
  };

  const say = (workspace: SlackWorkspace, at: Thread, status: string): void => {
    const line = lines.get(keyOf(workspace, at));
    if (line === undefined) return;
    line.turn += 1;
    line.tail = line.tail.then(() => setStatus(workspace, at, status));
  };

  const setStatus = async (
    workspace: SlackWorkspace,
    { channel, root }: Thread,
    status: string,
  ): Promise<void> => {
    const everywhere = workspace.workspace;
    const here = `${everywhere}/${channel}`;
    if (closed.get(everywhere) || closed.get(here)) return;
    const { client, speaker, whenAllowed } = workspace;
    const args = { channel_id: channel, thread_ts: root, status };
    try {
      // A line that is late is worth nothing; one that has to go is worth some patience.
      if (status !== '') await speaker.assistant.threads.setStatus(args);
      else {
        await whenAllowed('assistant.threads.setStatus', () =>
          client.assistant.threads.setStatus(args),
        );
      }
    } catch (error) {
      const code = refusalCode(error) ?? '';
      if (NOWHERE.includes(code)) closed.set(everywhere, true);
      if (NOT_THERE.includes(code)) closed.set(here, true);
    }
  };

  /** The root is known by the time a message is worked on; where it is not, there is no line. */
  const threadOf = async (
    workspace: SlackWorkspace,
    { channel, parts }: MessagePlace,
  ): Promise<Thread | null> => {
    const root = await workspace.conversations.rootOf(channel, parts[0]).catch(() => null);
    return root === null ? null : { channel, root };
  };

  return {
    show(workspace, place) {
      inTurn(workspace, place, (at, key) => {
        const line = lines.get(key) ?? { sources: new Set(), tail: Promise.resolve(), turn: 0 };
        line.sources.add(place.parts[0]);
        lines.set(key, line);
        say(workspace, at, AT_WORK);
      });
    },

    posted(workspace, channel, root) {
      if (root === null) return;
      const at = { channel, root };
      const line = lines.get(keyOf(workspace, at));
      if (line === undefined) return;
      line.turn += 1;
      const { turn } = line;
      void sleep(AGAIN_AFTER_MS, undefined, { ref: false }).then(() => {
        if (line.turn === turn && line.sources.size > 0) say(workspace, at, AT_WORK);
      });
    },

    clear(workspace, place) {
      inTurn(workspace, place, (at, key) => {
        const line = lines.get(key);
        if (line === undefined || !line.sources.delete(place.parts[0])) return;
        if (line.sources.size > 0) return;
        say(workspace, at, '');
        lines.delete(key);
      });
    },
  };
}

interface Thread {
  readonly channel: string;
  readonly root: string;
}

function keyOf({ workspace }: SlackWorkspace, { channel, root }: Thread): string {
  return `${workspace}/${channel}/${root}`;
}
