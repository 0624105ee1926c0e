import type { StoredDecision } from './decision-store.ts';
import type { ForgetStore } from './forget-store.ts';
import { knownAs, numberRevisions, type RevisionNumbers } from './numbering.ts';
import type { MemberRef } from './refs.ts';
import type { RunPlan } from './review-thread.ts';
import type { RunStore, StoredRun } from './run-store.ts';
import type { Captured } from './source.ts';
import type { StepStore } from './step-store.ts';
import { CAPTURE_STEP, PLAN_STEP } from './thread-reader.ts';

/** Everything that is kept of a member in one workspace, as they may take it along. */
export interface MemberData {
  readonly exportedAt: string;
  readonly workspace: string;
  readonly member: MemberRef;
  /** Reviews the member asked for, or whose words are theirs, newest first. */
  readonly reviews: readonly MemberReview[];
  /** What the member decided, also in reviews of others. */
  readonly decisions: readonly (Omit<StoredDecision, 'member'> & {
    readonly runId: string;
    readonly decidedAt: string;
  })[];
}

export interface MemberReview {
  readonly id: string;
  readonly askedAt: string;
  readonly askedByYou: boolean;
  readonly trigger: StoredRun['trigger'];
  readonly stopReason: string | null;
  readonly brief: string | null;
  /** The draft first, then what came of it; of a private review somebody else asked for the draft alone. */
  readonly revisions: readonly { readonly number: number; readonly text: string | null }[];
  readonly comments: readonly {
    readonly revision: number;
    readonly severity: string;
    readonly status: string;
    readonly quote: string | null;
    readonly problem: string;
    readonly why: string;
    readonly suggestion: string;
  }[];
}

export interface MemberDataDeps {
  readonly forgets: ForgetStore;
  readonly runs: RunStore & StepStore;
  readonly now: () => number;
}

/** Gathers what is kept of a member in a workspace. */
export async function readMemberData(
  deps: MemberDataDeps,
  { workspace, member }: { readonly workspace: string; readonly member: MemberRef },
): Promise<MemberData> {
  const reviews: MemberReview[] = [];
  for (const { runId } of await deps.forgets.find({ workspace, member })) {
    const run = await deps.runs.load(runId);
    if (run !== null) reviews.push(await reviewOf(deps, run, member));
  }
  const decisions = await deps.forgets.decisionsOf(workspace, member);
  return {
    exportedAt: timeOf(deps.now()),
    workspace,
    member,
    reviews,
    decisions: decisions.map(({ runId, subject, decision, decidedAt }) => ({
      runId,
      subject,
      decision,
      decidedAt: timeOf(decidedAt),
    })),
  };
}

async function reviewOf(
  { runs }: Pick<MemberDataDeps, 'runs'>,
  run: StoredRun,
  member: MemberRef,
): Promise<MemberReview> {
  const [plan, capture] = await Promise.all([
    runs.recallStep(run.id, PLAN_STEP),
    runs.recallStep(run.id, CAPTURE_STEP),
  ]);
  // Only this room writes these steps.
  const { isPrivate = true } = plan === null ? {} : (JSON.parse(plan) as Partial<RunPlan>);
  const captured = capture === null ? null : (JSON.parse(capture) as Captured | null);
  const askedByYou = run.requester === member;
  // What editors told somebody else privately about these words is that person's.
  const isOpen = askedByYou || !isPrivate;
  const numbers = numberRevisions(run.id, await runs.related(run.id));
  const revisions = run.revisions.map(({ number, text }) => ({
    number: knownAs(numbers, number),
    text,
  }));
  const before = captured === null ? [] : [{ number: 1, text: captured.text }];
  return {
    id: run.id,
    askedAt: timeOf(run.createdAt),
    askedByYou,
    trigger: run.trigger,
    stopReason: run.end?.stopReason ?? null,
    brief: askedByYou && run.given !== null && 'brief' in run.given ? run.given.brief : null,
    revisions: revisions.length === 0 ? before : isOpen ? revisions : revisions.slice(0, 1),
    comments: isOpen ? commentsOf(run, numbers) : [],
  };
}

function commentsOf({ comments }: StoredRun, numbers: RevisionNumbers): MemberReview['comments'] {
  return comments.flatMap(({ revision, status, comment }) =>
    comment === null
      ? []
      : [
          {
            revision: knownAs(numbers, revision),
            severity: comment.severity,
            status,
            quote: comment.anchor.type === 'quote' ? comment.anchor.quote : null,
            problem: comment.problem,
            why: comment.why,
            suggestion: comment.suggestion.instruction,
          },
        ],
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
