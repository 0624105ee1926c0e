import { setTimeout as sleep } from 'node:timers/promises';
import { type APIMessage, Routes } from 'discord.js';
import type { Message } from '../../review/message.ts';
import { UserError } from '../../user-error.ts';
import type { Api, Call } from './api.ts';
import type { Avatars } from './avatars.ts';
import type { Missing } from './channels.ts';
import { DiscordFailure, type Trouble, troubleOf } from './failure.ts';
import type { Me } from './me.ts';
import { type Rendered, renderMessage, speakerName } from './render.ts';
import type { Destination, Threads } from './threads.ts';
import type { Webhook, Webhooks } from './webhooks.ts';
import { WORDS } from './words.ts';

export interface SendingDeps {
  readonly api: Api;
  readonly me: Me;
  readonly missing: Missing;
  readonly threads: Threads;
  readonly webhooks: Webhooks;
  readonly avatars: Pick<Avatars, 'of'>;
}

/** One message of a post as it is sent. */
export interface Sent {
  readonly id: string;
  readonly webhook: string | null;
}

/** How often a fresh forum post is waited for: its first message may not have landed (code 40058). */
const EARLY_WAITS_MS = [300, 700, 1_500, 3_000] as const;

/** Sends a post's messages from the `from`-th on, in order. */
export async function sendMessages(
  deps: SendingDeps,
  to: Destination,
  post: { readonly message: Message; readonly marker: number; readonly from?: number },
): Promise<readonly Sent[]> {
  const { message, marker, from = 0 } = post;
  const webhook = await speakerOf(deps, to, message);
  const pages = renderMessage(message, { withName: webhook === null, marker });
  const sent: Sent[] = [];
  for (const [at, page] of pages.entries()) {
    if (at < from) continue;
    const one = { page, message, marker: marker + at, isFirst: at === 0 };
    sent.push(await sendOne(deps, to, { ...one, webhook }));
  }
  return sent;
}

/**
 * The webhook a persona speaks through. Where contents are withheld from the bot, messages of webhooks are
 * too, and could not be found again after a crash: there the bot speaks itself.
 */
async function speakerOf(
  { me, webhooks }: SendingDeps,
  { webhookChannel }: Destination,
  { identity }: Message,
): Promise<Webhook | null> {
  if (identity === null || webhookChannel === null || !me.mayReadContent) return null;
  return webhooks.of(webhookChannel);
}

interface Sending {
  readonly page: Rendered;
  readonly message: Message;
  readonly marker: number;
  readonly isFirst: boolean;
  readonly webhook: Webhook | null;
}

async function sendOne(deps: SendingDeps, to: Destination, sending: Sending): Promise<Sent> {
  const { webhook } = sending;
  for (let wait = 0; ; wait += 1) {
    try {
      const call =
        webhook === null ? botCall(to, sending) : webhookCall(deps, to, { ...sending, webhook });
      const { id } = await deps.api<APIMessage>(call);
      return { id, webhook: webhook?.id ?? null };
    } catch (error) {
      const trouble = troubleOf(error);
      const waitMs = EARLY_WAITS_MS[wait];
      if (trouble === 'early' && waitMs !== undefined) await sleep(waitMs);
      else if (trouble === 'archived' && wait === 0 && (await deps.threads.unarchive(to.channel)))
        continue;
      else if (webhook !== null && isSpeakerRefused(trouble, error)) {
        deps.webhooks.forget(to.webhookChannel ?? '');
        return sendOne(deps, to, await asBot(deps, to, sending));
      } else throw explain(trouble, error);
    }
  }
}

/** The next post makes or finds a webhook anew, this one goes out under the bot's name. */
async function asBot(_deps: SendingDeps, _to: Destination, sending: Sending): Promise<Sending> {
  const pages = renderMessage(sending.message, { withName: true, marker: sending.marker });
  const [first] = pages;
  return { ...sending, webhook: null, page: pages.length === 1 && first ? first : sending.page };
}

/** The webhook is gone, or Discord does not take what it says, e.g. a persona's name: the bot says it. */
function isSpeakerRefused(trouble: Trouble, error: unknown): boolean {
  if (trouble === 'expired' || trouble === 'impossible') return true;
  const isAnswer = error instanceof DiscordFailure;
  return isAnswer && (error.status === 401 || error.code === INVALID_FORM);
}

const INVALID_FORM = 50_035;

function botCall({ channel, replyTo }: Destination, { page, marker, isFirst }: Sending): Call {
  const reply =
    replyTo === null || !isFirst
      ? {}
      : { message_reference: { message_id: replyTo, fail_if_not_exists: true } };
  return {
    method: 'POST',
    route: Routes.channelMessages(channel),
    doing: 'post',
    // Within a few minutes Discord itself answers a repetition with the message that stands.
    body: { ...page.body, ...reply, nonce: `p${marker}`, enforce_nonce: true },
    files: page.files,
  };
}

function webhookCall(
  { avatars }: SendingDeps,
  { channel, webhookChannel }: Destination,
  { page, message, webhook }: Sending & { readonly webhook: Webhook },
): Call {
  const { id, token } = webhook;
  const { identity } = message;
  const picture = identity === null ? null : avatars.of(identity);
  return {
    method: 'POST',
    route: Routes.webhook(id, token),
    doing: 'post as a persona',
    auth: false,
    query: {
      wait: 'true',
      with_components: 'true',
      ...(channel === webhookChannel ? {} : { thread_id: channel }),
    },
    body: {
      ...page.body,
      ...(identity === null ? {} : { username: webhookName(speakerName(identity)) }),
      ...(picture === null ? {} : { avatar_url: picture }),
    },
    files: page.files,
  };
}

/** Discord refuses names with these words in them (resources/webhook). */
function webhookName(name: string): string {
  return name
    .replace(/discord/gi, 'D-scord')
    .replace(/clyde/gi, 'Cl-de')
    .slice(0, 80);
}

function explain(trouble: Trouble, error: unknown): unknown {
  if (trouble !== 'blocked') return error;
  return new UserError(WORDS.blocked, { code: 'blocked_by_server', cause: error });
}
