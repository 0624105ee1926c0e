import { randomBytes } from 'node:crypto';
import type { APIMessage, GatewayMessageReactionAddDispatchData } from 'discord.js';
import { decodeAction } from '../../review/action.ts';
import { ENDORSING_EMOJI, quietly } from '../../review/endorse.ts';
import { linkToPlace } from '../../review/place-link.ts';
import type { MemberRef, MessageRef } from '../../review/refs.ts';
import type { ReviewChoices, Reviews, ReviewTarget } from '../../review/reviews.ts';
import type { Trigger } from '../../review/run-store.ts';
import type { CaptureScope } from '../../review/source.ts';
import type { Place, ResolvedSettings } from '../../settings/resolution.ts';
import type { EmojiTarget } from '../../settings/settings.ts';
import { type Download, isWithheld, readWords } from './capture.ts';
import { type Channel, type Channels, canHoldThreads } from './channels.ts';
import { type EventEmoji, emojiIdentity, settingIdentity } from './emoji.ts';
import { isAppPost, isOurs, type Me } from './me.ts';
import { findMention, readMention } from './mention.ts';
import type { Messages } from './messages.ts';
import { type Doer, guarded, type TellDeps, tell } from './outcome.ts';
import type { Parents } from './parents.ts';
import { memberRef, messageRef, PLATFORM, type Spot, threadRef, workspaceOf } from './places.ts';
import { createSeen } from './seen.ts';
import { say, WORDS } from './words.ts';

export interface ListenersDeps extends TellDeps {
  readonly me: Me;
  readonly channels: Channels;
  readonly messages: Messages;
  readonly parents: Parents;
  readonly reviews: Reviews;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  readonly download: Download;
}

/** A message somebody asks about. */
export interface Asked {
  readonly message: APIMessage;
  readonly scope: CaptureScope;
  readonly trigger: Trigger;
  readonly choices?: ReviewChoices;
  /** The message came with the request itself, with its words, whatever the bot may read. */
  readonly isGiven?: boolean;
}

/** A trigger emoji that was put on a message. */
export type Reacted = Pick<
  GatewayMessageReactionAddDispatchData,
  'user_id' | 'channel_id' | 'message_id' | 'guild_id'
> & { readonly emoji: EventEmoji };

/** What members do on Discord, turned into requests to the core. */
export interface Listeners {
  /** A member reacted; a trigger emoji on people's words asks for a review. */
  reacted(event: Reacted): Promise<void>;
  /** A member took a reaction away: the next one is a new wish. */
  unreacted(event: Reacted): void;
  /** A member asked about a message that stands. */
  asked(asked: Asked, by: Doer): Promise<void>;
  /** A member said something; with a mention of the bot, or in direct messages, it may ask for a review. */
  said(message: APIMessage & { guild_id?: string }): Promise<void>;
  /** A message was deleted. */
  deleted(server: string | null, channel: string, message: string): Promise<void>;
  /** The settings of a channel, with those of the channel or forum above it. */
  settingsAt(server: string | null, channel: string, member: string): Promise<ResolvedSettings>;
  /** What a review in this channel is counted and set under. */
  channelFor(channel: string): Promise<string>;
}

