import {
  type APIAttachment,
  type APIEmbed,
  type APIMessage,
  ComponentType,
  MessageReferenceType,
} from 'discord.js';
import { FILE_ENDINGS, FILE_LIMITS, readFileText } from '../../files/text-file.ts';
import type { Settings } from '../../settings/settings.ts';
import { UserError } from '../../user-error.ts';

/** The words of a message, and what of it could not be read. */
export interface Words {
  readonly text: string;
  readonly notRead: readonly string[];
  readonly fromFile: boolean;
}

/** Fetches a file; rejects when it cannot be had or has more than `maxBytes`. */
export type Download = (url: string, maxBytes: number) => Promise<Uint8Array>;

/** What a message is read from; forwards hold the same. */
type Content = Pick<APIMessage, 'content' | 'attachments' | 'embeds'> &
  Partial<Pick<APIMessage, 'sticker_items' | 'poll' | 'components' | 'mentions'>>;

/**
 * Reads a message: its own words, then those of its files, then those of a message it forwards. What is
 * left out is named: pictures, stickers, polls, voice.
 */
export async function readWords(
  message: APIMessage,
  { download, embeds }: { readonly download: Download; readonly embeds: Settings['embeds'] },
): Promise<Words> {
  const pieces = [message as Content, ...forwarded(message)].map((content) =>
    readContent(content, { download, embeds }),
  );
  const read = await Promise.all(pieces);
  return {
    text: read
      .map(({ text }) => text)
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
    notRead: read.flatMap(({ notRead }) => notRead),
    fromFile: read.some(({ fromFile }) => fromFile),
  };
}

/** True for a message that shows nothing at all: where Discord withholds the contents, all look like this. */
export function isWithheld(message: APIMessage): boolean {
  const { content, attachments, embeds, sticker_items: stickers, poll, components } = message;
  return (
    !content &&
    poll == null &&
    forwarded(message).length === 0 &&
    [attachments, embeds, stickers, components].every((list) => (list ?? []).length === 0)
  );
}

/** The words a message answers to; they are context, never part of the draft. */
export function quotedWords({
  referenced_message: quoted,
  message_reference: reference,
}: APIMessage) {
  const isForward = reference?.type === MessageReferenceType.Forward;
  return quoted == null || isForward || !quoted.content ? [] : [quoted.content];
}

/** A forward has no words of its own: they stand in its snapshot (docs.discord.com: message-snapshots). */
function forwarded(message: APIMessage): Content[] {
  const { message_snapshots: snapshots } = message as APIMessage & {
    message_snapshots?: { message: Content }[];
  };
  return (snapshots ?? []).map((snapshot) => snapshot.message);
}

async function readContent(
  content: Content,
  { download, embeds }: { readonly download: Download; readonly embeds: Settings['embeds'] },
): Promise<Words> {
  const files = await Promise.all(
    (content.attachments ?? []).map((file) => readFile(file, download)),
  );
  const shown = (content.embeds ?? []).filter(({ type }) => type == null || type === 'rich');
  const texts = [
    withNames(content),
    ...files.flatMap(({ text }) => (text === null ? [] : [text])),
    ...(embeds === 'read' ? shown.map(embedText) : []),
    ...componentTexts(content.components ?? []),
  ];
  return {
    text: texts.filter((text) => text.trim() !== '').join('\n\n'),
    notRead: [
      ...files.flatMap(({ notRead }) => (notRead === null ? [] : [notRead])),
      ...(content.sticker_items ?? []).map(({ name }) => `the sticker “${name}”`),
      ...(content.poll == null ? [] : ['the poll']),
      ...(embeds === 'ignore' && shown.length > 0 ? ['an embed'] : []),
    ],
    fromFile: files.some(({ text }) => text !== null),
  };
}

/** A mention is a number to who reads it later; the message itself says whose. */
function withNames({ content = '', mentions = [] }: Content): string {
  const names = new Map(
    mentions.map(({ id, username, global_name: shown }) => [id, shown ?? username]),
  );
  return content.replace(/<@!?(\d+)>/g, (token, id: string) => {
    const name = names.get(id)?.replace(/[<>|]/g, '').trim();
    return name ? `<@${id}|${name}>` : token;
  });
}

interface ReadFile {
  readonly text: string | null;
  readonly notRead: string | null;
}

/** The text of a file: what Discord's client makes of a long paste is one too (`message.txt`). */
export async function readFile(
  file: Pick<APIAttachment, 'filename' | 'size' | 'url' | 'content_type'>,
  download: Download,
): Promise<ReadFile> {
  const { filename, size, url } = file;
  const type = file.content_type ?? '';
  // The type is what the sender's client says; the ending decides.
  if (!FILE_ENDINGS.some((ending) => filename.toLowerCase().endsWith(ending))) {
    return { text: null, notRead: kindOf(filename, type) };
  }
  try {
    if (size > FILE_LIMITS.bytes) await readFileText(filename, new Uint8Array(size));
    return {
      text: await readFileText(filename, await download(url, FILE_LIMITS.bytes)),
      notRead: null,
    };
  } catch (error) {
    const why =
      error instanceof UserError
        ? error.message.replace(/\.$/, '')
        : `“${filename}” could not be fetched`;
    return { text: null, notRead: why };
  }
}

function kindOf(filename: string, type: string): string {
  if (type.startsWith('image/')) return 'a picture';
  if (type.startsWith('audio/')) return 'a voice message';
  if (type.startsWith('video/')) return 'a video';
  return `the file “${filename.slice(-80)}”`;
}

function embedText({ title, description, fields }: APIEmbed): string {
  const rows = (fields ?? []).map(({ name, value }) => `**${name}**\n${value}`);
  return [title ? `**${title}**` : '', description ?? '', ...rows]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** The texts of new-style components, which apps post instead of contents. */
function componentTexts(components: readonly unknown[]): string[] {
  return components.flatMap((component) => {
    const {
      type,
      content,
      components: inner = [],
    } = component as {
      type: ComponentType;
      content?: string;
      components?: unknown[];
    };
    if (type === ComponentType.TextDisplay) return content === undefined ? [] : [content];
    return type === ComponentType.ActionRow ? [] : componentTexts(inner);
  });
}

/** Fetches over http(s) and stops reading when it is more than allowed. */
export const downloadFile: Download = async (url, maxBytes) => {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('not a web address');
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok || response.body === null) throw new Error(`answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('is larger than it said');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
