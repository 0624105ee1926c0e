/* Interactions: asked by people, answered within three seconds, followed up for fifteen minutes. */
import { randomBytes } from 'node:crypto';
import { needUnarchived } from './access.ts';
import { refuse, refuseForm } from './api-error.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';
import { addMessage, changeMessage, readMessageForm, removeMessage } from './messages.ts';
import { checkModal } from './modal-form.ts';
import { type Answer, answer, type Call, nothing, type Routes } from './rest.ts';
import { type Channel, FLAG, type Message, type Server, type State, type User } from './state.ts';
import { wakeThread } from './threads.ts';
import { messageJson } from './wire.ts';

export const KIND = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;
const REPLY = {
  message: 4,
  deferred: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

export interface InteractionTimes {
  /** Of the time that tests let pass. */
  readonly ackWithinMs: number;
  /** Of the time by the clock on the wall: longer, as machines of tests are busy. */
  readonly ackWithinWallMs: number;
  readonly tokenLivesMs: number;
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: number;
  readonly createdAt: number;
  /** How far the clock had been put forward then. */
  readonly aheadAt: number;
  readonly channel: Channel;
  readonly server: Server | null;
  readonly user: User;
  /** The message whose button was pressed. */
  readonly source: Message | null;
  /** The app is there only with this member, not as a bot. */
  readonly isCarried: boolean;
  /** The server lets carried apps speak to their member only. */
  readonly isForcedPrivate: boolean;
  readonly metadata: Json;
  /** How it was answered first; null when it was not yet. */
  reply: number | null;
  original: Message | null;
  readonly messages: Message[];
  modal: Json | null;
  choices: readonly Json[] | null;
  followUps: number;
  /** What its member saw, one line after the other: `thinking`, or a message's words. */
  readonly history: string[];
}

export type NewInteraction = Pick<
  Interaction,
  'kind' | 'channel' | 'server' | 'user' | 'source' | 'isCarried' | 'isForcedPrivate' | 'metadata'
>;

export function createInteractions(state: State, times: InteractionTimes) {
  const known = new Map<string, Interaction>();
  const readsAll = { readsContent: true };

  function open(fresh: NewInteraction): Interaction {
    const interaction: Interaction = {
      ...fresh,
      id: state.clock.newId(),
      token: randomBytes(48).toString('base64url'),
      createdAt: state.clock.now(),
      aheadAt: state.clock.ahead(),
      reply: null,
      original: null,
      messages: [],
      modal: null,
      choices: null,
      followUps: 0,
      history: [],
    };
    known.set(interaction.token, interaction);
    return interaction;
  }

  const age = ({ createdAt }: Interaction) => state.clock.now() - createdAt;
  const isTooLate = ({ aheadAt, createdAt }: Interaction) => {
    const passed = state.clock.ahead() - aheadAt;
    const waited = state.clock.now() - createdAt - passed;
    return passed > times.ackWithinMs || waited > times.ackWithinWallMs;
  };

  function answerFirst(call: Call): Answer {
    const interaction = known.get(call.params.token ?? '');
    if (interaction?.id !== call.params.interaction || interaction === undefined)
      refuse('unknownInteraction');
    if (interaction.reply !== null) refuse('alreadyAcknowledged');
    if (isTooLate(interaction)) refuse('unknownInteraction');
    const type = numberOr(call.body.type, 0);
    const data = isJson(call.body.data) ? call.body.data : {};
    carryOut(interaction, type, data, call);
    interaction.reply = type;
    state.changed();
    if (call.query.get('with_response') !== 'true') return nothing;
    const { original } = interaction;
    return answer({
      interaction: {
        id: interaction.id,
        type: interaction.kind,
        ...(original === null
          ? {}
          : {
              response_message_id: original.id,
              response_message_loading: Boolean(original.flags & FLAG.loading),
              response_message_ephemeral: original.viewerId !== null,
            }),
      },
      resource: {
        type,
        ...(original === null ? {} : { message: messageJson(state, original, readsAll) }),
      },
    });
  }

  function carryOut(interaction: Interaction, type: number, data: Json, call: Call): void {
    const { kind, source } = interaction;
    const isQuestion = kind === KIND.autocomplete;
    if (isQuestion !== (type === REPLY.choices))
      refuseForm('type', 'INTERACTION_RESPONSE_TYPE', 'This response fits no such interaction');
    if (type === REPLY.choices) {
      const choices = objectsOf(data.choices);
      if (choices.length > 25)
        refuseForm('data.choices', 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
      interaction.choices = choices;
    } else if (type === REPLY.modal) {
      if (kind === KIND.modal)
        refuseForm('type', 'INTERACTION_RESPONSE_TYPE', 'A form cannot answer a form');
      checkModal(data);
      interaction.modal = data;
      interaction.history.push(`form: ${textOr(data.title, '')}`);
    } else if (type === REPLY.message || type === REPLY.deferred) {
      interaction.original = speak(interaction, data, call, type === REPLY.deferred);
    } else if (type === REPLY.update || type === REPLY.deferredUpdate) {
      if (source === null)
        refuseForm('type', 'INTERACTION_RESPONSE_TYPE', 'There is no message to update');
      interaction.original = source;
      if (type === REPLY.deferredUpdate) return;
      needUnarchived(source.channel);
      changeMessage(state, source, data, { files: call.files });
      note(interaction, source);
    } else refuseForm('type', 'UNION_TYPE_CHOICES', 'Value must be one of {4, 5, 6, 7, 8, 9}.');
  }

  /** A message of the answer: everybody's, or its member's alone. */
  function speak(interaction: Interaction, data: Json, call: Call, isLoading: boolean): Message {
    const { channel, user } = interaction;
    const isPrivate =
      interaction.isForcedPrivate || Boolean(numberOr(data.flags, 0) & FLAG.ephemeral);
    const base = {
      channel,
      author: state.app.user,
      applicationId: state.app.id,
      webhookId: state.app.id,
      interaction: interaction.metadata,
      viewerId: isPrivate ? user.id : null,
      type: interaction.kind === KIND.command ? 20 : 0,
    };
    const privately = isPrivate ? FLAG.ephemeral : 0;
    if (!isPrivate && channel.thread?.locked) refuse('lockedThread');
    const message = isLoading
      ? addMessage(state, { ...base, flags: FLAG.loading | privately })
      : addMessage(state, {
          ...base,
          ...withFlags(readMessageForm(state, channel, data, call.files), privately),
        });
    if (!isPrivate) wakeThread(state, channel, null);
    interaction.messages.push(message);
    note(interaction, message);
    return message;
  }

  function note(interaction: Interaction, message: Message): void {
    const words = message.flags & FLAG.loading ? 'thinking' : wordsOf(message);
    interaction.history.push(words);
    state.changed();
  }

  /** The interaction of a token that still lives. */
  function find(call: Call): Interaction {
    const interaction = known.get(call.params.token ?? '');
    if (interaction === undefined) refuse('unknownWebhook');
    if (age(interaction) > times.tokenLivesMs) refuse('badWebhookToken');
    if (interaction.reply === null) refuse('unknownWebhook');
    return interaction;
  }

  function findMessage(call: Call): { interaction: Interaction; message: Message } {
    const interaction = find(call);
    const { message: id } = call.params;
    const { original } = interaction;
    const found =
      id === '@original'
        ? original
        : [original, ...interaction.messages].find((each) => each?.id === id);
    const isGone = found?.viewerId === null && !found.channel.messages.has(found.id);
    if (!found || isGone || removed.has(found.id)) refuse('unknownMessage');
    return { interaction, message: found };
  }

  const removed = new Set<string>();

  function edit(
    interaction: Interaction,
    message: Message,
    body: Json,
    files: Call['files'],
  ): Message {
    needUnarchived(message.channel);
    changeMessage(state, message, body, {
      files,
      keepsTime: Boolean(message.flags & FLAG.loading),
    });
    message.flags &= ~FLAG.loading;
    note(interaction, message);
    return message;
  }

  /** Addresses of answers; `:message` may be `@original`. */
  const tokenRoutes: Routes = {
    'POST /webhooks/:webhook/:token': (call) => {
      const interaction = find(call);
      const { original } = interaction;
      const show = (message: Message) => answer(messageJson(state, message, readsAll));
      // As ever: the first follow-up takes the place of "thinking…".
      if (original && original.flags & FLAG.loading)
        return show(edit(interaction, original, call.body, call.files));
      if (interaction.isCarried && interaction.followUps >= 5) refuse('tooManyFollowUps');
      interaction.followUps += 1;
      return show(speak(interaction, call.body, call, false));
    },
    'GET /webhooks/:webhook/:token/messages/:message': (call) =>
      answer(messageJson(state, findMessage(call).message, readsAll)),
    'PATCH /webhooks/:webhook/:token/messages/:message': (call) => {
      const { interaction, message } = findMessage(call);
      return answer(
        messageJson(state, edit(interaction, message, call.body, call.files), readsAll),
      );
    },
    'DELETE /webhooks/:webhook/:token/messages/:message': (call) => {
      const { interaction, message } = findMessage(call);
      removed.add(message.id);
      if (message.viewerId === null) removeMessage(state, message);
      interaction.history.push('deleted');
      state.changed();
      return nothing;
    },
  };

  return {
    open,
    tokenRoutes,
    routes: { 'POST /interactions/:interaction/:token/callback': answerFirst } satisfies Routes,
    /** What the member sees of it now, e.g. that nobody answered. */
    failureOf(interaction: Interaction): string | null {
      const isLate = interaction.reply === null && isTooLate(interaction);
      if (!isLate) return null;
      return interaction.kind === KIND.command
        ? 'The application did not respond'
        : 'This interaction failed';
    },
    isRemoved: (message: Message) => removed.has(message.id),
    all: () => [...known.values()],
  };
}

export type Interactions = ReturnType<typeof createInteractions>;

function withFlags<T extends { readonly flags: number }>(form: T, flags: number): T {
  return { ...form, flags: form.flags | flags };
}

/** What a message says in a line or more: words, or those of its embeds and components. */
export function wordsOf({ content, embeds, components }: Message): string {
  const shown = embeds.flatMap(({ title, description, fields }) => [
    textOr(title, ''),
    textOr(description, ''),
    ...objectsOf(fields).flatMap(({ name, value }) => [textOr(name, ''), textOr(value, '')]),
  ]);
  return [content, ...shown, ...displayed(components)].filter((each) => each !== '').join('\n');
}

function displayed(components: readonly Json[]): string[] {
  return components.flatMap((each) => [
    ...(each.type === 10 ? [textOr(each.content, '')] : []),
    ...displayed(objectsOf(each.components)),
  ]);
}