export function createListeners(deps: ListenersDeps): Listeners {
  const { me, channels, messages, parents, reviews, settings } = deps;
  const seen = createSeen(5_000);

  /** The channel or forum above a thread; asked for once where no event told of it, as of an archived one. */
  const parentOf = async (channel: string): Promise<string | null> => {
    const known = parents.of(channel);
    if (known !== undefined) return known;
    const parent = await threadParent(channels, channel);
    parents.learn(channel, parent);
    return parent;
  };

  const placeOf = async (
    server: string | null,
    channel: string,
    member: string,
  ): Promise<Place> => {
    const workspace = workspaceOf(server, member);
    const parent = server === null ? null : await parentOf(channel);
    return parent === null ? { workspace, channel } : { workspace, channel, parent };
  };

  const request = async (
    by: Doer,
    wish: {
      readonly message: APIMessage;
      readonly trigger: Trigger;
      readonly target: ReviewTarget;
      readonly choices: ReviewChoices;
    },
  ): ReturnType<Reviews['request']> => {
    const { message, ...rest } = wish;
    const thread = threadRef(await answerSpot(channels, by, message));
    if (by.interaction !== null) deps.tokens.bind(by.interaction, thread);
    return reviews.request({
      ...rest,
      workspace: workspaceOf(by.server, by.member),
      platform: PLATFORM,
      channel: await listeners.channelFor(message.channel_id),
      thread,
      requester: memberRef(by.member),
      interactionId: by.interactionId,
    });
  };

  /** The sentence for a message that is not reviewed; null for one that is. */
  const refusalFor = async ({ message, isGiven = false }: Asked, by: Doer) => {
    if (isOurs(me, message)) return WORDS.ownPost;
    if (isAppPost(message)) {
      const { appPosts } = await listeners.settingsAt(by.server, message.channel_id, by.member);
      if (appPosts.value === 'ignore') return WORDS.appPost;
    }
    return isWithheld(message) && !me.mayReadContent && !isGiven ? WORDS.noContent : null;
  };

  /** Does what a mention asks for. */
  const hear = async (message: APIMessage, words: string, by: Doer): Promise<void> => {
    const source = refFor(by, message);
    const where = { thread: threadRef(await answerSpot(channels, by, message)), source };
    const { runId, root } = await threadAround(deps, message);
    const wanted = readMention(words, { hasRun: runId !== null });
    if (wanted === 'words' && runId !== null) {
      const said = { runId, text: words, id: `mention/${message.id}` };
      return tell(
        deps,
        by,
        where,
        await reviews.say(said, memberRef(by.member), workspaceOf(by.server, by.member)),
      );
    }
    if (wanted === 'draft') return askWith(message, words, by);
    if (wanted === 'review') {
      if (root === null) return tell(deps, by, where, say(WORDS.nothingToReview));
      const { capture } = await listeners.settingsAt(by.server, root.channel_id, by.member);
      return listeners.asked({ message: root, scope: capture.value, trigger: 'mention' }, by);
    }
    if (runId === null || wanted === 'words') {
      return tell(deps, by, where, say(WORDS.nothingToStop));
    }
    const note = await reviews.act(
      { verb: wanted, runId },
      memberRef(by.member),
      workspaceOf(by.server, by.member),
    );
    if (note !== null) await tell(deps, by, where, note);
  };

  /** A ✅ on what somebody said in the thread of a review. Where there are no reviews Discord is asked nothing. */
  const endorse = async (channel: string, id: string, by: Doer): Promise<void> => {
    const workspace = workspaceOf(by.server, by.member);
    const place = { workspace, channel: await listeners.channelFor(channel) };
    if (!(await reviews.listensIn(place))) return;
    const message = await messages.read(channel, id);
    if (message === null || isAppPost(message)) return;
    const { runId } = await threadAround(deps, message);
    if (runId === null) return;
    const endorsed = {
      runId,
      message: refFor(by, message),
      text: findMention(message.content, me.botId) ?? message.content,
      saidBy: memberRef(message.author.id),
    };
    const note = await reviews.endorse(endorsed, memberRef(by.member), workspace);
    // A note that cannot be told puts no mark on what others said.
    const thread = threadRef(await answerSpot(channels, by, message));
    if (note !== null) await tell(deps, by, { thread }, note);
  };

  /** A mention with words where there is no run: the words, and what is attached, are the draft. */
  const askWith = async (message: APIMessage, words: string, by: Doer): Promise<void> => {
    const { embeds } = await listeners.settingsAt(by.server, message.channel_id, by.member);
    const read = await readWords(
      { ...message, content: words },
      {
        download: deps.download,
        embeds: embeds.value,
      },
    );
    const outcome = await request(by, {
      message,
      trigger: 'mention',
      target: { type: 'draft', ...read },
      choices: { delivery: 'thread' },
    });
    if (outcome.type !== 'note') return;
    const thread = threadRef(await answerSpot(channels, by, message));
    await tell(deps, by, { thread, source: refFor(by, message) }, outcome.note);
  };

  const listeners: Listeners = {
    async reacted(event) {
      const { user_id: member, channel_id: channel, message_id: id } = event;
      const server = event.guild_id ?? null;
      if (member === me.botId) return;
      const identity = emojiIdentity(event.emoji);
      const key = `${id}/${member}/${identity}`;
      // Before anything is waited for: the same event may be told twice at once.
      if (!seen.add(key)) return;
      const target = targetOf(await settings(await placeOf(server, channel, member)), identity);
      const nonce = randomBytes(6).toString('hex');
      const by = {
        member,
        server,
        interaction: null,
        interactionId: `reaction/${id}/${member}/${nonce}`,
      };
      // Nothing is asked of Discord for an emoji that means nothing.
      if (target === null) {
        seen.remove(key);
        if (identity === settingIdentity(ENDORSING_EMOJI)) {
          await quietly(deps.reportError, () => endorse(channel, id, by));
        }
        return;
      }
      const message = await messages.read(channel, id);
      // Gone in the meantime: nobody is told about what they can see themselves.
      if (message === null) return;
      const choices = choicesFor(target);
      await listeners.asked({ message, scope: 'message', trigger: 'reaction', choices }, by);
    },

    unreacted(event) {
      seen.remove(`${event.message_id}/${event.user_id}/${emojiIdentity(event.emoji)}`);
    },

    async asked(asked, by) {
      const { message, scope, trigger, choices = {} } = asked;
      const thread = threadRef(await answerSpot(channels, by, message));
      const source = refFor(by, message);
      const where = isOurs(me, message) ? { thread } : { thread, source };
      await guarded(deps, by, where, async () => {
        const refusal = await refusalFor(asked, by);
        if (refusal !== null) return tell(deps, by, where, say(refusal));
        const target = await targetFor(deps, asked, { source, scope, server: by.server });
        const outcome = await request(by, {
          message,
          trigger,
          target,
          choices: target.type === 'draft' ? { delivery: 'thread', ...choices } : choices,
        });
        if (outcome.type === 'note') return tell(deps, by, where, outcome.note);
        if (by.interaction !== null) await deps.tokens.say(by.interaction, startedNote(thread));
      });
    },

    async said(message) {
      if (isAppPost(message)) return;
      const server = message.guild_id ?? null;
      const answered = message.referenced_message;
      const isReply = answered != null && isOurs(me, answered);
      const content = message.content ?? '';
      const mention = findMention(content, me.botId);
      const words = mention ?? (server === null || isReply ? content.trim() : null);
      if (words === null) return;
      const by = {
        member: message.author.id,
        server,
        interaction: null,
        interactionId: `mention/${message.id}`,
      };
      if (!seen.add(by.interactionId)) return;
      const source = refFor(by, message);
      const thread = threadRef(await answerSpot(channels, by, message));
      await guarded(deps, by, { thread, source }, () => hear(message, words, by));
    },

    async deleted(server, channel, message) {
      await reviews.sourceDeleted(messageRef({ server, channel, message }));
    },

    settingsAt: async (server, channel, member) => settings(await placeOf(server, channel, member)),

    async channelFor(channel) {
      return (await parentOf(channel)) ?? channel;
    },
  };
  return listeners;
}

