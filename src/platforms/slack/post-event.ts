/** The names under which our messages carry what they are. */
export const POST_EVENT = 'bluepencil_post';
export const PRIVATE_HEAD_EVENT = 'bluepencil_private';
export const PUBLIC_HEAD_EVENT = 'bluepencil_public';
export const NOTE_EVENT = 'bluepencil_note';

/** What opens a thread: a private one, or the words of a command for all to read. */
export const HEAD_EVENTS: readonly string[] = [PRIVATE_HEAD_EVENT, PUBLIC_HEAD_EVENT];
