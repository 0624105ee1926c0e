import { randomBytes } from 'node:crypto';
import type { Action } from '../../review/action.ts';
import { type CommandWord, parseCommand } from '../../review/command-grammar.ts';
import { ENDORSING_EMOJI } from '../../review/endorse.ts';
import { helpMessage } from '../../review/help.ts';
import type { Message } from '../../review/message.ts';
import { linkToPlace } from '../../review/place-link.ts';
import type { ThreadRef } from '../../review/refs.ts';
import type {
  RequestOutcome,
  ReviewChoices,
  ReviewTarget,
  WaitingOutcome,
} from '../../review/reviews.ts';
import type { Trigger } from '../../review/run-store.ts';
import type { CaptureScope } from '../../review/source.ts';
import { isScreenWord, START } from '../../settings/screens.ts';
import { hasWords } from '../../text/blank.ts';
import { emojiCharacter } from '../../text/emoji.ts';
import { screenPage } from './addresses.ts';
import type { DeskMessage, DeskPlace } from './desk-store.ts';
import { newFormId } from './forms.ts';
import { findMention, readMention } from './mention.ts';
import { guarded, type ListenersDeps, type Outcome, tell } from './outcome.ts';
import { channelRef, memberRef, messageRef, PLATFORM, threadRef, WORKSPACE } from './places.ts';
import { textOf } from './source.ts';
import { say, WORDS } from './words.ts';

/** Who did something, and the id under which a repetition is known. */
export interface Doer {
  readonly member: string;
  readonly interactionId: string;
}

/** A draft or brief from the composer or the form. */
export interface Wish extends Doer {
  readonly channel: string;
  readonly trigger: 'command' | 'form';
  readonly type: 'draft' | 'brief';
  readonly text: string;
  readonly files: readonly string[];
  readonly choices: ReviewChoices;
}

interface Mention {
  readonly message: DeskMessage;
  /** What it says besides. */
  readonly words: string;
  readonly by: Doer;
}

/** What members do on the desk, turned into requests to the core. */
export interface Listeners {
  /** A member reacted; a trigger emoji on people's words asks for a review. */
  reacted(on: DeskPlace, emoji: string, member: string): Promise<Outcome>;
  /** A member chose *Review* on a message. */
  chose(on: DeskPlace, scope: CaptureScope, by: Doer): Promise<Outcome>;
  /** A member sent `/refine …` from the composer. */
  commanded(
    given: { readonly channel: string; readonly text: string; readonly files: readonly string[] },
    by: Doer,
  ): Promise<Outcome>;
  /**
   * A member gave a draft or a brief: it becomes the head of a thread, in the channel or in the member's
   * private channel. When no review begins, nothing of it stays.
   */
  wished(wish: Wish): Promise<Outcome>;
  /** A member said something; with `@Bluepencil` in it, it may ask for a review. */
  said(message: DeskMessage): Promise<Outcome>;
  /** A member clicked a button under a post. */
  clicked(on: DeskMessage, action: Action, member: string): Promise<Outcome>;
  /** A member deleted a message. */
  deleted(message: DeskMessage): Promise<void>;
}

