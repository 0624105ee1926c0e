/* People and what they do with their clients. What a client would not let them do throws. */
import { plantWords } from '../../logs/gather.js';
import { type Asked, lookAt, type Until } from './asked.ts';
import {
  type Ask,
  commandData,
  fileOf,
  type GivenFile,
  memberPermissions,
  menuData,
  type Options,
  send,
} from './asks.ts';
import { type Interactions, KIND } from './interactions.ts';
import { type Json, objectsOf, textOr } from './json.ts';
import { flatten } from './message-form.ts';
import {
  addAttachment,
  addMessage,
  changeMessage,
  react,
  removeMessage,
  tellReaction,
} from './messages.ts';
import { type FilledIn, fillIn } from './modal-form.ts';
import { PERMISSION } from './permissions.ts';
import { snapshotOf } from './routes-messages.ts';
import { directChannel } from './routes-places.ts';
import { addStarter } from './routes-threads.ts';
import {
  CHANNEL,
  type Channel,
  type CustomEmoji,
  type Emoji,
  type Message,
  type State,
  type User,
} from './state.ts';
import { addThread, wakeThread } from './threads.ts';
import { type SeenMessage, seen } from './views.ts';

export interface PostOptions {
  readonly files?: readonly GivenFile[];
  /** The message it answers; the client pings its author unless told not to. */
  readonly replyTo?: MessageId;
  readonly replyPings?: boolean;
  readonly forward?: MessageId;
  readonly embeds?: readonly Json[];
  readonly poll?: Json;
  readonly stickers?: readonly string[];
  /** A line of the system, e.g. 7 for somebody who joined. */
  readonly type?: number;
}

export interface MessageId {
  readonly id: string;
  readonly channelId: string;
}

type ChannelId = string | { readonly id: string };

export interface World {
  readonly state: State;
  readonly interactions: Interactions;
  readonly until: Until;
}

