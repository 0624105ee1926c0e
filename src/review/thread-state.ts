/*
 * What a run's events come to so far, as people should see it. The same events give the same state, so
 * a thread can be drawn again at any time: while the run lives, after a restart, after a click.
 */
import type { Comment } from '../loop/comment.ts';
import type { Critique } from '../loop/critique.ts';
import type { Edit } from '../loop/edits.ts';
import type { LoopEvent, LoopResult } from '../loop/events.ts';
import { mergeComments } from '../loop/merge.ts';
import type { Revision } from '../loop/revision.ts';

/** A revision people made after the run by undoing changes and accepting comments. */
export interface DecidedEvent {
  readonly number: number;
  /** The name is older than accepting. */
  readonly type: 'revision_undone';
  readonly revision: Revision;
}

export type RunEvent = LoopEvent | DecidedEvent;

/** One refinement that stood: the revision it made and the edits that made it. */
export interface Refinement {
  readonly revision: Revision;
  readonly edits: readonly Edit[];
}

export interface ThreadState {
  /** Critiques of the first revision by persona, in the order they came. */
  readonly critiques: ReadonlyMap<string, Critique>;
  /** Personas that could not answer, with the reason. */
  readonly failed: ReadonlyMap<string, string>;
  /** Personas that had something of their own to say when they spoke: each has a reply. */
  readonly spoke: ReadonlySet<string>;
  /** Every comment by id as it stands now. */
  readonly comments: ReadonlyMap<string, Comment>;
  /** Which persona says a comment; findings of code beside a panel are said by nobody. */
  readonly speaker: ReadonlyMap<string, string>;
  /** The number of the revision each comment was made on. */
  readonly madeOn: ReadonlyMap<string, number>;
  /** Ids of the comments of the first round. */
  readonly first: ReadonlySet<string>;
  readonly revisions: readonly Revision[];
  readonly refinements: readonly Refinement[];
  /** Null while the run lives. */
  readonly result: LoopResult | null;
  /** The text that counts now: the best revision, or what people made of it. */
  readonly current: Revision | null;
}

/** Reads a run's events in order. */
export function readThreadState(events: readonly RunEvent[]): ThreadState {
  const state = emptyState();
  for (const event of events) apply(state, event);
  return state;
}

type Draft = ReturnType<typeof emptyState>;

function emptyState() {
  return {
    critiques: new Map<string, Critique>(),
    failed: new Map<string, string>(),
    spoke: new Set<string>(),
    comments: new Map<string, Comment>(),
    speaker: new Map<string, string>(),
    madeOn: new Map<string, number>(),
    first: new Set<string>(),
    revisions: [] as Revision[],
    refinements: [] as Refinement[],
    result: null as LoopResult | null,
    current: null as Revision | null,
  };
}

function apply(state: Draft, event: RunEvent): void {
  switch (event.type) {
    case 'revision_created':
      state.revisions.push(event.revision);
      break;
    case 'critique_received':
      hearCritique(state, event.round, event.critique);
      break;
    case 'critique_failed':
      state.failed.set(event.persona, event.reason);
      break;
    case 'revision_assessed':
      takeAssessment(state, event);
      break;
    case 'refinement_planned':
      for (const id of event.planned) setStatus(state, id, 'planned');
      break;
    case 'revision_refined':
      state.revisions.push(event.revision);
      state.refinements.push({ revision: event.revision, edits: event.edits });
      break;
    case 'finished':
      state.result = event.result;
      state.current = event.result.best;
      for (const comment of event.result.comments) state.comments.set(comment.id, comment);
      break;
    case 'revision_undone':
      state.revisions.push(event.revision);
      state.current = event.revision;
      break;
    default:
  }
}

/** Until all have spoken, a remark stands with the first editor who made it. */
function hearCritique(state: Draft, round: number, critique: Critique): void {
  if (round !== 1) return;
  state.critiques.set(critique.persona, critique);
  const heard = [...state.critiques.values()];
  const { comments } = mergeComments(heard.map((each) => each.comments));
  replaceRound(state, round, comments);
  for (const { id } of comments) {
    const by = heard.find((each) => each.comments.some((comment) => comment.id === id));
    if (by === undefined) continue;
    state.speaker.set(id, by.persona);
    if (by === critique) state.spoke.add(by.persona);
  }
}

function takeAssessment(
  state: Draft,
  event: Extract<LoopEvent, { type: 'revision_assessed' }>,
): void {
  replaceRound(state, event.round, event.comments);
  for (const { id } of event.comments) state.madeOn.set(id, event.revision);
  for (const critique of event.critiques) {
    if (event.round === 1) state.critiques.set(critique.persona, critique);
    for (const { id } of critique.comments) {
      state.speaker.set(id, critique.persona);
      if (event.round === 1) state.spoke.add(critique.persona);
    }
  }
  if (event.round === 1) for (const { id } of event.comments) state.first.add(id);
}

function replaceRound(state: Draft, round: number, comments: readonly Comment[]): void {
  for (const id of state.comments.keys()) {
    if (id.startsWith(`${round}.`)) state.comments.delete(id);
  }
  for (const comment of comments) state.comments.set(comment.id, comment);
}

function setStatus(state: Draft, id: string, status: Comment['status']): void {
  const comment = state.comments.get(id);
  if (comment) state.comments.set(id, { ...comment, status });
}
