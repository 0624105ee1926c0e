import type { FirstSteps } from '../../review/first-contact.ts';
import type { WaysIn } from '../../review/help.ts';
import type { Message } from '../../review/message.ts';
import { PERMISSIONS, type PermissionKey } from './permissions.ts';

/** What Bluepencil says on Discord alone, in one place. */
export const WORDS = {
  privateThread: (where: string) => `A review only for you, asked for in ${where}.`,
  instead: (where: string, key: PermissionKey) =>
    `I could not answer in ${where}: I am missing the permission “${PERMISSIONS[key].name}” there. Here is your review, only for you.`,
  insteadLocked: (where: string) =>
    `I could not answer in ${where}: the thread is locked. Here is your review, only for you.`,
  about: (link: string) => `-# About ${link}`,
  draftHead: (who: string) => `**A draft by ${who}**, for the editors`,
  briefHead: (who: string) => `**${who} asked for a draft**`,
  started: (link: string) => `The editors are reading. Their notes come in ${link}.`,
  startedPrivately: (link: string) =>
    `Your draft is with the editors: ${link}. Only you can see it.`,
  startedKept:
    'Your draft is with the editors. I cannot send you direct messages here, so the review waits behind this button; only you can see it.',
  held: 'Your request is written down. Another program is using my database just now; the editors begin as soon as it is free.',
  keptReady: 'Your review is ready; only you can see it.',
  thread: 'the thread',
  channel: 'the channel',
  openReview: 'open the review',
  showResult: 'Show result',
  nothingToReview: 'There is no text in this to review yet. Write a sentence or two and ask again.',
  ownPost:
    'I do not review my own posts. Ask about the draft at the head of the thread, or take *Another round* under the refined draft.',
  appPost: 'That was posted by an app, and I only read what people write here.',
  noContent:
    'Discord does not let me read messages here, so I saw an empty one. An admin of this bot can switch on **Message Content Intent** (Discord Developer Portal → Bot → Privileged Gateway Intents) and start me again. Until then, use *Apps → Review this message* on the message: that works without it.',
  gone: 'I can’t read that message any more: it was deleted, or I may not see it.',
  failed: (ref: string) =>
    `Something went wrong, and nothing of yours was lost. Please try again (ref ${ref}).`,
  nothingToStop: 'There is no review in this thread.',
  staleButton:
    'That button is from an older version of me. Ask for a new review, and I’ll read the text afresh.',
  notYet: (name: string) =>
    `\`/refine-admin ${name}\` is not here yet; \`/refine-admin help\` lists what is.`,
  blocked:
    'This server’s own rules (AutoMod) stopped what I wanted to post. An admin can add me to the exceptions.',
  locked:
    'The thread is locked, so I cannot answer there. A moderator can unlock it, or ask with `/refine`.',
  waiting: (notes: number) =>
    notes === 1
      ? '**A note I could not send you before:**'
      : `**${notes} notes I could not send you before:**`,
} as const;

/** How members ask on Discord, where commands have fields. */
export const WAYS_IN: WaysIn = {
  textAtHand: '`/refine text:` with it, or `file:`; only you see the review.',
  nothingYet: '`/refine-write brief:` and what it should say.',
  moreChoice: '`/refine` alone opens a form, which keeps line breaks.',
  options:
    'Beside the text you may set `preset:`, `persona:`, `rounds:`, or `private: False` for a review in the channel.',
  status:
    '`/refine-admin status` shows whether a model is set up, what I may do here and how busy I am.',
};

/** The first three steps for whoever brought the bot into a server. */
export function firstSteps(server: string): FirstSteps {
  return {
    place: server,
    postedMessage:
      'React with ✏️ to a message of yours, or open its menu: *Apps*, *Review this message*. The editors answer in its thread, and nobody is notified.',
    textAtHand: '`/refine text:` and a text: only you see its review.',
    settings:
      '`/refine-admin status` says which permissions I have in a channel, `/refine-admin settings` how I work there.',
  };
}

/** A note or post of plain Markdown, in Bluepencil's own name. */
export function say(markdown: string): Message {
  return { identity: null, parts: [{ markdown, buttons: [] }] };
}
