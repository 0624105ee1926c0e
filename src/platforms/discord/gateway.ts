import { type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { GatewayCloseCodes, type GatewayDispatchPayload, GatewayIntentBits } from 'discord.js';
import type { Api } from './api.ts';
import { plainAddress } from './transport.ts';

export interface GatewayOptions {
  readonly api: Api;
  readonly token: string;
  /**
   * Hears whether the texts of other people's messages come along. They are asked for whatever else is
   * known: only the answer to that is sure.
   */
  readonly onContent: (mayRead: boolean) => void;
  /** Hears every event, in order; must not throw. */
  readonly onEvent: (event: GatewayDispatchPayload) => void;
  /** The connection was lost and begun anew: what happened between `since` and now was not told. */
  readonly onGap: (since: number) => void;
  /** Hears of trouble with the connection, as a sentence for operators. */
  readonly onTrouble: (sentence: string) => void;
  readonly now?: () => number;
}

/** The connection over which Discord tells what happens. */
export interface Gateway {
  /** True while all its parts are connected. */
  isReady(): boolean;
  close(): Promise<void>;
}

/** Only what is needed: no members, no presences. Message events come for mentions, edits and deletions. */
const INTENTS =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.GuildMessageReactions |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.DirectMessageReactions;

/** Answers after which trying the same again is no use. */
const FATAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: 'the token was refused',
  [GatewayCloseCodes.InvalidShard]: 'the number of shards was refused',
  [GatewayCloseCodes.ShardingRequired]: 'more shards are needed',
  [GatewayCloseCodes.InvalidAPIVersion]: 'the version of the interface was refused',
  [GatewayCloseCodes.InvalidIntents]: 'the intents were refused',
  [GatewayCloseCodes.DisallowedIntents]: 'the intent MESSAGE CONTENT is not switched on',
};
const RETRY_MS = [1_000, 5_000, 30_000, 300_000] as const;

/**
 * Connects, and stays connected: drops are resumed, what cannot be resumed is begun anew, and after a
 * refusal it waits and tries again rather than being silent for ever.
 */
export function openGateway(options: GatewayOptions): Gateway {
  const { now = Date.now } = options;
  const state = { isClosed: false, failures: 0, mayReadContent: true };
  const ready = new Set<number>();
  let shards = 1;
  let lastHeard = now();
  let manager: WebSocketManager | null = null;
  let timer: NodeJS.Timeout | null = null;

  const again = (sentence: string) => {
    if (state.isClosed || timer !== null) return;
    options.onTrouble(sentence);
    const wait = RETRY_MS[Math.min(state.failures, RETRY_MS.length - 1)] ?? 0;
    state.failures += 1;
    connectIn(wait);
  };
  const connectIn = (wait: number) => {
    timer = setTimeout(() => {
      timer = null;
      void connect();
    }, wait);
    timer.unref();
  };

  const connect = async () => {
    if (state.isClosed) return;
    const old = manager;
    manager = null;
    old?.removeAllListeners();
    await Promise.resolve(old?.destroy()).catch(() => undefined);
    const current = createManager(options, state.mayReadContent);
    manager = current;
    ready.clear();
    current.on(WebSocketShardEvents.Dispatch, ({ data }) => {
      lastHeard = now();
      options.onEvent(data);
    });
    current.on(WebSocketShardEvents.Ready, ({ shardId: shard }) => {
      const isAnew = state.failures > 0 || seen.has(shard);
      seen.add(shard);
      ready.add(shard);
      state.failures = 0;
      options.onContent(state.mayReadContent);
      if (isAnew) options.onGap(gapFrom);
    });
    current.on(WebSocketShardEvents.Resumed, ({ shardId: shard }) => {
      ready.add(shard);
    });
    current.on(WebSocketShardEvents.Closed, ({ code, shardId: shard }) => {
      if (ready.delete(shard)) gapFrom = lastHeard;
      const refusal = FATAL[code];
      if (refusal === undefined) return;
      if (code === GatewayCloseCodes.DisallowedIntents && state.mayReadContent) {
        // No failure: the portal's switch is off, and everything else works without it.
        state.mayReadContent = false;
        if (!state.isClosed && timer === null) connectIn(0);
        return;
      }
      again(`Discord closed the connection: ${refusal} (${code}).`);
    });
    current.on(WebSocketShardEvents.Error, () => undefined);
    try {
      await current.connect();
      shards = await current.getShardCount();
    } catch (error) {
      const name = error instanceof Error ? error.name : 'error';
      again(`Discord could not be reached (${name}).`);
    }
  };
  const seen = new Set<number>();
  let gapFrom = now();
  void connect();

  return {
    isReady: () => ready.size >= shards,
    async close() {
      state.isClosed = true;
      if (timer !== null) clearTimeout(timer);
      const old = manager;
      old?.removeAllListeners();
      await Promise.resolve(old?.destroy()).catch(() => undefined);
    },
  };
}

function createManager({ api, token }: GatewayOptions, mayReadContent: boolean): WebSocketManager {
  const sessions = new Map<number, SessionInfo>();
  return new WebSocketManager({
    token,
    intents: INTENTS | (mayReadContent ? GatewayIntentBits.MessageContent : 0),
    // Lists of members come with no server, however large.
    largeThreshold: 50,
    // As many shards as Discord says.
    shardCount: null,
    rest: api.rest,
    retrieveSessionInfo: (shard) => sessions.get(shard) ?? null,
    updateSessionInfo(shard, session) {
      if (session === null) sessions.delete(shard);
      else sessions.set(shard, withResumeAddress(session));
    },
  });
}

/** A session as it is told; one without an address for coming back comes back to where it began. */
function withResumeAddress(session: SessionInfo): SessionInfo {
  const { resumeURL, ...rest } = session as Omit<SessionInfo, 'resumeURL'> & { resumeURL?: string };
  const isGiven = typeof resumeURL === 'string' && URL.canParse(resumeURL);
  return (isGiven ? { ...rest, resumeURL: plainAddress(resumeURL) } : rest) as SessionInfo;
}
