import { type APIMessage, MessageFlags, Routes } from 'discord.js';
import type { Message } from '../../review/message.ts';
import type { ThreadRef } from '../../review/refs.ts';
import type { Api } from './api.ts';
import { DiscordFailure, troubleOf } from './failure.ts';
import { LIMITS } from './limits.ts';
import type { Me } from './me.ts';
import { type Rendered, renderMessage } from './render.ts';

/** An interaction that was answered with “thinking…” and still has to be told something. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly member: string;
  /** Whether its own answer is seen by its member alone; what follows always is. */
  readonly isPrivate: boolean;
  /** Whether “thinking…” stands there until it is answered; a click has no such mark. */
  readonly isPending: boolean;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
}

/** Answers to interactions while their tokens live. */
export interface Tokens {
  open(interaction: Interaction): void;
  /** What is whispered about a place to this member goes to this interaction from now on. */
  bind(interaction: string, place: ThreadRef): void;
  /**
   * Says something to the member alone: in place of “thinking…” where that still stands, else after it.
   * False when the token no longer counts, so that another way has to be found.
   */
  say(interaction: string, message: Message): Promise<boolean>;
  /**
   * Says something beside the interaction's own answer, once that stands: never in its place. False when
   * the token no longer counts.
   */
  add(interaction: string, message: Message): Promise<boolean>;
  /** Replaces the interaction's own answer. False when the token no longer counts. */
  replace(interaction: string, message: Message): Promise<boolean>;
  /** Makes the interaction's own answer a public message; null when the token no longer counts. */
  publish(interaction: string, message: Message): Promise<APIMessage | null>;
  /** Takes the interaction's own answer back, if it still can. */
  withdraw(interaction: string): Promise<void>;
  /** The interaction that speaks to a member about a place; null when there is none. */
  about(member: string, place: ThreadRef): string | null;
}

const MAX_KEPT = 2_000;

interface Open extends Omit<Interaction, 'isPending'> {
  isPending: boolean;
  /** One thing is said after the other. */
  said: Promise<unknown>;
  /** Resolves when its own answer was given, or could not be. */
  readonly answered: Promise<void>;
  readonly answeredNow: () => void;
}

export function createTokens(
  api: Api,
  { me, now = Date.now }: { readonly me: Me; readonly now?: () => number },
): Tokens {
  const open = new Map<string, Open>();
  const bound = new Map<string, string>();

  const alive = (id: string): Open | null => {
    const interaction = open.get(id);
    if (interaction === undefined) return null;
    if (now() - interaction.at < LIMITS.tokenMs) return interaction;
    open.delete(id);
    return null;
  };

  /** Runs `work` after everything that was said before; null when the token no longer counts. */
  const speak = <T>(id: string, work: (live: Open) => Promise<T>): Promise<T | null> => {
    const live = alive(id);
    if (live === null) return Promise.resolve(null);
    const done = live.said.then(() => work(live));
    live.said = done.catch(() => undefined);
    void live.said.then(live.answeredNow);
    return done.catch((error: unknown) => {
      if (!isOver(error)) throw error;
      open.delete(id);
      return null;
    });
  };

  const edit = (live: Open, { body, files }: Rendered) =>
    api<APIMessage>({
      method: 'PATCH',
      route: Routes.webhookMessage(me.applicationId, live.token),
      doing: 'answer an interaction',
      auth: false,
      body: { ...body, flags: body.flags & ~MessageFlags.Ephemeral },
      files,
    });
  const follow = (live: Open, { body, files }: Rendered) =>
    api<APIMessage>({
      method: 'POST',
      route: Routes.webhook(me.applicationId, live.token),
      doing: 'add to an answer',
      auth: false,
      body,
      files,
    });

  const tokens: Tokens = {
    open(interaction) {
      const { promise: answered, resolve: answeredNow } = Promise.withResolvers<void>();
      if (!interaction.isPending) answeredNow();
      open.set(interaction.id, {
        ...interaction,
        said: Promise.resolve(),
        answered,
        answeredNow,
      });
      const oldest = open.size > MAX_KEPT ? open.keys().next().value : undefined;
      if (oldest !== undefined) open.delete(oldest);
    },

    bind(interaction, place) {
      const live = alive(interaction);
      if (live === null) return;
      bound.set(`${live.member}/${place}`, interaction);
      const oldest = bound.size > MAX_KEPT ? bound.keys().next().value : undefined;
      if (oldest !== undefined) bound.delete(oldest);
    },

    async say(interaction, message) {
      const pages = renderMessage(message, { withName: true, isEphemeral: true });
      const done = await speak(interaction, async (live) => {
        // What was deferred in public would be seen by everybody.
        if (live.isPending && !live.isPrivate) {
          await withdraw(api, me, live);
          live.isPending = false;
        }
        for (const page of pages) {
          if (live.isPending) await edit(live, page);
          else await follow(live, page);
          live.isPending = false;
        }
        return true;
      });
      return done ?? false;
    },

    async add(interaction, message) {
      const live = alive(interaction);
      if (live === null) return false;
      const timer = setTimeout(live.answeredNow, LIMITS.ownAnswerMs);
      await live.answered;
      clearTimeout(timer);
      return tokens.say(interaction, message);
    },

    async replace(interaction, message) {
      const [first, ...rest] = renderMessage(message, { withName: true, isEphemeral: true });
      const done = await speak(interaction, async (live) => {
        if (first !== undefined) await edit(live, first);
        live.isPending = false;
        for (const page of rest) await follow(live, page);
        return true;
      });
      return done ?? false;
    },

    publish(interaction, message) {
      const [first] = renderMessage(message, { withName: true });
      return speak(interaction, async (live) => {
        live.isPending = false;
        if (first === undefined) throw new Error('nothing to publish');
        const said = await edit(live, first);
        return typeof said.id === 'string' ? said : readOwn(api, me, live);
      });
    },

    async withdraw(interaction) {
      await speak(interaction, (live) => withdraw(api, me, live));
    },

    about(member, place) {
      const interaction = bound.get(`${member}/${place}`);
      return interaction !== undefined && alive(interaction) !== null ? interaction : null;
    },
  };
  return tokens;
}

/** The interaction's own answer, where changing it did not bring it back. */
function readOwn(api: Api, me: Me, { token }: Open): Promise<APIMessage> {
  const route = Routes.webhookMessage(me.applicationId, token);
  return api<APIMessage>({ method: 'GET', route, doing: 'read an answer', auth: false });
}

/** Whether an answer means that the token no longer counts. */
function isOver(error: unknown): boolean {
  if (error instanceof DiscordFailure && error.status === 401) return true;
  return ['expired', 'gone', 'forbidden'].includes(troubleOf(error));
}

/** Takes back a public “thinking…” that came to nothing: its member was told privately. */
async function withdraw(api: Api, me: Me, { token }: Open): Promise<void> {
  await api({
    method: 'DELETE',
    route: Routes.webhookMessage(me.applicationId, token),
    doing: 'take back an answer',
    auth: false,
  });
}
