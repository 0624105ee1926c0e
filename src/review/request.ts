import { randomUUID } from 'node:crypto';
import { findPersona, findPreset } from '../personas/library.ts';
import type { Library } from '../settings/library.ts';
import type { Place, ResolvedSettings } from '../settings/resolution.ts';
import type { CallStore } from './call-store.ts';
import { refuseDraft } from './draft-check.ts';
import type { JobQueue } from './job-queue.ts';
import type { Message } from './message.ts';
import { agoWords, NOTES } from './notes.ts';
import type { MessageRef } from './refs.ts';
import type { RequestStore } from './request-store.ts';
import type { RequestOutcome, ReviewRequest, ReviewTarget } from './reviews.ts';
import type { RunOptions } from './run-options.ts';
import type { GivenText, NewRun } from './run-store.ts';
import { isShownOnSource, type StatusDeps, showStatus } from './status.ts';

/** Which plan of step keys new runs are started with. */
const PLAN_VERSION = 1;

export interface RequestDeps extends StatusDeps {
  readonly requests: RequestStore;
  readonly calls: CallStore;
  readonly queue: Pick<JobQueue, 'enqueue' | 'ahead'>;
  readonly settings: (place: Place) => Promise<ResolvedSettings>;
  /** The personas and presets of a workspace. */
  readonly library: (workspace: string) => Promise<Library>;
  readonly now: () => number;
}

/** A request with what other runs know that people cannot ask for. */
export interface FullRequest extends ReviewRequest {
  /** Asked for knowing that the text has not changed. */
  readonly again?: boolean;
  /** What this run holds until it has finished; absent: what its target says. */
  readonly claim?: string;
  /** The message its words come from, where that is not what its target says. */
  readonly origin?: MessageRef | null;
}

/** Begins a review, or says in a note why not. When it resolves the run is on disk with its job. */
export async function requestReview(
  deps: RequestDeps,
  request: FullRequest,
): Promise<RequestOutcome> {
  const { workspace, channel, platform, target } = request;
  // First of all: what was answered once is not judged anew.
  const answered = await deps.requests.answered(platform, request.interactionId);
  if (answered !== null) return { type: 'accepted', runId: answered };
  const settings = await deps.settings({ workspace, channel });
  const options = readOptions(request, await deps.library(workspace));
  if ('parts' in options) return { type: 'note', note: options };
  const refusal = refuseTarget(target, settings) ?? (await refuseByLimits(deps, request, settings));
  if (refusal !== null) return { type: 'note', note: refusal };

  const run = newRun(request, options, deps.now());
  const runsPerDay = settings.budget.value.reviewsPerMember;
  const outcome = await deps.requests.claim({
    run,
    workspace,
    channel,
    thread: request.thread,
    source: target.type === 'message' ? target.message : null,
    scope: target.type === 'message' ? target.scope : null,
    origin: target.type === 'message' ? target.message : (request.origin ?? null),
    claim: request.claim ?? claimOf(request, options, settings),
    interaction: request.interactionId,
    job: deps.queue.enqueue({ runId: run.id, lane: `${workspace}/${channel}`, workspace }),
    limit: runsPerDay === null ? null : { runs: runsPerDay, since: startOfDay(run.createdAt) },
  });
  switch (outcome.type) {
    case 'repeated':
      return { type: 'accepted', runId: outcome.runId };
    case 'taken':
      return {
        type: 'note',
        note: NOTES.taken(outcome.thread, agoWords(deps.now() - outcome.createdAt)),
        standing: outcome.runId,
      };
    case 'limited':
      return { type: 'note', note: NOTES.memberLimit(runsPerDay ?? 0) };
    case 'won':
      if (target.type === 'message' && mayMark(settings, options)) {
        // Not waited for: who asked is answered at once. The worker's own status comes after it.
        void showStatus(deps, { runId: run.id, platform, source: target.message, state: 'queued' });
      }
      void tellPlace(deps, request, run.id);
      return { type: 'accepted', runId: run.id };
  }
}

/** Words that may need their author's leave show nothing before they have it. */
function mayMark(settings: ResolvedSettings, options: RunOptions): boolean {
  return settings.consent.value === 'anyone' && isShownOnSource(settings, options);
}

/**
 * A run that has to wait says so once, to the one who asked: a number that counted down in the channel
 * would be noise for everybody else, and the mark on the message says "queued" already.
 */
async function tellPlace(
  deps: RequestDeps,
  { requester, thread, platform }: FullRequest,
  runId: string,
): Promise<void> {
  try {
    const ahead = await deps.queue.ahead(runId);
    if (ahead === 0) return;
    await deps.platform(platform)?.messenger.whisper(requester, thread, NOTES.queued(ahead));
  } catch (error) {
    deps.reportError(error, { runId, doing: 'tell its place in the queue' });
  }
}

