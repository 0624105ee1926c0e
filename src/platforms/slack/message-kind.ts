import type { SlackMessage } from './capture.ts';
import type { Identity } from './workspace.ts';

/** Who a message is by, as far as reviews care. */
export type MessageKind = 'person' | 'own' | 'app' | 'system' | 'gone';

/** Subtypes under which people's own words come. */
const PEOPLE: readonly string[] = ['file_share', 'thread_broadcast', 'me_message'];
/** The account in whose name Slack leaves a note where a deleted message was. */
const SLACKBOT = 'USLACKBOT';

/**
 * Tells people's words from ours, other apps' and Slack's own lines. Apps of today post without a subtype,
 * so what counts is `bot_id`. https://docs.slack.dev/reference/events/message
 */
export function kindOf(
  { subtype, user, bot_id: bot, app_id: app }: SlackMessage,
  us: Pick<Identity, 'botUser' | 'botId' | 'appId'>,
): MessageKind {
  if (
    subtype === 'tombstone' ||
    (user === SLACKBOT && subtype === undefined && bot === undefined)
  ) {
    return 'gone';
  }
  const isOurs =
    user === us.botUser ||
    (bot !== undefined && bot === us.botId) ||
    (app !== undefined && app === us.appId);
  if (isOurs) return 'own';
  if (bot !== undefined || subtype === 'bot_message') return 'app';
  return subtype === undefined || PEOPLE.includes(subtype) ? 'person' : 'system';
}
