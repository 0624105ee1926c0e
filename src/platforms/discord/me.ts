import type { APIMessage } from 'discord.js';

/** Who the bot is and what it may read. */
export interface Me {
  readonly botId: string;
  /** What commands are registered under and answers are sent to; events have the last word. */
  applicationId: string;
  /** Whether Discord gives it the texts of other people's messages. */
  mayReadContent: boolean;
  /** Webhooks of its own that it has met. */
  readonly webhooks: Set<string>;
}

/** Whether the bot said this, as itself or through a webhook of its own. */
export function isOurs(
  me: Me,
  message: Pick<APIMessage, 'author' | 'webhook_id' | 'application_id'>,
) {
  if (message.author.id === me.botId) return true;
  const { webhook_id: webhook, application_id: application } = message;
  return webhook != null && (application === me.applicationId || me.webhooks.has(webhook));
}

/** Whether an app said this. */
export function isAppPost({ author, webhook_id }: Pick<APIMessage, 'author' | 'webhook_id'>) {
  return author.bot === true || webhook_id != null;
}
