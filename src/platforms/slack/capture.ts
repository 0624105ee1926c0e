/*
 * What people wrote, out of a Slack message. The same words stand in it up to three times (blocks, text,
 * attachments' fallbacks), so one form is read: rich text as typed, else the blocks of an app, else `text`.
 */
import { hasWords } from '../../text/blank.ts';
import { decodeEntities, markdownLink, mentionToken, type NameOf } from './entities.ts';
import { richTextToMarkdown, type SlackElement } from './rich-text.ts';
import { tableToMarkdown } from './tables.ts';

/** A message as the Web API, events and shortcuts give it; any key may be missing. */
export interface SlackMessage {
  readonly type?: string;
  readonly subtype?: string;
  readonly ts?: string;
  readonly thread_ts?: string;
  readonly user?: string;
  readonly bot_id?: string;
  readonly app_id?: string;
  readonly text?: string;
  readonly hidden?: boolean;
  readonly blocks?: readonly SlackElement[];
  readonly attachments?: readonly SlackAttachment[];
  readonly files?: readonly SlackFile[];
  readonly edited?: { readonly ts?: string };
  readonly reply_count?: number;
  readonly metadata?: {
    readonly event_type?: string;
    readonly event_payload?: Readonly<Record<string, unknown>>;
  };
  readonly user_team?: string;
  readonly team?: string;
}

interface SlackAttachment {
  readonly pretext?: string;
  readonly title?: string;
  readonly title_link?: string;
  readonly text?: string;
  readonly fallback?: string;
  readonly from_url?: string;
  readonly original_url?: string;
  readonly author_name?: string;
  readonly is_msg_unfurl?: boolean;
  readonly is_share?: boolean;
  readonly fields?: readonly { readonly title?: string; readonly value?: string }[];
  readonly blocks?: readonly SlackElement[];
  readonly message_blocks?: readonly {
    readonly message?: { readonly blocks?: readonly SlackElement[] };
  }[];
  readonly image_url?: string;
}

export interface SlackFile {
  readonly id?: string;
  readonly name?: string | null;
  readonly title?: string;
  readonly mode?: string;
  readonly filetype?: string;
  readonly mimetype?: string;
  readonly size?: number;
  readonly url_private?: string;
  readonly url_private_download?: string;
  readonly file_access?: string;
  readonly preview?: string;
  readonly preview_is_truncated?: boolean;
}

/** Words of a message, and what in it was left aside, each in a few words for people. */
export interface MessageWords {
  readonly text: string;
  readonly notRead: readonly string[];
}

/** Sentences Slack puts where it has no words. */
const PLACEHOLDERS: readonly string[] = [
  'This message contains an interactive element.',
  "This content can't be displayed.",
  'This message was deleted.',
];

/** Reads a message's own words; files are read elsewhere. `readsEmbeds`: previews of links count as words. */
export function readMessage(
  message: SlackMessage,
  { nameOf, readsEmbeds = false }: { readonly nameOf: NameOf; readonly readsEmbeds?: boolean },
): MessageWords {
  const blocks = message.blocks ?? [];
  const fromBlocks = blocksToMarkdown(blocks, nameOf);
  const typed = message.text ?? '';
  const own =
    fromBlocks !== ''
      ? fromBlocks
      : PLACEHOLDERS.includes(decodeEntities(typed).trim())
        ? ''
        : mrkdwnToMarkdown(typed, nameOf);
  const attached = readAttachments(message, { nameOf, readsEmbeds, hasOwn: hasWords(own) });
  return {
    text: [own, ...attached.texts].filter((part) => part.trim() !== '').join('\n\n'),
    notRead: [...attached.notRead, ...blocks.flatMap(unreadableBlock)],
  };
}

