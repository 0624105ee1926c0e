import { z } from 'zod';
import type { Model, ModelRequest } from '../../src/models/model.ts';
import type { BreakerPolicy } from '../../src/models/openai/breaker.ts';
import { openConnection } from '../../src/models/openai/connection.ts';
import { createOpenAiModel } from '../../src/models/openai/openai-model.ts';
import { RETRY_POLICY } from '../../src/models/openai/retry.ts';
import type { Prices } from '../../src/models/prices.ts';
import { UserError } from '../../src/user-error.ts';
import {
  type FakeOpenAiServer,
  type FakeReply,
  type FakeScript,
  startOpenAiServer,
} from '../fakes/openai-server.ts';

export const KEY = 'sk-canary-0123456789abcdef';
/** A word of the draft that no error may repeat. */
export const WORD = 'canarydraftword';
export const GOOD: FakeReply = { content: { answer: 'yes' } };

let running: FakeOpenAiServer | undefined;

/** Ends the server of the test and gives back what the published API would have refused. */
export async function endServer(): Promise<readonly string[]> {
  const violations = running?.violations ?? [];
  await running?.close();
  running = undefined;
  return violations;
}

interface Setup {
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  readonly pauseBudgetMs?: number;
  readonly firstPauseMs?: number;
  readonly temperature?: number;
  readonly apiKey?: string | null;
  readonly api?: 'chat' | 'responses' | 'auto';
  readonly prices?: Prices;
  readonly breaker?: BreakerPolicy;
  readonly now?: () => number;
}

/** A server that answers by script, at the end with `GOOD`, and a model on it. */
export async function setUp(
  script: FakeScript | readonly FakeReply[],
  setup: Setup = {},
): Promise<{ server: FakeOpenAiServer; model: Model }> {
  const play: FakeScript =
    typeof script === 'function' ? script : ({ number }) => script[number - 1] ?? GOOD;
  running = await startOpenAiServer(play);
  return { server: running, model: openModel(running.url, setup) };
}

/** A model that pauses for a millisecond where neither the server nor the setup names a pause. */
export function openModel(baseUrl: string, setup: Setup): Model {
  const { timeoutMs = 5_000, concurrency = 4, temperature, apiKey = KEY, api = 'chat' } = setup;
  const { prices = {}, breaker, now, pauseBudgetMs = RETRY_POLICY.pauseBudgetMs } = setup;
  const { firstPauseMs = 1 } = setup;
  const connection = openConnection({
    apiKey,
    baseUrl,
    timeoutMs,
    concurrency,
    retry: { ...RETRY_POLICY, firstPauseMs, pauseBudgetMs },
    ...(breaker === undefined ? {} : { breaker }),
    ...(now === undefined ? {} : { now }),
  });
  return createOpenAiModel({
    connection,
    model: 'test-model',
    api,
    prices,
    ...(temperature === undefined ? {} : { temperature }),
  });
}

type Question = ModelRequest<{ answer: string }>;

/** A question for `{answer}`. */
export function question(more: Partial<Question> = {}): Question {
  return {
    purpose: 'critique',
    prompt: { stable: 'Answer with JSON.', round: `Is it? ${WORD}` },
    schema: z.object({ answer: z.string() }),
    maxOutputTokens: 1_000,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The error for people that a question ends in. */
export async function failureOf(asked: Promise<unknown>): Promise<UserError> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error('no UserError', { cause: error });
  return error;
}

/** A refusal of the manner of asking. */
export function refuse(message: string, more: object = {}): FakeReply {
  return {
    status: 400,
    error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
  };
}
