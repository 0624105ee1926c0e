/* The side of the test: plays the people of a Slack. */
import { plantWords } from '../../logs/gather.js';
import type { Control } from './draw.ts';
import { controlsOf, drawBlocks } from './draw.ts';
import { tell } from './events.ts';
import { fail } from './failure.ts';
import {
  closeView,
  type Outcome,
  runAction,
  runCommand,
  runGlobalShortcut,
  runMessageShortcut,
  type Stage,
  type Submission,
  type Surface,
  submitView,
} from './interactions.ts';
import { addMember, findIm } from './methods/conversations.ts';
import { react, unreact } from './methods/reactions.ts';
import { changeMessage, putMessage, removeMessage } from './posting.ts';
import { escapeText, richText, textOfRichText } from './rich-text.ts';
import { type Seen, seeChannel, seeMessage, seeThread } from './seen.ts';
import { viewShape } from './shapes.ts';
import type {
  ChannelKind,
  ChannelRecord,
  FileRecord,
  Installation,
  Json,
  MemberRecord,
  MessageRecord,
  Role,
  ViewRecord,
} from './world.ts';

/** A message a person or the app has posted. */
export interface Posted {
  readonly channel: string;
  readonly ts: string;
}

/** What a person says: words as typed, or blocks as the composer would have made them. */
export type Words =
  | string
  | { readonly blocks: readonly Json[] }
  | { readonly text: string; readonly blocks: null };

export interface PostOptions {
  readonly thread?: Posted | string;
  readonly broadcast?: boolean;
  readonly files?: readonly FileRecord[];
  readonly subtype?: string;
  readonly attachments?: readonly Json[];
}

/** A form or page as its reader sees it. */
export interface SeenView {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly controls: readonly Control[];
  readonly submit: string | null;
  readonly close: string | null;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly view: Json;
  readonly record: ViewRecord;
}

export type Person = ReturnType<typeof createPerson>;
export type Channel = ReturnType<typeof createChannel>;

const text = (value: unknown): string => String((value as Json | undefined)?.text ?? '');

/** A view as it is read. */
export function seeView(stage: Stage, record: ViewRecord): SeenView {
  const { view } = record;
  const blocks = (view.blocks ?? []) as Json[];
  return {
    id: record.id,
    title: text(view.title),
    text: drawBlocks(stage.core.world, blocks),
    controls: controlsOf(blocks),
    submit: view.submit === undefined || view.submit === null ? null : text(view.submit),
    close: view.close === undefined || view.close === null ? null : text(view.close),
    callbackId: String(view.callback_id ?? ''),
    privateMetadata: String(view.private_metadata ?? ''),
    view,
    record,
  };
}

/** A channel as the test handles it. */
export function createChannel(stage: Stage, record: ChannelRecord) {
  const { core } = stage;
  return {
    record,
    get id() {
      return record.id;
    },
    name: record.name,
    /** Everything said there, threads included, oldest first; of ephemerals only those to `member` when given. */
    messages: (member: { id: string } | null = null): readonly Seen[] =>
      seeChannel(core.world, record, member?.id ?? null),
    /** The replies under a message, ephemerals among them. */
    thread: (root: Posted | string, member: { id: string } | null = null): readonly Seen[] =>
      seeThread(core.world, record, {
        root: typeof root === 'string' ? root : root.ts,
        member: member?.id ?? null,
      }),
    /** One message as it stands; undefined when it is gone. */
    message(at: Posted | string): Seen | undefined {
      const found = record.messages.get(typeof at === 'string' ? at : at.ts);
      return found === undefined ? undefined : seeMessage(core.world, found);
    },
    invite(...members: readonly { readonly id: string }[]) {
      for (const { id } of members) if (!record.members.has(id)) addMember(core, record, id);
    },
    /** Somebody leaves or is removed; the app hears it when it is the one. */
    remove(member: { readonly id: string }) {
      const by = core.world.installations.find(({ botUserId }) => botUserId === member.id);
      record.members.delete(member.id);
      if (by === undefined) return;
      const type = record.kind === 'private' ? 'group_left' : 'channel_left';
      tell(
        core,
        { type, channel: record.id, actor_id: record.creator, event_ts: core.world.ts() },
        { by, channel: record },
      );
    },
    archive: () => {
      record.archived = true;
    },
    unarchive: () => {
      record.archived = false;
    },
    /** Only these may post from now on; null for everybody. */
    restrictPosting: (to: readonly Role[] | null) => {
      record.postingBy = to;
    },
    lockThreads: () => {
      record.threadsLocked = true;
    },
    /** Gets another id, as when it becomes shared; the app is told. */
    changeId(): string {
      const old = record.id;
      record.id = core.world.id('C');
      core.world.channels.delete(old);
      core.world.channels.set(record.id, record);
      for (const by of core.world.installations) {
        if (!record.members.has(by.botUserId)) continue;
        const event = {
          type: 'channel_id_changed',
          old_channel_id: old,
          new_channel_id: record.id,
          event_ts: core.world.ts(),
        };
        tell(core, event, { by, channel: record });
      }
      return record.id;
    },
  };
}

