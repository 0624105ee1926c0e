/* What people press, type and send off, as the app hears of it, and what they see of its answer. */
import { type Core, makeResponseUrl, makeTrigger } from './core.ts';
import type { Ack, Delivery } from './delivery.ts';
import type { Control } from './draw.ts';
import { replaceView, showView, stackOf } from './methods/views.ts';
import { respond } from './respond.ts';
import { messageShape, viewShape } from './shapes.ts';
import type { Finding, Validator } from './validate.ts';
import type {
  ChannelRecord,
  EphemeralRecord,
  Installation,
  Json,
  MemberRecord,
  MessageRecord,
  ViewRecord,
} from './world.ts';

/** What came back for something a person did. */
export interface Outcome {
  readonly ack: Ack;
  /** The body of the answer; null when there was none. */
  readonly body: Json | string | null;
  readonly delivery: Delivery;
  /** What the person sees: the app answered, or did not in time. */
  readonly seen: 'ok' | 'operation_timeout' | 'dispatch_failed';
}

export interface Stage {
  readonly core: Core;
  readonly validator: Validator;
}

async function outcomeOf(delivery: Delivery): Promise<Outcome> {
  const ack = await delivery.done;
  const raw = ack.type === 'acked' ? ack.body : null;
  const isEmpty =
    raw === undefined ||
    raw === null ||
    raw === '' ||
    (typeof raw === 'object' && Object.keys(raw).length === 0);
  const seen =
    ack.type === 'acked'
      ? 'ok'
      : ack.reason.includes('timeout')
        ? 'operation_timeout'
        : 'dispatch_failed';
  return { ack, body: isEmpty ? null : (raw as Json | string), delivery, seen };
}

const personOf = (member: MemberRecord): Json => ({
  id: member.id,
  username: member.name,
  name: member.name,
  team_id: member.teamId,
});

function teamFields({ core }: Stage, by: Installation): Json {
  const workspace = core.world.workspaces.get(by.teamId);
  return {
    team: by.isEnterprise ? null : { id: by.teamId, domain: workspace?.domain },
    enterprise: workspace?.enterprise ?? null,
    is_enterprise_install: by.isEnterprise,
    token: 'verification-token',
  };
}

const channelName = ({ kind, name }: ChannelRecord) =>
  ({ public: name, private: 'privategroup', im: 'directmessage', mpim: name })[kind];

/** A slash command; its answer, when it has words, is placed as the real one places it. */
export async function runCommand(
  stage: Stage,
  {
    by,
    member,
    channel,
    command,
    text,
  }: {
    by: Installation;
    member: MemberRecord;
    channel: ChannelRecord;
    command: string;
    text: string;
  },
): Promise<Outcome> {
  const { core } = stage;
  const workspace = core.world.workspaces.get(by.teamId);
  const responseUrl = makeResponseUrl(core, {
    userId: member.id,
    channelId: channel.id,
    threadTs: null,
    original: null,
    by,
  });
  const payload: Json = {
    token: 'verification-token',
    team_id: by.teamId,
    team_domain: workspace?.domain,
    ...(workspace?.enterprise == null
      ? {}
      : { enterprise_id: workspace.enterprise.id, enterprise_name: workspace.enterprise.name }),
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: member.id,
    user_name: member.name,
    command,
    text,
    api_app_id: core.app.id,
    is_enterprise_install: String(by.isEnterprise),
    response_url: responseUrl,
    trigger_id: makeTrigger(core, { userId: member.id, teamId: by.teamId }),
  };
  const outcome = await outcomeOf(core.delivery.send('slash_commands', payload));
  if (outcome.body !== null) {
    const body = typeof outcome.body === 'string' ? { text: outcome.body } : outcome.body;
    const id = responseUrl.split('/').at(-1) ?? '';
    const answer = respond(core, stage.validator, id, body);
    if (answer.status !== 200) core.violate(`answer to ${command}: ${answer.body}`);
    // The answer itself does not use up the address.
    const url = core.responseUrls.get(id);
    if (url !== undefined) url.uses = 0;
  }
  return outcome;
}

