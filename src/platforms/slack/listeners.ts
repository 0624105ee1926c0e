import type { Action } from '../../review/action.ts';
import { parseCommand } from '../../review/command-grammar.ts';
import { ENDORSING_EMOJI, quietly } from '../../review/endorse.ts';
import { helpMessage } from '../../review/help.ts';
import type { Message } from '../../review/message.ts';
import type { ThreadRef } from '../../review/refs.ts';
import type { ReviewChoices, ReviewTarget } from '../../review/reviews.ts';
import type { Trigger } from '../../review/run-store.ts';
import type { CaptureScope } from '../../review/source.ts';
import { isScreenWord, START } from '../../settings/screens.ts';
import { hasWords } from '../../text/blank.ts';
import { mrkdwnToMarkdown, readMessage, type SlackMessage } from './capture.ts';
import { NO_NAMES } from './entities.ts';
import { readFiles } from './files.ts';
import type { FormAnswer } from './forms.ts';
import { findMention, readMention } from './mention.ts';
import { kindOf } from './message-kind.ts';
import { type Doer, guarded, type ListenersDeps, type Outcome } from './outcome.ts';
import { channelRef, memberRef, messageRef, PLATFORM, threadNear, threadRef } from './places.ts';
import { openPublicThread } from './public-thread.ts';
import { mayTrigger } from './rights.ts';
import { lastRunIn } from './runs-in-thread.ts';
import { say, WORDS } from './words.ts';

/** A message in its channel. */
export interface Placed {
  readonly channel: string;
  readonly message: SlackMessage;
}

/** What members do on Slack, turned into requests to the core. Each resolves when the request is on disk. */
export interface Listeners {
  /** A member reacted; a trigger emoji on people's words asks for a review. */
  reacted(
    on: { readonly channel: string; readonly ts: string; readonly author: string | undefined },
    emoji: string,
    by: Doer,
  ): Promise<Outcome>;
  /** A member chose *Review this message* or *Review this thread* on a message, which came along. */
  chose(on: Placed, scope: CaptureScope, by: Doer): Promise<Outcome>;
  /** A member said something with our name in it, or to us alone. */
  addressed(on: Placed, isDirect: boolean, by: Doer): Promise<Outcome>;
  /** A member sent `/refine …`. `form`, `screen`: it asks for one, and nothing has happened yet. */
  commanded(given: CommandGiven, by: Doer): Promise<Outcome | 'form' | { readonly screen: string }>;
  /** A member sent the form. */
  filled(given: FormGiven, by: Doer): Promise<Outcome>;
  /** A member clicked a button under a post. */
  clicked(
    on: { readonly channel: string; readonly ts: string },
    action: Action,
    by: Doer,
  ): Promise<Outcome>;
  /** A message is gone. */
  deleted(workspace: string, channel: string, ts: string): Promise<void>;
}

export interface CommandGiven {
  readonly channel: string;
  /** As Slack sent it. */
  readonly text: string;
  /** Where direct messages with us open. */
  readonly directMessages: string;
}

export interface FormGiven extends Pick<CommandGiven, 'channel' | 'directMessages'> {
  readonly answer: FormAnswer;
}

interface Wish {
  readonly by: Doer;
  readonly channel: string;
  readonly thread: ThreadRef;
  readonly trigger: Trigger;
  readonly target: ReviewTarget;
  readonly choices?: ReviewChoices;
}

