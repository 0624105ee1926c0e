import type { Json } from './json.ts';

/** An answer of refusal, with Discord's own code. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: Json | undefined;

  constructor(status: number, code: number, message: string, errors?: Json) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Codes and sentences as topics/opcodes-and-status-codes of the developer documentation lists them. */
const KNOWN = {
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownServer: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownEmoji: [400, 10014, 'Unknown Emoji'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  tooManyWebhooks: [400, 30007, 'Maximum number of webhooks reached (15)'],
  tooManyReactions: [400, 30010, 'Maximum number of reactions reached (20)'],
  tooManyThreadMembers: [
    400,
    30033,
    'Maximum number of thread participants has been reached (1000)',
  ],
  tooManyCreates: [
    400,
    30034,
    'Maximum number of daily application command creates has been reached (200)',
  ],
  tooManyOldEdits: [
    429,
    30046,
    'Maximum number of edits to messages older than 1 hour reached. Try again later',
  ],
  tooLarge: [413, 40005, 'Request entity too large'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  tooManyFollowUps: [
    400,
    40094,
    'This interaction has reached the maximum number of follow up messages',
  ],
  postNotReady: [
    403,
    40058,
    'Cannot message this thread until after the post author has sent the initial message.',
  ],
  missingAccess: [403, 50001, 'Missing Access'],
  notInDirectMessages: [403, 50003, 'Cannot execute action on a DM channel'],
  notYourMessage: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  closedToDirectMessages: [403, 50007, 'Cannot send messages to this user'],
  notATextChannel: [400, 50008, 'Cannot send messages in a non-text channel'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  systemMessage: [403, 50021, 'Cannot execute action on a system message'],
  wrongChannelType: [400, 50024, 'Cannot execute action on this channel type'],
  badWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  archivedThread: [400, 50083, 'Thread is archived'],
  noHistory: [400, 160002, 'Cannot reply without permission to read message history'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  lockedThread: [403, 160005, 'Thread is locked'],
  tooManyThreads: [400, 160006, 'Maximum number of active threads reached'],
  unreadableForward: [400, 160014, 'You cannot forward a message whose content you cannot read'],
  forumNeedsThread: [
    400,
    220001,
    'Webhooks posted to forum channels must have a thread_name or thread_id',
  ],
} as const satisfies Record<string, readonly [number, number, string]>;

/** Refuses with a code everybody may look up. */
export function refuse(why: keyof typeof KNOWN): never {
  const [status, code, message] = KNOWN[why];
  throw new ApiError(status, code, message);
}

/** Refuses a form: `field` as a dotted path, e.g. `data.content`. */
export function refuseForm(field: string, code: string, message: string): never {
  const leaf: Json = { _errors: [{ code, message }] };
  const errors = field.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), leaf);
  throw new ApiError(400, 50035, 'Invalid Form Body', errors);
}
