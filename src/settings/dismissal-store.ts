import type { Kind } from '../loop/comment.ts';
import type { Decision } from '../review/decision-store.ts';
import type { MemberRef } from '../review/refs.ts';

/** What a refused suggestion was about. */
export interface LessonWords {
  /** Empty for a remark about the whole draft. */
  readonly quote: string;
  readonly problem: string;
  /** What was to stand there instead, or what to do. */
  readonly fix: string;
  /** The fix as a sentence. */
  readonly instruction: string;
}

/** What a person puts in the place of a lesson's words. */
export interface Rewording extends Pick<LessonWords, 'quote' | 'fix'> {
  readonly fingerprint: string;
}

/** One suggestion that people refused. */
export interface Dismissal {
  /** Names it without saying anything about its words. */
  readonly id: string;
  readonly runId: string;
  /** The comment it was. */
  readonly comment: string;
  readonly channel: string;
  /** Tells the same suggestion again; made with the workspace's key, so that it may outlive the words. */
  readonly mark: string;
  /** Null once they are forgotten. */
  readonly words: LessonWords | null;
  readonly raisedBy: readonly string[];
  readonly kind: Kind;
  /** Why, where anybody said so; `rival`: it gave way. */
  readonly reason: Decision | null;
  readonly by: MemberRef;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** It was said in a review that only its requester reads. */
  readonly isPrivate: boolean;
}

/** What people made of one remark; no words. */
export interface Verdict {
  readonly raisedBy: readonly string[];
  readonly kind: Kind;
  readonly isDismissed: boolean;
  readonly at: number;
}

/** What members said of a persona's replies, by click. */
export interface Standing {
  readonly useful: number;
  readonly notUseful: number;
}

/** Knows what people refused. */
export interface DismissalStore {
  /** What was refused in these channels (null: in all of the workspace), the newest first, at most `limit`. */
  dismissals(
    workspace: string,
    channels: readonly string[] | null,
    limit: number,
  ): Promise<readonly Dismissal[]>;
  /** How a fingerprint becomes a mark in a workspace. */
  marker(workspace: string): Promise<(fingerprint: string) => string>;
  /** Puts other words in the place of what was said, for as long as that is kept. */
  reword(of: Pick<Dismissal, 'runId' | 'comment'>, words: Rewording): Promise<void>;
  /** What people decided in public in these channels since then, what gave way to another suggestion left out. */
  verdicts(
    workspace: string,
    channels: readonly string[],
    since: number,
  ): Promise<readonly Verdict[]>;
  /** What was said since then of one version of a persona; private reviews are left out. */
  standing(
    workspace: string,
    persona: { readonly id: string; readonly version: string },
    since: number,
  ): Promise<Standing>;
}