export function createPerson({ state, interactions, until }: World, user: User) {
  const place = (id: ChannelId): Channel => {
    const key = typeof id === 'string' ? id : id.id;
    return state.channels.get(key) ?? fail(`there is no channel ${key}`);
  };
  const show = (message: Message) => seen(state, message);
  const look = (ask: Ask): Asked =>
    lookAt(state, interactions, { interaction: send(state, interactions, ask), until });

  /** A message in its channel, or a private one among answers. */
  function find({ id, channelId }: MessageId): Message {
    const here = place(channelId).messages.get(id);
    if (here !== undefined) return here;
    const answers = interactions.all().flatMap(({ messages }) => messages);
    const found = answers.find((each) => each.id === id && each.viewerId !== null);
    if (found === undefined || found.viewerId !== user.id)
      throw new Error(`${user.username} sees no message ${id}`);
    return found;
  }

  function mayThrow(channel: Channel, bit: bigint, what: string): void {
    if (channel.server && !(memberPermissions(channel, user, channel) & bit))
      fail(`${user.username} may not ${what}`);
  }

  function post(where: ChannelId, content: string, options: PostOptions = {}): SeenMessage {
    plantWords(content);
    const channel = place(where);
    const { thread } = channel;
    mayThrow(
      channel,
      thread ? PERMISSION.sendMessagesInThreads : PERMISSION.sendMessages,
      'write here',
    );
    if (thread?.locked) mayThrow(channel, PERMISSION.manageThreads, 'write in a locked thread');
    wakeThread(state, channel, user.id);
    const answered = options.replyTo ? find(options.replyTo) : null;
    const forwarded = options.forward ? find(options.forward) : null;
    const about = answered ?? forwarded;
    const reference = about && {
      type: answered ? 0 : 1,
      message_id: about.id,
      channel_id: about.channel.id,
      ...(about.channel.server ? { guild_id: about.channel.server.id } : {}),
    };
    const message = addMessage(state, {
      channel,
      author: user,
      content,
      reference,
      answered,
      snapshots: forwarded ? [snapshotOf(state, forwarded)] : [],
      embeds: options.embeds ?? [],
      poll: options.poll ?? null,
      stickers: (options.stickers ?? []).map((name) => ({
        id: state.clock.newId(),
        name,
        format_type: 1,
      })),
      attachments: (options.files ?? []).map((file) => addAttachment(state, channel, fileOf(file))),
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(forwarded ? { flags: 1 << 14 } : {}),
      allowedMentions: {
        parse: ['users', 'roles', 'everyone'],
        replied_user: options.replyPings ?? true,
      },
    });
    return show(message);
  }

  function readEmoji(text: string | CustomEmoji): Emoji {
    return typeof text === 'string' ? { id: null, name: text } : text;
  }

  return {
    id: user.id,
    name: user.username,
    mention: `<@${user.id}>`,
    user,
    post,
    edit(message: MessageId, content: string): SeenMessage {
      const found = find(message);
      if (found.author.id !== user.id) fail('only its author edits a message');
      changeMessage(state, found, { content });
      return show(found);
    },
    /** Nothing of it changes but a link's preview, which the gateway tells as an update too. */
    unfurl(message: MessageId, embed: Json): void {
      changeMessage(state, find(message), { embeds: [embed] }, { keepsTime: true });
    },
    remove(message: MessageId): void {
      const found = find(message);
      if (found.author.id !== user.id)
        mayThrow(found.channel, PERMISSION.manageMessages, 'delete it');
      removeMessage(state, found);
    },
    /** Reacts with a character or a server's own emoji. */
    react(
      message: MessageId,
      emoji: string | CustomEmoji,
      { times = 1, isBurst = false } = {},
    ): void {
      const found = find(message);
      const reaction = { emoji: readEmoji(emoji), userId: user.id, isOn: true };
      for (let time = 0; time < times; time += 1)
        if (!react(state, found, reaction) || isBurst)
          tellReaction(state, found, { ...reaction, isBurst });
    },
    unreact(message: MessageId, emoji: string | CustomEmoji): void {
      react(state, find(message), { emoji: readEmoji(emoji), userId: user.id, isOn: false });
    },
    /** Starts a thread on a message, as members may too. */
    startThread(message: MessageId, name: string): { readonly id: string } {
      const found = find(message);
      mayThrow(found.channel, PERMISSION.createPublicThreads, 'start a thread');
      const thread = addThread(state, {
        parent: found.channel,
        id: found.id,
        name,
        ownerId: user.id,
      });
      addStarter(state, thread, found);
      return { id: thread.id };
    },
    /** A private thread in a text channel, with those who are in it. */
    startPrivateThread(
      where: ChannelId,
      name: string,
      others: readonly { readonly id: string }[] = [],
    ): { readonly id: string } {
      const thread = addThread(state, {
        parent: place(where),
        name,
        ownerId: user.id,
        type: CHANNEL.privateThread,
      });
      for (const { id } of others) thread.thread?.members.add(id);
      return { id: thread.id };
    },
    /** A post in a forum: a thread and its first message, which may come a moment later. */
    publish(
      forum: ChannelId,
      title: string,
      content: string,
      options: { readonly isLate?: boolean; readonly tags?: string[] } = {},
    ) {
      const thread = addThread(state, {
        parent: place(forum),
        name: title,
        ownerId: user.id,
        tags: options.tags ?? [],
      });
      const speak = () =>
        show(addMessage(state, { id: thread.id, channel: thread, author: user, content }));
      const first = options.isLate ? null : speak();
      return { id: thread.id, channelId: thread.id, first, speak };
    },
    /** Opens the channel of this member and the bot. */
    direct: (): { readonly id: string } => ({ id: directChannel(state, user).id }),
    /** `/name sub`, with options by name. */
    command(where: ChannelId, name: string, options: Options = {}): Asked {
      const channel = place(where);
      return look({
        kind: KIND.command,
        channel,
        user,
        data: commandData(state, channel, user, { name, options }),
      });
    },
    /** Types into an option that suggests. */
    suggest(where: ChannelId, name: string, options: Options, focused: string): Asked {
      const channel = place(where);
      return look({
        kind: KIND.autocomplete,
        channel,
        user,
        data: commandData(state, channel, user, { name, options, focused }),
      });
    },
    /** An entry of a message's own menu. */
    menu(message: MessageId, name: string): Asked {
      const found = find(message);
      const { channel } = found;
      return look({
        kind: KIND.command,
        channel,
        user,
        data: menuData(state, channel, user, { name, message: found }),
      });
    },
    /** Presses a button, by its label or its custom id. */
    click(message: MessageId, button: string): Asked {
      const source = find(message);
      const parts = flatten(source.components).filter(({ type }) => type === 2);
      const found = parts.find((each) => each.label === button || each.custom_id === button);
      if (found === undefined)
        fail(`there is no button ${button}, only ${parts.map(({ label }) => label).join(', ')}`);
      if (found?.disabled === true || typeof found?.custom_id !== 'string')
        return fail(`${button} cannot be pressed`);
      const data = { component_type: 2, custom_id: found.custom_id, id: found.id };
      return look({ kind: KIND.component, channel: source.channel, user, source, data });
    },
    /** Presses what is no button of the message any more, or never was: clients can be made to. */
    forge(message: MessageId, customId: string): Asked {
      const source = find(message);
      const data = { component_type: 2, custom_id: customId, id: 1 };
      return look({ kind: KIND.component, channel: source.channel, user, source, data });
    },
    /** Chooses from a select, by its custom id or placeholder; values or labels. */
    choose(message: MessageId, select: string, chosen: readonly string[]): Asked {
      const source = find(message);
      const found = flatten(source.components).find(
        (each) => each.type === 3 && (each.custom_id === select || each.placeholder === select),
      );
      if (found === undefined || found.disabled === true)
        return fail(`there is no choosing from ${select}`);
      const options = objectsOf(found.options);
      const values = chosen.map((each) => {
        const option = options.find(({ value, label }) => value === each || label === each);
        return textOr(option?.value, '') || fail(`${select} offers no ${each}`);
      });
      const data = { component_type: 3, custom_id: found.custom_id, id: found.id, values };
      return look({ kind: KIND.component, channel: source.channel, user, source, data });
    },
    /** Sends a form off. Dismissing it sends nothing. */
    submit(
      { interaction: from }: Asked,
      values: FilledIn,
      files: readonly GivenFile[] = [],
    ): Asked {
      const { modal, channel } = from;
      if (modal === null) return fail('there is no form to send');
      const attached = files.map((file) => addAttachment(state, channel, fileOf(file)));
      const components = fillIn(modal, values);
      const uploads = flatten(components).filter(({ type }) => type === 19);
      for (const upload of uploads) upload.values = attached.map(({ id }) => id);
      const resolved =
        attached.length === 0
          ? {}
          : {
              resolved: {
                attachments: Object.fromEntries(attached.map((each) => [each.id, fileJson(each)])),
              },
            };
      const data = { custom_id: modal.custom_id, components, ...resolved };
      return look({ kind: KIND.modal, channel, user, from, data });
    },
  };

  function fileJson(each: ReturnType<typeof addAttachment>): Json {
    const { id, name: filename, type: content_type, bytes } = each;
    const url = `${state.host.url}/attachments/${each.channelId}/${id}/${encodeURIComponent(filename)}`;
    return { id, filename, content_type, size: bytes.length, url, proxy_url: url, ephemeral: true };
  }
}

export type Person = ReturnType<typeof createPerson>;

function fail(message: string): never {
  throw new Error(message);
}
