import type { ResolvedSettings } from '../settings/resolution.ts';
import { dropRun } from './conclude.ts';
import { refuseDraft } from './draft-check.ts';
import type { Attempt, RunWorkerDeps } from './execute.ts';
import type { Message } from './message.ts';
import { agoWords, NOTES } from './notes.ts';
import { parseRunOptions } from './run-options.ts';
import type { Captured } from './source.ts';
import { CAPTURE_STEP } from './thread-reader.ts';

/** Takes back a run on words that cannot or need not be reviewed and tells the requester; false when they can. */
export async function dropUnfit(
  deps: RunWorkerDeps,
  attempt: Attempt,
  {
    captured,
    settings,
  }: { readonly captured: Captured | null; readonly settings: ResolvedSettings },
): Promise<boolean> {
  const { known } = attempt;
  if (known.run.given !== null || known.run.events.length > 0) return false;
  if (captured === null) {
    await dropRun(deps, attempt, { note: NOTES.unreadable(), standing: null, isUnmarked: true });
    return true;
  }
  const refusal = refuseDraft(captured.text, captured.fromFile ?? false, {
    maxDraftChars: settings.maxDraftChars.value,
    maxFileChars: settings.maxFileChars.value,
  });
  if (refusal !== null) {
    await dropRun(deps, attempt, { note: addNotRead(refusal, captured), standing: null });
    return true;
  }
  const standing = await findUnchanged(deps, attempt, captured);
  if (standing === null) return false;
  await dropRun(deps, attempt, standing);
  return true;
}

/** The review that stands for the same words, with the note that says so; null when the words are new. */
async function findUnchanged(
  { runs, requests, now }: RunWorkerDeps,
  { runId, known }: Attempt,
  captured: Captured,
): Promise<{ readonly note: Message; readonly standing: string } | null> {
  if (parseRunOptions(known.run.options).again) return null;
  const previous = await requests.previous(runId);
  if (previous === null) return null;
  const [run, request, json] = await Promise.all([
    runs.load(previous),
    requests.request(previous),
    runs.recallStep(previous, CAPTURE_STEP),
  ]);
  if (json === null || request === null || run?.end?.receipt == null) return null;
  // A review that was broken off is no answer to somebody who asks again.
  if (BROKEN_OFF.includes(run.end.stopReason)) return null;
  const before = JSON.parse(json) as Captured | null;
  if (before?.hash !== captured.hash) return null;
  const ago = agoWords(now() - run.end.finishedAt);
  return { note: NOTES.unchanged(request.thread, ago, previous), standing: previous };
}

const BROKEN_OFF: readonly string[] = [
  'cancelled',
  'source_deleted',
  'budget',
  'deadline',
  'refused',
  'disabled',
  'model_error',
];

function addNotRead(note: Message, { notRead }: Captured): Message {
  if (notRead.length === 0) return note;
  const [first, ...rest] = note.parts;
  if (first === undefined) return note;
  const markdown = `${first.markdown} Not read: ${notRead.join(', ')}.`;
  return { ...note, parts: [{ ...first, markdown }, ...rest] };
}
