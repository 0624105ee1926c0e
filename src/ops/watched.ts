/*
 * Puts the metrics beside the ports: each function gives back the same port and counts what passes. The
 * use cases know nothing of it. What may be counted is told as 0 from the start: Prometheus takes the first value
 * it sees for where counting began, and an alert on a series that is not there stays silent.
 */
import type { CallStore } from '../review/call-store.ts';
import type { Messenger } from '../review/messenger.ts';
import type { Platform } from '../review/platform.ts';
import type { Reviews } from '../review/reviews.ts';
import type { RunEnd, RunStore } from '../review/run-store.ts';
import type { RunWatch } from '../review/run-watch.ts';
import type { Metrics } from './metrics.ts';

/** How many ended runs are remembered so that none is counted twice. */
const REMEMBERED_ENDS = 1_000;

/** Counts what is asked for, by platform and way in. */
export function watchReviews<Door extends Reviews>(reviews: Door, { triggers }: Metrics): Door {
  return {
    ...reviews,
    async request(request) {
      const outcome = await reviews.request(request);
      const { platform, trigger } = request;
      triggers.inc({ platform, trigger, outcome: outcome.type });
      return outcome;
    },
  };
}

/** Counts what is said on a platform and how long it takes. */
export function watchPlatform(name: string, platform: Platform, metrics: Metrics): Platform {
  const watched = (call: keyof Messenger) => {
    const work = platform.messenger[call] as (...args: readonly unknown[]) => Promise<unknown>;
    return async (...args: readonly unknown[]) => {
      const stop = metrics.chatCallDuration.startTimer({ platform: name, call });
      const end = (outcome: 'ok' | 'failed') => {
        stop();
        metrics.chatCalls.inc({ platform: name, call, outcome });
      };
      try {
        const answer = await work(...args);
        end('ok');
        return answer;
      } catch (error) {
        end('failed');
        throw error;
      }
    };
  };
  const calls = Object.keys(platform.messenger) as (keyof Messenger)[];
  metrics.chatRateLimits.inc({ platform: name }, 0);
  for (const call of calls) {
    for (const outcome of ['ok', 'failed']) {
      metrics.chatCalls.inc({ platform: name, call, outcome }, 0);
    }
  }
  const messenger = Object.fromEntries(calls.map((call) => [call, watched(call)]));
  return { ...platform, messenger: messenger as unknown as Messenger };
}

/** Counts the ends of runs by their stop reasons, of which `reasons` are all there are. */
export function watchRuns<Store extends RunStore>(
  store: Store,
  metrics: Metrics,
  reasons: readonly RunEnd['stopReason'][],
): Store {
  for (const reason of reasons) metrics.runsEnded.inc({ stop_reason: reason }, 0);
  const ended = new Set<string>();
  const heard = (runId: string, end: RunEnd) => {
    if (ended.has(runId)) return;
    ended.add(runId);
    for (const oldest of ended) {
      if (ended.size <= REMEMBERED_ENDS) break;
      ended.delete(oldest);
    }
    metrics.runsEnded.inc({ stop_reason: end.stopReason });
    if (end.receipt !== null) metrics.runDuration.observe(end.receipt.durationMs / 1000);
  };
  return {
    ...store,
    async append(runId, event, records) {
      await store.append(runId, event, records);
      if (records?.end !== undefined) heard(runId, records.end);
    },
    async finish(runId, end) {
      await store.finish(runId, end);
      heard(runId, end);
    },
  };
}

/** Counts what models were asked and what it took. */
export function watchCalls(store: CallStore, metrics: Metrics): CallStore {
  return {
    ...store,
    async record(call, words) {
      await store.record(call, words);
      const { model, purpose, outcome } = call;
      metrics.modelCalls.inc({ model, purpose, outcome });
      metrics.modelRequests.inc({ model }, call.requests);
      metrics.modelCallDuration.observe({ model, purpose }, call.durationMs / 1000);
      metrics.modelTokens.inc({ model, kind: 'input' }, call.inputTokens);
      metrics.modelTokens.inc({ model, kind: 'cached' }, call.cachedTokens);
      metrics.modelTokens.inc({ model, kind: 'output' }, call.outputTokens);
      if (call.cost === null) metrics.modelCallsUnpriced.inc({ model });
      else metrics.modelCost.inc({ model }, call.cost);
    },
  };
}

/** Hears of the worker. */
export function watchWork(metrics: Metrics, now: () => number = Date.now): RunWatch {
  for (const attempt of ['first', 'again']) metrics.runAttempts.inc({ attempt }, 0);
  return {
    taken({ platform, createdAt }, attempt) {
      metrics.runAttempts.inc({ attempt: attempt === 1 ? 'first' : 'again' });
      if (attempt === 1)
        metrics.runWait.observe({ platform }, Math.max(0, now() - createdAt) / 1000);
    },
    stepTook(key, durationMs) {
      // `critique/1/line-editor` → `critique`: a round or a persona's name would make a series each.
      metrics.stepDuration.observe({ step: key.split('/', 1)[0] ?? key }, durationMs / 1000);
    },
  };
}
