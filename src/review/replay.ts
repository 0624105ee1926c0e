/*
 * What is decided about a run has to hold also when the process dies in the next moment. So an end that
 * somebody wants is saved before it is carried out, and a run that is taken up again with its end decided
 * says again what it said before and then stops: no model is asked any more.
 */
import type { LoopEvent } from '../loop/events.ts';
import type { Step } from '../loop/step.ts';
import type { EndReason } from './runs-under-way.ts';
import type { StepStore } from './step-store.ts';
import { END_STEP } from './thread-reader.ts';

/** Saves that a run has to end; the first reason stands. */
export async function decideEnd(
  steps: StepStore,
  runId: string,
  reason: EndReason,
): Promise<EndReason> {
  const json = JSON.stringify(reason);
  return JSON.parse(await steps.saveStep(runId, { key: END_STEP, json, versions: {} }));
}

/** Why a run has to end; null when nobody has decided so. */
export async function decidedEnd(steps: StepStore, runId: string): Promise<EndReason | null> {
  const json = await steps.recallStep(runId, END_STEP);
  return json === null ? null : (JSON.parse(json) as EndReason);
}

export interface ReplayOptions {
  /** How many events were saved by earlier attempts. */
  readonly saved: number;
  readonly step: Step;
  readonly now: () => number;
  /** When the run was first started. */
  readonly startedAt: number;
  /** Set when the run has to end as soon as everything that was said is said again. */
  readonly endReason: EndReason | null;
  readonly stop: (reason: EndReason) => void;
}

/** One attempt's way through what earlier attempts have done, and beyond. */
export interface Replay {
  readonly step: Step;
  /**
   * Stands still at the run's start until what was said is said again: the loop must come to the same
   * decisions, however long the run lay still. A clock that was set back does not go below it either.
   */
  readonly now: () => number;
  /** To be called with each event before it is saved; gives it the number it is to be saved under. */
  heard(event: LoopEvent): LoopEvent;
}

/** Leads the loop through what was done before. */
export function createReplay(options: ReplayOptions): Replay {
  const { saved, step, now, startedAt, endReason, stop } = options;
  let told = 0;
  if (saved === 0 && endReason !== null) stop(endReason);
  return {
    step: (key, work) =>
      step(key, () => {
        if (endReason === null) return work();
        stop(endReason);
        return Promise.reject(new Error(`The run ends before ${key}.`));
      }),
    now: () => (told < saved ? startedAt : Math.max(startedAt, now())),
    heard(event) {
      told = Math.max(told, event.number);
      if (told >= saved && endReason !== null) stop(endReason);
      // A run that ends earlier than it went before still has to say how it ended.
      const isCutShort = event.type === 'finished' && event.number <= saved;
      return isCutShort ? { ...event, number: saved + 1 } : event;
    },
  };
}
