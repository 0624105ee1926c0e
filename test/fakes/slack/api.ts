/* The Web API: who calls, what with, whether it may, and what comes back. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Method, needScope, text } from './call.ts';
import type { Core, ReceivedCall } from './core.ts';
import { SlackFailure } from './failure.ts';
import type { createRateLimits } from './faults.ts';
import { chatMethods } from './methods/chat.ts';
import { conversationMethods } from './methods/conversations.ts';
import { fileMethods } from './methods/files.ts';
import { access, oauthMethods } from './methods/oauth.ts';
import { peopleMethods } from './methods/people.ts';
import { reactionMethods } from './methods/reactions.ts';
import { streamMethods } from './methods/streams.ts';
import { viewMethods } from './methods/views.ts';
import { missingPicture } from './pictures.ts';
import type { SocketMode } from './socket-mode.ts';
import type { Finding, Validator } from './validate.ts';
import type { Installation, Json } from './world.ts';

const methods: Record<string, Method> = {
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...oauthMethods,
  ...streamMethods,
  ...peopleMethods,
  ...reactionMethods,
  ...viewMethods,
};

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Json | string | Buffer;
}

export interface ApiParts {
  readonly core: Core;
  readonly validator: Validator;
  readonly limits: ReturnType<typeof createRateLimits>;
  readonly socketMode: () => SocketMode | null;
}

export interface Request {
  readonly method: string;
  readonly args: Json;
  readonly headers: IncomingHttpHeaders;
}

const answer = (body: Json, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  ...more,
  body,
});

/** Reads the arguments of a request as values. */
export function readArgs(
  validator: Validator,
  { method, contentType, body }: { method: string; contentType: string; body: string },
): Json {
  if (contentType.startsWith('application/json')) {
    // Methods that only read take forms: they see nothing of a JSON body.
    if (/\.(?:info|list|history|replies|members|get\w*)$/.test(method)) return {};
    return body === '' ? {} : (JSON.parse(body) as Json);
  }
  return validator.decode(method, Object.fromEntries(new URLSearchParams(body)));
}

export const tokenOf = (headers: IncomingHttpHeaders, args: Json): string =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? text(args, 'token');

/** Carries out one call. */
export async function carryOut(
  parts: ApiParts,
  request: Request,
  record: ReceivedCall,
): Promise<Answer> {
  try {
    return await dispatch(parts, request, record);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return answer({ ok: false, error: error.code, ...error.more });
  }
}

async function dispatch(
  parts: ApiParts,
  { method, args, headers }: Request,
  { token }: ReceivedCall,
): Promise<Answer> {
  const { core, validator, limits } = parts;
  if (method === 'apps.connections.open') return openConnection(parts, token);
  if (method === 'oauth.v2.access') {
    return answer({ ok: true, ...access(core, args, headers.authorization ?? '') });
  }
  const known = methods[method];
  if (known === undefined) {
    core.violate(`${method}: the double does not know this method`);
    return answer({ ok: false, error: 'unknown_method', req_method: method });
  }
  const by = installationOf(core, token);
  const wait = limits.wait({
    method,
    perMinute: perMinuteOf(core, method, known),
    teamId: by.teamId,
    channel: text(args, 'channel'),
  });
  if (wait > 0) return rateLimited(wait);
  const findings = validator.call(method, args);
  const attached = Array.isArray(args.attachments) ? validator.attachments(args.attachments) : [];
  report(core, method, [...findings, ...attached]);
  needScope({ core, method, args, by }, ...known.scopes);
  const refused = findings.find(({ code }) => code !== null);
  if (refused?.code) {
    const messages = findings.map(({ text: said }) => `[ERROR] ${said}`);
    throw new SlackFailure(refused.code, { response_metadata: { messages } });
  }
  const view = args.view as Json | undefined;
  const missing = await missingPicture(args.blocks ?? view?.blocks);
  if (missing !== null) throw new SlackFailure('invalid_blocks', { errors: [missing] });
  const result = await known.run({ core, method, args, by });
  return answer(
    { ok: true, ...result },
    { headers: { 'x-oauth-scopes': [...by.scopes].join(',') } },
  );
}

/** Writes findings down as violations. */
export function report(core: Core, about: string, findings: readonly Finding[]): void {
  for (const { text: said } of findings) core.violate(`${about}: ${said}`);
}

export const rateLimited = (seconds: number): Answer => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: { ok: false, error: 'ratelimited' },
});

function perMinuteOf(core: Core, method: string, { perMinute }: Method): number {
  const isCut = core.app.isDistributed && /^conversations\.(?:history|replies)$/.test(method);
  return isCut ? 1 : perMinute;
}

function installationOf(core: Core, token: string): Installation {
  if (token === '') throw new SlackFailure('not_authed');
  if (token === core.app.appToken) throw new SlackFailure('not_allowed_token_type');
  const by = core.world.installations.find(
    (one) => one.token === token || one.oldTokens.some((old) => old.token === token),
  );
  if (by === undefined) throw new SlackFailure('invalid_auth');
  if (by.dead !== null) throw new SlackFailure(by.dead);
  const old = by.oldTokens.find((one) => one.token === token);
  const { expiresAt } = old ?? by;
  if (expiresAt !== null && expiresAt <= core.world.now()) {
    throw new SlackFailure('token_expired');
  }
  return by;
}

function openConnection({ core, socketMode }: ApiParts, token: string): Answer {
  if (token === '') return answer({ ok: false, error: 'not_authed' });
  if (token !== core.app.appToken) {
    const isOther = token.startsWith('xoxb-');
    return answer({ ok: false, error: isOther ? 'not_allowed_token_type' : 'invalid_auth' });
  }
  const socket = socketMode();
  if (socket === null) return answer({ ok: false, error: 'socket_mode_not_enabled' });
  const url = socket.openUrl(core.urls.socket);
  return answer(url === null ? { ok: false, error: 'too_many_websockets' } : { ok: true, url });
}
