import type { Suggestion } from './comment.ts';

/** What people say while a run is under way: the strongest kind of feedback. */
export type HumanRemark =
  | {
      readonly type: 'comment';
      readonly id: string;
      /** Who said it: an opaque member id. */
      readonly member: string;
      readonly text: string;
      /** The words of the draft it is about; the whole draft without them. */
      readonly quote?: string;
      /** What to do, where it is spelled out; without it, what the text says. */
      readonly suggestion?: Suggestion;
    }
  /** A person has chosen the text: the run ends. */
  | { readonly type: 'final' };

/** Takes what arrived since the last call. */
export type Inbox = () => readonly HumanRemark[];
