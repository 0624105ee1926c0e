/* Messages coming into being, changing and going away, and the events that tell of it. */
import { refuse, refuseForm } from './api-error.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';
import { checkForm, MAX_FILE_BYTES, numbered, type UploadedFile } from './message-form.ts';
import { NO_PINGS, pingsOf } from './pings.ts';
import {
  type Attachment,
  type Channel,
  type Emoji,
  FLAG,
  INTENT,
  type Message,
  type State,
  type User,
  type WebhookIdentity,
} from './state.ts';
import { channelJson, memberJson, messageJson } from './wire.ts';

export interface NewMessage {
  readonly channel: Channel;
  readonly author: User | WebhookIdentity;
  readonly type?: number;
  readonly content?: string;
  readonly embeds?: readonly Json[];
  readonly components?: readonly Json[];
  readonly attachments?: Attachment[];
  readonly flags?: number;
  readonly allowedMentions?: unknown;
  readonly nonce?: string | number | null;
  readonly answered?: Message | null;
  readonly reference?: Json | null;
  readonly snapshots?: readonly Json[];
  readonly poll?: Json | null;
  readonly stickers?: readonly Json[];
  readonly webhookId?: string | null;
  readonly applicationId?: string | null;
  readonly interaction?: Json | null;
  readonly viewerId?: string | null;
  readonly id?: string;
}

/** Whether sessions without the right to read words may be told of them. */
const defaultPings = (message: NewMessage) => {
  if (message.interaction || message.webhookId) return ['users'];
  return ['users', 'roles', 'everyone', 'replied'];
};

/** Puts a message into its channel and tells the gateway; private ones stand nowhere but in the answer. */
export function addMessage(state: State, fresh: NewMessage): Message {
  const { channel, answered = null } = fresh;
  const message: Message = {
    id: fresh.id ?? state.clock.newId(),
    channel,
    type: fresh.type ?? (fresh.reference?.type === 0 ? 19 : 0),
    author: fresh.author,
    content: fresh.content ?? '',
    embeds: fresh.embeds ?? [],
    components: numbered(fresh.components ?? []),
    attachments: fresh.attachments ?? [],
    flags: fresh.flags ?? 0,
    editedAt: null,
    nonce: fresh.nonce ?? null,
    reference: fresh.reference ?? null,
    answered,
    snapshots: fresh.snapshots ?? [],
    poll: fresh.poll ?? null,
    stickers: fresh.stickers ?? [],
    webhookId: fresh.webhookId ?? null,
    applicationId: fresh.applicationId ?? null,
    interaction: fresh.interaction ?? null,
    viewerId: fresh.viewerId ?? null,
    reactions: new Map(),
    pings: NO_PINGS,
  };
  message.pings = pingsOf(state, {
    channel,
    content: message.content,
    components: message.components,
    allowed: fresh.allowedMentions,
    byDefault: defaultPings(fresh),
    speakerId: message.webhookId === null ? message.author.id : null,
    answered,
  });
  if (message.viewerId !== null) {
    state.changed();
    return message;
  }
  channel.messages.set(message.id, message);
  channel.lastMessageId = message.id;
  dispatchMessage(state, 'MESSAGE_CREATE', message);
  return message;
}

/** Takes over what a request says about an edited message; what it leaves out stays. */
export function changeMessage(
  state: State,
  message: Message,
  body: Json,
  more: { readonly files?: readonly UploadedFile[]; readonly keepsTime?: boolean } = {},
): void {
  const has = (key: string) => body[key] !== undefined;
  const flags = has('flags')
    ? (message.flags & ~FLAG.suppressEmbeds) | numberOr(body.flags, 0)
    : message.flags;
  const content = has('content') ? textOr(body.content, '') : message.content;
  const embeds = has('embeds') ? objectsOf(body.embeds) : message.embeds;
  const components = has('components') ? objectsOf(body.components) : message.components;
  const kept = has('attachments')
    ? message.attachments.filter(({ id }) =>
        objectsOf(body.attachments).some((each) => String(each.id) === id),
      )
    : message.attachments;
  const files = more.files ?? [];
  checkForm({
    content,
    embeds,
    components,
    flags,
    files: kept.length + files.length,
    stickers: message.stickers.length,
    poll: message.poll !== null,
    isForward: message.snapshots.length > 0,
  });
  const attached = attachFiles(state, message.channel, body, files);
  Object.assign(message, { content, embeds, flags, attachments: [...kept, ...attached] });
  if (has('components')) message.components = numbered(components);
  if (!more.keepsTime) message.editedAt = state.clock.iso();
  const pings = pingsOf(state, {
    channel: message.channel,
    content: has('content') ? content : '',
    components: has('components') ? components : [],
    allowed: body.allowed_mentions,
    byDefault:
      message.interaction || message.webhookId ? ['users'] : ['users', 'roles', 'everyone'],
    speakerId: message.webhookId === null ? message.author.id : null,
    answered: null,
  });
  message.pings = {
    everyone: message.pings.everyone || pings.everyone,
    roles: [...new Set([...message.pings.roles, ...pings.roles])],
    users: [...new Set([...message.pings.users, ...pings.users])],
  };
  if (message.viewerId === null) dispatchMessage(state, 'MESSAGE_UPDATE', message);
  else state.changed();
}

export function removeMessage(state: State, message: Message): void {
  const { channel } = message;
  channel.messages.delete(message.id);
  state.dispatch({
    type: 'MESSAGE_DELETE',
    intents: channel.server ? INTENT.messages : INTENT.directMessages,
    serverId: channel.server?.id ?? null,
    channel,
    data: () => ({ id: message.id, channel_id: channel.id, ...serverPart(channel) }),
  });
}

