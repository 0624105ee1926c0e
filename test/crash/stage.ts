import type { MemberRef, MessageRef, ThreadRef } from '../../src/review/refs.ts';

/** What people see of a review, without what differs from run to run. */
export interface Seen {
  readonly posts: readonly {
    readonly slot: string;
    readonly text: string;
    readonly buttons: readonly string[];
  }[];
  readonly status: string | undefined;
  readonly notes: readonly string[];
  readonly runs: number;
}

/** A platform that outlives the process that speaks on it. */
export interface Stage {
  /** The source of the process that speaks on it. */
  readonly child: string;
  /** How that process reaches it. */
  readonly reach: string;
  write(text: string): MessageRef | Promise<MessageRef>;
  /** Where somebody asks for a review of a message; each name is another member and channel: there are limits a day. */
  placeOf(
    source: MessageRef,
    name: string,
  ): { readonly thread: ThreadRef; readonly requester: MemberRef; readonly channel: string };
  /** What stands in the thread of a message once all is quiet. */
  see(source: MessageRef, runId: string | null): Seen | Promise<Seen>;
  close(): void | Promise<void>;
}

/** Opens a platform; `accepted` hears of everything carried out there before its answer is sent, which waits for it. */
export type OpenStage = (accepted: (name: string) => Promise<void>) => Promise<Stage>;
