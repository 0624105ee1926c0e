/** Which texts of ours a step's answer came from: persona and prompt versions by name. */
export type StepVersions = Readonly<Record<string, string>>;

/** A finished step: its answer as JSON text. */
export interface FinishedStep {
  readonly key: string;
  readonly json: string;
  readonly versions: StepVersions;
}

/** Remembers what the steps of a run answered. */
export interface StepStore {
  /** The answer of a step as JSON text; null when it has not finished, or its words were forgotten. */
  recallStep(runId: string, key: string): Promise<string | null>;
  /** Saves an answer unless the step has one, and returns the one that is saved. */
  saveStep(runId: string, step: FinishedStep): Promise<string>;
}
