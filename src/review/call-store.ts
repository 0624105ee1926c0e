import type { CallWords } from '../loop/metered-call.ts';
import type { MemberRef } from './refs.ts';

/** What one question to a model took, repeated requests included. Numbers and names only, never words. */
export interface ModelCall {
  readonly id: string;
  readonly runId: string;
  readonly workspace: string;
  /** Null on the command line. */
  readonly channel: string | null;
  readonly member: MemberRef | null;
  readonly purpose: string;
  readonly model: string;
  /** Requests sent for it: 1, and one more for each that was repeated. */
  readonly requests: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the model's price is not known. */
  readonly cost: number | null;
  readonly durationMs: number;
  readonly outcome: 'answered' | 'failed';
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Whose calls are counted; what is absent is not asked about. */
export interface CallScope {
  readonly workspace: string;
  readonly channel?: string;
  readonly member?: MemberRef;
}

export interface Spending {
  readonly calls: number;
  /** Input and output together. */
  readonly tokens: number;
  /** US dollars, of the calls whose price is known. */
  readonly cost: number;
}

/** What a run is about to spend, and what must not be passed by it. */
export interface Intent {
  readonly runId: string;
  readonly workspace: string;
  readonly channel: string | null;
  readonly member: MemberRef | null;
  /** Input and output together. */
  readonly tokens: number;
  /** US dollars; 0 where no price is known. */
  readonly cost: number;
  /** What may be spent since a moment; null without a limit. */
  readonly limits: {
    readonly since: number;
    readonly tokensPerMember: number | null;
    readonly tokensPerChannel: number | null;
    readonly tokensPerWorkspace: number | null;
    readonly costPerWorkspace: number | null;
  };
}

/** One call, with what was asked and answered where that is kept. */
export interface KeptCall extends ModelCall {
  readonly words: CallWords | null;
}

/** Reads what models were asked for a run; for whoever runs the installation. */
export interface CallReader {
  /** The calls of the run with this id, or whose id begins so, oldest first. */
  callsOf(ref: string): Promise<readonly KeptCall[]>;
}

/** Keeps what models were asked and what it took. */
export interface CallStore {
  /**
   * Saves one call, and takes it from what its run has set aside; one that is saved already changes nothing.
   * Words are kept with those of the run, which has to exist, and are forgotten with them.
   */
  record(call: ModelCall, words?: CallWords | null): Promise<void>;
  /**
   * Sets aside what a run is about to spend, in place of what it set aside before, until it has ended; false,
   * and nothing is set aside, when that would pass a limit together with what was spent and what other runs
   * have set aside. Of several who ask at once, also from several processes, none is given what another was.
   */
  setAside(intent: Intent): Promise<boolean>;
  /** What was spent since a moment. */
  spentSince(scope: CallScope, since: number): Promise<Spending>;
}
