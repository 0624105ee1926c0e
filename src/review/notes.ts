/* Private notes: what only the person who asked needs to hear. Each says what happened and what to do. */

import type { Complaint } from '../settings/lessons.ts';
import { findNearest } from '../text/nearest.ts';
import type { Usefulness } from './feedback-store.ts';
import type { Button, Message } from './message.ts';
import { linkToPlace } from './place-link.ts';
import type { ThreadRef } from './refs.ts';
import { showRemark } from './shown-text.ts';
import { listWords, spanWords } from './words.ts';

/** A note of plain sentences, in Bluepencil's own name. */
export function note(markdown: string, buttons: readonly Button[] = []): Message {
  return { identity: null, parts: [{ markdown, buttons }] };
}

export const NOTES = {
  nothingToReview: () =>
    note('There is no text in this to review yet. Write a sentence or two and ask again.'),

  noBrief: () =>
    note('What should it say? Add a sentence or two after `write`, and I’ll draft it.'),

  tooLong: (
    chars: number,
    limits: { readonly chat: number; readonly file: number },
    isFile: boolean,
  ) =>
    note(
      isFile
        ? `This file has ${number(chars)} characters; I read up to ${number(limits.file)}. Send a part of it.`
        : `This draft has ${number(chars)} characters; I read up to ${number(limits.chat)} at a time here. Send a part, or attach it as a file of up to ${number(limits.file)}.`,
    ),

  unknown: (kind: 'preset' | 'persona', name: string, known: readonly string[]) => {
    const nearest = findNearest(name, known);
    const hint = nearest === null ? '' : ` Did you mean “${nearest}”?`;
    return note(
      `There is no ${kind} “${showRemark(name)}”.${hint} These exist: ${known.join(', ')}.`,
    );
  },

  badRounds: () => note('`rounds` is a whole number from 1 to 4.'),

  authorOnly: () =>
    note('Here only authors ask for reviews of their own messages, so I have left this one alone.'),

  authorAsked: () =>
    note(
      'This is somebody else’s message, and here I ask its author first. I have, privately; you hear from me either way.',
    ),

  authorUnreachable: () =>
    note(
      'This is somebody else’s message, and I could not reach its author to ask. So it stays unread.',
    ),

  authorDeclined: (thread?: ThreadRef) =>
    note(
      thread === undefined
        ? 'Its author would rather not have this message reviewed here, so it stays as it is.'
        : `The author would rather not have ${linkToPlace('the message', thread)} reviewed here, so it stays as it is.`,
    ),

  authorSilent: (thread: ThreadRef) =>
    note(
      `The author has not answered in three days, so ${linkToPlace('the message', thread)} stays unread.`,
    ),

  authorAgreed: (thread: ThreadRef) =>
    note(
      `The author agreed: the editors are reading, and answer in ${linkToPlace('the thread', thread)}.`,
    ),

  answered: (answer: 'thread' | 'private' | 'no', thread: ThreadRef, isLate: boolean) => {
    const place = linkToPlace('the thread', thread);
    const words = {
      thread: `Thank you. The editors are reading, and answer in ${place}.`,
      private: 'Thank you. The editors are reading, and only you will see what they say.',
      no: 'Of course. Nobody will read it, and nobody is told more than that.',
    };
    return note(isLate ? `You have answered this before. ${words[answer]}` : words[answer]);
  },

  unknownQuestion: () => note('That question is no longer open, so there is nothing to answer.'),

  notYourWords: () => note('Only the author of that message can answer this.'),

  queued: (ahead: number) =>
    note(`Queued, ${number(ahead)} before you in this channel. I’ll start by myself.`),

  taken: (thread: ThreadRef, ago: string) =>
    note(`Already under review since ${ago}: ${linkToPlace('the thread', thread)}.`),

  unchanged: (thread: ThreadRef, ago: string, runId: string) =>
    note(
      `This has not changed since it was reviewed ${ago}: ${linkToPlace('the thread', thread)}.`,
      [{ label: 'Run again', action: { verb: 'again', runId }, style: 'plain' }],
    ),

  unreadable: () =>
    note('I can’t read that message any more: it was deleted, or I may not see it.'),

  memberLimit: (reviews: number) =>
    note(
      `You have asked for ${number(reviews)} reviews today, which is the limit here. It starts anew at 00:00 UTC, or an admin can raise it.`,
    ),

  memberTokens: (tokens: number) =>
    note(
      `Your reviews have used their ${number(tokens)} tokens for today. It starts anew at 00:00 UTC, or an admin can raise the limit.`,
    ),

  channelLimit: (tokens: number) =>
    note(
      `This channel has used its ${number(tokens)} tokens for today. It starts anew at 00:00 UTC, or an admin can raise the limit.`,
    ),

  workspaceLimit: () =>
    note(
      'This workspace has used what it may spend on models today. It starts anew at 00:00 UTC, or an admin can raise the limit.',
    ),

  unreachable: () => note('I could not open a private thread with you, so nothing was posted.'),

  failed: (message: string, ref: string) =>
    note(`${message} Nothing was posted, and nothing of yours was changed (ref ${ref}).`),

  cutShort: (message: string, ref: string) =>
    note(`${message} What was said so far stays in the thread (ref ${ref}).`),

  withoutEditors: (editors: readonly string[], reasons: readonly string[], ref: string) =>
    note(
      `${listWords(editors)} could not read this draft; the others went on. ${reasons.join(' ')} (ref ${ref})`,
    ),

  broken: (ref: string) =>
    note(
      `Something went wrong while I was reviewing this, and I have stopped. Please try again; if it happens again, tell an admin (ref ${ref}).`,
    ),

  notBegun: () =>
    note(
      'Your request waited for the database, and then I could not begin it. Please ask again; if it happens again, tell an admin.',
    ),

  stillReading: () => note('The editors are still reading. Look again in a moment.'),

  stopped: () => note('Stopped. What was said so far stays.'),

  notYours: () =>
    note('Only the person who asked for this review, the author or an admin can do that.'),

  /** A private review is not an admin's business. */
  notTheAuthor: (isPrivate: boolean) =>
    note(`The text is its author’s: only they${isPrivate ? '' : ' or an admin'} can do that.`),

  notWhoAsked: () => note('Only the person who asked for this review can do that.'),

  notTheAuthorsVote: () => note('This vote is its author’s alone.'),

  over: () => note('This review is over already.'),

  unknownRun: () =>
    note('I no longer know this review. Ask for a new one, and I’ll read the text afresh.'),

  forgotten: () =>
    note(
      'The words of this review are deleted, so there is nothing left to act on. Ask for a new review.',
    ),

  cannotUndo: () =>
    note(
      'That change can’t be undone alone: the words around it were changed again. *Show changes* has the original wording.',
    ),

  readyToCopy: (text: string, buttons: readonly Button[]): Message => ({
    identity: null,
    parts: [
      { markdown: '**Yours to use.** Ready to copy:', buttons: [] },
      { markdown: text, buttons, isDraft: true },
    ],
  }),

  posted: (place: ThreadRef) => note(`Posted in ${linkToPlace('the channel', place)}.`),

  replaced: () =>
    note('Done: your message says it now. Edit it as ever if you want something back.'),

  notReplaceable: () =>
    note('There is no message of yours here that this text could take the place of.'),

  heard: (words: string) =>
    note(`Got it: “${showRemark(words)}”. I’ll answer with the next revision.`),

  heardFromOthers: () =>
    note(
      'Thank you. Only the author or who asked for this review can tell me what to change; your words stand here, and a ✅ on them from either of the two makes them a wish.',
    ),

  nothingSaid: () => note('Say what I should change, e.g. “shorter” or “keep the joke”.'),

  needsModel: () =>
    note(
      'I work by rules here, so I can’t rewrite to your words. Edit the text and say `again`, or ask an admin to add a model: `/refine status` shows how.',
    ),

  nothingAccepted: () => note('Accept the comments you agree with first; then I’ll put them in.'),

  reasonKept: () => note('Thank you, noted.'),

  feedbackKept: (usefulness: Usefulness) =>
    note(
      usefulness === 'useful'
        ? 'Noted as useful, thank you. 👎 changes it. It is counted; nobody is shown who said it.'
        : 'Noted as not useful, thank you. 👍 changes it. It is counted; nobody is shown who said it.',
    ),

  notDismissed: () =>
    note('That comment is no longer dismissed, so there is nothing to give a reason for.'),

  noChange: () => note('The text is as its author wrote it: there are no changes to show.'),

  shared: (thread: ThreadRef) => note(`Shared: ${linkToPlace('the thread', thread)}.`),

  notUseful: ({ title, icon, useful, notUseful }: Complaint): Message => ({
    identity: { name: title, label: 'AI', icon },
    parts: [
      {
        markdown: `Only admins see this. Of the last ${number(useful + notUseful)} answers about my replies, ${number(notUseful)} said “not useful” (${Math.round((100 * notUseful) / (useful + notUseful))} %). Past 10 % I would rather say so than wear you out. Sharpen my questions, try me on a text or let me rest: my page is under *Editors* in the settings, and *Lessons* shows what was dismissed. I won’t write about it again; the settings say it until I am changed.`,
        buttons: [],
      },
    ],
  }),

  nothingToVote: () =>
    note(
      'There is nothing to vote on: a vote puts an original and its refined draft side by side, and I have no refined draft of yours here.',
    ),

  voteOpened: (thread: ThreadRef, hours: number) =>
    note(
      `The vote is open in ${linkToPlace('the thread', thread)}. It closes by itself in ${spanWords(hours)}, or when you close it.`,
    ),

  voteKept: (choice: 'A' | 'B') =>
    note(
      `Your vote: **${choice}**. It stays secret until the vote closes; the other button changes it.`,
    ),

  voteClosed: () => note('This vote is closed; what came of it stands above.'),

  opened: (address: string, runId: string) =>
    note(
      `[Open the full review](${address}) on a page to read and to print. Whoever has the link can read it, for seven days.`,
      [{ label: 'Close all links', action: { verb: 'close-links', runId }, style: 'plain' }],
    ),

  noPages: () =>
    note(
      'There is no page to open here: whoever hosts me has to set PUBLIC_URL and ENCRYPTION_KEY first.',
    ),

  linksClosed: (links: number) =>
    note(
      links === 0
        ? 'There were no links to this review.'
        : `Closed: ${links === 1 ? 'the link' : `${number(links)} links`} to this review ${links === 1 ? 'opens' : 'open'} nothing any more.`,
    ),
} as const;

/** A span of time in words, as short as they can be and true. */
export function agoWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'a moment ago';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'a day ago' : `${days} days ago`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
