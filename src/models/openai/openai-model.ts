/*
 * One model over an OpenAI-compatible server. Three loops, one inside the other, each with an end: the
 * connection repeats what failed for a passing reason, `ask` adapts to what the server refuses, and
 * `complete` asks again once for an answer that was cut, that broke off, or that cannot be read.
 */

import type { Prompt } from '../../loop/prompts/prompt.ts';
import { toJsonSchema } from '../../loop/prompts/replies.ts';
import { addUsage, NO_USAGE, type Usage } from '../../loop/usage.ts';
import { UserError } from '../../user-error.ts';
import type { Model, ModelRequest } from '../model.ts';
import { costOf, type Prices } from '../prices.ts';
import { openTokenCounter } from '../tokens.ts';
import type { Connection } from './connection.ts';
import { type Failure, isTooLong } from './failure.ts';
import { refusedError, toUserError } from './failure-sentence.ts';
import { createHabits, type Habits, type Manner, MOST_NEEDED, windowIn } from './habits.ts';
import { type Api, PROTOCOLS, type Protocol, type Reading } from './protocol.ts';
import { readAnswer, withoutThinking } from './reply-json.ts';
import type { Outcome } from './retry.ts';

export interface OpenAiModelOptions {
  readonly connection: Connection;
  /** The name the server knows it by. */
  readonly model: string;
  /** Sent only when given. */
  readonly temperature?: number;
  /** The form of the protocol; `auto` finds out with the first question and remembers. */
  readonly api?: Api | 'auto';
  readonly prices?: Prices;
}

/** How much more room a second try gets after an answer that was cut. */
const WIDER = 4;
/** Of a prompt that was too long, the window it fitted into: two thirds of this are left for the next prompt. */
const SMALLER = 0.9;
/** A server is adapted to at most so often for one question. */
const MAX_ADAPTATIONS = 7;

/** Creates a model; what the server was found to accept is remembered as long as it lives. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { connection, model, temperature, api = 'auto', prices = {} } = options;
  const habits = createHabits({
    hasTemperature: temperature !== undefined,
    // Nearly every server speaks chat completions; OpenAI's newest models want the other form.
    api: api === 'auto' ? (connection.isOpenAi ? 'responses' : 'chat') : api,
    mayChangeApi: api === 'auto',
  });
  const address = { host: connection.host, model, timeoutMs: connection.timeoutMs };
  let windowTokens = Number.POSITIVE_INFINITY;

  /** Remembers how large a window may be in which a prompt had no room. */
  async function learnWindow(failure: Failure, { stable, round }: Prompt): Promise<void> {
    const words = `${stable}\n${round}`;
    const sent = (await openTokenCounter(words, 0))(words);
    windowTokens = Math.min(windowTokens, windowIn(failure), Math.floor(sent * SMALLER));
  }

  async function ask<T>(request: ModelRequest<T>, { room, complaint }: Wish): Promise<Answer> {
    const question = {
      model,
      temperature,
      // Half an emoji is refused by some servers, and again each time it is sent.
      stable: request.prompt.stable.toWellFormed(),
      round: [request.prompt.round, complaint]
        .filter((part) => part !== '')
        .join('\n\n')
        .toWellFormed(),
      schemaName: request.purpose,
      schema: toJsonSchema(request.schema),
    };
    let most = Number.POSITIVE_INFINITY;
    for (let adaptations = 0; ; adaptations += 1) {
      const manner = limitRoom(habits.choose(room), most);
      const protocol = PROTOCOLS[manner.api];
      const body = protocol.build(question, manner);
      const outcome = await connection.send(protocol.path, body, request.signal);
      const read = readOutcome(protocol, outcome);
      if ('reading' in read) return { ...read, manner };
      const { failure } = read;
      const lesson = adaptations < MAX_ADAPTATIONS ? habits.adapt(failure, manner) : null;
      if (lesson === null && isTooLong(failure)) await learnWindow(failure, request.prompt);
      if (lesson === null) throw toUserError(failure, address);
      most = lesson.roomLeft ?? most;
    }
  }

  function judgeCut(content: string, manner: Manner): Repeat {
    const written = withoutThinking(content).trim();
    const error = cutError(model, manner, written);
    const room = widen(habits, manner);
    if (room > manner.room) return { fault: 'cut', wish: { room }, error };
    // Thinking took all there is to be had: the rest is to think less, where the model lets itself be told.
    if (written !== '' || !habits.thinkLess(manner)) throw error;
    return { fault: 'cut', wish: {}, error };
  }

  function judge<T>({ reading, manner }: Answer, request: ModelRequest<T>): Judgement<T> {
    const { content, finish, isRefused, isCut } = reading;
    if (isRefused) throw refusedError(model);
    // Before anything is read: an answer that was cut may parse and still lack its end.
    if (isCut) return judgeCut(content, manner);
    // The server failed in the middle: what there is was paid for, and may parse and still lack its end.
    if (finish === 'error') return { fault: 'broken', wish: {}, error: brokenError(model) };
    const read = readAnswer(content, request.schema);
    const fault = 'problem' in read ? read.problem : (request.findFault?.(read.value) ?? null);
    if ('value' in read && fault === null) return { value: read.value, finish };
    const complaint = `Your last answer could not be used: ${fault}. Answer again, in the form the contract asks for.`;
    return {
      fault: 'unreadable',
      wish: { complaint },
      error: unreadableError(model, 'value' in read ? fault : null),
    };
  }

  return {
    name: model,
    windowTokens: () => (Number.isFinite(windowTokens) ? windowTokens : null),
    async complete(request) {
      request.signal.throwIfAborted();
      const repeatedFor = new Set<Fault>();
      let wish: Wish = { room: request.maxOutputTokens, complaint: '' };
      let usage = NO_USAGE;
      try {
        for (;;) {
          const answer = await ask(request, wish);
          const used = await usageOfAnswer(answer, request.prompt);
          usage = addUsage(usage, { ...used, cost: costOf(prices, model, used) });
          const judged = judge(answer, request);
          if ('value' in judged) return { ...judged, usage: asOneCall(usage) };
          if (repeatedFor.has(judged.fault)) throw judged.error;
          repeatedFor.add(judged.fault);
          wish = { ...wish, ...judged.wish };
        }
      } catch (error) {
        // A refused or cut answer was paid for all the same.
        throw usage.calls > 0 && error instanceof Error
          ? Object.assign(error, { usage: asOneCall(usage) })
          : error;
      }
    },
  };
}

