/*
 * Discord's limits in one place; counts of characters are UTF-16 units, which is never more than Discord
 * counts. Sources: docs.discord.com/developers (resources/message, components/reference,
 * interactions/application-commands, topics/threads), read in August 2026.
 */
export const LIMITS = {
  /**
   * All text displays of one message together may hold 4,000. A post keeps some of it back: what is
   * decided later (“Accepted.”, “Undone; your words stand.”) is written into the same message.
   */
  textChars: 4_000,
  postChars: 3_700,
  /** Larger texts have made the service answer 500 near 10,000 bytes (discord-api-docs#8554). */
  textBytes: 9_000,
  components: 40,
  buttonsPerRow: 5,
  buttonLabel: 80,
  /** A draft that needs more messages than this comes as a file too. */
  draftPosts: 3,
  threadName: 100,
  webhookName: 80,
  /** A string option; far more than a message may hold. */
  optionChars: 6_000,
  /** A text input of a form. */
  inputChars: 4_000,
  /** What a picture shows, in words. */
  altChars: 1_024,
  choices: 25,
  choiceChars: 100,
  messagesPerRead: 100,
  /** Messages read before one that stands in a thread: more than any review is shown. */
  contextMessages: 50,
  /** Messages read in search of a post of ours. */
  readPages: 20,
  /** An interaction's token lives 15 minutes; what is begun near its end goes another way. */
  tokenMs: 14.5 * 60_000,
  /** How long what is said beside an interaction's own answer waits for that answer. */
  ownAnswerMs: 60_000,
  /** The fewest milliseconds between two changes of one message: about five in five seconds pass per channel. */
  editEveryMs: 1_500,
  /** How long a permission that was found missing is taken for missing: every try counts as an invalid request. */
  missingMs: 10 * 60_000,
  /** Invalid requests (401, 403, 429) in ten minutes after which only answers to people go out; 10,000 block the address. */
  invalidRequests: 1_000,
  invalidWindowMs: 10 * 60_000,
} as const;
