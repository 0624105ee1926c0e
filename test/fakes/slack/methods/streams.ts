/* chat.startStream, appendStream, stopStream; status lines. */
import { type Call, channelOf, isMember, type Method, messageOf, needed, text } from '../call.ts';
import type { Core } from '../core.ts';
import { fail } from '../failure.ts';
import { changeMessage, clearStatus, putMessage } from '../posting.ts';
import type { ChannelRecord, Json, MessageRecord, StreamRecord } from '../world.ts';
import { authorOf, guise, mayPost, threadOf } from './chat.ts';

const MARKDOWN_MAX = 12_000;
const MOST_BLOCKS = 50;
const TASK_TEXT_MAX = 256;
const MOST_LOADING = 10;

function start(call: Call): Json {
  const { args, core } = call;
  const channel = channelOf(call);
  if (!isMember(call, channel)) fail('not_in_channel');
  mayPost(call, channel);
  if (text(args, 'thread_ts') === '' || text(args, 'thread_ts') === '0') fail('invalid_thread_ts');
  const threadTs = threadOf(call, channel);
  if (channel.kind !== 'im') {
    if (text(args, 'recipient_user_id') === '') fail('missing_recipient_user_id');
    if (text(args, 'recipient_team_id') === '') fail('missing_recipient_team_id');
    const recipient = core.world.members.get(text(args, 'recipient_user_id'));
    if (recipient === undefined) fail('user_not_found');
    if (recipient.teamId !== text(args, 'recipient_team_id')) fail('invalid_recipient_team_id');
  }
  const { username, icons } = guise(call);
  const now = core.world.now();
  const stream: StreamRecord = {
    state: 'in_progress',
    startedAt: now,
    lastAt: now,
    tasks: new Map(),
    plan: null,
  };
  const message = putMessage(core, channel, {
    ...authorOf(call, username !== null || icons !== null),
    username,
    icons,
    text: '',
    blocks: [],
    threadTs,
    stream,
    unfurl: { links: false, media: false },
  });
  clearStatus(core, channel, threadTs);
  append(call, { channel, message, stream, isFirst: true });
  return { channel: channel.id, ts: message.ts };
}

interface Running {
  readonly channel: ChannelRecord;
  readonly message: MessageRecord;
  readonly stream: StreamRecord;
  readonly isFirst?: boolean;
}

function running(call: Call): Running {
  const channel = channelOf(call);
  const message = messageOf(channel, needed(call.args, 'ts'));
  if (message.botId !== call.by.botId) fail('message_not_owned_by_app');
  const { stream } = message;
  if (stream?.state === 'stopped') fail('stopped_by_user');
  if (stream === null || stream.state !== 'in_progress') fail('message_not_in_streaming_state');
  if (call.core.world.now() - stream.startedAt > call.core.pace.streamMs) {
    stream.state = 'errored';
    fail('message_not_in_streaming_state');
  }
  return { channel, message, stream };
}

/** Adds what a call brings to what stands there. */
function append({ args, core }: Call, { channel, message, stream, isFirst }: Running): void {
  const markdown = text(args, 'markdown_text');
  const chunks = (args.chunks ?? []) as Json[];
  if (markdown !== '' && chunks.length > 0) fail('cannot_provide_both_markdown_text_and_chunks');
  if (markdown.length > MARKDOWN_MAX) fail('msg_too_long');
  const all = markdown === '' ? chunks : [{ type: 'markdown_text', text: markdown }, ...chunks];
  if (all.length === 0) {
    if (!isFirst && args.blocks === undefined) fail('no_text');
    return;
  }
  const blocks = [...(message.blocks ?? [])];
  for (const chunk of all) addChunk(core, { blocks, stream }, chunk);
  stream.lastAt = core.world.now();
  changeMessage(core, channel, message, {
    blocks: blocks.slice(0, MOST_BLOCKS),
    text: blocks
      .filter(({ type }) => type === 'markdown')
      .map(({ text: said }) => String(said))
      .join('\n'),
  });
}