function readOutcome(
  protocol: Protocol,
  outcome: Outcome<object>,
): { readonly reading: Reading } | { readonly failure: Failure } {
  if ('failure' in outcome) return outcome;
  const reading = protocol.read(outcome.answer);
  return reading === null ? { failure: { kind: 'not-a-model-server' } } : { reading };
}

/** Schemas, templates and thinking that nobody is shown. A text has no more tokens than bytes. */
const UNSEEN_TOKENS = 200_000;

/** What cannot be true is not told on, and uses up nobody's budget. */
function atMost(tokens: number | null, most: number): number | null {
  return tokens === null || tokens > most ? null : tokens;
}

/** What one answer took: what its server says, and where it says nothing, what is counted here. */
async function usageOfAnswer({ reading, manner }: Answer, prompt: Prompt): Promise<Usage> {
  const { usage, content } = reading;
  const asked = `${prompt.stable}\n${prompt.round}`;
  const input = atMost(usage.input, UNSEEN_TOKENS + 2 * Buffer.byteLength(asked));
  const output = atMost(usage.output, UNSEEN_TOKENS + 4 * manner.room);
  const { cached } = usage;
  const isTold = input !== null && output !== null;
  const count = isTold ? null : await openTokenCounter(asked + content, 0);
  const inputTokens = input ?? count?.(asked) ?? 0;
  return {
    calls: 1,
    retries: 0,
    inputTokens,
    cachedTokens: Math.min(cached ?? 0, inputTokens),
    outputTokens: output ?? count?.(content) ?? 0,
    cost: null,
    ...(isTold ? {} : { isCountedHere: true }),
  };
}

/** What is new about a question asked again. */
interface Wish {
  readonly room: number;
  readonly complaint: string;
}

/** What came back, and how it was asked for. */
interface Answer {
  readonly reading: Reading;
  readonly manner: Manner;
}

/** For each of these a question is asked once more. */
type Fault = 'cut' | 'broken' | 'unreadable';

/** What to ask for once more, and the error that a second such answer is. */
interface Repeat {
  readonly fault: Fault;
  readonly wish: Partial<Wish>;
  readonly error: UserError;
}

type Judgement<T> = { readonly value: T; readonly finish: string } | Repeat;

/** One question is one call, however often it was asked. */
function asOneCall(usage: Usage): Usage {
  return { ...usage, calls: 1, retries: usage.calls - 1 };
}

function limitRoom(manner: Manner, most: number): Manner {
  return { ...manner, room: Math.min(manner.room, most) };
}

/** The room for a second try; no more than before where the server allows no more. */
function widen(habits: Habits, manner: Manner): number {
  if (manner.roomName === null) return manner.room;
  const wanted = Math.max(manner.room, Math.min(manner.room * WIDER, MOST_NEEDED));
  habits.needRoom(wanted);
  return habits.choose(wanted).room;
}

/** Nothing written at all means that thinking took the room. */
function cutError(model: string, { room, roomName }: Manner, written: string): UserError {
  const limit = roomName === null ? 'its output limit' : `its output limit of ${room} tokens`;
  const when =
    written === '' ? 'while thinking, before it wrote a word' : 'before its answer was complete';
  return new UserError(
    `The model “${model}” reached ${limit} ${when}. Choose a model that may write more, or a shorter draft.`,
    { code: 'output_limit' },
  );
}

function brokenError(model: string): UserError {
  return new UserError(
    `The model “${model}” broke off twice in the middle of its answer. Try again later.`,
    { code: 'model_server' },
  );
}

/** `fault`: what is wrong with an answer that is in the right form; it holds no word of a draft. */
function unreadableError(model: string, fault: string | null): UserError {
  if (fault !== null) {
    return new UserError(
      `The model “${model}” answered twice, and neither answer can be used: ${fault}.`,
      { code: 'bad_answer' },
    );
  }
  return new UserError(
    `The model “${model}” answered twice in a form that cannot be used. Choose a model that can answer in JSON.`,
    { code: 'bad_answer' },
  );
}