/** Settings, limits and order are those of the channel or forum a thread belongs to. */
async function threadParent(channels: Channels, channel: string): Promise<string | null> {
  const found = await channels.find(channel);
  return found?.isThread ? found.parent : null;
}

function startedNote(thread: ReturnType<typeof threadRef>) {
  return say(WORDS.started(linkTo(thread)));
}

function linkTo(thread: ReturnType<typeof threadRef>): string {
  return linkToPlace(WORDS.thread, thread);
}

/** Where the answer about a message goes. */
export async function answerSpot(
  channels: Channels,
  { server, member }: Pick<Doer, 'server' | 'member'>,
  message: Pick<APIMessage, 'id' | 'channel_id'>,
): Promise<Exclude<Spot, { kind: 'asked' | 'kept' }>> {
  const place: Channel | null = await channels.find(message.channel_id);
  const isUnder = place !== null && canHoldThreads(place);
  const spot = { server, channel: message.channel_id, message: message.id, asker: member };
  return { kind: isUnder ? 'under' : 'in', ...spot };
}

function refFor({ server }: Pick<Doer, 'server'>, { id, channel_id }: APIMessage): MessageRef {
  return messageRef({ server, channel: channel_id, message: id });
}

/**
 * What is to be reviewed. Where Discord withholds contents the words come with the request, as they cannot
 * be read again; everywhere else the message is read when the review starts.
 */
async function targetFor(
  { me, download, settings }: ListenersDeps,
  { message, isGiven = false }: Asked,
  { source, scope, server }: { source: MessageRef; scope: CaptureScope; server: string | null },
): Promise<ReviewTarget> {
  if (me.mayReadContent || !isGiven) return { type: 'message', message: source, scope };
  const workspace = workspaceOf(server, message.author.id);
  const { embeds } = await settings({ workspace, channel: message.channel_id });
  const words = await readWords(message, { download, embeds: embeds.value });
  return { type: 'draft', ...words, ...authorOf(message) };
}

/** Whose words they are; nobody's for posts of apps. */
export function authorOf(message: APIMessage): { readonly author?: MemberRef } {
  return isAppPost(message) ? {} : { author: memberRef(message.author.id) };
}

function targetOf({ triggerEmoji }: ResolvedSettings, identity: string): EmojiTarget | null {
  const found = Object.entries(triggerEmoji.value).find(
    ([name]) => settingIdentity(name) === identity,
  );
  return found?.[1] ?? null;
}

function choicesFor(target: EmojiTarget): ReviewChoices {
  if ('persona' in target) return { personas: [target.persona] };
  return target.preset === null ? {} : { preset: target.preset };
}

/** The newest run that posted into the thread of a message, and the message the thread hangs on. */
async function threadAround(
  { me, channels, messages }: ListenersDeps,
  message: APIMessage,
): Promise<{ runId: string | null; root: APIMessage | null }> {
  const place = await channels.find(message.channel_id);
  const newest = await messages.newest(message.channel_id);
  const run = newest
    .filter((said) => isOurs(me, said))
    .map(({ components }) => runIn(components ?? []))
    .find((id) => id !== null);
  const replied = message.referenced_message ?? null;
  const repliedRun =
    replied !== null && isOurs(me, replied) ? runIn(replied.components ?? []) : null;
  if (place?.isThread !== true) {
    const root = replied !== null && !isOurs(me, replied) ? replied : null;
    // In direct messages everything stands in one line, so that only an answer means a run.
    return { runId: repliedRun, root };
  }
  const root = await messages.read(message.channel_id, message.channel_id);
  return { runId: repliedRun ?? run ?? null, root };
}

/** The run that a post's buttons belong to. */
function runIn(components: readonly unknown[]): string | null {
  for (const component of components) {
    const { custom_id: id, components: inner = [] } = component as {
      custom_id?: string;
      components?: unknown[];
    };
    const found = (id === undefined ? null : decodeAction(id)?.runId) ?? runIn(inner);
    if (found !== null) return found;
  }
  return null;
}
