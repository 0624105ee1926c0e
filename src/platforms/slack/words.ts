import type { FirstSteps } from '../../review/first-contact.ts';
import type { Message } from '../../review/message.ts';

/** What Bluepencil says on Slack itself, in one place. */
export const WORDS = {
  /** At the head of a private review of a message. */
  privateThread: (where: string) => `A review only for you, asked for in ${where}.`,
  /** At the head of a private review of words that came with a command. */
  privateDraft: (where: string) => `A review only for you, asked for in ${where}. Your draft:`,
  /** At the head of a review everybody sees. */
  publicDraft: (who: string) => `**${who}** asked for a second pair of eyes on this draft:`,
  publicBrief: (who: string) => `**${who}** asked for a draft:`,
  startedPrivately: (link: string) =>
    `Your draft is with the editors. The review comes to you alone, in ${link}.`,
  startedPublicly: 'Your draft is with the editors; they answer in its thread.',
  directMessages: 'our direct messages',
  /** At the end of a note that is longer than Slack takes here. */
  restElsewhere: (link: string) => `The rest did not fit here; it is in ${link}.`,
  restUntold:
    'The rest did not fit here, and I could not open direct messages with you. Please ask an admin why.',
  nothingToReview: 'There is no text in this to review yet. Write a sentence or two and ask again.',
  noReadableText:
    'There is no readable text in that message, only what I can’t read. Write the words as text, and ask again.',
  ownPost:
    'I do not review my own posts. Ask about the message at the head of the thread, or take *Another round* under the refined draft.',
  appPost:
    'That was posted by an app, and reviews of those are off here. An admin can turn them on with `/refine settings`.',
  notAMessage: 'Only messages that people wrote can be reviewed.',
  external:
    'Reviews here are for members of this workspace. You can read them; somebody from here can ask for one.',
  notInChannel:
    'I’m not in this channel, so I’ll answer you in our direct messages. To have reviews in the thread, type `/invite @Bluepencil` here.',
  cannotPostHere:
    'I’m not in this channel, so I can’t post here. Type `/invite @Bluepencil` first, or leave out `--public` and I’ll answer you in our direct messages.',
  threadNeedsMe:
    'To read a whole thread I have to be in the channel. Type `/invite @Bluepencil` here and choose it again, or choose *Review this message*.',
  failed: (ref: string) =>
    `Something went wrong, and nothing of yours was lost. Please try again (ref ${ref}).`,
  notYet: (name: string) => `\`/refine ${name}\` is not here yet; \`/refine help\` lists what is.`,
  noSuchEmoji: (name: string) =>
    `There is no emoji :${name}: in this workspace. Choose one that is there, or add it to Slack first.`,
  unclearEmoji: (name: string) =>
    `I can’t see this workspace’s own emoji, so check that :${name}: is one of them.`,
  fileInDirect: 'It is in our direct messages, for you alone.',
  nothingToStop: 'There is no review in this thread.',
  lateForm: 'Slack waited too long for the form. Please type `/refine` again.',
  sourceGone: 'The message this is about was deleted, so I have stopped.',
  firstSteps: (workspace: string): FirstSteps => ({
    place: workspace === '' ? null : workspace,
    postedMessage:
      'Type `/invite @Bluepencil` in a channel, then react with ✏️ to a message of yours there. The editors answer in its thread, and nobody is notified.',
    textAtHand: '`/refine` and a text, anywhere: only you see its review.',
    settings: '`/refine settings` says how I work in a channel, `/refine status` how I am set up.',
  }),
} as const;

/** A note or post of plain Markdown, in Bluepencil's own name. */
export function say(markdown: string): Message {
  return { identity: null, parts: [{ markdown, buttons: [] }] };
}
