/* What people see: messages as a client shows them. */
import { wordsOf } from './interactions.ts';
import { type Json, objectsOf, textOr } from './json.ts';
import { flatten } from './message-form.ts';
import { FLAG, type Message, type Pings, type State } from './state.ts';

export interface SeenButton {
  readonly label: string;
  readonly customId: string;
  readonly isDisabled: boolean;
  readonly url: string | null;
  /** 1 primary, 2 secondary, 3 success, 4 danger, 5 link. */
  readonly style: number;
}

export interface SeenSelect {
  readonly customId: string;
  readonly placeholder: string;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly isDisabled: boolean;
}

export interface SeenFile {
  readonly name: string;
  readonly text: string;
}

export interface SeenMessage {
  readonly id: string;
  readonly channelId: string;
  /** The name it stands under: a member's, the bot's, a webhook's. */
  readonly author: string;
  readonly authorId: string;
  readonly isApp: boolean;
  readonly isWebhook: boolean;
  /** Its words alone. */
  readonly content: string;
  /** Everything it says: words, embeds, text components. */
  readonly text: string;
  readonly embeds: readonly Json[];
  readonly components: readonly Json[];
  readonly buttons: readonly SeenButton[];
  readonly selects: readonly SeenSelect[];
  readonly files: readonly SeenFile[];
  /** Emoji → names of those who reacted. */
  readonly reactions: Readonly<Record<string, readonly string[]>>;
  /** The one member who sees it; null for everybody. */
  readonly privateTo: string | null;
  readonly answersTo: string | null;
  readonly isThinking: boolean;
  readonly isEdited: boolean;
  readonly hasPreviews: boolean;
  readonly flags: number;
  readonly type: number;
  /** Whom it notified. */
  readonly pings: Pings;
}

export function seen(state: State, message: Message): SeenMessage {
  const parts = flatten(message.components);
  const name = (id: string) => state.users.get(id)?.username ?? id;
  return {
    id: message.id,
    channelId: message.channel.id,
    author: message.author.username,
    authorId: message.author.id,
    isApp: message.author.isBot,
    isWebhook: message.webhookId !== null && message.webhookId !== state.app.id,
    content: message.content,
    text: wordsOf(message),
    embeds: message.embeds,
    components: message.components,
    buttons: parts.filter(({ type }) => type === 2).map(buttonOf),
    selects: parts.filter(({ type }) => type === 3).map(selectOf),
    files: message.attachments.map((each) => ({
      name: each.name,
      text: new TextDecoder().decode(each.bytes),
    })),
    reactions: Object.fromEntries(
      [...message.reactions].map(([, { emoji, userIds }]) => [emoji.name, userIds.map(name)]),
    ),
    privateTo: message.viewerId,
    answersTo: message.reference?.type === 0 ? textOr(message.reference.message_id, '') : null,
    isThinking: Boolean(message.flags & FLAG.loading),
    isEdited: message.editedAt !== null,
    hasPreviews: !(message.flags & FLAG.suppressEmbeds),
    flags: message.flags,
    type: message.type,
    pings: message.pings,
  };
}

function buttonOf(json: Json): SeenButton {
  return {
    label: textOr(json.label, ''),
    customId: textOr(json.custom_id, ''),
    isDisabled: json.disabled === true,
    url: typeof json.url === 'string' ? json.url : null,
    style: Number(json.style ?? 2),
  };
}

function selectOf(json: Json): SeenSelect {
  return {
    customId: textOr(json.custom_id, ''),
    placeholder: textOr(json.placeholder, ''),
    options: objectsOf(json.options).map(({ label, value }) => ({
      label: textOr(label, ''),
      value: textOr(value, ''),
    })),
    isDisabled: json.disabled === true,
  };
}
