/*
 * What can go wrong with a request, as data without a word of the draft and without the key. A server's
 * own sentence often repeats what it was sent; it is read here to decide what to do and then forgotten.
 */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { UserError } from '../../user-error.ts';
import { EndlessAnswerError } from './bounded-fetch.ts';

export type Failure =
  | { readonly kind: 'network' | 'timeout' | 'not-a-model-server' | 'endless' }
  /** The server failed so often that it is left alone for a while. */
  | { readonly kind: 'paused'; readonly waitMs: number }
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly code: string;
      readonly param: string;
      /** The server's sentence: for decisions only, never for people or logs. */
      readonly sentence: string;
      readonly retryAfterMs: number | null;
    };

/** Where requests go, for messages. */
export interface Address {
  /** Host and port, without path, user or password. */
  readonly host: string;
  readonly model: string;
  readonly timeoutMs: number;
}

/** The failure behind an error of the client; null for anything else, which is a fault of ours. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof EndlessAnswerError) return { kind: 'endless' };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'timeout' };
  if (error instanceof APIConnectionError) return { kind: 'network' };
  // The connection went away in the middle of an answer; the client knows no name for it.
  if (error instanceof TypeError && /^(?:terminated|fetch failed)$/.test(error.message)) {
    return { kind: 'network' };
  }
  if (error instanceof SyntaxError) return { kind: 'not-a-model-server' };
  if (!(error instanceof APIError) || typeof error.status !== 'number') return null;
  return {
    kind: 'http',
    status: error.status,
    code: String(error.code ?? error.type ?? ''),
    param: String(error.param ?? ''),
    sentence: sentenceOf(error.error) ?? error.message,
    retryAfterMs: retryAfter(error.headers),
  };
}

/** The failure inside an answer with status 200; null when the answer is one. */
export function failureInside(answer: unknown): Failure | null {
  if (typeof answer !== 'object' || answer === null) return { kind: 'not-a-model-server' };
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
    const code = 'code' in answer.error ? answer.error.code : undefined;
    const status = Number(code);
    const known = status >= 400 && status < 600 ? status : 502;
    return brokenAnswer(known, String(code ?? ''), sentenceOf(answer.error) ?? '');
  }
  // Some servers say that an answer failed and do not say why; what is in it may even be readable.
  if ('status' in answer && (answer.status === 'failed' || answer.status === 'cancelled'))
    return brokenAnswer(502, answer.status, '');
  const hasAnswer =
    ('choices' in answer && Array.isArray(answer.choices) && answer.choices.length > 0) ||
    ('output' in answer && Array.isArray(answer.output));
  return hasAnswer ? null : { kind: 'not-a-model-server' };
}

function brokenAnswer(status: number, code: string, sentence: string): Failure {
  return { kind: 'http', status, code, param: '', sentence, retryAfterMs: null };
}

/** True when the same request may succeed a little later. */
export function isTemporary(failure: Failure): boolean {
  if (failure.kind !== 'http') return failure.kind === 'network' || failure.kind === 'timeout';
  if (isOutOfQuota(failure)) return false;
  return [408, 409, 429].includes(failure.status) || failure.status >= 500;
}

/** True when the server, or the model on it, wants to be asked in the other form of the protocol. */
export function isOtherApi(failure: Failure): boolean {
  if (failure.kind === 'not-a-model-server') return true;
  if (failure.kind !== 'http') return false;
  if ([404, 405, 501].includes(failure.status)) return true;
  const about =
    /\/?v1\/(?:responses|chat\/completions)|(?:responses|chat[ -]completions?) (?:api|endpoint)/i;
  return failure.status === 400 && about.test(failure.sentence);
}

/** True when a content filter stopped the request. */
export function isRefusal(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    failure.status === 400 &&
    /content_filter|content_policy|content management policy/i.test(
      `${failure.code} ${failure.sentence}`,
    )
  );
}

/** The error for people: what happened and what to check. */
export function toUserError(failure: Failure, address: Address): UserError {
  const { message, code } = describe(failure, address);
  return new UserError(message, { code, cause: new Error(summarise(failure)) });
}

/** The sentence for a model that declines, whichever way it says so. */
export function refusedError(model: string): UserError {
  return new UserError(
    `The model “${model}” declined to work on this text. Its provider's rules decide that; another model may accept it.`,
    { code: 'refused' },
  );
}