export function createListeners(deps: ListenersDeps): Listeners {
  const { workspace, reviews, watch, settings } = deps;

  const request = async (wish: {
    readonly by: Doer;
    readonly head: DeskPlace;
    readonly thread: ThreadRef;
    readonly channel: string;
    readonly trigger: Trigger;
    readonly target: ReviewTarget;
    readonly choices: ReviewChoices;
  }) => {
    const { by, head, ...rest } = wish;
    const outcome = await reviews.request({
      ...rest,
      workspace: WORKSPACE,
      platform: PLATFORM,
      requester: memberRef(by.member),
      interactionId: by.interactionId,
    });
    if (wish.target.type !== 'message') {
      if (outcome.type === 'accepted') await watch.follow(outcome.runId, head.id);
      if (outcome.type === 'waiting') {
        void inTheEnd(outcome, async (settled) => {
          if (settled.type === 'accepted') await watch.follow(settled.runId, head.id);
        });
      }
    }
    return outcome;
  };

  /** Does what is left to do once a request that waited is through. */
  const inTheEnd = async (
    { later }: WaitingOutcome,
    work: (settled: RequestOutcome) => Promise<void>,
  ): Promise<void> => {
    try {
      await work(await later);
    } catch (error) {
      deps.reportError(error, '-');
    }
  };

  /** Asks about a message that stands already; a refusal is told beside it. */
  const askAbout = async (
    head: DeskPlace,
    by: Doer,
    wish: {
      readonly trigger: Trigger;
      readonly target: ReviewTarget;
      readonly choices?: ReviewChoices;
    },
  ): Promise<Outcome> => {
    const outcome = await request({
      choices: {},
      ...wish,
      by,
      head,
      thread: threadRef(head),
      channel: head.channel,
    });
    if (outcome.type === 'note') return tell(deps, by.member, head, outcome.note);
    return outcome.type === 'waiting' ? { type: 'waiting', head } : { ...outcome, head };
  };

  /** Does what a mention asks for. */
  const hear = async ({ message, words, by }: Mention): Promise<Outcome> => {
    const thread = await workspace.thread(message.id, by.member);
    const runId = await workspace.lastRun(thread);
    const place = { isReply: message.root !== null, hasRun: runId !== null };
    const wanted = readMention(words, place);
    const root = thread.find(({ id }) => id === message.root);
    if (wanted === 'words') {
      if (runId === null) return tell(deps, by.member, message, say(WORDS.nothingToStop));
      const said = { runId, text: words, id: by.interactionId };
      return tell(
        deps,
        by.member,
        message,
        await reviews.say(said, memberRef(by.member), WORKSPACE),
        false,
      );
    }
    if (wanted === 'draft') {
      const text = textOf({ text: words, files: message.files });
      const fromFile = message.files.length > 0;
      const target = { type: 'draft', text, notRead: [], fromFile } as const;
      return askAbout(message, by, { trigger: 'mention', target });
    }
    if (wanted !== 'review') {
      if (runId === null) return tell(deps, by.member, message, say(WORDS.nothingToStop));
      return listeners.clicked(message, { verb: wanted, runId }, by.member);
    }
    if (root?.kind !== 'message') {
      return tell(deps, by.member, message, say(WORDS.nothingToReview));
    }
    const scope = (await settings(root.channel)).capture.value;
    return askAbout(root, by, { trigger: 'mention', target: messageTarget(root, scope) });
  };

  /** A sample is reviewed under the note that offered it, where its words stand. */
  const trySample = async (on: DeskMessage, member: string): Promise<Outcome> => {
    const note = await reviews.trySample({
      ...{ workspace: WORKSPACE, platform: PLATFORM, channel: on.channel },
      thread: threadRef(on),
      requester: memberRef(member),
      // However often it is clicked.
      interactionId: `sample/${on.id}/${member}`,
    });
    return note === null ? { type: 'nothing' } : tell(deps, member, on, note);
  };

  const listeners: Listeners = {
    async reacted(on, emoji, member) {
      const character = emojiCharacter(emoji);
      const triggers = Object.entries((await settings(on.channel)).triggerEmoji.value);
      const target = triggers.find(([name]) => emojiCharacter(name) === character)?.[1];
      if (target === undefined) {
        if (character !== emojiCharacter(ENDORSING_EMOJI)) return { type: 'nothing' };
        return endorse(deps, on, member);
      }
      if (on.kind !== 'message') return tell(deps, member, on, say(WORDS.ownPost));
      const preset = 'preset' in target && target.preset !== null ? { preset: target.preset } : {};
      const choices = 'persona' in target ? { personas: [target.persona] } : preset;
      // Taken off and put on again is a new wish; the core knows what was read already.
      const interactionId = `reaction/${on.id}/${member}/${randomBytes(6).toString('hex')}`;
      return guarded(deps, member, on, () =>
        askAbout(
          on,
          { member, interactionId },
          { trigger: 'reaction', target: messageTarget(on, 'message'), choices },
        ),
      );
    },

    async chose(on, scope, by) {
      return guarded(deps, by.member, on, async () =>
        on.kind === 'message'
          ? askAbout(on, by, { trigger: 'shortcut', target: messageTarget(on, scope) })
          : tell(deps, by.member, on, say(WORDS.ownPost)),
      );
    },

    async commanded({ channel, text, files }, by) {
      const asked = { channel, root: null };
      return guarded(deps, by.member, asked, async () => {
        const command = parseCommand(text);
        const wish = { ...by, channel, files, trigger: 'command' } as const;
        switch (command.type) {
          case 'form':
            if (files.length === 0) return { type: 'form', formId: newFormId() };
            return listeners.wished({ ...wish, type: 'draft', text: '', choices: {} });
          case 'note':
            return tell(deps, by.member, asked, command.note);
          case 'word':
            if (isScreenWord(command.word)) {
              return { type: 'page', page: screenPage(START[command.word], channel) };
            }
            if (command.word === 'vote') {
              const place = { workspace: WORKSPACE, channel };
              const answer = await reviews.vote(memberRef(by.member), place);
              return tell(deps, by.member, asked, answer, false);
            }
            return tell(deps, by.member, asked, await answerTo(command.word, deps), false);
          default:
            return listeners.wished({ ...wish, ...command });
        }
      });
    },

    async wished(wish) {
      const { channel, member, type, text, files } = wish;
      const asked = { channel, root: null };
      return guarded(deps, member, asked, async () => {
        const draft = [text, ...(await workspace.fileTexts(files))].filter(Boolean).join('\n\n');
        if (!hasWords(draft)) return tell(deps, member, asked, say(WORDS.nothingToReview));
        const { head, thread } = await openThread(deps, wish);
        const outcome = await request({
          by: wish,
          head,
          thread,
          channel,
          trigger: wish.trigger,
          target: wordsTarget(type, draft, files.length > 0),
          choices: { ...wish.choices, delivery: head.privateTo === null ? 'thread' : 'private' },
        });
        if (outcome.type === 'note') {
          await workspace.withdraw(head);
          return tell(deps, member, asked, outcome.note);
        }
        if (outcome.type === 'waiting') {
          void inTheEnd(outcome, async (settled) => {
            if (settled.type === 'note') await workspace.withdraw(head);
          });
        }
        if (head.channel !== channel) await pointTo(deps, head, wish);
        return outcome.type === 'waiting' ? { type: 'waiting', head } : { ...outcome, head };
      });
    },

    async said(message) {
      const words = findMention(message.text);
      if (words === null) return { type: 'nothing' };
      return guarded(deps, message.author, message, () =>
        hear({
          message,
          words,
          by: { member: message.author, interactionId: `mention/${message.id}` },
        }),
      );
    },

    async clicked(on, action, member) {
      return guarded(deps, member, on, async () => {
        if (action.verb === 'try-sample') return trySample(on, member);
        const note = await reviews.act(action, memberRef(member), WORKSPACE);
        return note === null ? { type: 'nothing' } : tell(deps, member, on, note, false);
      });
    },

    async deleted(message) {
      await reviews.sourceDeleted(messageRef(message));
    },
  };
  return listeners;
}

