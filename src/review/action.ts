import { createHash } from 'node:crypto';

/** What a person can ask for with one click under a post. */
export const VERBS = [
  'accept',
  'dismiss',
  'why-wrong',
  'why-taste',
  'why-known',
  'why-scope',
  'undo',
  'put-back',
  'refine',
  'refine-accepted',
  'again',
  'stop',
  'use',
  'post',
  'post-now',
  'replace',
  'replace-now',
  'share',
  'share-now',
  'changes',
  'result',
  'open',
  'close-links',
  'useful',
  'not-useful',
  'vote',
  'vote-team',
  'vote-me',
  'vote-a',
  'vote-b',
  'vote-close',
  'consent-thread',
  'consent-private',
  'consent-no',
  'try-sample',
] as const;
export type Verb = (typeof VERBS)[number];

/** One click: what is asked, of which run, and about which comment (or persona, revision, ballot). */
export interface Action {
  readonly verb: Verb;
  readonly runId: string;
  readonly commentId?: string;
}

/** What the strictest platform leaves for the id of a button. */
export const MAX_ACTION_CHARS = 100;

/**
 * Writes an action as at most 100 printable ASCII characters. Throws a `RangeError` when its ids
 * do not fit or hold anything but printable ASCII without `|`.
 */
export function encodeAction({ verb, runId, commentId }: Action): string {
  const body = [verb, runId, ...(commentId === undefined ? [] : [commentId])].join(SEPARATOR);
  const encoded = `${body}${SEPARATOR}${checksum(body)}`;
  if (encoded.length > MAX_ACTION_CHARS || decodeAction(encoded) === null) {
    throw new RangeError(
      `The action ${body} does not fit into ${MAX_ACTION_CHARS} plain characters.`,
    );
  }
  return encoded;
}

/**
 * Reads an action back; null for anything that was cut, changed or not written by `encodeAction`.
 * That is no proof of who sent it: what the click may do is decided against the store.
 */
export function decodeAction(encoded: string): Action | null {
  const match = FORM.exec(encoded);
  const { body, verb, runId, commentId, sum } = match?.groups ?? {};
  if (!body || !runId || sum !== checksum(body) || !isVerb(verb)) return null;
  return commentId === undefined ? { verb, runId } : { verb, runId, commentId };
}

const SEPARATOR = '|';
const FORM =
  /^(?<body>(?<verb>[a-z-]+)\|(?<runId>[!-{}~]+)(?:\|(?<commentId>[!-{}~]+))?)\|(?<sum>[\w-]{6})$/;

function isVerb(word: string | undefined): word is Verb {
  return VERBS.some((verb) => verb === word);
}

function checksum(body: string): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 6);
}
