/*
 * Whether somebody's words may be reviewed at somebody else's wish. Authors are asked in their direct
 * messages, once a message: what they say counts for every later wish. Silence for three days means no, and
 * so does not being reachable; who asked hears of it either way, never which kind of no it was.
 *
 * The question outlives the run that needed it. That run is taken back, and a yes begins another one under
 * an id made from the question's, so that carrying an answer out may be repeated after a crash.
 */
import type { ResolvedSettings } from '../settings/resolution.ts';
import type { Verb } from './action.ts';
import { dropRun } from './conclude.ts';
import type { AskedQuestion, ConsentAnswer, ConsentStore } from './consent-store.ts';
import { refuseDraft } from './draft-check.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import type { Button, Message } from './message.ts';
import { NOTES, note } from './notes.ts';
import { linkToPlace } from './place-link.ts';
import type { MemberRef } from './refs.ts';
import { type RequestDeps, requestReview } from './request.ts';
import type { ReviewRequest } from './reviews.ts';
import { parseRunOptions, type RunOptions } from './run-options.ts';
import { showRemark } from './shown-text.ts';
import type { Captured } from './source.ts';

export interface ConsentDeps extends RequestDeps {
  readonly consents: ConsentStore;
  /** What people call a member; null for one nobody knows. */
  readonly nameOf: (member: MemberRef) => Promise<string | null>;
}

/** How long an author has to answer. */
const SILENCE_MS = 72 * 3_600_000;
/** How long carrying an answer out may take before somebody else does it. */
const SETTLE_MS = 60_000;

/**
 * Takes back a run on words whose author has not agreed and tells the requester; false when it may go on.
 * No editor has read them until then.
 */
export async function dropUnconsented(
  deps: RunWorkerDeps,
  attempt: Attempt,
  words: { readonly captured: Captured | null; readonly settings: ResolvedSettings },
): Promise<boolean> {
  const { run, request } = attempt.known;
  const { captured, settings } = words;
  const author = captured?.author ?? null;
  // Words that came with the request were asked about at the door.
  if (captured === null || run.given !== null || request.source === null) return false;
  if (run.events.length > 0 || !isSomebodyElses(author, run.requester, settings)) return false;
  const { maxDraftChars, maxFileChars } = settings;
  // Nobody is asked about what could not be reviewed anyway.
  const limits = { maxDraftChars: maxDraftChars.value, maxFileChars: maxFileChars.value };
  if (refuseDraft(captured.text, captured.fromFile ?? false, limits) !== null) return false;
  const refusal =
    settings.consent.value === 'author-only'
      ? NOTES.authorOnly()
      : await askAuthor(deps, attempt, author);
  if (refusal === null) return false;
  // Nothing was shown on the message yet, and nothing is to be seen there.
  await dropRun(deps, attempt, { note: refusal, standing: null, isUnmarked: true });
  await carryOutEarlyAnswer(deps, attempt.runId);
  return true;
}

/** The note for a wish that brings somebody else's words along; null when it may go on. */
export async function refuseGivenWords(
  deps: Pick<RequestDeps, 'settings'>,
  { target, requester, workspace, channel }: ReviewRequest,
): Promise<Message | null> {
  if (target.type !== 'draft' || target.author === undefined || target.author === requester) {
    return null;
  }
  const { consent } = await deps.settings({ workspace, channel });
  if (consent.value === 'anyone') return null;
  // An author who agreed later could not give these words again: they can ask themselves.
  return NOTES.authorOnly();
}

/** True where a wish needs somebody's leave; posts of apps are their requesters' to decide about. */
export function isSomebodyElses(
  author: MemberRef | null,
  requester: MemberRef | null,
  { consent }: Pick<ResolvedSettings, 'consent'>,
): author is MemberRef {
  return (
    consent.value !== 'anyone' && author !== null && requester !== null && author !== requester
  );
}

/** Asks the author, once; null when they agreed before. */
async function askAuthor(
  deps: RunWorkerDeps,
  { runId, known, platform }: Attempt,
  author: MemberRef,
): Promise<Message | null> {
  const { run, request } = known;
  if (run.requester === null || request.source === null) return null;
  const { workspace, channel, thread, source, scope } = request;
  const question = {
    ...{ id: runId, message: source, author, requester: run.requester },
    ...{ workspace, channel, platform: run.platform, thread, scope: scope ?? 'message' },
    trigger: run.trigger,
    options: parseRunOptions(run.options),
    askedAt: deps.now(),
  } as const;
  const standing = await deps.consents.ask(question);
  if (standing !== null) return noteFor(standing.answer);
  const who = await deps.nameOf(run.requester).catch(() => null);
  const sent = await platform.messenger.tellDirectly(author, questionMessage(who, question));
  if (sent === 'delivered') return NOTES.authorAsked();
  await deps.consents.answer(runId, 'no', deps.now());
  await deps.consents.settle(runId, deps.now());
  return NOTES.authorUnreachable();
}

function noteFor(answer: ConsentAnswer | null): Message | null {
  if (answer === 'thread') return null;
  return answer === null ? NOTES.authorAsked() : NOTES.authorDeclined();
}