export function createListeners(deps: ListenersDeps): Listeners {
  const { reviews, settings } = deps;

  const request = async ({ by, ...wish }: Wish): Promise<Outcome> => {
    const { workspace, member, interactionId } = by;
    const outcome = await reviews.request({
      choices: {},
      ...wish,
      workspace: workspace.workspace,
      platform: PLATFORM,
      requester: memberRef(workspace.workspace, member),
      interactionId,
    });
    return outcome.type === 'note' ? { note: outcome.note } : null;
  };

  const messageTarget = (by: Doer, channel: string, ts: string, scope: CaptureScope) =>
    ({ type: 'message', message: messageRef(by.workspace.workspace, channel, ts), scope }) as const;

  /** A draft or brief that came in words: its thread is opened in public, or the core opens it in private. */
  const wished = async (wish: {
    readonly by: Doer;
    readonly channel: string;
    readonly trigger: 'command' | 'form';
    readonly type: 'draft' | 'brief';
    readonly text: string;
    readonly notRead?: readonly string[];
    readonly fromFile?: boolean;
    readonly choices: ReviewChoices;
    readonly directMessages: string;
  }): Promise<Outcome> => {
    const { by, channel, trigger, type, text, notRead = [], fromFile = false } = wish;
    if (!hasWords(text)) return { note: say(WORDS.nothingToReview) };
    const usual = (await settings({ workspace: by.workspace.workspace, channel })).commandDelivery
      .value;
    const isPrivate = (wish.choices.delivery ?? usual) === 'private';
    const thread = isPrivate
      ? channelRef(by.workspace.workspace, channel, by.interactionId)
      : await openPublicThread(by, { channel, type, text });
    const outcome = await request({
      by,
      channel,
      thread,
      trigger,
      target: type === 'brief' ? { type, text } : { type, text, notRead, fromFile },
      choices: { ...wish.choices, delivery: isPrivate ? 'private' : 'thread' },
    });
    if (outcome !== null) return outcome;
    const link = `[${WORDS.directMessages}](${wish.directMessages})`;
    return { note: say(isPrivate ? WORDS.startedPrivately(link) : WORDS.startedPublicly) };
  };

  return {
    async reacted(on, emoji, by) {
      const { workspace } = by;
      const name = workspace.emoji.identityOf(emoji);
      const { triggerEmoji } = await settings({
        workspace: workspace.workspace,
        channel: on.channel,
      });
      const found = Object.entries(triggerEmoji.value).find(
        ([key]) => workspace.emoji.identityOf(key) === name,
      );
      if (by.member === workspace.botUser) return null;
      if (found === undefined) {
        const isEndorsing = name === workspace.emoji.identityOf(ENDORSING_EMOJI);
        return isEndorsing ? quietly(deps.reportError, () => endorse(on, by)) : null;
      }
      const target = found[1];
      return guarded(deps, async () => {
        if (await isOwnPost(by, on)) return { note: say(WORDS.ownPost) };
        if (!(await mayTrigger(deps, by, on.channel))) return { note: say(WORDS.external) };
        const preset =
          'preset' in target && target.preset !== null ? { preset: target.preset } : {};
        return request({
          by,
          channel: on.channel,
          thread: threadNear(workspace.workspace, on.channel, on.ts),
          trigger: 'reaction',
          target: messageTarget(by, on.channel, on.ts, 'message'),
          choices: 'persona' in target ? { personas: [target.persona] } : preset,
        });
      });
    },

    chose: (on, scope, by) => guarded(deps, () => choose(on, scope, by)),

    addressed: (on, isDirect, by) => guarded(deps, () => hear(on, isDirect, by)),

    async commanded({ channel, text, directMessages }, by) {
      const command = parseCommand(text);
      if (command.type === 'form') return 'form';
      if (command.type === 'word' && isScreenWord(command.word))
        return { screen: START[command.word] };
      return guarded(deps, async () => {
        if (command.type === 'note') return { note: command.note };
        if (command.type === 'word') {
          if (command.word === 'help') return { note: helpMessage() };
          if (command.word === 'status') return { note: await statusOf(deps, by, channel) };
          if (command.word === 'vote') {
            const { workspace } = by.workspace;
            const place = { workspace, channel };
            return { note: await reviews.vote(memberRef(workspace, by.member), place) };
          }
          return { note: say(WORDS.notYet(command.word)) };
        }
        if (!(await mayTrigger(deps, by, channel))) return { note: say(WORDS.external) };
        const nameOf = NO_NAMES;
        const words = mrkdwnToMarkdown(command.text, nameOf);
        return wished({ ...command, text: words, by, channel, trigger: 'command', directMessages });
      });
    },

    filled: ({ answer, channel, directMessages }, by) =>
      guarded(deps, async () => {
        if (!(await mayTrigger(deps, by, channel))) return { note: say(WORDS.external) };
        const files = await readFiles(by.workspace, answer.files, deps.apiUrl);
        const text = [answer.text, ...files.texts]
          .filter((part) => part.trim() !== '')
          .join('\n\n');
        return wished({
          ...answer,
          text,
          by,
          channel,
          trigger: 'form',
          notRead: files.notRead,
          fromFile: files.texts.length > 0,
          directMessages,
        });
      }),

    clicked: (on, action, by) =>
      guarded(deps, async () => {
        const isReading = action.verb === 'changes';
        if (!isReading && !(await mayTrigger(deps, by, on.channel))) {
          return { note: say(WORDS.external) };
        }
        const { workspace } = by;
        const requester = memberRef(workspace.workspace, by.member);
        if (action.verb === 'try-sample') {
          const { workspace: id } = workspace;
          const note = await reviews.trySample({
            ...{ workspace: id, platform: PLATFORM, channel: on.channel, requester },
            thread: threadRef(id, on.channel, on.ts),
            interactionId: by.interactionId,
          });
          return note === null ? null : { note };
        }
        const note = await reviews.act(action, requester, workspace.workspace);
        return note === null ? null : { note };
      }),

    async deleted(workspace, channel, ts) {
      await reviews.sourceDeleted(messageRef(workspace, channel, ts));
    },
  };

  async function choose(
    { channel, message }: Placed,
    scope: CaptureScope,
    by: Doer,
  ): Promise<Outcome> {
    const { workspace } = by;
    const ts = message.ts ?? '';
    const kind = kindOf(message, workspace);
    if (kind === 'own') return { note: say(WORDS.ownPost) };
    if (kind === 'system' || kind === 'gone') return { note: say(WORDS.notAMessage) };
    if (!(await mayTrigger(deps, by, channel))) return { note: say(WORDS.external) };
    const root = message.thread_ts ?? ts;
    if (await workspace.isMember(channel)) {
      const target = messageTarget(by, channel, scope === 'thread' ? root : ts, scope);
      const thread = threadRef(workspace.workspace, channel, root);
      return request({ by, channel, thread, trigger: 'shortcut', target });
    }
    if (scope === 'thread') return { note: say(WORDS.threadNeedsMe) };
    return chooseUnseen({ channel, message }, by);
  }

  /** Where we are not in the channel, the words are those that came along, and the answer is private. */
  async function chooseUnseen({ channel, message }: Placed, by: Doer): Promise<Outcome> {
    const { workspace } = by;
    const nameOf = await workspace.people.namesIn({ blocks: message.blocks, text: message.text });
    const words = readMessage(message, { nameOf });
    const files = await readFiles(workspace, message.files ?? [], deps.apiUrl);
    const text = [words.text, ...files.texts].filter((part) => part.trim() !== '').join('\n\n');
    if (!hasWords(text)) return { note: say(WORDS.noReadableText) };
    const refusal = await request({
      by,
      channel,
      thread: channelRef(workspace.workspace, channel, by.interactionId),
      trigger: 'shortcut',
      target: {
        type: 'draft',
        text,
        notRead: [...words.notRead, ...files.notRead],
        fromFile: files.texts.length > 0,
        ...(message.user === undefined
          ? {}
          : { author: memberRef(workspace.workspace, message.user) }),
      },
      choices: { delivery: 'private' },
    });
    return refusal ?? { note: say(WORDS.notInChannel) };
  }

  /** A ✅ on what somebody said in the thread of a review. Where there are no reviews Slack is asked nothing. */
  async function endorse(
    { channel, ts }: { readonly channel: string; readonly ts: string },
    by: Doer,
  ): Promise<Outcome> {
    const { workspace } = by;
    const { workspace: id } = workspace;
    if (!(await reviews.listensIn({ workspace: id, channel }))) return null;
    const message = await workspace.conversations.find(channel, ts);
    const { user, thread_ts: root } = message ?? {};
    if (message === null || user === undefined || root === undefined || root === ts) return null;
    if (kindOf(message, workspace) !== 'person') return null;
    const runId = await lastRunIn(workspace, channel, root);
    if (runId === null || !(await mayTrigger(deps, by, channel))) return null;
    const nameOf = await workspace.people.namesIn({ blocks: message.blocks, text: message.text });
    const said = readMessage(message, { nameOf }).text;
    const note = await reviews.endorse(
      {
        runId,
        message: messageRef(id, channel, ts),
        text: findMention(said, workspace) ?? said,
        saidBy: memberRef(id, user),
      },
      memberRef(id, by.member),
      id,
    );
    return note === null ? null : { note };
  }

  async function hear({ channel, message }: Placed, isDirect: boolean, by: Doer): Promise<Outcome> {
    const { workspace } = by;
    const ts = message.ts ?? '';
    const root = message.thread_ts ?? ts;
    const isReply = root !== ts;
    const said = readMessage(message, { nameOf: NO_NAMES }).text;
    const words = findMention(said, workspace) ?? (isDirect ? said.trim() : null);
    if (words === null) return null;
    if (!(await mayTrigger(deps, by, channel))) return { note: say(WORDS.external) };
    const runId = isReply ? await lastRunIn(workspace, channel, root) : null;
    const wanted = readMention(words, { isReply, hasRun: runId !== null });
    const thread = threadRef(workspace.workspace, channel, root);
    const ask = (of: string, scope: CaptureScope) =>
      request({
        by,
        channel,
        thread,
        trigger: 'mention',
        target: messageTarget(by, channel, of, scope),
        choices: isDirect ? { delivery: 'thread' } : {},
      });
    switch (wanted) {
      case 'help':
        return { note: helpMessage() };
      case 'words': {
        if (runId === null) return { note: say(WORDS.nothingToStop) };
        const member = memberRef(workspace.workspace, by.member);
        const said = { runId, text: words, id: `mention/${channel}/${ts}` };
        return { note: await reviews.say(said, member, workspace.workspace) };
      }
      case 'draft':
        return ask(ts, 'message');
      case 'review': {
        if (!isReply) return { note: say(WORDS.nothingToReview) };
        return ask(
          root,
          (await settings({ workspace: workspace.workspace, channel })).capture.value,
        );
      }
      default: {
        if (runId === null) return { note: say(WORDS.nothingToStop) };
        const member = memberRef(workspace.workspace, by.member);
        const note = await reviews.act({ verb: wanted, runId }, member, workspace.workspace);
        return note === null ? null : { note };
      }
    }
  }
}

/** How things stand with the installation, then between us and Slack. */
async function statusOf(
  { describeStatus, standing }: ListenersDeps,
  { workspace, member }: Doer,
  channel: string,
): Promise<Message> {
  const person = await workspace.people.find(member).catch(() => null);
  const isAdmin = person?.isAdmin ?? false;
  const [status, slack] = await Promise.all([
    describeStatus(),
    standing(workspace, { channel, isAdmin }),
  ]);
  return { ...status, parts: [...status.parts, { markdown: slack, buttons: [] }] };
}

/** Posts under an editor's name have no author in the event, so they are looked at. */
async function isOwnPost(
  { workspace }: Doer,
  {
    channel,
    ts,
    author,
  }: { readonly channel: string; readonly ts: string; readonly author: string | undefined },
): Promise<boolean> {
  if (author !== undefined) return author === workspace.botUser;
  const message = await workspace.conversations.find(channel, ts);
  return message !== null && kindOf(message, workspace) === 'own';
}