/**
 * Opens the thread a draft or brief is answered in, with its words at the head. A private one is tied to
 * where it was asked for, so that the core finds it, and what it shares goes there.
 */
async function openThread({ workspace, settings }: ListenersDeps, wish: Wish) {
  const { channel, member, type, files } = wish;
  const text = type === 'brief' ? WORDS.briefMessage(wish.text) : wish.text;
  const usual = (await settings(channel)).commandDelivery.value;
  const isPrivate = (wish.choices.delivery ?? usual) === 'private';
  if (!isPrivate) {
    const head = await workspace.say({ channel, root: null, author: member, text, files });
    return { head, thread: threadRef(head) };
  }
  const thread = channelRef(channel, wish.interactionId);
  return { head: await workspace.sayPrivately(member, thread, { text, files }), thread };
}

/** A ✅ on what somebody said in the thread of a review. */
async function endorse(deps: ListenersDeps, on: DeskPlace, member: string): Promise<Outcome> {
  const { workspace, reviews } = deps;
  if (on.kind !== 'message' || on.root === null) return { type: 'nothing' };
  const runId = await workspace.lastRun(await workspace.thread(on.id, member));
  const message = runId === null ? null : await workspace.look(on.id);
  if (runId === null || message === null) return { type: 'nothing' };
  const text = findMention(message.text) ?? message.text;
  const saidBy = memberRef(message.author);
  const endorsed = { runId, message: messageRef(on), text, saidBy };
  const note = await reviews.endorse(endorsed, memberRef(member), WORKSPACE);
  return note === null ? { type: 'nothing' } : tell(deps, member, on, note, false);
}

/** Leaves a private note where the review was asked for, with the way to it. */
async function pointTo({ workspace }: ListenersDeps, head: DeskMessage, wish: Wish): Promise<void> {
  const link = linkToPlace(WORDS.openReview, threadRef(head));
  const where = { channel: wish.channel, root: null };
  await workspace.note(wish.member, where, say(WORDS.startedPrivately(link)));
}

function wordsTarget(type: Wish['type'], text: string, fromFile: boolean): ReviewTarget {
  return type === 'brief' ? { type, text } : { type, text, notRead: [], fromFile };
}

function messageTarget(on: DeskPlace, scope: CaptureScope): ReviewTarget {
  return { type: 'message', message: messageRef(on), scope };
}

async function answerTo(word: CommandWord, deps: ListenersDeps): Promise<Message> {
  if (word === 'help') return helpMessage();
  return word === 'status' ? deps.describeStatus() : say(WORDS.notYet(word));
}