function describe(
  failure: Failure,
  { host, model, timeoutMs }: Address,
): { message: string; code: string } {
  switch (failure.kind) {
    case 'network':
      return {
        message: `The model server at ${host} cannot be reached. Check the network and OPENAI_BASE_URL.`,
        code: 'model_unreachable',
      };
    case 'timeout':
      return {
        message: `The model “${model}” at ${host} did not answer within ${Math.ceil(timeoutMs / 1000)} s. Try again, or choose a faster model.`,
        code: 'model_timeout',
      };
    case 'not-a-model-server':
      return {
        message: `What answers at ${host} is not a model server. Check OPENAI_BASE_URL; it usually ends in /v1.`,
        code: 'model_address',
      };
    case 'endless':
      return {
        message: `What answers at ${host} sent more than 16 MB in one answer, and no model writes that much. Check OPENAI_BASE_URL.`,
        code: 'model_address',
      };
    case 'paused':
      return {
        message: `The model server at ${host} failed several times in a row, so it is left alone for now. Try again in ${inSeconds(failure.waitMs)}.`,
        code: 'model_paused',
      };
    case 'http':
      return describeStatus(failure, host, model);
  }
}

function describeStatus(
  failure: Extract<Failure, { kind: 'http' }>,
  host: string,
  model: string,
): { message: string; code: string } {
  const { status, retryAfterMs } = failure;
  if (isRefusal(failure)) return { message: refusedError(model).message, code: 'refused' };
  if (isTooLong(failure)) {
    return {
      message: `The draft is too long for the model “${model}”. Shorten it, or choose a model with a larger window.`,
      code: 'draft_too_long',
    };
  }
  if (status >= 300 && status < 400) {
    return {
      message: `The model server at ${host} sends requests on to another address (status ${status}), and a draft goes only where you say. Put the address you mean into OPENAI_BASE_URL.`,
      code: 'model_address',
    };
  }
  if (status === 401) {
    return {
      message: `The model server at ${host} did not accept the key. Check OPENAI_API_KEY.`,
      code: 'model_key',
    };
  }
  if (status === 403) {
    return {
      message: `The key may not use the model “${model}” at ${host}. Check the rights of OPENAI_API_KEY and the model name.`,
      code: 'model_forbidden',
    };
  }
  if (status === 404) {
    return {
      message: `There is no model “${model}” at ${host}. Check OPENAI_MODEL, and OPENAI_BASE_URL, which usually ends in /v1.`,
      code: 'model_missing',
    };
  }
  if (isOutOfQuota(failure)) {
    return {
      message: `The account at ${host} has no quota left. Check its plan and billing.`,
      code: 'model_quota',
    };
  }
  if (status === 429) {
    const wait =
      retryAfterMs === null ? 'Try again later' : `Try again in ${inSeconds(retryAfterMs)}`;
    return {
      message: `The model server at ${host} is taking no more requests for now. ${wait}, or lower MODEL_CONCURRENCY.`,
      code: 'model_rate_limited',
    };
  }
  if (status >= 500 || status === 408 || status === 409) {
    return {
      message: `The model server at ${host} failed (status ${status}). Try again later.`,
      code: 'model_server',
    };
  }
  return {
    message: `The model server at ${host} did not accept the request for “${model}” (status ${status}${known(failure.code)}). Check OPENAI_MODEL and OPENAI_BASE_URL.`,
    code: 'model_request',
  };
}

/** True when the request is longer than the model's window. */
export function isTooLong(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    [400, 413, 422].includes(failure.status) &&
    (failure.status === 413 ||
      /context_length_exceeded|maximum context length|context window|prompt is too long/i.test(
        `${failure.code} ${failure.sentence}`,
      ))
  );
}

function isOutOfQuota(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    (failure.status === 402 ||
      (failure.status === 429 && /insufficient_quota|billing/i.test(failure.code)))
  );
}

/** Status and labels, and nothing a server could have copied out of a request. */
function summarise(failure: Failure): string {
  if (failure.kind !== 'http') return failure.kind;
  return `status ${failure.status}${known(failure.code)}${known(failure.param)}`;
}

/** A label of the server's vocabulary; anything else is left out. */
function known(label: string): string {
  return /^[a-z][a-z0-9_.]{0,60}$/.test(label) ? ` ${label}` : '';
}

function sentenceOf(body: unknown): string | null {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return null;
  for (const key of ['message', 'detail', 'error']) {
    const value: unknown = Reflect.get(body, key);
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) return JSON.stringify(value);
  }
  return null;
}

function retryAfter(headers: Headers | undefined): number | null {
  const inMs = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (Number.isFinite(inMs)) return Math.max(0, inMs);
  const header = headers?.get('retry-after') ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function inSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
