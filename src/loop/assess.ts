/*
 * Assessing one revision: code checks it, every persona critiques it in parallel (`panel.ts`), answers are
 * screened and merged, and the score is computed.
 */
import { overlaps, type Range } from '../text/range.ts';
import type { Standing } from './better.ts';
import { type Comment, isQuestion, isSerious } from './comment.ts';
import type { CriticView } from './critic.ts';
import type { Critique } from './critique.ts';
import type { LoopEventBody } from './events.ts';
import { createScreen, screenChecks, screenRemarks } from './hearing.ts';
import { mergeComments } from './merge.ts';
import { type Answer, askVagueAgain, failureOf, hearPanel, type Reading } from './panel.ts';
import { isResolved } from './resolution.ts';
import type { Revision } from './revision.ts';
import { abortable, countDropped, type Run, readInbox, setStatus } from './run.ts';
import { meanScore } from './score.ts';
import type { Screen } from './screen.ts';
import { subtractUsage } from './usage.ts';

/** One revision with everything said about it. */
export interface Assessment extends Standing {
  readonly round: number;
  readonly revision: Revision;
  readonly critiques: readonly Critique[];
  /** Comments on this revision that are open; people may add to them until a plan is made. */
  open: readonly Comment[];
  /** How many comments of the plan that led here were verified resolved. */
  readonly resolved: number;
  readonly guardOk: boolean;
  /** Set when every persona failed. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly limits: readonly string[];
  /** Ids already planned in a refinement that started here. */
  readonly tried: Set<string>;
}

/** How a revision came about: the plan it answers and where the old text changed. */
export interface Origin {
  readonly planned: readonly Comment[];
  readonly changed: readonly Range[];
}

/** Critiques a revision. When no persona answers, the findings of code are all there is. */
export async function* assessRevision(
  run: Run,
  round: number,
  revision: Revision,
  origin: Origin,
): AsyncGenerator<LoopEventBody, Assessment> {
  const startedAt = run.deps.now();
  const spentBefore = run.usage;
  yield { type: 'round_started', round, revision: revision.number };
  const checked = await abortable(run.signal, () =>
    run.deps.step(`check/${round}`, () => run.deps.check(revision, run.signal)),
  );
  const screen = createScreen(run, revision);
  const view: CriticView = {
    round,
    facts: checked.comments,
    planned: origin.planned,
    ...threadBefore(run),
  };
  const reading: Reading = { run, screen, revision, view };
  const answers = yield* hearPanel(reading);
  readInbox(run);
  const fixed = [
    screenRemarks(run, screen, round),
    screenChecks(run, screen, round, checked.comments),
  ];
  let merged = mergeComments([...fixed, ...commentsOf(answers)]);
  if (merged.comments.length === 0) {
    yield* askVagueAgain(reading, answers);
    merged = mergeComments([...fixed, ...commentsOf(answers)]);
  }
  const open = [...merged.comments, ...unanswered(run, screen, merged.comments)];
  countDropped(run, { duplicate: merged.duplicates, over_cap: merged.overCap });
  for (const comment of open) run.comments.set(comment.id, comment);

  const critiques = answers.flatMap(({ critique }) =>
    critique === null ? [] : [{ ...critique, comments: spokenBy(critique, merged.comments) }],
  );
  run.critiques.push(...critiques);
  run.lastCritiques = {
    usage: subtractUsage(run.usage, spentBefore),
    ms: run.deps.now() - startedAt,
  };
  return {
    round,
    revision,
    critiques,
    open,
    score: meanScore(critiques.map((critique) => critique.score)),
    resolved: settlePlan(
      run,
      origin,
      merged.comments,
      answers.map(({ answer }) => answer),
    ),
    guardOk: true,
    failure: failureOf(answers.map(({ answer }) => answer)),
    limits: [
      ...new Set([
        ...checked.limits,
        ...critiques.flatMap((critique) => critique.limits),
        ...(run.input.thread?.limits ?? []),
      ]),
    ],
    tried: new Set(),
  };
}

/** Of the thread, critics see what stands before the draft: replies to it would sway them. */
function threadBefore({ input: { thread } }: Run): Pick<CriticView, 'thread'> {
  if (thread === undefined || thread.before.length === 0) return {};
  return { thread: { before: thread.before, leftOut: thread.leftOut } };
}

/**
 * Serious questions to the author from the revision this one came from, whose words still stand: a critic
 * that does not repeat a question has not answered it. Code asks again by itself.
 */
function unanswered(run: Run, screen: Screen, raised: readonly Comment[]): Comment[] {
  return (run.best?.open ?? []).flatMap((comment) => {
    const { anchor } = comment;
    const isDue = isQuestion(comment) && isSerious(comment);
    if (!isDue || 'rule' in comment.source || anchor.type !== 'quote') return [];
    const found = screen.index.locate({ quote: anchor.quote });
    if (typeof found === 'string' || found.type !== 'quote' || found.match !== 'exact') return [];
    const carried = { ...comment, anchor: found };
    return raised.some((other) => isSameQuestion(other, carried)) ? [] : [carried];
  });
}

function isSameQuestion(a: Comment, b: Comment): boolean {
  return a.anchor.type === 'quote' && b.anchor.type === 'quote' && overlaps(a.anchor, b.anchor);
}

/** Adds what people said since a revision was assessed: a plan is never made past a waiting remark. */
export function takeUpRemarks(run: Run, round: number, assessment: Assessment): void {
  if (run.remarks.length === 0) return;
  const heard = screenRemarks(run, createScreen(run, assessment.revision), round);
  for (const comment of heard) run.comments.set(comment.id, comment);
  assessment.open = [...heard, ...assessment.open];
}

/** True when the panel asked for changes but no remark of theirs survived. */
export function isUnactionable(assessment: Assessment): boolean {
  return (
    assessment.open.length === 0 &&
    assessment.critiques.some((critique) => critique.verdict !== 'accept')
  );
}

/** Notes which planned comments were dealt with; returns how many. */
export function settlePlan(
  run: Run,
  origin: Origin,
  raised: readonly Comment[],
  answers: readonly Answer[],
): number {
  const followUps = new Map<string, boolean>();
  for (const answer of answers) {
    if (!('reply' in answer)) continue;
    for (const { commentId, fixed } of answer.reply.followUps ?? []) {
      // One editor who still sees it outweighs all who do not.
      followUps.set(commentId, fixed && followUps.get(commentId) !== false);
    }
  }
  let resolved = 0;
  for (const comment of origin.planned) {
    const done = isResolved(comment, { changed: origin.changed, raised, followUps });
    setStatus(run, comment.id, done ? 'resolved' : 'unresolved');
    if (done) resolved += 1;
  }
  return resolved;
}

function commentsOf(answers: readonly { critique: Critique | null }[]): (readonly Comment[])[] {
  return answers.map(({ critique }) => critique?.comments ?? []);
}

/** After merging a remark stands once, in the critique that put it worst. */
function spokenBy(critique: Critique, merged: readonly Comment[]): readonly Comment[] {
  const own = new Set(critique.comments.map((comment) => comment.id));
  return merged.filter((comment) => own.has(comment.id));
}
