import { PROMPT_VERSION } from '../loop/prompts/prompt.ts';
import type { Step } from '../loop/step.ts';
import { toExactJson } from './exact-json.ts';
import type { StepStore, StepVersions } from './step-store.ts';

export interface StepMemoOptions {
  /** The persona and prompt versions behind a step's answer, stored with it. */
  readonly versionsOf?: (key: string) => StepVersions;
  /** Hears of each step that was done, not recalled; must not throw. */
  readonly took?: (key: string, durationMs: number) => void;
  /** Resolves when what follows a step may begin; absent: at once. */
  readonly turn?: () => Promise<void>;
}

/**
 * Runs each step of a run once, however often and from however many places it is asked for, also
 * across restarts; every caller gets its own copy of the stored answer. A step that rejects is
 * not remembered. An answer that JSON would change is refused with the place that would.
 */
export function createStepMemo(
  store: StepStore,
  runId: string,
  { versionsOf = promptVersionOf, took = () => {}, turn = async () => {} }: StepMemoOptions = {},
): Step {
  const underWay = new Map<string, Promise<string>>();

  async function recallOrRun(key: string, work: () => Promise<unknown>): Promise<string> {
    const known = await store.recallStep(runId, key);
    if (known !== null) return known;
    const begun = performance.now();
    const json = encode(key, await work());
    const saved = await store.saveStep(runId, { key, json, versions: versionsOf(key) });
    took(key, performance.now() - begun);
    return saved;
  }

  function share(key: string, work: () => Promise<unknown>): Promise<string> {
    const answer = recallOrRun(key, work).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  }

  return async <T>(key: string, work: () => Promise<T>) => {
    const json = await (underWay.get(key) ?? share(key, work));
    await turn();
    // Also the first time: a resumed run must not see another value than the run before it.
    return JSON.parse(json) as T;
  };
}

/** What a model was asked by; a critique names the version of its persona itself. */
function promptVersionOf(key: string): StepVersions {
  return /^(?:generate|critique|refine|judge)(?:\/|$)/.test(key) ? { prompts: PROMPT_VERSION } : {};
}

function encode(key: string, value: unknown): string {
  try {
    return toExactJson(value);
  } catch (cause) {
    throw new TypeError(`Step ${key} gave an answer that cannot be kept.`, { cause });
  }
}