function newRun(request: FullRequest, options: RunOptions, createdAt: number): NewRun {
  const { workspace, platform, trigger, requester, target } = request;
  return {
    id: randomUUID(),
    workspace,
    platform,
    trigger,
    requester,
    status: 'queued',
    planVersion: PLAN_VERSION,
    options,
    given: givenText(target),
    createdAt,
  };
}

function givenText(target: ReviewTarget): GivenText | null {
  if (target.type === 'message') return null;
  if (target.type === 'brief') return { brief: target.text };
  const { type: _, text: draft, fromFile = false, ...rest } = target;
  return { draft, fromFile, ...rest };
}

/** Names become ids; a note names the first one that is unknown. */
function readOptions(
  { choices, again = false }: Pick<FullRequest, 'choices' | 'again'>,
  library: Library,
): RunOptions | Message {
  const { preset: presetName, personas: names, rounds } = choices;
  const preset = presetName === undefined ? null : findPreset(presetName, library.presets);
  if (presetName !== undefined && preset === null) {
    return NOTES.unknown(
      'preset',
      presetName,
      library.presets.map(({ id }) => id),
    );
  }
  const personas = names?.map((name) => ({ name, persona: findPersona(name, library.personas) }));
  const unknown = personas?.find(({ persona }) => persona === null);
  if (unknown !== undefined) {
    return NOTES.unknown(
      'persona',
      unknown.name,
      library.personas.map(({ title }) => title),
    );
  }
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 4)) {
    return NOTES.badRounds();
  }
  const ids = personas?.flatMap(({ persona }) => (persona === null ? [] : [persona.id])) ?? [];
  return {
    preset: preset?.id ?? null,
    personas: ids.length === 0 ? null : [...new Set(ids)],
    rounds: rounds ?? null,
    editStyle: choices.editStyle ?? null,
    delivery: choices.delivery ?? null,
    again,
  };
}

function refuseTarget(target: ReviewTarget, settings: ResolvedSettings): Message | null {
  if (target.type === 'message') return null;
  if (target.type === 'brief') return target.text.trim() === '' ? NOTES.noBrief() : null;
  return refuseDraft(target.text, target.fromFile ?? false, {
    maxDraftChars: settings.maxDraftChars.value,
    maxFileChars: settings.maxFileChars.value,
  });
}

/** Nothing is begun that could ask no model any more; what a run may spend is decided before each round of it. */
async function refuseByLimits(
  { calls, now }: RequestDeps,
  { requester, workspace, channel }: FullRequest,
  settings: ResolvedSettings,
): Promise<Message | null> {
  const { tokensPerMember, tokensPerChannel, tokensPerWorkspace, costPerWorkspace } =
    settings.budget.value;
  const today = startOfDay(now());
  if (tokensPerMember !== null) {
    const { tokens } = await calls.spentSince({ workspace, member: requester }, today);
    if (tokens >= tokensPerMember) return NOTES.memberTokens(tokensPerMember);
  }
  if (tokensPerChannel !== null) {
    const { tokens } = await calls.spentSince({ workspace, channel }, today);
    if (tokens >= tokensPerChannel) return NOTES.channelLimit(tokensPerChannel);
  }
  if (tokensPerWorkspace === null && costPerWorkspace === null) return null;
  const { tokens, cost } = await calls.spentSince({ workspace }, today);
  const isSpent = tokens >= (tokensPerWorkspace ?? Number.POSITIVE_INFINITY);
  return isSpent || cost >= (costPerWorkspace ?? Number.POSITIVE_INFINITY)
    ? NOTES.workspaceLimit()
    : null;
}

/** Midnight in UTC, where limits per day begin anew. */
export function startOfDay(at: number): number {
  const day = 86_400_000;
  return Math.floor(at / day) * day;
}

/** A message is held with its preset or personas; words that came with the request hold nothing else. */
function claimOf(
  { workspace, target, interactionId, platform, requester }: FullRequest,
  { preset, personas, delivery }: RunOptions,
  settings: ResolvedSettings,
): string {
  if (target.type !== 'message') return `words/${platform}/${interactionId}`;
  const chosen = personas ?? (preset === null ? settings.personas.value : null);
  const editors =
    chosen === null
      ? `preset/${preset ?? settings.preset.value}`
      : `personas/${[...chosen].sort().join('+')}`;
  // A private review stands in nobody else's way, and nobody else is told of it.
  const isPrivate = (delivery ?? settings.delivery.value) === 'private';
  const whose = isPrivate ? `/for/${requester}` : '';
  return `message/${workspace}/${target.message}/${target.scope}/${editors}${whose}`;
}
