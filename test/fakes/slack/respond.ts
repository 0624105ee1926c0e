/* Response addresses: few uses, half an hour, no token; whatever is wrong is written down. */
import type { Answer } from './api.ts';
import type { Core, ResponseUrl } from './core.ts';
import { SlackFailure } from './failure.ts';
import { notifiedBy } from './mentions.ts';
import { wordsOf } from './methods/chat.ts';
import { changeMessage, putMessage, removeMessage } from './posting.ts';
import type { Validator } from './validate.ts';
import type { ChannelRecord, Json } from './world.ts';

const KNOWN = new Set([
  'text',
  'blocks',
  'attachments',
  'response_type',
  'replace_original',
  'delete_original',
  'thread_ts',
  'unfurl_links',
  'unfurl_media',
  'metadata',
  'mrkdwn',
  'parse',
  'link_names',
]);

const said = (status: number, body: string): Answer => ({ status, headers: {}, body });

/** Takes what was posted to a response address. */
export function respond(core: Core, validator: Validator, id: string, args: Json): Answer {
  const at = core.responseUrls.get(id);
  if (at === undefined) return said(404, 'no_team');
  if (core.world.now() > at.expiresAt) return said(404, 'expired_url');
  if (at.uses >= core.pace.responseUrlUses) return said(404, 'used_url');
  const unknown = Object.keys(args).filter((key) => !KNOWN.has(key));
  for (const key of unknown) core.violate(`response_url: unknown key ${key}`);
  const findings = args.blocks === undefined ? [] : validator.blocks(args.blocks, 'message');
  for (const { text } of findings) core.violate(`response_url: ${text}`);
  if (findings.length > 0) return said(400, 'invalid_blocks');
  try {
    place(core, at, args);
  } catch (error) {
    if (error instanceof SlackFailure) return said(404, error.code);
    throw error;
  }
  at.uses += 1;
  return said(200, 'ok');
}

function place(core: Core, at: ResponseUrl, args: Json): void {
  const channel = core.world.channels.get(at.channelId);
  if (channel === undefined) return;
  if (args.delete_original === true) {
    removeOriginal(core, channel, at);
    return;
  }
  const { warning: _, ...words } = wordsOf({ core, by: at.by, args, method: 'respond' });
  const original = at.original ?? at.posted.at(-1) ?? null;
  // Clicks replace what was clicked unless told otherwise; commands and shortcuts have nothing to replace.
  const replaces =
    args.replace_original ?? (at.original !== null && args.response_type === undefined);
  if (replaces === true && original !== null) {
    if (original.isEphemeral) {
      const shown = channel.ephemerals.find(({ ts }) => ts === original.ts);
      if (shown !== undefined) Object.assign(shown, { ...words, notified: notifiedBy(words) });
      return;
    }
    const message = channel.messages.get(original.ts);
    if (message === undefined) throw new SlackFailure('message_not_found');
    const { text, blocks, attachments } = words;
    changeMessage(core, channel, message, { text, blocks, attachments });
    return;
  }
  if (args.response_type === 'in_channel') {
    const asked = typeof args.thread_ts === 'string' ? args.thread_ts : null;
    const message = putMessage(core, channel, {
      ...words,
      subtype: 'bot_message',
      botId: at.by.botId,
      appId: core.app.id,
      threadTs: asked,
    });
    at.posted.push({ ts: message.ts, isEphemeral: false });
    return;
  }
  const ts = core.world.ts();
  channel.ephemerals.push({
    ts,
    channel: channel.id,
    to: at.userId,
    threadTs: typeof args.thread_ts === 'string' ? args.thread_ts : at.threadTs,
    viaResponseUrl: true,
    text: words.text,
    blocks: words.blocks,
    attachments: words.attachments,
    username: null,
    notified: notifiedBy(words),
    deleted: false,
  });
  at.posted.push({ ts, isEphemeral: true });
}

function removeOriginal(core: Core, channel: ChannelRecord, at: ResponseUrl): void {
  const original = at.original ?? at.posted.at(-1);
  if (original === undefined) return;
  const shown = channel.ephemerals.find(({ ts }) => ts === original.ts);
  if (shown !== undefined) shown.deleted = true;
  const message = channel.messages.get(original.ts);
  if (message !== undefined) removeMessage(core, channel, message);
}