function questionMessage(
  who: string | null,
  { id, thread }: Pick<AskedQuestion, 'id' | 'thread'>,
): Message {
  const name = who === null ? 'Somebody' : showRemark(who);
  const button = (label: string, verb: ConsentVerb, style: Button['style']): Button => ({
    label,
    action: { verb, runId: id },
    style,
  });
  return note(
    [
      `**${name} would like the editors to read your message**: ${linkToPlace('the message', thread)}.`,
      'No editor has read it yet. In the thread everybody here sees what they say; *Only for me* is seen by you alone. If you say nothing for three days, it stays unread.',
    ].join('\n\n'),
    [
      button('Review in thread', 'consent-thread', 'primary'),
      button('Only for me', 'consent-private', 'plain'),
      button('No, thanks', 'consent-no', 'plain'),
    ],
  );
}

const ANSWERS: Readonly<Record<ConsentVerb, ConsentAnswer>> = {
  'consent-thread': 'thread',
  'consent-private': 'private',
  'consent-no': 'no',
};
export type ConsentVerb = Extract<Verb, `consent-${string}`>;

export function isConsentVerb(verb: Verb): verb is ConsentVerb {
  return Object.hasOwn(ANSWERS, verb);
}

/** Hears what an author says to a question; the first answer counts. */
export async function hearAnswer(
  deps: ConsentDeps,
  { verb, runId }: { readonly verb: ConsentVerb; readonly runId: string },
  by: MemberRef,
): Promise<Message> {
  const question = await deps.consents.find(runId);
  if (question === null) return NOTES.unknownQuestion();
  if (by !== question.author) return NOTES.notYourWords();
  const answer = await deps.consents.answer(runId, ANSWERS[verb], deps.now());
  if (answer === null) return NOTES.unknownQuestion();
  await carryOut(deps, { ...question, answer });
  return NOTES.answered(answer, question.thread, answer !== ANSWERS[verb]);
}

/** Lets silence mean no once its time is over, and carries out answers that a crash left behind. */
export async function settleConsents(deps: ConsentDeps): Promise<void> {
  const now = deps.now();
  const due = await deps.consents.due({
    askedBefore: now - SILENCE_MS,
    answeredBefore: now - SETTLE_MS,
  });
  for (const question of due) {
    const isSilence = question.answer === null;
    const answer = question.answer ?? (await deps.consents.answer(question.id, 'no', now));
    if (answer === null) continue;
    try {
      await carryOut(deps, { ...question, answer }, isSilence && answer === 'no');
    } catch (error) {
      deps.reportError(error, { runId: question.id, doing: 'carry out what an author answered' });
    }
  }
}

/** An author may answer before the run that needed the question is taken back. */
async function carryOutEarlyAnswer(deps: RunWorkerDeps, runId: string): Promise<void> {
  const question = await deps.consents.find(runId);
  if (question === null || question.answer === null) return;
  await carryOut(deps, { ...question, answer: question.answer });
}

/**
 * Begins what was agreed to and tells who asked; may be repeated. While the run that needed the question still
 * holds the message, nothing can begin there: whoever takes it back then carries the answer out.
 */
async function carryOut(
  deps: ConsentDeps,
  question: AskedQuestion & { readonly answer: ConsentAnswer },
  isSilence = false,
): Promise<void> {
  const { answer, author, requester, thread } = question;
  if (answer === 'thread' && (await deps.requests.request(question.id)) !== null) return;
  const outcome =
    answer === 'no'
      ? null
      : await requestReview(deps, {
          ...requestFor(question),
          ...(answer === 'thread'
            ? { requester }
            : { requester: author, claim: `consent/${question.id}` }),
        });
  if (!(await deps.consents.settle(question.id, deps.now()))) return;
  const messenger = deps.platform(question.platform)?.messenger;
  if (answer === 'private' && outcome?.type === 'note') {
    await messenger?.tellDirectly(author, outcome.note);
  }
  const told =
    answer === 'thread'
      ? outcome?.type === 'note'
        ? outcome.note
        : NOTES.authorAgreed(thread)
      : isSilence
        ? NOTES.authorSilent(thread)
        : NOTES.authorDeclined(thread);
  await messenger?.tellDirectly(requester, told);
}

function requestFor(question: AskedQuestion) {
  const { id, workspace, channel, platform, thread, trigger, message, scope, answer } = question;
  return {
    ...{ workspace, channel, platform, thread, trigger },
    target: { type: 'message', message, scope },
    choices: choicesOf(question.options, answer === 'private'),
    interactionId: `consent/${id}`,
  } as const;
}

function choicesOf(
  { preset, personas, rounds, editStyle, delivery }: RunOptions,
  isPrivate: boolean,
): ReviewRequest['choices'] {
  const where = isPrivate ? 'private' : delivery;
  return {
    ...(preset === null ? {} : { preset }),
    ...(personas === null ? {} : { personas }),
    ...(rounds === null ? {} : { rounds }),
    ...(editStyle === null ? {} : { editStyle }),
    ...(where === null ? {} : { delivery: where }),
  };
}
