import type { MemberRef, MessageRef, ThreadRef } from '../../src/review/refs.ts';

export interface ChildOptions {
  readonly database: string;
  readonly migrationsFolder: string;
  /** How the platform is reached, in the words of its child. */
  readonly platform: string;
  readonly modelMs: number;
  readonly graceMs: number;
  /** It waits at every boundary until it is let go on. */
  readonly isStepping: boolean;
  /** A model call about the poisonous draft ends the process. */
  readonly isPoisoned: boolean;
}

export type ToChild =
  | { readonly type: 'go'; readonly id: number }
  | {
      readonly type: 'review';
      readonly source: MessageRef;
      readonly place: {
        readonly interactionId: string;
        readonly thread: ThreadRef;
        readonly requester: MemberRef;
        readonly channel: string;
      };
    }
  | { readonly type: 'stop'; readonly runId: string; readonly by: MemberRef }
  | { readonly type: 'settle' };

export type FromChild =
  | { readonly type: 'ready' }
  | { readonly type: 'boundary'; readonly id: number; readonly name: string }
  | { readonly type: 'accepted'; readonly runId: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'settled' }
  | { readonly type: 'error'; readonly text: string };
