/*
 * What Slack's refusals mean: for the program, whether trying again helps; for people, one sentence with a
 * next step. Codes from the method references of docs.slack.dev.
 */
import { webApi } from '@slack/bolt';
import { UserError } from '../../user-error.ts';

/** What Slack says when it refuses. */
interface Refusal {
  readonly error: string;
  readonly needed?: unknown;
  readonly response_metadata?: {
    readonly messages?: readonly string[];
    readonly retryAfter?: number;
  };
}

/** Slack's refusal; null when the request did not get one. Some proxies and methods give it a status of HTTP. */
export function readRefusal(error: unknown): Refusal | null {
  if (error instanceof webApi.WebAPIPlatformError) return error.data;
  if (!(error instanceof webApi.WebAPIHTTPError) || error.statusCode >= 500) return null;
  const body = error.body as Partial<Refusal> | null | undefined;
  return typeof body === 'object' && typeof body?.error === 'string' ? (body as Refusal) : null;
}

/** The code of a refusal, e.g. `not_in_channel`; null when the request did not get an answer. */
export function refusalCode(error: unknown): string | null {
  return readRefusal(error)?.error ?? null;
}

/** How long Slack wants to be left alone, in milliseconds; null for anything but a rate limit. */
export function rateLimitMs(error: unknown): number | null {
  if (error instanceof webApi.WebAPIRateLimitedError) return error.retryAfter * 1000;
  // The SDK has no class for a limit whose header is missing or no number.
  if (error instanceof Error && error.message.startsWith(NO_RETRY_AFTER)) return UNTOLD_LIMIT_MS;
  // Some methods say so in a body with status 200.
  const refusal = readRefusal(error);
  if (!['ratelimited', 'rate_limited'].includes(refusal?.error ?? '')) return null;
  const { retryAfter } = refusal?.response_metadata ?? {};
  return retryAfter === undefined ? UNTOLD_LIMIT_MS : retryAfter * 1000;
}

const NO_RETRY_AFTER = 'Retry header did not contain a valid timeout';
const UNTOLD_LIMIT_MS = 1_000;

/** The token is dead: nothing works in this workspace until somebody installs the app again. */
export const DEAD_TOKEN: readonly string[] = [
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'user_removed_from_team',
  'team_disabled',
  'org_login_required',
];

/** The place is closed to us, and asking again changes nothing. */
const NO_ENTRY: readonly string[] = [
  'not_in_channel',
  'channel_not_found',
  'no_permission',
  'not_found',
];

/** The message is gone. */
export const GONE: readonly string[] = [
  'message_not_found',
  'thread_not_found',
  'cant_update_message',
];

/** Blocks were refused, while plain words may still be taken. */
export const BLOCKS_REFUSED: readonly string[] = [
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'block_mismatch',
  'invalid_attachments',
];

const SENTENCES: Readonly<Record<string, string>> = {
  is_archived: 'That channel is archived, so nobody can post there. Ask again in another one.',
  restricted_action:
    'Only some people may post in that channel, and I am not one of them. An admin can allow it, or ask me in a direct message.',
  restricted_action_read_only_channel:
    'That channel is read-only for me. An admin can allow it, or ask me in a direct message.',
  restricted_action_thread_locked: 'That thread is locked, so I can’t answer in it.',
  restricted_action_non_threadable_channel:
    'That channel has no threads, and I answer in threads only. Ask me in a direct message.',
  restricted_action_thread_only_channel:
    'That channel takes replies only. React to a message there, and I’ll answer in its thread.',
  cannot_reply_to_message: 'Slack takes no replies to that message, so I can’t answer under it.',
  ekm_access_denied:
    'Your organisation’s encryption keys keep me out of that channel. An admin can allow it.',
  team_access_not_granted:
    'This app has not been allowed in that workspace. An admin can allow it.',
  message_limit_exceeded:
    'Your workspace has reached Slack’s limit of messages; an admin can see why.',
  expired_trigger_id: 'Slack waited too long for the form. Please try again.',
  exchanged_trigger_id: 'That form was opened already. Please try again.',
  invalid_trigger_id: 'Slack did not take that click. Please try again.',
};

const RESTRICTED = /^restricted_action/;

/** The sentence for people who asked; other errors come back as they are. `what` names what was tried. */
export function explainRefusal(error: unknown, what: string): unknown {
  const code = refusalCode(error);
  if (code === null) return error;
  const sentence = sentenceFor(code, error, what);
  return new UserError(sentence, { code: `slack_${code}`, cause: error });
}

function sentenceFor(code: string, error: unknown, what: string): string {
  if (NO_ENTRY.includes(code)) {
    return 'I’m not in that channel, so I can’t read or answer there. Type `/invite @Bluepencil` in it and ask again, or ask me in a direct message.';
  }
  if (DEAD_TOKEN.includes(code)) {
    return 'Slack no longer lets me in here. An admin has to install Bluepencil again.';
  }
  if (code === 'missing_scope') {
    const scope = neededScope(error);
    return `I may not ${what} here: the permission ${scope === null ? 'for it' : `\`${scope}\``} is missing. An admin can install Bluepencil again to grant it.`;
  }
  const known =
    SENTENCES[code] ?? (RESTRICTED.test(code) ? SENTENCES.restricted_action : undefined);
  return (
    known ??
    `Slack did not let me ${what} (${code}). Please try again; if it happens again, tell an admin.`
  );
}

/** The permission Slack misses; null when it does not say. */
export function neededScope(error: unknown): string | null {
  const needed = readRefusal(error)?.needed;
  return typeof needed === 'string' ? needed : null;
}
