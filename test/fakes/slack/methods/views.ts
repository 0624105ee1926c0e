/* views.* */
import { type Call, type Method, needed, text } from '../call.ts';
import type { Core } from '../core.ts';
import { fail } from '../failure.ts';
import { viewShape } from '../shapes.ts';
import type { Installation, Json, ViewRecord } from '../world.ts';

const LARGEST = 250_000;
const MOST_IN_STACK = 3;

/** The use of a trigger: once, and soon. */
function spend(call: Call): { userId: string; viewId: string | null } {
  const id = text(call.args, 'trigger_id') || text(call.args, 'interactivity_pointer');
  const trigger = call.core.triggers.get(id);
  if (trigger === undefined || trigger.teamId !== call.by.teamId) fail('invalid_trigger_id');
  if (trigger.isUsed) fail('exchanged_trigger_id');
  if (call.core.world.now() - trigger.at > call.core.pace.triggerMs) fail('expired_trigger_id');
  trigger.isUsed = true;
  return trigger;
}

/** The inputs of a view with what they start with. */
export function initialState(core: Core, view: Json): Record<string, Json> {
  const state: Record<string, Json> = {};
  for (const block of (view.blocks ?? []) as Json[]) {
    const inputs =
      block.type === 'input'
        ? [block.element as Json]
        : ((block.type === 'actions' ? block.elements : []) as Json[]).concat(
            block.accessory === undefined ? [] : [block.accessory as Json],
          );
    for (const input of inputs) {
      const value = initialValue(input);
      if (value === null) continue;
      const blockId = String(block.block_id);
      state[blockId] = {
        ...state[blockId],
        [String(input.action_id ?? core.world.id('a'))]: value,
      };
    }
  }
  return state;
}

function initialValue(input: Json): Json | null {
  const type = String(input.type);
  if (['button', 'overflow', 'image', 'workflow_button'].includes(type)) return null;
  const single = input.initial_option ?? null;
  switch (type) {
    case 'plain_text_input':
    case 'url_text_input':
    case 'email_text_input':
    case 'number_input':
      return { type, value: input.initial_value ?? null };
    case 'checkboxes':
    case 'multi_static_select':
      return { type, selected_options: input.initial_options ?? [] };
    case 'conversations_select':
      return { type, selected_conversation: input.initial_conversation ?? null };
    case 'channels_select':
      return { type, selected_channel: input.initial_channel ?? null };
    case 'users_select':
      return { type, selected_user: input.initial_user ?? null };
    case 'multi_users_select':
      return { type, selected_users: input.initial_users ?? [] };
    case 'rich_text_input':
      return { type, rich_text_value: input.initial_value ?? null };
    case 'file_input':
      return { type, files: [] };
    default:
      return { type, selected_option: single };
  }
}

function named(core: Core, view: Json): Json {
  const blocks = ((view.blocks ?? []) as Json[]).map((block) => {
    const own: Json = { block_id: core.world.id('b'), ...block };
    const element = own.element as Json | undefined;
    return element === undefined
      ? own
      : { ...own, element: { action_id: core.world.id('a'), ...element } };
  });
  return { ...view, blocks };
}

/** Puts a view before a member: on top of another, in place of one, or as the first. */
export function showView(
  core: Core,
  view: Json,
  at: { by: Installation; userId: string; on: ViewRecord | null },
): ViewRecord {
  const shown = named(core, view);
  const id = core.world.id('V');
  const externalId = typeof view.external_id === 'string' ? view.external_id : null;
  if (externalId !== null && findExternal(core, at.by, externalId) !== undefined) {
    fail('duplicate_external_id');
  }
  const record: ViewRecord = {
    id,
    teamId: at.by.teamId,
    userId: at.userId,
    rootId: at.on?.rootId ?? id,
    previousId: at.on?.id ?? null,
    view: shown,
    hash: `${Math.floor(core.world.now() / 1000)}.${core.world.id('').slice(1)}`,
    externalId,
    isOpen: true,
    state: initialState(core, shown),
  };
  core.world.views.set(id, record);
  return record;
}

