import type { FirstSteps } from '../../review/first-contact.ts';
import type { Message } from '../../review/message.ts';

/** What the desk itself says, in one place. */
export const WORDS = {
  privateThread: (where: string) => `A review only for you, asked for in ${where}.`,
  briefMessage: (brief: string) => `Write: ${brief}`,
  openReview: 'open the review',
  startedPrivately: (link: string) =>
    `Your draft is with the editors: ${link}. Only you can see it.`,
  nothingToReview: 'There is no text in this to review yet. Write a sentence or two and ask again.',
  ownPost:
    'I do not review my own posts. Ask about the draft at the head of the thread, or take *Another round* under the refined draft.',
  failed: (ref: string) =>
    `Something went wrong, and nothing of yours was lost. Please try again (ref ${ref}).`,
  notYet: (name: string) => `\`/refine ${name}\` is not here yet; \`/refine help\` lists what is.`,
  nothingToStop: 'There is no review in this thread.',
  firstSteps: {
    place: null,
    postedMessage:
      'React with ✏️ to any message in the channels, or choose *Review this message* beside it. The editors answer in its thread.',
    textAtHand: 'Type `/refine` and a text: only you see its review.',
    settings: '`/refine settings` says how I work in a channel, `/refine help` what else I do.',
  } satisfies FirstSteps,
} as const;

/** A note or post of plain Markdown, in Bluepencil's own name. */
export function say(markdown: string): Message {
  return { identity: null, parts: [{ markdown, buttons: [] }] };
}