export function dispatchMessage(
  state: State,
  type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE',
  message: Message,
): void {
  const { channel } = message;
  const member = channel.server?.members.get(message.author.id);
  state.dispatch({
    type,
    intents: channel.server ? INTENT.messages : INTENT.directMessages,
    serverId: channel.server?.id ?? null,
    channel,
    data: (readsContent) => ({
      ...messageJson(state, message, { readsContent }),
      channel_type: channel.type,
      ...serverPart(channel),
      ...(member ? { member: memberJson(member, false) } : {}),
    }),
  });
}

/** Reads the parts of a create request, as everybody who may post sends it. */
export function readMessageForm(
  state: State,
  channel: Channel,
  body: Json,
  files: readonly UploadedFile[],
) {
  const form = {
    content: textOr(body.content, ''),
    embeds: objectsOf(body.embeds),
    components: objectsOf(body.components),
    flags:
      numberOr(body.flags, 0) &
      (FLAG.suppressEmbeds | FLAG.ephemeral | FLAG.suppressNotifications | FLAG.componentsV2),
    allowedMentions: body.allowed_mentions,
    nonce: typeof body.nonce === 'string' || typeof body.nonce === 'number' ? body.nonce : null,
    poll: isJson(body.poll) ? body.poll : null,
  };
  checkMentions(body.allowed_mentions);
  const isForward = isJson(body.message_reference) && body.message_reference.type === 1;
  checkForm({
    ...form,
    files: files.length,
    stickers: 0,
    poll: form.poll !== null,
    isForward,
  });
  return { ...form, attachments: attachFiles(state, channel, body, files) };
}

/** "parse users" and a list of users exclude each other; so do roles. */
function checkMentions(allowed: unknown): void {
  if (!isJson(allowed) || !Array.isArray(allowed.parse)) return;
  for (const kind of ['users', 'roles'])
    if (allowed.parse.includes(kind) && Array.isArray(allowed[kind]) && allowed[kind].length > 0)
      refuseForm(
        'allowed_mentions',
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
}

function attachFiles(
  state: State,
  channel: Channel,
  body: Json,
  files: readonly UploadedFile[],
): Attachment[] {
  if (files.length > 10)
    refuseForm('attachments', 'BASE_TYPE_BAD_LENGTH', 'Must be 10 or fewer in length.');
  return files.map(({ field, name, type, bytes }) => {
    if (bytes.length > MAX_FILE_BYTES) refuse('tooLarge');
    const number = /\d+/.exec(field)?.[0] ?? '0';
    const about = objectsOf(body.attachments).find((each) => String(each.id) === number);
    const title = textOr(about?.filename, name);
    const description = typeof about?.description === 'string' ? about.description : null;
    return addAttachment(state, channel, { name: title, type, bytes, description });
  });
}

export function addAttachment(
  state: State,
  channel: Channel,
  file: Pick<Attachment, 'name' | 'type' | 'bytes'> & { readonly description?: string | null },
): Attachment {
  const attachment: Attachment = {
    description: null,
    ...file,
    id: state.clock.newId(),
    channelId: channel.id,
  };
  state.attachments.set(attachment.id, attachment);
  return attachment;
}

/** The same emoji whether it is written with or without its variation selector? No: Discord keeps them apart. */
export const emojiKey = ({ id, name }: Emoji) => id ?? name;

/** Adds or takes away somebody's reaction; false when nothing changed. */
export function react(
  state: State,
  message: Message,
  {
    emoji,
    userId,
    isOn,
  }: { readonly emoji: Emoji; readonly userId: string; readonly isOn: boolean },
): boolean {
  const key = emojiKey(emoji);
  const reaction = message.reactions.get(key) ?? { emoji, userIds: [] };
  const at = reaction.userIds.indexOf(userId);
  if (isOn === at >= 0) return false;
  if (isOn) reaction.userIds.push(userId);
  else reaction.userIds.splice(at, 1);
  if (reaction.userIds.length === 0) message.reactions.delete(key);
  else message.reactions.set(key, reaction);
  tellReaction(state, message, { emoji, userId, isOn });
  return true;
}

/** Tells of a reaction (again), as the gateway may do after a resume. */
export function tellReaction(
  state: State,
  message: Message,
  {
    emoji,
    userId,
    isOn,
    isBurst = false,
  }: {
    readonly emoji: Emoji;
    readonly userId: string;
    readonly isOn: boolean;
    readonly isBurst?: boolean;
  },
): void {
  const { channel } = message;
  const member = channel.server?.members.get(userId);
  state.dispatch({
    type: isOn ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
    intents: channel.server ? INTENT.reactions : INTENT.directReactions,
    serverId: channel.server?.id ?? null,
    channel,
    data: () => ({
      user_id: userId,
      channel_id: channel.id,
      message_id: message.id,
      emoji: { id: emoji.id, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) },
      burst: isBurst,
      type: isBurst ? 1 : 0,
      ...serverPart(channel),
      ...(isOn ? { message_author_id: message.author.id } : {}),
      ...(isOn && member ? { member: memberJson(member) } : {}),
    }),
  });
}

export function tellChannel(
  state: State,
  type: 'CHANNEL_CREATE' | 'CHANNEL_UPDATE' | 'CHANNEL_DELETE' | 'THREAD_CREATE' | 'THREAD_UPDATE',
  channel: Channel,
  more: Json = {},
): void {
  state.dispatch({
    type,
    intents: INTENT.servers,
    serverId: channel.server?.id ?? null,
    channel: channel.thread ? channel : undefined,
    data: () => ({ ...channelJson(state, channel), ...more }),
  });
}

const serverPart = ({ server }: Channel): Json => (server ? { guild_id: server.id } : {});
