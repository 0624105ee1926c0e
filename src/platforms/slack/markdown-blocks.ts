/*
 * Markdown → rich text. Rich text is the one form in which words are only words: nothing in a text element
 * notifies anybody or is taken for markup, and lists, quotes, code, bold and strike look as they should.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
import type { types } from '@slack/bolt';
import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { inlineElements, plainElements, type RichInline } from './inline-elements.ts';
import { monospaceTable } from './monospace-table.ts';

export type RichElement = types.RichTextBlock['elements'][number];
type RichList = types.RichTextList;

/** Markdown as elements of one rich text block, at least one. */
export function richElements(markdown: string): RichElement[] {
  const build = createBuilder();
  try {
    const root = fromMarkdown(markdown, {
      extensions: [gfm()],
      mdastExtensions: gfmFromMarkdown(),
    });
    const addresses = addressesOf(root);
    for (const node of root.children) addBlock(node, { build, addresses });
  } catch {
    // The grammar recurses: nesting may exhaust the stack, and the words are shown all the same.
    build.paragraph([{ type: 'text', text: markdown }]);
  }
  return build.finish();
}

/** The words of elements without any marks. */
export function plainText(elements: readonly RichElement[]): string {
  return elements
    .map((element) =>
      element.type === 'rich_text_list'
        ? element.elements.map((item) => `• ${wordsOf(item.elements)}`).join('\n')
        : wordsOf(element.elements),
    )
    .join('\n');
}

function wordsOf(elements: readonly unknown[]): string {
  return (elements as readonly RichInline[])
    .map((each) => {
      if (each.type === 'link') return each.text ?? each.url;
      if (each.type === 'emoji') return `:${each.name}:`;
      // A notification is not to notify: the name stands in the message itself.
      if (each.type === 'user') return '@…';
      return each.type === 'text' ? each.text : '';
    })
    .join('');
}

type Builder = ReturnType<typeof createBuilder>;

interface Context {
  readonly build: Builder;
  /** Targets of reference links by label. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** Gathers elements; paragraphs that follow each other share a section, as in what people type. */
function createBuilder() {
  const done: RichElement[] = [];
  let section: RichInline[] = [];
  const close = () => {
    if (section.length > 0) done.push({ type: 'rich_text_section', elements: section });
    section = [];
  };
  return {
    paragraph(inline: readonly RichInline[]) {
      if (inline.length === 0) return;
      if (section.length > 0) section.push({ type: 'text', text: '\n\n' });
      else if (done.length > 0) section.push({ type: 'text', text: '\n' });
      section.push(...inline);
    },
    block(element: RichElement) {
      close();
      done.push(element);
    },
    finish(): RichElement[] {
      close();
      // A block without elements is refused.
      return done.length > 0
        ? done
        : [{ type: 'rich_text_section', elements: [{ type: 'text', text: ' ' }] }];
    },
  };
}

function addBlock(node: RootContent, context: Context): void {
  const { build, addresses } = context;
  switch (node.type) {
    case 'code':
      addCode(node.value, build);
      break;
    case 'list':
      addList(node, context, 0);
      break;
    case 'blockquote':
      addQuote(quoteElements(node.children, addresses), build);
      break;
    case 'table':
      addCode(monospaceTable(node), build);
      break;
    case 'definition':
      break;
    default:
      build.paragraph(paragraphElements(node, addresses));
  }
}

function paragraphElements(
  node: RootContent,
  addresses: ReadonlyMap<string, string>,
): readonly RichInline[] {
  switch (node.type) {
    case 'paragraph':
      return inlineElements(node.children, addresses);
    case 'heading':
      return inlineElements(node.children, addresses, { bold: true });
    case 'thematicBreak':
      return plainElements('———');
    default:
      return plainElements(sourceOf(node));
  }
}

function addQuote(elements: RichInline[], build: Builder): void {
  if (elements.length > 0) build.block({ type: 'rich_text_quote', elements });
}

function addCode(code: string, build: Builder): void {
  if (code !== '') {
    build.block({ type: 'rich_text_preformatted', elements: [{ type: 'text', text: code }] });
  }
}

/** A nested list stands beside its parent with a deeper indent, and the parent goes on after it. */
function addList(
  node: Extract<RootContent, { type: 'list' }>,
  context: Context,
  indent: number,
): void {
  const { build, addresses } = context;
  const style = node.ordered ? 'ordered' : 'bullet';
  let count = node.ordered ? (node.start ?? 1) - 1 : 0;
  let items: RichList['elements'] = [];
  const flush = () => {
    if (items.length === 0) return;
    const offset = count - items.length;
    build.block({
      type: 'rich_text_list',
      style,
      indent: Math.min(indent, 8),
      ...(node.ordered && offset > 0 ? { offset } : {}),
      elements: items,
    } as RichList);
    items = [];
  };
  for (const item of node.children) {
    const box = item.checked == null ? [] : plainElements(item.checked ? '☑ ' : '☐ ');
    const words = item.children.filter(({ type }) => type === 'paragraph' || type === 'heading');
    const inline = words.flatMap((child, at) => [
      ...(at === 0 ? [] : plainElements('\n')),
      ...('children' in child
        ? inlineElements(child.children as PhrasingContent[], addresses)
        : []),
    ]);
    const elements = [...box, ...inline];
    items.push({
      type: 'rich_text_section',
      elements: elements.length > 0 ? elements : plainElements(' '),
    });
    count += 1;
    for (const child of item.children.filter((each) => !words.includes(each))) {
      flush();
      if (child.type === 'list') addList(child, context, indent + 1);
      else addBlock(child, context);
    }
  }
  flush();
}

/** A quote holds only inline elements: its lists and code are told in lines. */
function quoteElements(
  children: readonly Nodes[],
  addresses: ReadonlyMap<string, string>,
): RichInline[] {
  return children.flatMap((child, at) => {
    const gap = at === 0 ? [] : plainElements('\n\n');
    switch (child.type) {
      case 'paragraph':
      case 'heading':
        return [...gap, ...inlineElements(child.children, addresses)];
      case 'list':
        return [
          ...gap,
          ...child.children.flatMap((item, line) => [
            ...plainElements(
              `${line === 0 ? '' : '\n'}${child.ordered ? `${(child.start ?? 1) + line}.` : '•'} `,
            ),
            ...quoteElements(item.children, addresses),
          ]),
        ];
      case 'code':
        return [...gap, { type: 'text', text: child.value || ' ', style: { code: true } } as const];
      case 'blockquote':
        return [...gap, ...quoteElements(child.children, addresses)];
      case 'table':
        return [...gap, ...plainElements(monospaceTable(child))];
      default:
        return [...gap, ...plainElements(sourceOf(child))];
    }
  });
}

function sourceOf(node: Nodes): string {
  return 'value' in node
    ? node.value
    : 'children' in node
      ? node.children.map(sourceOf).join('')
      : '';
}

function addressesOf(root: Root): ReadonlyMap<string, string> {
  return new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' ? [[node.identifier, node.url] as const] : [],
    ),
  );
}
