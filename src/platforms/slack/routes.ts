/* Slack's payloads, handed to the listeners. Everything here answers Slack in time; nothing here decides. */
import type { AllMiddlewareArgs, App } from '@slack/bolt';
import { decodeAction } from '../../review/action.ts';
import type { ChannelMove } from '../../review/channel-move.ts';
import type { SlackMessage } from './capture.ts';
import { addCommandRoutes } from './command-routes.ts';
import { addFormRoutes, openForm } from './form-routes.ts';
import { inTime } from './in-time.ts';
import type { Listeners } from './listeners.ts';
import { kindOf } from './message-kind.ts';
import { type Doer, type ListenersDeps, tell } from './outcome.ts';
import { channelRef, refsIn, threadNear, threadRef } from './places.ts';
import { answerPrivately, directMessagesOf } from './private-answer.ts';
import type { Post } from './render.ts';
import { addScreenRoutes } from './screen-routes.ts';
import type { SlackWorkspace } from './workspace.ts';

/** What the routes need besides the listeners. */
export interface RoutesDeps extends ListenersDeps {
  readonly listeners: Listeners;
  /** The workspace a payload was authorised for. */
  readonly workspaceOf: (context: AllMiddlewareArgs['context']) => Promise<SlackWorkspace>;
  /** Runs what nobody waits for; told of when the process ends. */
  readonly later: (work: Promise<unknown>) => void;
  /** Does something once for each name, however often it is told of; a failure counts as not done. */
  readonly once: (name: string, work: () => Promise<void>) => Promise<void>;
  /** The app was removed from a workspace, or its tokens were; told late, it may be installed again. */
  readonly removed: (workspace: string) => Promise<void>;
  readonly moveChannel: (move: ChannelMove) => Promise<void>;
  readonly renameEmoji: (workspace: string, from: string, to: string) => Promise<void>;
  readonly showHome: (workspace: SlackWorkspace, member: string) => Promise<void>;
  /** Greets whoever set the app up, once. */
  readonly greet: (workspace: SlackWorkspace, member: string) => Promise<void>;
}

/** Connects an app of the SDK with the listeners. */
export function addRoutes(app: App, deps: RoutesDeps): void {
  addEventRoutes(app, deps);
  addLifecycleRoutes(app, deps);
  addMessageRoutes(app, deps);
  addCommandRoutes(app, deps);
  addShortcutRoutes(app, deps);
  addFormRoutes(app, deps);
  addScreenRoutes(app, deps);
  addUnclaimedRoutes(app);
  app.action(/^(?!screen\|)[a-z-]+\|/, async ({ action, body, ack, context }) => {
    const known = 'action_id' in action ? decodeAction(action.action_id) : null;
    const workspace = await deps.workspaceOf(context);
    const { container = {}, message } = body as ClickedMessage;
    const channel = container.channel_id ?? body.channel?.id ?? '';
    const ts = container.message_ts ?? message?.ts ?? '';
    const by: Doer = { workspace, member: body.user.id, interactionId: `click/${channel}/${ts}` };
    await ack();
    if (known === null) return;
    const outcome = await deps.listeners.clicked({ channel, ts }, known, by);
    const root = container.thread_ts ?? message?.thread_ts;
    const where = root
      ? threadRef(workspace.workspace, channel, root)
      : threadNear(workspace.workspace, channel, ts);
    await tell(deps, by, where, outcome);
  });
}

/** Where a click was made: of a private note there is only the container. */
interface ClickedMessage {
  readonly container?: {
    readonly channel_id?: string;
    readonly message_ts?: string;
    readonly thread_ts?: string;
  };
  readonly message?: { readonly ts?: string; readonly thread_ts?: string };
}

/** What is not for anybody is taken all the same: otherwise Slack shows that the app did not answer. */
function addUnclaimedRoutes(app: App): void {
  app.action(/^(?!screen\||[a-z-]+\|)/, async ({ ack }) => ack());
  app.view({ callback_id: /^/, type: 'view_closed' }, async ({ ack }) => ack());
}

/** With a token from the configuration nobody says who installed the app: the first admin who opens it counts. */
async function greetAdmin(
  { greet }: RoutesDeps,
  workspace: SlackWorkspace,
  member: string,
): Promise<void> {
  const person = await workspace.people.find(member);
  if (person?.isAdmin) await greet(workspace, member);
}

function addEventRoutes(app: App, deps: RoutesDeps): void {
  app.event('reaction_added', async ({ event, body, context }) => {
    const { item, user, reaction } = event;
    if (item.type !== 'message') return;
    await deps.once(body.event_id, async () => {
      const workspace = await deps.workspaceOf(context);
      const by = { workspace, member: user, interactionId: `event/${body.event_id}` };
      // The type promises an author, but messages of webhooks and under other names have none.
      const on = {
        channel: item.channel,
        ts: item.ts,
        author: event.item_user as string | undefined,
      };
      const outcome = await deps.listeners.reacted(on, reaction, by);
      deps.later(tell(deps, by, threadNear(workspace.workspace, item.channel, item.ts), outcome));
    });
  });
  app.event('app_home_opened', async ({ event, body, context }) => {
    const workspace = await deps.workspaceOf(context);
    await deps.once(body.event_id, async () => {
      if (event.tab === 'home') deps.later(deps.showHome(workspace, event.user));
      deps.later(greetAdmin(deps, workspace, event.user));
    });
  });
}

