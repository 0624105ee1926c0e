import type { Message, MessagePart } from '../../review/message.ts';
import { plainMentions } from '../../review/shown-text.ts';
import { splitMarkdown } from '../../text/splitting.ts';
import { LIMITS } from './limits.ts';

/** The Markdown of all parts, as one text. */
export function partsToText(parts: readonly MessagePart[]): string {
  return parts
    .map(({ markdown }) => markdown)
    .filter((markdown) => markdown !== '')
    .join('\n\n');
}

/**
 * Lays a message out as desk messages within the limits: parts stay together while they fit, a part that
 * is too long by itself is split, and its buttons come with its last piece.
 */
export function renderMessage(message: Message, maxChars: number = LIMITS.postChars): Message[] {
  const rendered: Message[] = [];
  let parts: MessagePart[] = [];
  let chars = 0;
  const flush = () => {
    if (parts.length > 0) rendered.push({ identity: message.identity, parts });
    parts = [];
    chars = 0;
  };
  for (const piece of message.parts.flatMap((part) => splitPart(plain(part), maxChars))) {
    if (chars + piece.markdown.length > maxChars) flush();
    parts.push(piece);
    chars += piece.markdown.length + 2;
  }
  flush();
  return rendered;
}

/** Nobody is notified at the desk: mentions are names. */
function plain({ notifies, ...part }: MessagePart): MessagePart {
  return notifies ? { ...part, markdown: plainMentions(part.markdown) } : part;
}

function splitPart(part: MessagePart, maxChars: number): MessagePart[] {
  const pieces = splitMarkdown(part.markdown, maxChars);
  if (pieces.length <= 1) return [part];
  return pieces.map((markdown, index) => ({
    ...part,
    markdown,
    buttons: index === pieces.length - 1 ? part.buttons : [],
  }));
}
