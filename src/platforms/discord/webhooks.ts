import { type APIWebhook, Routes } from 'discord.js';
import type { Api } from './api.ts';
import { markPicture } from './avatars.ts';
import type { Missing } from './channels.ts';
import { unless } from './failure.ts';
import type { Me } from './me.ts';

/** A webhook through which personas speak under their own names. */
export interface Webhook {
  readonly id: string;
  readonly token: string;
}

export interface Webhooks {
  /** The bot's webhook of a channel, made once and found again; null where it may have none. */
  of(channel: string): Promise<Webhook | null>;
  /** Somebody deleted it, or it does not answer any more. */
  forget(channel: string): void;
}

const NAME = 'Bluepencil';
const MAX_KEPT = 2_000;

export function createWebhooks(api: Api, { me, missing }: { me: Me; missing: Missing }): Webhooks {
  const kept = new Map<string, Promise<Webhook | null>>();
  const route = (channel: string) => Routes.channelWebhooks(channel);

  const open = async (channel: string): Promise<Webhook | null> => {
    const doing = 'find its webhook';
    const all = await api<APIWebhook[]>({ method: 'GET', route: route(channel), doing });
    const own = all.find(
      ({ application_id: application, user, token }) =>
        token && (application === me.applicationId || (!application && user?.id === me.botId)),
    );
    const webhook =
      own ??
      (await api<APIWebhook>({
        method: 'POST',
        route: route(channel),
        doing: 'make its webhook',
        // What is seen where the editors' own pictures cannot be fetched.
        body: { name: NAME, avatar: markPicture() },
      }));
    if (!webhook.token) return null;
    me.webhooks.add(webhook.id);
    return { id: webhook.id, token: webhook.token };
  };

  return {
    of(channel) {
      if (missing.isKnown(channel, 'manageWebhooks')) return Promise.resolve(null);
      const known = kept.get(channel);
      if (known !== undefined) return known;
      const opened = unless(open(channel), ['forbidden', 'gone', 'impossible'], () => {
        missing.note(channel, 'manageWebhooks');
        return null;
      }).then(
        (webhook) => {
          if (webhook === null) kept.delete(channel);
          return webhook;
        },
        (error: unknown) => {
          kept.delete(channel);
          throw error;
        },
      );
      kept.set(channel, opened);
      const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return opened;
    },

    forget(channel) {
      kept.delete(channel);
    },
  };
}
