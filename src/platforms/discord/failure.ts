import { PERMISSIONS } from './permissions.ts';

/**
 * What Discord answered instead of what was asked. It holds neither the address, which may carry a token,
 * nor the body, which carries people's words: it may be written to the log as it is.
 */
export class DiscordFailure extends Error {
  /** Discord's own code; 0 when it gave none. */
  readonly code: number;
  readonly status: number;

  constructor(
    doing: string,
    { code, status, cause }: { code: number; status: number; cause?: string },
  ) {
    super(
      `Discord answered ${status}${code === 0 ? '' : ` (${code})`} to ${doing}${cause ? `: ${cause}` : ''}`,
    );
    this.name = 'DiscordFailure';
    this.code = code;
    this.status = status;
  }
}

/** What kind of trouble an answer means, for who has to go another way. */
export type Trouble =
  /** What was asked about is gone. */
  | 'gone'
  /** A right is missing. */
  | 'forbidden'
  | 'archived'
  | 'locked'
  /** The thread of this message exists. */
  | 'exists'
  /** Nothing like it can be done here: a voice channel, a system message, too many threads. */
  | 'impossible'
  /** The interaction's token no longer counts. */
  | 'expired'
  /** This member takes no direct messages. */
  | 'closed'
  /** A forum post whose first message has not landed. */
  | 'early'
  /** The server's own rules stopped the message. */
  | 'blocked'
  /** Twice the same: it is done already. */
  | 'done'
  | 'other';

/** Codes from docs.discord.com/developers/topics/opcodes-and-status-codes that need a branch. */
const TROUBLE: Readonly<Record<number, Trouble>> = {
  10003: 'gone',
  10004: 'gone',
  10008: 'gone',
  10014: 'gone',
  10015: 'expired',
  10062: 'expired',
  30010: 'impossible',
  30007: 'impossible',
  30033: 'impossible',
  30046: 'impossible',
  40058: 'early',
  40060: 'done',
  40094: 'expired',
  50001: 'forbidden',
  50005: 'impossible',
  50007: 'closed',
  50008: 'impossible',
  50013: 'forbidden',
  50021: 'impossible',
  50024: 'impossible',
  50027: 'expired',
  50083: 'archived',
  50278: 'closed',
  90001: 'forbidden',
  160002: 'forbidden',
  160004: 'exists',
  160005: 'locked',
  160006: 'impossible',
  160007: 'impossible',
  200000: 'blocked',
  240000: 'blocked',
};

/** What kind of trouble an error is; `other` for anything that is not an answer of Discord. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof DiscordFailure)) return 'other';
  const known = TROUBLE[error.code];
  if (known !== undefined) return known;
  if (error.status === 404) return 'gone';
  if (error.status === 403) return 'forbidden';
  // What Discord refuses has a code; without one it is nothing that this address can do.
  const isUnknown = error.code === 0 && [400, 405, 501].includes(error.status);
  return isUnknown ? 'impossible' : 'other';
}

/** Discord's own code for an error; 0 where it gave none. */
export function codeOf(error: unknown): number {
  return error instanceof DiscordFailure ? error.code : 0;
}

/** What Discord answers to a webhook that was deleted, for one that is known to be. */
export function webhookGone(doing: string): DiscordFailure {
  return new DiscordFailure(doing, { code: 10_015, status: 404, cause: 'its webhook is gone' });
}

/** Runs `work`; an answer that means one of these troubles becomes what `otherwise` makes of it. */
export async function unless<T>(
  work: Promise<T>,
  troubles: readonly Trouble[],
  otherwise: (trouble: Trouble) => T | Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const trouble = troubleOf(error);
    if (troubles.includes(trouble)) return otherwise(trouble);
    throw error;
  }
}

/** The sentence for a right that is missing. */
export function missingSentence(key: keyof typeof PERMISSIONS): string {
  const { name, without } = PERMISSIONS[key];
  return `I am missing the permission “${name}” here. ${without}`;
}
