/*
 * What the process tells whoever watches over it, as Prometheus reads it. Numbers and names of ours only:
 * no label ever holds a word of a draft, a member, a channel or a workspace.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueStats } from '../review/job-queue.ts';

/** What is asked when somebody reads the metrics. */
export interface MetricsDeps {
  readonly queue: () => Promise<QueueStats>;
  /** False while new work would fail or is not taken any more. */
  readonly isReady: () => Promise<boolean>;
  /** False while the model server is left alone after failures; null without a model. */
  readonly isModelUp: () => boolean | null;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Buckets in seconds: from a write to the disk up to the longest a run may take. */
const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SLOW = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 900];

/** Makes the metrics of one process. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `bluepencil_${name}`, help, labelNames, registers });
  const seconds = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets = SLOW,
  ) => new Histogram({ name: `bluepencil_${name}`, help, labelNames, buckets, registers });
  collectDefaultMetrics({ register: registry });

  return {
    triggers: counter(
      'triggers_total',
      'Requests for a review, by platform, way in and whether a run was begun or a note answered.',
      ['platform', 'trigger', 'outcome'],
    ),
    runsEnded: counter('runs_ended_total', 'Runs that ended here, by stop reason.', [
      'stop_reason',
    ]),
    runDuration: seconds('run_duration_seconds', 'From a run’s first start to its end.', []),
    runWait: seconds('run_wait_seconds', 'From the request to the first start of its run.', [
      'platform',
    ]),
    runAttempts: counter(
      'run_attempts_total',
      'Times a run was taken up, for the first time or again.',
      ['attempt'],
    ),
    stepDuration: seconds(
      'step_duration_seconds',
      'Finished steps of runs: reading the draft, planning, critiques, refinements …',
      ['step'],
      [...QUICK, 60, 120],
    ),
    modelCalls: counter('model_calls_total', 'Questions to a model, by how they ended.', [
      'model',
      'purpose',
      'outcome',
    ]),
    modelRequests: counter(
      'model_requests_total',
      'Requests sent for those questions, repeated ones included.',
      ['model'],
    ),
    modelCallDuration: seconds(
      'model_call_duration_seconds',
      'A question to a model, repeated requests included.',
      ['model', 'purpose'],
    ),
    modelTokens: counter(
      'model_tokens_total',
      'Tokens by kind: input (cached ones included), cached, output.',
      ['model', 'kind'],
    ),
    modelCost: counter('model_cost_dollars_total', 'US dollars, of calls whose price is known.', [
      'model',
    ]),
    modelCallsUnpriced: counter(
      'model_calls_unpriced_total',
      'Calls whose price is not known: the cost counter misses them.',
      ['model'],
    ),
    chatCalls: counter(
      'chat_calls_total',
      'What was said on a platform (post, update, status, note …), by whether the platform took it.',
      ['platform', 'call', 'outcome'],
    ),
    chatCallDuration: seconds(
      'chat_call_duration_seconds',
      'One thing said on a platform, waiting for its rate limits included.',
      ['platform', 'call'],
      QUICK,
    ),
    chatRateLimits: counter(
      'chat_rate_limits_total',
      'Times a platform asked to be left alone for a while.',
      ['platform'],
    ),
    failures: counter('failures_total', 'Failures that were written to the log as errors.', []),
    /** Adds what is asked for each time somebody reads. */
    ask: (deps: MetricsDeps) => addAsked(registry, deps),
    /** Prometheus' text format. */
    render: () => registry.metrics(),
    /** Everything that is told, for those who draw or watch it. */
    described: () => registry.getMetricsAsArray().map(describe),
  };
}

function addAsked(registry: Registry, { queue, isReady, isModelUp }: MetricsDeps): void {
  const registers = [registry];
  new Gauge({
    name: 'bluepencil_ready',
    help: '1 while this process takes requests and its database answers.',
    registers,
    async collect() {
      this.set((await isReady().catch(() => false)) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'bluepencil_model_up',
    help: '0 while the model server is left alone after failures; absent without a model.',
    registers,
    collect() {
      const isUp = isModelUp();
      this.reset();
      if (isUp !== null) this.set(isUp ? 1 : 0);
      else this.remove();
    },
  });
  new Gauge({
    name: 'bluepencil_queue_runs',
    help: 'Runs in the queue of the whole database, by state: waiting or active.',
    labelNames: ['state'],
    registers,
    async collect() {
      // A database that does not answer is told by bluepencil_ready; the other metrics are still of use.
      const stats = await queue().catch(() => null);
      this.reset();
      if (stats === null) return;
      this.set({ state: 'waiting' }, stats.waiting);
      this.set({ state: 'active' }, stats.active);
    },
  });
}

interface Described {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

function describe(metric: object): Described {
  // The types of the library leave out what its objects carry.
  const { name, type, labelNames } = metric as Described & { readonly labelNames?: string[] };
  return { name, type, labels: labelNames ?? [] };
}
