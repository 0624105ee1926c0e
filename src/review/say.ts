/*
 * Words to a review, from its author or who asked for it, are wishes: always carried out, answered with
 * the next revision. While a run is under way they are kept beside it, and the run that follows answers
 * them: so a run that is taken up again after a crash hears the same as before.
 */
import { createHash } from 'node:crypto';
import { hasWords } from '../text/blank.ts';
import { type Asker, type ClickDeps, isOf, mayAct } from './click.ts';
import { carryOut } from './follow-up.ts';
import type { Message } from './message.ts';
import { NOTES } from './notes.ts';
import type { MemberRef } from './refs.ts';
import type { RequestDeps } from './request.ts';
import type { Words } from './reviews.ts';
import type { Wish } from './run-store.ts';
import type { StepStore } from './step-store.ts';
import { type KnownRun, readRun, type ThreadReaderDeps } from './thread-reader.ts';

/** Hears what somebody says to a review; the note says what comes of it. */
export async function hearWords(
  deps: ClickDeps,
  words: Words,
  { by, workspace }: Asker,
): Promise<Message> {
  const known = await readRun(deps, words.runId);
  if (known === null || !isOf(known, { by, workspace })) return NOTES.unknownRun();
  if (!(await mayAct(deps, known, by))) return NOTES.heardFromOthers();
  return (await takeWords(deps, known, { words, by })).note;
}

/** Makes words a wish; `isHeard`: it will be answered, and the note says so. */
export async function takeWords(
  deps: ClickDeps,
  known: KnownRun,
  { words, by }: { readonly words: Words; readonly by: MemberRef },
): Promise<{ readonly isHeard: boolean; readonly note: Message }> {
  const not = (note: Message) => ({ isHeard: false, note });
  if (!hasWords(words.text)) return not(NOTES.nothingSaid());
  if (known.thread?.plan.blindSpots != null) return not(NOTES.needsModel());
  const id = `w${createHash('sha256').update(words.id).digest('hex').slice(0, 8)}`;
  const wish: Wish = { type: 'comment', id, member: by, text: words.text.trim() };
  const heard = { isHeard: true, note: NOTES.heard(wish.text) };
  if (known.run.status !== 'finished') {
    await keepWish(deps.runs, words.runId, wish);
    const now = await readRun(deps, words.runId);
    if (now?.run.status !== 'finished') return heard;
  }
  const latest = (await readRun(deps, words.runId)) ?? known;
  const outcome = await carryOut(deps, latest, { by, wishes: [wish], interactionId: words.id });
  if (outcome.type === 'accepted') return heard;
  if (outcome.standing === undefined) return not(outcome.note);
  // Another run answers an earlier wish; the one after it answers this one.
  await keepWish(deps.runs, outcome.standing, wish);
  return heard;
}

export type TakeUpDeps = RequestDeps & ThreadReaderDeps;

/** Answers what was said while a run was under way; doing it twice changes nothing. */
export async function takeUpWishes(deps: TakeUpDeps, runId: string): Promise<void> {
  const said = await keptWishes(deps.runs, runId);
  const last = said.at(-1);
  if (last === undefined) return;
  const known = await readRun(deps, runId);
  if (known?.thread == null || isCalledOff(known)) return;
  const by = last.member as MemberRef;
  const tell = async (note: Message) => {
    const messenger = deps.platform(known.run.platform)?.messenger;
    await messenger?.whisper(by, known.request.thread, note);
  };
  if (known.thread.plan.blindSpots !== null) return tell(NOTES.needsModel());
  const answered = new Set(known.thread.wishes.map(({ id }) => id));
  const wishes = said.filter(({ id }) => !answered.has(id));
  if (wishes.length === 0) return;
  const outcome = await carryOut(deps, known, { by, wishes, interactionId: `said/${runId}` });
  if (outcome.type === 'note' && outcome.standing === undefined) await tell(outcome.note);
}

function isCalledOff({ run }: KnownRun): boolean {
  return run.end?.stopReason === 'cancelled' || run.end?.stopReason === 'source_deleted';
}

/** Keeps a wish in the first free place; one that is kept already changes nothing. */
async function keepWish(steps: StepStore, runId: string, wish: Wish): Promise<void> {
  for (let place = 1; ; place += 1) {
    const json = JSON.stringify(wish);
    const kept = await steps.saveStep(runId, { key: placeOf(place), json, versions: {} });
    if ((JSON.parse(kept) as Wish).id === wish.id) return;
  }
}

async function keptWishes(steps: StepStore, runId: string): Promise<readonly Wish[]> {
  const wishes: Wish[] = [];
  for (let place = 1; ; place += 1) {
    const json = await steps.recallStep(runId, placeOf(place));
    if (json === null) return wishes;
    wishes.push(JSON.parse(json) as Wish);
  }
}

function placeOf(number: number): string {
  return `said/${number}`;
}
