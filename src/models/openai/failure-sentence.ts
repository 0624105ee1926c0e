/* What people read about a failed request: what happened, where, and what to check next. */
import { UserError } from '../../user-error.ts';
import {
  type Failure,
  isLoading,
  isOutOfQuota,
  isRefusal,
  isTooLong,
  type NetworkReason,
} from './failure.ts';

/** Where requests go, for messages. */
export interface Address {
  /** Host and port, without path, user or password. */
  readonly host: string;
  readonly model: string;
  readonly timeoutMs: number;
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
      return { message: noConnection(failure.reason, host), code: 'model_unreachable' };
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

function noConnection(reason: NetworkReason, host: string): string {
  switch (reason) {
    case 'name':
      return `The model server at ${host} cannot be reached: nobody knows a machine of that name. Check OPENAI_BASE_URL and the network.`;
    case 'closed-port':
      return `The model server at ${host} cannot be reached: nothing listens there. Start it, or correct OPENAI_BASE_URL.`;
    case 'certificate':
      return `The model server at ${host} shows a certificate that this machine does not trust. Name the file of its authority in NODE_EXTRA_CA_CERTS, and start again.`;
    case 'not-https':
      return `The model server at ${host} does not speak https. Begin OPENAI_BASE_URL with http://, or give the port that does.`;
    case 'unknown':
      return `The model server at ${host} cannot be reached. Check the network and OPENAI_BASE_URL.`;
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
  if (isLoading(failure)) {
    return {
      message: `The model server at ${host} is still loading “${model}”. Try again in a minute.`,
      code: 'model_loading',
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

/** Status and labels, and nothing a server could have copied out of a request. */
function summarise(failure: Failure): string {
  if (failure.kind !== 'http') return failure.kind;
  return `status ${failure.status}${known(failure.code)}${known(failure.param)}`;
}

/** A label of the server's vocabulary; anything else is left out. */
function known(label: string): string {
  return /^[a-z][a-z0-9_.]{0,60}$/.test(label) ? ` ${label}` : '';
}

function inSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
