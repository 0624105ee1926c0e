/*
 * What Slack takes. Numbers without a note are from the Block Kit and method references of docs.slack.dev;
 * lengths are UTF-16 units.
 */
export const LIMITS = {
  /**
   * One message of ours. Slack splits or refuses texts somewhere above 4,000 characters and counts blocks
   * towards it on some workspaces, so every message stays below.
   */
  postChars: 3_600,
  /** The text that notifications and screen readers get. */
  fallbackChars: 300,
  blocksPerMessage: 50,
  blocksPerView: 100,
  /** Buttons in one row; Slack takes 25, people read five. */
  buttonsPerRow: 5,
  buttonChars: 75,
  actionIdChars: 255,
  plainTextChars: 3_000,
  inputChars: 3_000,
  placeholderChars: 150,
  optionChars: 75,
  optionsPerSelect: 100,
  viewTitleChars: 24,
  altChars: 2_000,
  metadataChars: 3_000,
  userNameChars: 80,
  tableRows: 100,
  tableColumns: 20,
  /** All cells of a table together, as public adapters found out. */
  tableChars: 10_000,
  /** A response URL is good for five answers in 30 minutes; one is left for an error. */
  responseUses: 4,
  /** Fields for the text in the form: each holds 3,000 characters. */
  textFields: 4,
  /** A downloaded file. */
  fileBytes: 4_000_000,
  filesPerMessage: 5,
  /** One page of a thread; without an own app from before 2025 Slack may give fewer. */
  pageMessages: 200,
  /** Pages read of one thread before its middle is left out. */
  threadPages: 25,
  /** Replies of others before the message under review. */
  contextMessages: 10,
} as const;