/** Blocks in order as Markdown: what people typed and pasted, and what apps lay out. */
function blocksToMarkdown(blocks: readonly SlackElement[], nameOf: NameOf): string {
  return blocks
    .map((block) => blockToMarkdown(block, nameOf))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function blockToMarkdown(block: SlackElement, nameOf: NameOf): string {
  switch (block.type) {
    case 'rich_text':
      return richTextToMarkdown(block, nameOf);
    case 'header':
      return `# ${textObject(block.text, nameOf)}`.trim().replace(/^#$/, '');
    case 'section':
      return [block.text, ...(Array.isArray(block.fields) ? block.fields : [])]
        .map((each) => textObject(each, nameOf))
        .filter(Boolean)
        .join('\n\n');
    case 'context':
      return (block.elements ?? [])
        .map((each) => textObject(each, nameOf))
        .filter(Boolean)
        .join(' ');
    case 'markdown':
      return typeof block.text === 'string' ? block.text : '';
    case 'table':
    case 'data_table':
      return tableToMarkdown(block, nameOf);
    default:
      return '';
  }
}

function textObject(given: unknown, nameOf: NameOf): string {
  if (typeof given !== 'object' || given === null) return '';
  const { type, text } = given as { readonly type?: unknown; readonly text?: unknown };
  if (typeof text !== 'string') return '';
  return type === 'mrkdwn' ? mrkdwnToMarkdown(text, nameOf) : type === 'plain_text' ? text : '';
}

function unreadableBlock({ type }: SlackElement): string[] {
  const names: Readonly<Record<string, string>> = {
    image: 'a picture',
    video: 'a video',
    file: 'a file of another place',
    data_visualization: 'a chart',
  };
  const name = type === undefined ? undefined : names[type];
  return name === undefined ? [] : [name];
}

function readAttachments(
  { attachments = [] }: SlackMessage,
  {
    nameOf,
    readsEmbeds,
    hasOwn,
  }: { readonly nameOf: NameOf; readonly readsEmbeds: boolean; readonly hasOwn: boolean },
): { readonly texts: string[]; readonly notRead: string[] } {
  const texts: string[] = [];
  const notRead: string[] = [];
  for (const attachment of attachments) {
    const isPreview = attachment.from_url !== undefined && attachment.is_share !== true;
    // A link to a message shows that message; a forward is the message.
    const isQuoted = attachment.is_msg_unfurl === true && attachment.is_share !== true && hasOwn;
    if (isQuoted) notRead.push('a linked message');
    else if (isPreview && attachment.is_msg_unfurl !== true && !readsEmbeds) {
      // A preview of a link is nobody's draft; saying so of every link would be noise.
    } else {
      const text = attachmentText(attachment, nameOf);
      if (text !== '') texts.push(text);
      else if (attachment.image_url !== undefined) notRead.push('a picture');
    }
  }
  return { texts, notRead };
}

function attachmentText(attachment: SlackAttachment, nameOf: NameOf): string {
  const shared = (attachment.message_blocks ?? []).flatMap(({ message }) => message?.blocks ?? []);
  const blocks = blocksToMarkdown([...shared, ...(attachment.blocks ?? [])], nameOf);
  if (blocks !== '') return blocks;
  const title = attachment.title === undefined ? '' : mrkdwnToMarkdown(attachment.title, nameOf);
  const parts = [
    mrkdwnToMarkdown(attachment.pretext ?? '', nameOf),
    title !== '' && attachment.title_link ? markdownLink(attachment.title_link, title) : title,
    mrkdwnToMarkdown(attachment.text ?? '', nameOf),
    ...(attachment.fields ?? []).map(({ title: name = '', value = '' }) =>
      [mrkdwnToMarkdown(name, nameOf), mrkdwnToMarkdown(value, nameOf)].filter(Boolean).join(': '),
    ),
  ].filter((part) => part.trim() !== '');
  const words = parts.join('\n\n');
  return words !== '' ? words : fallbackWords(attachment.fallback ?? '', nameOf);
}

function fallbackWords(fallback: string, nameOf: NameOf): string {
  return /^\[(?:no preview|.*interactive).*\]$/i.test(fallback)
    ? ''
    : mrkdwnToMarkdown(fallback, nameOf);
}

/** Slack's own markup as Markdown; code is left as it is, entities are decoded once. */
export function mrkdwnToMarkdown(text: string, nameOf: NameOf): string {
  return text
    .split(CODE)
    .map((piece, at) => {
      // What Slack escaped inside code is escaped there as well.
      if (at % 2 === 1) return decodeEntities(piece);
      return decodeEntities(
        piece
          .replace(BOLD, '$1**$2**')
          .replace(STRIKE, '$1~~$2~~')
          .replace(TOKEN, (token, inner: string) =>
            keepDecoded(tokenToMarkdown(token, inner, nameOf)),
          ),
      ).replaceAll(KEPT, '&');
    })
    .join('');
}

const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;
const BOLD = /(^|[\s([{"'“‘_~])\*(?=\S)([^*\n]*[^*\s])\*(?=$|[\s)\]}"'”’.,:;!?_~-])/gm;
const STRIKE = /(^|[\s([{"'“‘_*])~(?=\S)([^~\n]*[^~\s])~(?=$|[\s)\]}"'”’.,:;!?_*-])/gm;
const TOKEN = /<([^<>\n]+)>/g;
/** Stands for an ampersand that has been decoded already. */
const KEPT = '\u{F8FF}';

function keepDecoded(text: string): string {
  return decodeEntities(text).replaceAll('&', KEPT);
}

function tokenToMarkdown(token: string, inner: string, nameOf: NameOf): string {
  const [body = '', ...labels] = inner.split('|');
  const label = labels.join('|');
  const named: NameOf = (kind, id) =>
    label === '' ? nameOf(kind, id) : label.replace(/^[@#]/, '');
  if (body.startsWith('@')) return mentionToken('member', body.slice(1), named);
  if (body.startsWith('#')) return mentionToken('channel', body.slice(1), named);
  if (body.startsWith('!subteam^')) return mentionToken('group', body.slice(9), named);
  if (body.startsWith('!')) return token;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(body)) return token;
  return markdownLink(decodeEntities(body), label === '' ? undefined : decodeEntities(label));
}
