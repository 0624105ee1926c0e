/*
 * What can go wrong with a request, as data without a word of the draft and without the key. A server's
 * own sentence often repeats what it was sent; it is read here to decide what to do and then forgotten.
 */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { EndlessAnswerError, UnknownStatusError } from './bounded-answer.ts';
import { readRetryAfter } from './retry-after.ts';

export type Failure =
  | { readonly kind: 'timeout' | 'not-a-model-server' | 'endless' }
  | { readonly kind: 'network'; readonly reason: NetworkReason }
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

/** Why no connection came about or one went away; `unknown` covers all that has no next step of its own. */
export type NetworkReason = 'name' | 'closed-port' | 'certificate' | 'not-https' | 'unknown';

/** The failure behind an error of the client; null for anything else, which is a fault of ours. */
export function toFailure(error: unknown): Failure | null {
  if (isOrWraps(error, EndlessAnswerError)) return { kind: 'endless' };
  if (isOrWraps(error, UnknownStatusError)) return { kind: 'not-a-model-server' };
  if (error instanceof APIConnectionTimeoutError) return { kind: 'timeout' };
  if (error instanceof APIConnectionError) return { kind: 'network', reason: reasonOf(error) };
  // The connection went away in the middle of an answer; the client knows no name for it.
  if (error instanceof TypeError && /^(?:terminated|fetch failed)$/.test(error.message)) {
    return { kind: 'network', reason: 'unknown' };
  }
  if (error instanceof SyntaxError) return { kind: 'not-a-model-server' };
  if (!(error instanceof APIError) || typeof error.status !== 'number') return null;
  const sentence = sentenceOf(error.error) ?? error.message;
  // A page of whatever stands in front of the server says nothing about key, model or request.
  if (error.status < 500 && PAGE.test(sentence)) return { kind: 'not-a-model-server' };
  return {
    kind: 'http',
    status: error.status,
    code: String(error.code ?? error.type ?? ''),
    param: String(error.param ?? ''),
    sentence,
    retryAfterMs: readRetryAfter(error.headers, sentence, Date.now()),
  };
}

/** The client wraps what goes wrong on the way, and what ends an answer put together from pieces. */
function isOrWraps(error: unknown, kind: new (message: string) => Error): boolean {
  if (error instanceof kind) return true;
  return error instanceof APIConnectionError && error.cause instanceof kind;
}

const PAGE = /^(?:\d{3}\s+)?\s*<(?:!doctype|html|head|body)\b/i;

const REASONS: readonly (readonly [RegExp, NetworkReason])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'name'],
  [/^ECONNREFUSED$/, 'closed-port'],
  [/CERT|^UNABLE_TO_VERIFY/, 'certificate'],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'not-https'],
];

/** The system names the reason somewhere down the chain of causes. */
function reasonOf(error: unknown): NetworkReason {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const found = REASONS.find(([codes]) => codes.test(code));
    if (found !== undefined) return found[1];
  }
  return 'unknown';
}

/** The failure inside an answer with status 200; null when the answer is one. */
export function failureInside(answer: unknown): Failure | null {
  if (typeof answer !== 'object' || answer === null) return { kind: 'not-a-model-server' };
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
    const code = String('code' in answer.error ? answer.error.code : '');
    const status = Number(code);
    const isStatus = status >= 400 && status < 600;
    return unanswered(isStatus ? status : 502, code, sentenceOf(answer.error) ?? '');
  }
  // A provider behind the server failed in the middle of an answer: what there is of it may even parse.
  if (hasBrokenChoice(answer)) return unanswered(502, 'error');
  // Some servers say that an answer failed and do not say why; what is in it may even be readable.
  if ('status' in answer && (answer.status === 'failed' || answer.status === 'cancelled')) {
    return unanswered(502, answer.status);
  }
  return holdsAnswer(answer) ? null : { kind: 'not-a-model-server' };
}

/** In either form of the protocol. */
function holdsAnswer(answer: object): boolean {
  return (
    ('choices' in answer && Array.isArray(answer.choices) && answer.choices.length > 0) ||
    ('output' in answer && Array.isArray(answer.output))
  );
}