function addChunk(
  core: Core,
  { blocks, stream }: { blocks: Json[]; stream: StreamRecord },
  chunk: Json,
): void {
  const last = blocks.at(-1);
  switch (chunk.type) {
    case 'markdown_text':
      if (last?.type === 'markdown')
        blocks[blocks.length - 1] = { ...last, text: `${last.text}${chunk.text}` };
      else blocks.push({ type: 'markdown', text: chunk.text, block_id: core.world.id('b') });
      return;
    case 'task_update': {
      for (const key of ['title', 'details', 'output']) {
        if (String(chunk[key] ?? '').length > TASK_TEXT_MAX)
          core.violate(`a task's ${key} is over ${TASK_TEXT_MAX} characters`);
      }
      const { type: _, id, ...task } = chunk;
      const card = { type: 'task_card', task_id: id, ...stream.tasks.get(String(id)), ...task };
      const at = blocks.findIndex(({ task_id }) => task_id === id);
      stream.tasks.set(String(id), task);
      if (at === -1) blocks.push({ ...card, block_id: core.world.id('b') });
      else blocks[at] = { ...blocks[at], ...card };
      return;
    }
    case 'plan_update':
      stream.plan = String(chunk.title);
      return;
    case 'blocks':
      blocks.push(...((chunk.blocks ?? []) as Json[]));
      return;
    default:
      core.violate(`unknown chunk ${String(chunk.type)}`);
  }
}

function appendStream(call: Call): Json {
  const at = running(call);
  append(call, at);
  return { channel: at.channel.id, ts: at.message.ts };
}

function stopStream(call: Call): Json {
  const { args, core } = call;
  const at = running(call);
  append(call, { ...at, isFirst: true });
  const more = (args.blocks ?? []) as Json[];
  at.stream.state = 'completed';
  changeMessage(core, at.channel, at.message, {
    blocks: [...(at.message.blocks ?? []), ...more].slice(0, MOST_BLOCKS),
    ...(args.metadata === undefined ? {} : { metadata: args.metadata as Json }),
  });
  return {
    channel: at.channel.id,
    ts: at.message.ts,
    message: { text: at.message.text, ts: at.message.ts },
  };
}

/** What stands under a thread while the app works, last said last. */
export interface StatusLine {
  readonly channel: string;
  readonly threadTs: string;
  readonly status: string;
}

function setStatus(call: Call): Json {
  const { args, core } = call;
  const channel = channelOf(call, 'channel_id');
  if (!isMember(call, channel)) fail('not_in_channel');
  const threadTs = needed(args, 'thread_ts');
  if (!channel.messages.has(threadTs)) fail('invalid_thread_ts');
  const loading = (args.loading_messages ?? []) as string[];
  if (loading.length > MOST_LOADING) fail('invalid_arguments');
  guise(call);
  core.statuses.push({ channel: channel.id, threadTs, status: text(args, 'status') });
  return {};
}

/** The state of a conversation with an agent; it has no words. */
function setSession(call: Call): Json {
  const { args } = call;
  const channel = channelOf(call);
  if (!isMember(call, channel)) fail('not_in_channel');
  if (!channel.messages.has(needed(args, 'thread_ts'))) fail('invalid_thread_ts');
  if (!['active', 'processing', 'suspended', 'closed'].includes(text(args, 'status'))) {
    fail('invalid_arguments');
  }
  return {};
}

export const streamMethods: Record<string, Method> = {
  'agents.sessions.setStatus': { scopes: ['chat:write'], perMinute: 600, run: setSession },
  'chat.startStream': { scopes: ['chat:write'], perMinute: 20, run: start },
  'chat.appendStream': { scopes: ['chat:write'], perMinute: 100, run: appendStream },
  'chat.stopStream': { scopes: ['chat:write'], perMinute: 20, run: stopStream },
  'assistant.threads.setStatus': {
    scopes: ['chat:write', 'assistant:write'],
    perMinute: 600,
    run: setStatus,
  },
};