/** A shortcut on a message. */
export function runMessageShortcut(
  stage: Stage,
  {
    by,
    member,
    channel,
    message,
    callbackId,
  }: {
    by: Installation;
    member: MemberRecord;
    channel: ChannelRecord;
    message: MessageRecord;
    callbackId: string;
  },
): Promise<Outcome> {
  const { core } = stage;
  const payload: Json = {
    type: 'message_action',
    ...teamFields(stage, by),
    action_ts: core.world.ts(),
    user: { id: member.id, name: member.name, team_id: member.teamId },
    channel: { id: channel.id, name: channelName(channel) },
    callback_id: callbackId,
    trigger_id: makeTrigger(core, { userId: member.id, teamId: by.teamId }),
    response_url: makeResponseUrl(core, {
      userId: member.id,
      channelId: channel.id,
      threadTs: message.threadTs,
      original: null,
      by,
    }),
    message_ts: message.ts,
    message: messageShape(core.world, message, false),
  };
  return outcomeOf(core.delivery.send('interactive', payload));
}

/** A shortcut from anywhere. */
export function runGlobalShortcut(
  stage: Stage,
  { by, member, callbackId }: { by: Installation; member: MemberRecord; callbackId: string },
): Promise<Outcome> {
  const { core } = stage;
  const payload: Json = {
    type: 'shortcut',
    ...teamFields(stage, by),
    action_ts: core.world.ts(),
    user: personOf(member),
    callback_id: callbackId,
    trigger_id: makeTrigger(core, { userId: member.id, teamId: by.teamId }),
  };
  return outcomeOf(core.delivery.send('interactive', payload));
}

/** Where a control stands: on a message, one only its reader sees, or in a view. */
export type Surface =
  | { readonly type: 'message'; readonly channel: ChannelRecord; readonly message: MessageRecord }
  | {
      readonly type: 'ephemeral';
      readonly channel: ChannelRecord;
      readonly message: EphemeralRecord;
    }
  | { readonly type: 'view'; readonly view: ViewRecord };

function surfaceFields(
  stage: Stage,
  by: Installation,
  member: MemberRecord,
  surface: Surface,
): Json {
  const { core } = stage;
  if (surface.type === 'view') {
    return {
      container: { type: 'view', view_id: surface.view.id },
      view: viewShape(surface.view, { app: core.app.id, bot: by.botId }),
    };
  }
  const { channel, message } = surface;
  const isEphemeral = surface.type === 'ephemeral';
  const threadTs = message.threadTs;
  return {
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: isEphemeral,
      ...(threadTs === null ? {} : { thread_ts: threadTs }),
    },
    channel: { id: channel.id, name: channelName(channel) },
    ...(surface.type === 'message' ? { message: messageShape(core.world, surface.message) } : {}),
    state: { values: surface.type === 'message' ? surface.message.state : {} },
    response_url: makeResponseUrl(core, {
      userId: member.id,
      channelId: channel.id,
      threadTs,
      original: { ts: message.ts, isEphemeral },
      by,
    }),
  };
}

/** A control that was used; `chosen` is what it now says, e.g. a selected option. */
export function runAction(
  stage: Stage,
  {
    by,
    member,
    surface,
    control,
    chosen,
  }: { by: Installation; member: MemberRecord; surface: Surface; control: Control; chosen: Json },
): Promise<Outcome> {
  const { core } = stage;
  const viewId = surface.type === 'view' ? surface.view.id : null;
  const text = control.element.text;
  const payload: Json = {
    type: 'block_actions',
    api_app_id: core.app.id,
    user: personOf(member),
    ...teamFields(stage, by),
    ...surfaceFields(stage, by, member, surface),
    trigger_id: makeTrigger(core, { userId: member.id, teamId: by.teamId, viewId }),
    actions: [
      {
        type: control.type,
        action_id: control.actionId,
        block_id: control.blockId,
        ...(text === undefined ? {} : { text }),
        ...(control.value === null ? {} : { value: control.value }),
        ...(control.style === null ? {} : { style: control.style }),
        ...chosen,
        action_ts: core.world.ts(),
      },
    ],
  };
  return outcomeOf(core.delivery.send('interactive', payload));
}

/** What became of a form that was sent off. */
export interface Submission extends Outcome {
  /** Sentences under fields, by block; null when it was taken. */
  readonly errors: Readonly<Record<string, string>> | null;
}