function unanswered(status: number, code: string, sentence = ''): Failure {
  return { kind: 'http', status, code, param: '', sentence, retryAfterMs: null };
}

function hasBrokenChoice(answer: object): boolean {
  const [choice]: unknown[] =
    'choices' in answer && Array.isArray(answer.choices) ? answer.choices : [];
  if (typeof choice !== 'object' || choice === null) return false;
  return 'error' in choice && typeof choice.error === 'object' && choice.error !== null;
}

/** True when the same request may succeed a little later. */
export function isTemporary(failure: Failure): boolean {
  if (failure.kind !== 'http') return failure.kind === 'network' || failure.kind === 'timeout';
  if (isOutOfQuota(failure)) return false;
  return [408, 409, 429].includes(failure.status) || isLoading(failure) || isBroken(failure);
}

/** True when the server is up and its model is not yet: llama.cpp, Ollama, Hugging Face and SGLang say so. */
export function isLoading(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    [425, 500, 502, 503].includes(failure.status) &&
    /\bloading\b[^.]{0,40}\bmodel|\bmodel\b[^.]{0,120}\b(?:loading|warming up|not ready)\b|server is starting/i.test(
      failure.sentence,
    )
  );
}

/** True when the server itself is in trouble: it does not merely say that it cannot do what was asked. */
export function isBroken(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    failure.status >= 500 &&
    failure.status !== 501 &&
    !isAboutForm(failure) &&
    !isTooLong(failure) &&
    !isLoading(failure)
  );
}

/** True when a refusal is about the form of the answer, in the words of whichever server it is. */
export function isAboutForm(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    ABOUT_FORM.test(`${failure.param} ${failure.code} ${failure.sentence}`)
  );
}

/** OpenAI, vLLM, llama.cpp, Gemini, LM Studio, Groq and OpenRouter, each has words of its own for it. */
const ABOUT_FORM =
  /response[_ ](?:format|schema)|text\.format|json[_ ](?:schema|object|mode)|structured[ _]outputs?|guided_(?:json|decoding)|failed to (?:parse|initialize) grammar|xgrammar|json_validate_failed|no endpoints found that (?:support|can handle)/i;

/** True when the server, or the model on it, wants to be asked in the other form of the protocol. */
export function isOtherApi(failure: Failure): boolean {
  if (failure.kind === 'not-a-model-server') return true;
  if (failure.kind !== 'http') return false;
  if ([404, 405, 501].includes(failure.status)) return true;
  const about =
    /\/?v1\/(?:responses|chat\/completions)|(?:responses|chat[ -]completions?) (?:api|endpoint)/i;
  return failure.status === 400 && about.test(failure.sentence);
}

/** True when the provider's rules stopped the request, whoever of those in between says so. */
export function isRefusal(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    [400, 403, 422].includes(failure.status) &&
    DECLINED.test(`${failure.code} ${failure.sentence}`)
  );
}

const DECLINED =
  /content.?filter|content.?policy|content management policy|ResponsibleAIPolicy|prompt was filtered|requires moderation|\bflagged\b|usage polic|invalid_prompt/i;

/** True when the request is longer than the model's window. */
export function isTooLong(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    [400, 413, 422, 500].includes(failure.status) &&
    (failure.status === 413 || TOO_LONG.test(`${failure.code} ${failure.sentence}`))
  );
}

/** OpenAI, vLLM, llama.cpp, LM Studio, SGLang, Gemini, Anthropic, Bedrock and TGI, in this order. */
const TOO_LONG =
  /context_length_exceeded|maximum context length|context window|context[ _](?:size|length)|longer than the model|input token count|prompt is too long|input is too long|inputs`?(?: tokens \+ `max_new_tokens`)? must (?:have less than|be <=)/i;

/** True when the account behind the key has nothing left. */
export function isOutOfQuota(failure: Failure): boolean {
  return (
    failure.kind === 'http' &&
    (failure.status === 402 ||
      (failure.status === 429 && /insufficient_quota|billing/i.test(failure.code)))
  );
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