/** A member as the test plays them. */
export function createPerson(stage: Stage, record: MemberRecord) {
  const { core } = stage;
  const { world } = core;

  const channelAt = (at: string): ChannelRecord =>
    world.channels.get(at) ?? fail(`no channel ${at}`);
  const messageAt = ({ channel, ts }: Posted) => {
    const place = channelAt(channel);
    const message = place.messages.get(ts) ?? fail(`no message ${ts} in ${channel}`);
    return { channel: place, message };
  };

  /** The installation that hears of what this person does. */
  function installation(teamId = record.teamId): Installation {
    const by = world.installations.find((one) => one.dead === null && one.teamId === teamId);
    return by ?? fail(`the app is not installed in ${teamId}`);
  }

  /** The installation whose message or view this is. */
  function ownerOf(surface: Surface): Installation {
    const teamId =
      surface.type === 'view'
        ? surface.view.teamId
        : world.installations.find(
            ({ botId }) => surface.type === 'message' && botId === surface.message.botId,
          )?.teamId;
    return installation(teamId ?? record.teamId);
  }

  function wordsOf(words: Words) {
    if (typeof words !== 'string' && words.blocks === null) return words;
    if (typeof words === 'string' && words === '') return { text: '', blocks: null };
    const blocks =
      typeof words === 'string' ? [richText(words, world.id('b'))] : [...(words.blocks ?? [])];
    const rich = blocks.filter(({ type }) => type === 'rich_text');
    return { text: rich.map(textOfRichText).join('\n'), blocks };
  }

  function say(at: { readonly id: string }, words: Words, options: PostOptions = {}): Posted {
    const channel = channelAt(at.id);
    if (!channel.members.has(record.id)) fail(`${record.name} is not in ${channel.name}`);
    const { thread } = options;
    if (typeof words === 'string') plantWords(words);
    const message = putMessage(core, channel, {
      ...wordsOf(words),
      user: record.id,
      team: record.teamId,
      clientMsgId: `client-${world.id('')}`,
      files: [...(options.files ?? [])],
      subtype: options.subtype ?? null,
      attachments: options.attachments === undefined ? null : [...options.attachments],
      threadTs: thread === undefined ? null : typeof thread === 'string' ? thread : rootOf(thread),
      broadcast: options.broadcast ?? false,
      unfurl: { links: true, media: true },
    });
    return { channel: channel.id, ts: message.ts };
  }

  function rootOf(at: Posted): string {
    const { message } = messageAt(at);
    return message.threadTs ?? message.ts;
  }

  function surfaceOf(where: Posted | SeenView): Surface {
    if ('record' in where) return { type: 'view', view: where.record };
    const channel = channelAt(where.channel);
    const message = channel.messages.get(where.ts);
    if (message !== undefined) return { type: 'message', channel, message };
    const ephemeral = channel.ephemerals.find(({ ts, to }) => ts === where.ts && to === record.id);
    if (ephemeral !== undefined) return { type: 'ephemeral', channel, message: ephemeral };
    return fail(`nothing at ${where.ts} that ${record.name} sees`);
  }

  function controlIn(surface: Surface, which: string): Control {
    const found = blocksOf(surface);
    const controls = controlsOf(found);
    const control = controls.find(({ label, actionId }) => actionId === which || label === which);
    return (
      control ??
      fail(`no control "${which}" among: ${controls.map(({ label }) => label).join(', ')}`)
    );
  }

  function use(
    where: Posted | SeenView,
    which: string,
    chosen: (control: Control) => Json,
  ): Promise<Outcome> {
    const surface = surfaceOf(where);
    const control = controlIn(surface, which);
    const says = chosen(control);
    remember(surface, control, says);
    return runAction(stage, {
      by: ownerOf(surface),
      member: record,
      surface,
      control,
      chosen: says,
    });
  }

  const person = {
    record,
    id: record.id,
    teamId: record.teamId,
    name: record.name,
    /** Posts; the app may hear of it at once. */
    post: say,
    /** Posts with a mention of the app before the words. */
    mention: (at: { readonly id: string }, words: string, options: PostOptions = {}): Posted =>
      say(at, `<@${installation().botUserId}> ${words}`, options),
    /** Changes one's own words. */
    edit(at: Posted, words: Words) {
      const { channel, message } = messageAt(at);
      changeMessage(core, channel, message, { ...wordsOf(words), by: record.id });
    },
    /** Takes a message away; of a parent with replies a tombstone stays. */
    remove(at: Posted) {
      const { channel, message } = messageAt(at);
      removeMessage(core, channel, message);
    },
    /** The previews of links in a message come: it changes, and nobody edited it. */
    unfurl(
      at: Posted,
      attachments: readonly Json[] = [{ id: 1, title: 'A page', from_url: 'https://example.com' }],
    ) {
      const { channel, message } = messageAt(at);
      changeMessage(core, channel, message, { attachments: [...attachments] });
    },
    /** Presses Stop on a message that streams. */
    stopStream(at: Posted) {
      const { channel, message } = messageAt(at);
      if (message.stream === null) fail(`${at.ts} does not stream`);
      message.stream.state = 'stopped';
      const by = world.installations.find(
        ({ botId, dead }) => dead === null && botId === message.botId,
      );
      if (by === undefined || !core.app.events.includes('agent_session_stopped')) return;
      const thread_ts = message.threadTs ?? message.ts;
      const event = {
        type: 'agent_session_stopped',
        channel: channel.id,
        user: record.id,
        thread_ts,
        streaming_message_ts: [message.ts],
        event_ts: world.ts(),
      };
      tell(core, event, { by, channel });
    },
    react(at: Posted, emoji: string): boolean {
      return react(core, messageAt(at), { user: record.id, reaction: emoji });
    },
    unreact(at: Posted, emoji: string): boolean {
      return unreact(core, messageAt(at), { user: record.id, reaction: emoji });
    },
    /** Types a slash command; resolves to the app's answer. */
    command(at: { readonly id: string }, command: string, words = ''): Promise<Outcome> {
      const known = core.app.commands.find((one) => one.command === command);
      if (known === undefined) fail(`no command ${command}`);
      const channel = channelAt(at.id);
      const by = installation();
      return runCommand(stage, {
        by,
        member: record,
        channel,
        command,
        text: typed(words, known.shouldEscape),
      });
    },
    /** Takes a shortcut from the menu of a message. */
    shortcut(callbackId: string, at: Posted): Promise<Outcome> {
      needShortcut(callbackId, 'message');
      return runMessageShortcut(stage, {
        by: installation(),
        member: record,
        callbackId,
        ...messageAt(at),
      });
    },
    /** Takes a shortcut from the search bar. */
    globalShortcut(callbackId: string): Promise<Outcome> {
      needShortcut(callbackId, 'global');
      return runGlobalShortcut(stage, { by: installation(), member: record, callbackId });
    },
    /** Presses a button by its label or action id, on a message or in a view. */
    click: (where: Posted | SeenView, which: string): Promise<Outcome> =>
      use(where, which, () => ({})),
    /** Chooses from a menu by the label or value of an option, or names a channel or member. */
    choose: (
      where: Posted | SeenView,
      which: string,
      ...choice: readonly string[]
    ): Promise<Outcome> => use(where, which, (control) => chosenIn(control, choice)),
    /** Writes into the fields of a form, by label, action id or block id. */
    fill(where: SeenView, values: Readonly<Record<string, string | readonly string[]>>) {
      const surface = surfaceOf(where);
      const controls = controlsOf(blocksOf(surface));
      for (const [which, value] of Object.entries(values)) {
        const control = controls.find(({ label, actionId, blockId }) =>
          [label, actionId, blockId].includes(which),
        );
        if (control === undefined) fail(`no field "${which}"`);
        remember(surface, control, chosenIn(control, typeof value === 'string' ? [value] : value));
      }
    },
    /** Fills in and sends off a form. */
    submit(
      where: SeenView,
      values: Readonly<Record<string, string | readonly string[]>> = {},
    ): Promise<Submission> {
      person.fill(where, values);
      return submitView(stage, {
        by: installation(where.record.teamId),
        member: record,
        view: where.record,
      });
    },
    /** Closes a form by its button, or the whole stack. */
    close: (where: SeenView, clears = false): Promise<void> =>
      closeView(stage, {
        by: installation(where.record.teamId),
        member: record,
        view: where.record,
        clears,
      }),
    /** The form on top; null when none is open. */
    modal(): SeenView | null {
      const open = [...world.views.values()].filter(
        ({ userId, isOpen, view }) => isOpen && userId === record.id && view.type === 'modal',
      );
      const top = open.at(-1);
      return top === undefined ? null : seeView(stage, top);
    },
    /** The app's Home; null when nothing was published. */
    home(teamId = record.teamId): SeenView | null {
      const view = world.homes.get(`${teamId}/${record.id}`);
      return view === undefined ? null : seeView(stage, view);
    },
    /** Opens a tab of the app's Home. */
    openHome(tab: 'home' | 'messages' = 'home') {
      const by = installation();
      const published = world.homes.get(`${by.teamId}/${record.id}`);
      const dm = person.dm();
      tell(
        core,
        {
          type: 'app_home_opened',
          user: record.id,
          channel: dm.id,
          tab,
          ...(published === undefined || tab !== 'home'
            ? {}
            : { view: viewShape(published, { app: core.app.id, bot: by.botId }) }),
          event_ts: world.ts(),
        },
        { by, channel: null },
      );
    },
    /** The direct messages with the app. */
    dm(teamId = record.teamId): Channel {
      const { botUserId } = installation(teamId);
      const known = findIm(world.channels.values(), botUserId, record.id);
      return createChannel(
        stage,
        known ??
          newChannel(stage, {
            kind: 'im',
            name: '',
            teamId,
            members: [botUserId, record.id],
            creator: record.id,
          }),
      );
    },
    /** Makes a file to post with `files`. */
    file(
      content: string | Buffer,
      more: Partial<
        Pick<
          FileRecord,
          'name' | 'mimetype' | 'filetype' | 'mode' | 'title' | 'checkInfo' | 'externalUrl'
        >
      > = {},
    ): FileRecord {
      return newFile(stage, record, content, more);
    },
  };
  return person;

  function typed(words: string, escapes: boolean): string {
    const shown = (token: string) => {
      if (escapes) return token;
      const [, mark = '', id = ''] = /^<([@#])([A-Z0-9]+)/.exec(token) ?? [];
      if (mark === '@') return `@${world.members.get(id)?.name ?? id}`;
      return mark === '#' ? `#${world.channels.get(id)?.name ?? id}` : token;
    };
    return words
      .split(/(<[@#!][^<>\s]+>)/)
      .map((part, at) => (at % 2 === 1 ? shown(part) : escapeText(part)))
      .join('');
  }

  function needShortcut(callbackId: string, type: 'message' | 'global'): void {
    const isKnown = core.app.shortcuts.some(
      (one) => one.callbackId === callbackId && one.type === type,
    );
    if (!isKnown) fail(`no ${type} shortcut ${callbackId}`);
  }
}

const blocksOf = (surface: Surface): readonly Json[] => {
  if (surface.type === 'view') return (surface.view.view.blocks ?? []) as Json[];
  const attached = (surface.message.attachments ?? []).flatMap(
    ({ blocks }) => (blocks ?? []) as Json[],
  );
  return [...(surface.message.blocks ?? []), ...attached];
};

function remember(surface: Surface, { type, blockId, actionId }: Control, says: Json): void {
  if (Object.keys(says).length === 0 || surface.type === 'ephemeral') return;
  const state = (surface.type === 'view' ? surface.view.state : surface.message.state) as Record<
    string,
    Json
  >;
  state[blockId] = { ...state[blockId], [actionId]: { type, ...says } };
}

function chosenIn(control: Control, choice: readonly string[]): Json {
  const options = ((control.element.options ?? []) as Json[]).concat(
    ((control.element.option_groups ?? []) as Json[]).flatMap(
      (group) => (group.options ?? []) as Json[],
    ),
  );
  /** What comes back of an option is its words and its value. */
  const optionOf = (wanted: string) => {
    const found = options.find(({ value, text: words }) => [value, text(words)].includes(wanted));
    return found === undefined
      ? fail(`no option "${wanted}" in ${control.label}`)
      : { text: found.text, value: found.value };
  };
  const [first = ''] = choice;
  switch (control.type) {
    case 'static_select':
    case 'radio_buttons':
    case 'overflow':
      return { selected_option: optionOf(first) };
    case 'checkboxes':
    case 'multi_static_select':
      return { selected_options: choice.map(optionOf) };
    case 'conversations_select':
      return { selected_conversation: first };
    case 'channels_select':
      return { selected_channel: first };
    case 'users_select':
      return { selected_user: first };
    case 'multi_channels_select':
      return { selected_channels: choice };
    case 'multi_conversations_select':
      return { selected_conversations: choice };
    case 'multi_users_select':
      return { selected_users: choice };
    case 'rich_text_input':
      return { rich_text_value: richText(first, 'input') };
    case 'button':
      return {};
    default:
      return { value: first === '' ? null : first };
  }
}

/** Makes a channel. */
export function newChannel(
  { core }: Stage,
  {
    kind,
    name,
    teamId,
    members,
    creator,
  }: {
    kind: ChannelKind;
    name: string;
    teamId: string;
    members: readonly string[];
    creator: string;
  },
): ChannelRecord {
  const prefix = kind === 'im' ? 'D' : 'C';
  const record: ChannelRecord = {
    id: core.world.id(prefix),
    teamId,
    name,
    kind,
    created: Math.floor(core.world.now() / 1000),
    creator,
    members: new Set(members),
    sharedWith: new Set(),
    archived: false,
    postingBy: null,
    threadsLocked: false,
    messages: new Map<string, MessageRecord>(),
    ephemerals: [],
  };
  core.world.channels.set(record.id, record);
  return record;
}

function newFile(
  { core }: Stage,
  member: MemberRecord,
  content: string | Buffer,
  more: Partial<FileRecord>,
): FileRecord {
  const file: FileRecord = {
    id: core.world.id('F'),
    teamId: member.teamId,
    user: member.id,
    name: more.name ?? 'draft.txt',
    title: more.title ?? more.name ?? 'draft',
    mimetype: more.mimetype ?? 'text/plain',
    filetype: more.filetype ?? 'text',
    mode: more.mode ?? 'snippet',
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    created: Math.floor(core.world.now() / 1000),
    checkInfo: more.checkInfo ?? false,
    externalUrl: more.externalUrl ?? null,
    host: core.urls.files,
    channels: new Set(),
    deleted: false,
  };
  core.world.files.set(file.id, file);
  return file;
}
