/*
 * What may still be spent where a run happens. Several runs share a channel's budget, so what one of them is
 * about to spend is set aside in the store until it is spent or the run has ended; whoever asks next, in
 * whatever process, is told what is left.
 */
import type { Foreseen } from '../loop/budget.ts';
import type { CallWords } from '../loop/metered-call.ts';
import type { Budget as Limits } from '../settings/settings.ts';
import type { CallStore, ModelCall } from './call-store.ts';
import type { MemberRef } from './refs.ts';
import { startOfDay } from './request.ts';

export interface SpendingDeps {
  readonly calls: CallStore;
  readonly now: () => number;
}

/** Whose run it is and what holds there. */
export interface Purse {
  readonly runId: string;
  readonly workspace: string;
  readonly channel: string | null;
  readonly member: MemberRef | null;
  readonly limits: Limits;
}

/** Watches over what runs spend. */
export interface Spending {
  /** Sets aside what a run is about to spend; false, and nothing is set aside, when it would pass a limit. */
  reserve(purse: Purse, foreseen: Foreseen): Promise<boolean>;
  /** Keeps what a call took; what was set aside for it is spent. */
  record(call: ModelCall, words?: CallWords | null): Promise<void>;
}

/** Creates the watch; what was spent and what is set aside is in the store. */
export function createSpending({ calls, now }: SpendingDeps): Spending {
  let turn: Promise<unknown> = Promise.resolve();

  /** The store decides between processes; here one at a time, so that they do not meet there. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  return {
    async reserve({ limits, ...whose }, foreseen) {
      const { tokensPerMember, tokensPerChannel, tokensPerWorkspace, costPerWorkspace } = limits;
      const within = { tokensPerMember, tokensPerChannel, tokensPerWorkspace, costPerWorkspace };
      if (Object.values(within).every((limit) => limit === null)) return true;
      const since = startOfDay(now());
      const { tokens, cost } = foreseen;
      return inTurn(() => calls.setAside({ ...whose, tokens, cost, limits: { ...within, since } }));
    },
    record: (call, words = null) => calls.record(call, words),
  };
}