/** Sends a form off and carries out what the answer says. */
export async function submitView(
  stage: Stage,
  { by, member, view }: { by: Installation; member: MemberRecord; view: ViewRecord },
): Promise<Submission> {
  const { core, validator } = stage;
  const payload: Json = {
    type: 'view_submission',
    api_app_id: core.app.id,
    ...teamFields(stage, by),
    team: { id: member.teamId, domain: core.world.workspaces.get(member.teamId)?.domain },
    user: personOf(member),
    trigger_id: makeTrigger(core, { userId: member.id, teamId: by.teamId, viewId: view.id }),
    view: viewShape(view, { app: core.app.id, bot: by.botId }),
    response_urls: responseUrls(core, by, member, view),
  };
  const outcome = await outcomeOf(core.delivery.send('interactive', payload));
  if (outcome.ack.type === 'failed') return { ...outcome, errors: null };
  const body = outcome.body;
  if (body === null) {
    view.isOpen = false;
    return { ...outcome, errors: null };
  }
  if (typeof body === 'string') {
    core.violate(`answer to a form: ${body.slice(0, 60)}`);
    return { ...outcome, errors: null };
  }
  const say = (findings: readonly Finding[]) => {
    for (const { text } of findings) core.violate(`answer to a form: ${text}`);
  };
  const next = body.view as Json | undefined;
  if (next !== undefined) say(validator.view(next));
  switch (body.response_action) {
    case 'errors': {
      const inputs = new Set(
        ((view.view.blocks ?? []) as Json[])
          .filter(({ type }) => type === 'input')
          .map(({ block_id }) => block_id),
      );
      const errors = (body.errors ?? {}) as Record<string, string>;
      for (const key of Object.keys(errors)) {
        if (!inputs.has(key))
          core.violate(`answer to a form: an error for ${key}, which is no input`);
      }
      if (Object.keys(errors).length === 0) core.violate('answer to a form: no errors in errors');
      return { ...outcome, errors };
    }
    case 'update':
      if (next === undefined) core.violate('answer to a form: update without a view');
      else replaceView(core, view, next);
      break;
    case 'push':
      if (next === undefined) core.violate('answer to a form: push without a view');
      else if (stackOf(core, view).length >= 3) core.violate('answer to a form: a fourth view');
      else showView(core, next, { by, userId: member.id, on: view });
      break;
    case 'clear':
      for (const open of stackOf(core, view)) open.isOpen = false;
      break;
    default:
      core.violate(`answer to a form: response_action ${String(body.response_action)}`);
  }
  return { ...outcome, errors: null };
}

function responseUrls(
  core: Core,
  by: Installation,
  member: MemberRecord,
  view: ViewRecord,
): Json[] {
  return ((view.view.blocks ?? []) as Json[]).flatMap((block) => {
    const element = (block.element ?? {}) as Json;
    if (element.response_url_enabled !== true) return [];
    const value = view.state[String(block.block_id)]?.[String(element.action_id)] as
      | Json
      | undefined;
    const channelId = value?.selected_conversation ?? value?.selected_channel;
    if (typeof channelId !== 'string') return [];
    return [
      {
        block_id: block.block_id,
        action_id: element.action_id,
        channel_id: channelId,
        response_url: makeResponseUrl(core, {
          userId: member.id,
          channelId,
          threadTs: null,
          original: null,
          by,
        }),
      },
    ];
  });
}

/** Closes a view by its button; the app hears of it only when it asked to. */
export async function closeView(
  stage: Stage,
  {
    by,
    member,
    view,
    clears,
  }: { by: Installation; member: MemberRecord; view: ViewRecord; clears: boolean },
): Promise<void> {
  const { core } = stage;
  const all = clears || view.view.clear_on_close === true;
  const closing = all ? stackOf(core, view) : [view];
  for (const one of closing) one.isOpen = false;
  if (view.view.notify_on_close !== true) return;
  const payload: Json = {
    type: 'view_closed',
    api_app_id: core.app.id,
    ...teamFields(stage, by),
    user: personOf(member),
    view: { ...viewShape(view, { app: core.app.id, bot: by.botId }), state: { values: {} } },
    is_cleared: all,
  };
  await outcomeOf(core.delivery.send('interactive', payload));
}
