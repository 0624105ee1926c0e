import type { Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { emojiCharacter } from '../../text/emoji.ts';
import { isHostile } from '../../text/markdown.ts';
import { splitChunks } from '../../text/markdown-chunks.ts';
import { escapeHtml, type Html, trusted } from './html.ts';

/*
 * Markdown of anybody as HTML that can do no harm: every tag and attribute is written here, raw HTML is
 * shown as the text it is, links lead to the web or to a mailbox, and nothing is loaded from elsewhere.
 */

export interface MarkdownOptions {
  /** Lets links to the desk's own pages through; only for what the desk itself put in. */
  readonly ownLinks?: boolean;
  /** Lays out the remark of an editor: its quotation and its suggestion are set apart. */
  readonly quotes?: boolean;
}

/** Renders Markdown; a piece the grammar would choke on is shown as plain text. */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): Html {
  const key = `${options.ownLinks === true}${options.quotes === true}${markdown}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const markup = piecesOf(markdown)
    .map((piece) => renderPiece(piece, options))
    .join('');
  const rendered = trusted(options.quotes ? layOutRemark(markup) : markup);
  remember(key, rendered);
  return rendered;
}

/** Sets the quoted words and the suggestion of a remark apart from what is said of them. */
function layOutRemark(markup: string): string {
  return markup.replace(QUOTED, '$1<q>“$2”</q>').replaceAll('<br>→ ', '</p><p dir="auto">→ ');
}

/** Words in quotation marks, followed by what is said of them. */
const QUOTED = /^(<p[^>]*>)“((?:(?!<\/?p).)*?)”(?= — )/g;

/** The beginning of a text, cut between blocks or words; the whole text when it is not longer. */
export function previewOf(markdown: string, maxChars: number): string {
  if (markdown.length <= maxChars) return markdown;
  const whole = splitChunks(markdown, 0).filter(({ end }) => end <= maxChars);
  const end = whole.at(-1)?.end ?? 0;
  if (end > maxChars / 3) return markdown.slice(0, end).trimEnd();
  const cut = markdown.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '');
  return cut.replace(/(?<=\s)\S{0,200}$/, '').trimEnd();
}

// Pages show the same messages again and again; the newest are kept.
const remembered = new Map<string, Html>();
const MAX_REMEMBERED_CHARS = 2_000_000;
let rememberedChars = 0;

function remember(key: string, rendered: Html): void {
  remembered.set(key, rendered);
  rememberedChars += key.length + rendered.markup.length;
  for (const [old, { markup }] of remembered) {
    if (rememberedChars <= MAX_REMEMBERED_CHARS) break;
    remembered.delete(old);
    rememberedChars -= old.length + markup.length;
  }
}

function piecesOf(markdown: string): string[] {
  if (!isHostile(markdown)) return [markdown];
  return splitChunks(markdown, 0).map(({ start, end }) => markdown.slice(start, end));
}

function renderPiece(piece: string, options: MarkdownOptions): string {
  if (isHostile(piece)) return renderPlain(piece);
  try {
    const root = fromMarkdown(piece, {
      extensions: [gfm()],
      mdastExtensions: gfmFromMarkdown(),
    });
    return renderChildren(root, { options, addresses: addressesOf(root), isInside: false });
  } catch {
    // The grammar recurses: nesting may exhaust the stack, and the words are shown all the same.
    return renderPlain(piece);
  }
}

function renderPlain(text: string): string {
  return `<p dir="auto">${renderText(text.trim())}</p>`;
}

interface Context {
  readonly options: MarkdownOptions;
  /** Targets of reference links by label. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Inside a block that has a direction already: the outermost block decides for all in it. */
  readonly isInside: boolean;
}

function addressesOf(root: Root): ReadonlyMap<string, string> {
  return new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, node.url] as const] : [],
    ),
  );
}

function renderChildren(node: Parents, context: Context): string {
  return node.children.map((child) => renderNode(child, context)).join('');
}

type Renderer<Type extends Nodes['type']> = (
  node: Extract<Nodes, { type: Type }>,
  context: Context,
) => string;

const wrap =
  (tag: string): ((node: Parents, context: Context) => string) =>
  (node, context) =>
    `<${tag}>${renderChildren(node, context)}</${tag}>`;

const direction = ({ isInside }: Context) => (isInside ? '' : ' dir="auto"');
const inside = (context: Context): Context => ({ ...context, isInside: true });

const RENDERERS: { readonly [Type in Nodes['type']]?: Renderer<Type> } = {
  paragraph: (node, context) =>
    `<p${direction(context)}>${renderChildren(node, inside(context))}</p>`,
  // A message is a part of the page: its headings stand below the page's own.
  heading: (node, context) => {
    const level = Math.min(6, node.depth + 3);
    return `<h${level}${direction(context)}>${renderChildren(node, inside(context))}</h${level}>`;
  },
  thematicBreak: () => '<hr>',
  blockquote: (node, context) =>
    `<blockquote${direction(context)}>${renderChildren(node, inside(context))}</blockquote>`,
  list: (node, context) => {
    const start = node.ordered && node.start && node.start !== 1 ? ` start="${node.start}"` : '';
    const tag = node.ordered ? 'ol' : 'ul';
    return `<${tag}${start}${direction(context)}>${renderChildren(node, inside(context))}</${tag}>`;
  },
  listItem: (node, context) => {
    const [first, ...rest] = node.children;
    const isTight = !node.spread && first?.type === 'paragraph';
    const words = isTight
      ? renderChildren(first, context) + rest.map((child) => renderNode(child, context)).join('')
      : renderChildren(node, context);
    if (typeof node.checked !== 'boolean') return `<li>${words}</li>`;
    const [box, label] = node.checked ? ['☑', 'done'] : ['☐', 'to do'];
    return `<li class="task"><span role="img" aria-label="${label}">${box}</span> ${words}</li>`;
  },
  // Code can be wider than the page; it scrolls by itself, also by keyboard.
  code: ({ value }) => `<pre tabindex="0" dir="ltr"><code>${escapeHtml(value)}</code></pre>`,
  html: ({ value }) => renderText(value),
  text: ({ value }) => renderText(value),
  emphasis: wrap('em'),
  strong: wrap('strong'),
  delete: wrap('s'),
  inlineCode: ({ value }) => `<code dir="ltr">${escapeHtml(value)}</code>`,
  break: () => '<br>',
  link: (node, context) => renderLink(node.url, renderChildren(node, context), context),
  linkReference: (node, context) => {
    const address = context.addresses.get(node.identifier) ?? '';
    return renderLink(address, renderChildren(node, context), context);
  },
  image: (node, context) => renderLink(node.url, pictureWords(node.alt), context),
  imageReference: (node, context) =>
    renderLink(context.addresses.get(node.identifier) ?? '', pictureWords(node.alt), context),
  footnoteReference: ({ identifier }) => `<sup>[${escapeHtml(identifier)}]</sup>`,
  footnoteDefinition: (node, context) =>
    `<div class="footnote"${direction(context)}><sup>[${escapeHtml(node.identifier)}]</sup> ${renderChildren(node, inside(context))}</div>`,
  definition: () => '',
  table: (node, context) => {
    const [head, ...body] = node.children;
    const row = (cells: typeof head, tag: string) =>
      cells === undefined
        ? ''
        : `<tr>${cells.children
            .map((cell) => `<${tag} dir="auto">${renderChildren(cell, inside(context))}</${tag}>`)
            .join('')}</tr>`;
    const rows = body.map((cells) => row(cells, 'td')).join('');
    return `<div class="table" tabindex="0"><table><thead>${row(head, 'th')}</thead><tbody>${rows}</tbody></table></div>`;
  },
};

function renderNode(node: Nodes, context: Context): string {
  const render = RENDERERS[node.type] as Renderer<Nodes['type']> | undefined;
  return render === undefined ? '' : render(node, context);
}

function pictureWords(alt: string | null | undefined): string {
  return `🖼 ${escapeHtml(alt || 'picture')}`;
}

/** A link that leads nowhere safe keeps its words. */
function renderLink(address: string, words: string, { options }: Context): string {
  if (options.ownLinks && /^\/c\/[\w%./?=&-]*$/.test(address)) {
    return `<a href="${escapeHtml(address)}">${words}</a>`;
  }
  if (!isOutward(address)) return words;
  const href = escapeHtml(address);
  return `<a href="${href}" target="_blank" rel="noreferrer noopener nofollow">${words}</a>`;
}

function isOutward(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

/** In chat a line end is a line end; emoji names become emoji. */
function renderText(text: string): string {
  return escapeHtml(text.replace(/\r\n?/g, '\n'))
    .replace(/:([a-z0-9_+-]{1,60}):/g, (whole, name: string) => emojiCharacter(name) ?? whole)
    .replaceAll('\n', '<br>');
}
