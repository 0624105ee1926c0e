import { UserError } from '../user-error.ts';

/** What the parts of a .docx may unpack to: a small file can be made to unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 60_000_000;

/** The text of a Word document as Markdown; pictures are left out. Throws a `UserError` for anything else. */
export async function readDocx(bytes: Uint8Array, shown: string): Promise<string> {
  if (unpackedBytes(bytes) > MAX_UNPACKED_BYTES) {
    throw new UserError(`${shown} unpacks to more than a document needs, so I left it alone.`, {
      code: 'file_too_large',
    });
  }
  // Only who uses it pays for loading it.
  const { default: mammoth } = await import('mammoth');
  try {
    const options = { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) };
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, options);
    return toMarkdown(value);
  } catch (cause) {
    const sentence = `${shown} cannot be read as a Word document. Save it again as .docx.`;
    throw new UserError(sentence, { code: 'file_unreadable', cause });
  }
}

/** Sums what the zip's directory says its entries unpack to. */
function unpackedBytes(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entry = Buffer.from('PK\x01\x02', 'latin1');
  let total = 0;
  for (let at = view.indexOf(entry); at >= 0; at = view.indexOf(entry, at + 46)) {
    if (at + 46 <= view.length) total += view.readUInt32LE(at + 24);
  }
  return total;
}

/** The few tags the reader makes, as Markdown. */
function toMarkdown(html: string): string {
  const open: Open = { lists: [], link: '' };
  const pieces = Array.from(
    html.matchAll(TAG_OR_TEXT),
    ([, closing, tag = '', attributes, text]) =>
      text === undefined
        ? markOf({ tag, isClosing: closing !== '', attributes: attributes ?? '' }, open)
        : decodeEntities(text),
  );
  return pieces
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const TAG_OR_TEXT = /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g;

/** What the tags so far have opened. */
interface Open {
  readonly lists: { readonly isOrdered: boolean; count: number }[];
  link: string;
}

interface Tag {
  readonly tag: string;
  readonly isClosing: boolean;
  readonly attributes: string;
}

const MARKS: Readonly<Record<string, string>> = { strong: '**', em: '_', br: '\n', tr: '\n' };

function markOf({ tag, isClosing, attributes }: Tag, open: Open): string {
  if (/^h[1-6]$/.test(tag)) return isClosing ? '\n\n' : `\n\n${'#'.repeat(Number(tag[1]))} `;
  switch (tag) {
    case 'p':
      return open.lists.length > 0 ? '' : '\n\n';
    case 'ul':
    case 'ol':
      if (isClosing) open.lists.pop();
      else open.lists.push({ isOrdered: tag === 'ol', count: 0 });
      return open.lists.length > 0 ? '' : '\n\n';
    case 'li':
      return isClosing ? '' : bulletOf(open);
    case 'a':
      return linkMark(isClosing, attributes, open);
    case 'td':
    case 'th':
      return isClosing ? ' ' : '';
    default:
      return MARKS[tag] ?? '';
  }
}

function bulletOf({ lists }: Open): string {
  const list = lists.at(-1);
  if (list !== undefined) list.count += 1;
  const indent = '   '.repeat(Math.max(0, lists.length - 1));
  return `\n${indent}${list?.isOrdered ? `${list.count}.` : '-'} `;
}

function linkMark(isClosing: boolean, attributes: string, open: Open): string {
  const { link } = open;
  if (isClosing) {
    open.link = '';
    return link === '' ? '' : `](${link})`;
  }
  open.link = decodeEntities(/href="(https?:[^"]*|mailto:[^"]*)"/.exec(attributes)?.[1] ?? '');
  return open.link === '' ? '' : '[';
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&amp;', '&');
}