function addLifecycleRoutes(app: App, deps: RoutesDeps): void {
  const { removed, moveChannel, renameEmoji, workspaceOf } = deps;
  app.event('emoji_changed', async ({ event, context }) => {
    const { workspace, emoji } = await workspaceOf(context);
    const { subtype, old_name: from, new_name: to } = event as EmojiChange;
    if (subtype === 'rename' && from && to) await renameEmoji(workspace, from, to);
    deps.later(emoji.refresh());
  });
  app.event('channel_id_changed', async ({ event, context }) => {
    const { workspace } = await workspaceOf(context);
    const [from, to] = [event.old_channel_id, event.new_channel_id];
    const [refFrom, refTo] = [refsIn(workspace, from), refsIn(workspace, to)];
    await moveChannel({ workspace, from, to, refFrom, refTo });
  });
  const gone = async (body: { readonly team_id?: string; readonly enterprise_id?: string }) => {
    for (const id of new Set([body.team_id, body.enterprise_id])) if (id) await removed(id);
  };
  app.event('app_uninstalled', async ({ body }) => gone(body));
  app.event('tokens_revoked', async ({ event, body }) => {
    if ((event.tokens.bot ?? []).length > 0) await gone(body);
  });
}

interface EmojiChange {
  readonly subtype?: string;
  readonly old_name?: string;
  readonly new_name?: string;
}

function addMessageRoutes(app: App, deps: RoutesDeps): void {
  const heard = async (
    workspace: SlackWorkspace,
    channel: string,
    message: SlackMessage,
    isDirect: boolean,
  ) => {
    const { ts, user } = message;
    if (!ts || !user || kindOf(message, workspace) !== 'person') return;
    // A mention comes as two events with ids of their own.
    const name = `mention/${workspace.workspace}/${channel}/${ts}`;
    await deps.once(name, async () => {
      const by = { workspace, member: user, interactionId: name };
      const outcome = await deps.listeners.addressed({ channel, message }, isDirect, by);
      const root = message.thread_ts ?? ts;
      deps.later(tell(deps, by, threadRef(workspace.workspace, channel, root), outcome));
    });
  };

  app.event('app_mention', async ({ event, context }) => {
    const workspace = await deps.workspaceOf(context);
    await heard(workspace, event.channel, event as unknown as SlackMessage, false);
  });

  app.event('message', async ({ event, context }) => {
    const workspace = await deps.workspaceOf(context);
    const given = event as unknown as MessageEvent;
    const gone = goneMessage(given);
    if (gone !== null) return deps.listeners.deleted(workspace.workspace, given.channel, gone);
    if (given.subtype === 'message_changed' || given.hidden === true) return;
    const isDirect = (given.channel_type ?? kindOfChannel(given.channel)) === 'im';
    const isMention = given.text?.includes(`<@${workspace.botUser}`) === true;
    if (isDirect || isMention) await heard(workspace, given.channel, given, isDirect);
  });
}

interface MessageEvent extends SlackMessage {
  readonly channel: string;
  readonly channel_type?: string;
  readonly deleted_ts?: string;
  readonly message?: SlackMessage;
}

function kindOfChannel(channel: string): 'im' | null {
  return channel.startsWith('D') ? 'im' : null;
}

/** The message an event says is gone: deleted, or a tombstone because its replies stay. */
function goneMessage({ subtype, deleted_ts: deleted, message }: MessageEvent): string | null {
  if (subtype === 'message_deleted') return deleted ?? null;
  return subtype === 'message_changed' && message?.subtype === 'tombstone'
    ? (message.ts ?? null)
    : null;
}

/** The types do not promise it of shortcuts. */
function appIn(body: object): string | null {
  const { api_app_id: app } = body as { readonly api_app_id?: string };
  return app ?? null;
}

function addShortcutRoutes(app: App, deps: RoutesDeps): void {
  for (const scope of ['message', 'thread'] as const) {
    app.shortcut(`review_${scope}`, async ({ shortcut, ack, respond, context }) => {
      if (shortcut.type !== 'message_action') return ack();
      const workspace = await deps.workspaceOf(context);
      const member = shortcut.user.id;
      const by = { workspace, member, interactionId: `shortcut/${shortcut.trigger_id}` };
      const channel = shortcut.channel.id;
      const message = { ...shortcut.message, ts: shortcut.message_ts } as unknown as SlackMessage;
      const work = deps.listeners.chose({ channel, message }, scope, by);
      await inTime(work);
      await ack();
      const outcome = await work;
      if (outcome === null) return;
      const directMessages = directMessagesOf(workspace, appIn(shortcut));
      const send = (post: Post) =>
        respond({ response_type: 'ephemeral', replace_original: false, ...post });
      const { note } = outcome;
      await answerPrivately(deps.messenger, { by, channel, note, directMessages, send });
    });
  }
  app.shortcut('new_review', async ({ shortcut, ack, context }) => {
    const workspace = await deps.workspaceOf(context);
    const { trigger_id: trigger, user } = shortcut;
    const origin = { channel: null, id: `form/${trigger}` };
    const opening = openForm(deps, workspace, { trigger, origin });
    await ack();
    const problem = await opening;
    const by = { workspace, member: user.id, interactionId: origin.id };
    if (problem !== null) await tell(deps, by, channelRef(workspace.workspace, '-', ''), problem);
  });
}
