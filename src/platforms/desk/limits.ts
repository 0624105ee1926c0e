/** What the desk takes and shows at once; counts of characters are UTF-16 units. */
export const LIMITS = {
  /** One message of a person, over the largest draft that is read. */
  messageChars: 120_000,
  /** One message of a post, enough for the longest draft in one piece. */
  postChars: 120_000,
  /** What is shown of a long message before somebody asks for the rest. */
  previewChars: 6_000,
  filesPerMessage: 5,
  /** A request: an uploaded file as base64 with room to spare. */
  bodyBytes: 6_000_000,
  /** Messages on a page before earlier ones are asked for. */
  pageMessages: 50,
  emojiPerMessage: 20,
} as const;
