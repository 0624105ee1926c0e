/* In which channels that something was decided for Bluepencil is not, and so hears nothing. */
import { listWords } from '../review/words.ts';

/** How a platform is asked; both reject with its refusal. */
export interface ChannelLook {
  /** One page of the channels we are in, and where the next begins; null: that was the last. */
  readonly ours: (cursor: string | null) => Promise<{
    readonly channels: readonly string[];
    readonly next: string | null;
  }>;
  /** One channel; null where it does not exist for us. */
  readonly info: (channel: string) => Promise<{
    /** As people write it. */
    readonly name: string;
    readonly isMember: boolean;
    readonly isArchived: boolean;
  } | null>;
}

export interface Absence {
  /** Channels we are not in, by their names, or the id of one that we may not see. */
  readonly absent: readonly string[];
  /** How many there was no time to ask about. */
  readonly unasked: number;
}

/** Platforms allow about 50 such calls a minute, and the service makes some of them too. */
const MAX_PAGES = 5;
const MAX_ASKED = 10;

/** Looks for channels we are not in, with few calls however many there are. */
export async function findAbsence(
  channels: readonly string[],
  { ours, info }: ChannelLook,
): Promise<Absence> {
  let left = channels;
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES && left.length > 0; page += 1) {
    const found: Awaited<ReturnType<typeof ours>> = await ours(cursor);
    left = left.filter((channel) => !found.channels.includes(channel));
    cursor = found.next;
    if (cursor === null) break;
  }
  const absent: string[] = [];
  for (const channel of left.slice(0, MAX_ASKED)) {
    const seen = await info(channel);
    if (seen === null) absent.push(channel);
    else if (!seen.isMember && !seen.isArchived) absent.push(seen.name);
  }
  return { absent, unasked: Math.max(0, left.length - MAX_ASKED) };
}

/** The channels and how many more were not asked about, as words of a sentence. */
export function nameAbsence({ absent, unasked }: Absence): string {
  const more = unasked === 0 ? [] : [`perhaps ${unasked.toLocaleString('en')} more`];
  return listWords([...absent, ...more]);
}