/** Changes what a view shows; inputs whose ids stay keep what was filled in. */
export function replaceView(core: Core, record: ViewRecord, view: Json): void {
  const shown = named(core, view);
  const fresh = initialState(core, shown);
  for (const [blockId, actions] of Object.entries(fresh)) {
    for (const actionId of Object.keys(actions)) {
      const kept = record.state[blockId]?.[actionId];
      if (kept !== undefined) actions[actionId] = kept;
    }
  }
  record.view = shown;
  record.state = fresh;
  record.hash = `${Math.floor(core.world.now() / 1000)}.${core.world.id('').slice(1)}`;
}

function findExternal(core: Core, by: Installation, id: string): ViewRecord | undefined {
  return [...core.world.views.values()].find(
    ({ externalId, teamId, isOpen }) => isOpen && externalId === id && teamId === by.teamId,
  );
}

function viewArgument(call: Call, type: 'modal' | 'home'): Json {
  const view = call.args.view as Json | undefined;
  if (view === undefined || view === null) fail('invalid_arguments');
  if (JSON.stringify(view).length > LARGEST) fail('view_too_large');
  if (view.type !== type) fail('invalid_arguments');
  return view;
}

const shape = (call: Call, record: ViewRecord): Json => ({
  view: viewShape(record, { app: call.core.app.id, bot: call.by.botId }),
});

function open(call: Call): Json {
  const view = viewArgument(call, 'modal');
  const { userId, viewId } = spend(call);
  const from = viewId === null ? undefined : call.core.world.views.get(viewId);
  if (from?.isOpen && from.view.type === 'modal') {
    // A trigger from inside a modal would lay a second stack over it.
    fail('invalid_trigger_id');
  }
  return shape(call, showView(call.core, view, { by: call.by, userId, on: null }));
}

function push(call: Call): Json {
  const view = viewArgument(call, 'modal');
  const { userId, viewId } = spend(call);
  const on = viewId === null ? undefined : call.core.world.views.get(viewId);
  if (on === undefined || on.view.type !== 'modal') fail('not_found');
  if (stackOf(call.core, on).length >= MOST_IN_STACK) fail('push_limit_reached');
  return shape(call, showView(call.core, view, { by: call.by, userId, on }));
}

/** The open views of one stack, lowest first. */
export function stackOf(core: Core, view: ViewRecord): readonly ViewRecord[] {
  return [...core.world.views.values()].filter(
    ({ rootId, isOpen }) => isOpen && rootId === view.rootId,
  );
}

function update(call: Call): Json {
  const { core, args, by } = call;
  const id = text(args, 'view_id');
  const external = text(args, 'external_id');
  const record = external === '' ? core.world.views.get(id) : findExternal(core, by, external);
  if (record === undefined || !record.isOpen || record.teamId !== by.teamId) fail('not_found');
  const view = viewArgument(call, record.view.type === 'home' ? 'home' : 'modal');
  if (args.hash !== undefined && args.hash !== record.hash) fail('hash_conflict');
  replaceView(core, record, view);
  return shape(call, record);
}

function publish(call: Call): Json {
  const { core, args, by } = call;
  const userId = needed(args, 'user_id');
  const member = core.world.members.get(userId);
  if (member === undefined) fail('user_not_found');
  if (!core.app.homeTab) fail('not_enabled');
  const view = viewArgument(call, 'home');
  const key = `${by.teamId}/${userId}`;
  const known = core.world.homes.get(key);
  if (args.hash !== undefined && args.hash !== known?.hash) fail('hash_conflict');
  if (known !== undefined) {
    replaceView(core, known, view);
    return shape(call, known);
  }
  const record = showView(core, view, { by, userId, on: null });
  core.world.homes.set(key, record);
  return shape(call, record);
}

export const viewMethods: Record<string, Method> = {
  'views.open': { scopes: [], perMinute: 100, run: open },
  'views.push': { scopes: [], perMinute: 100, run: push },
  'views.update': { scopes: [], perMinute: 100, run: update },
  'views.publish': { scopes: [], perMinute: 100, run: publish },
};
