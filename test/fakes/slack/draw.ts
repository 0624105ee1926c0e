/* Messages and views as people see them: words without markup codes, buttons by their labels. */
import { textOfRichText, unescapeText } from './rich-text.ts';
import type { Json, World } from './world.ts';

/** Something that can be pressed or chosen from. */
export interface Control {
  readonly label: string;
  readonly type: string;
  readonly actionId: string;
  readonly blockId: string;
  readonly value: string | null;
  readonly style: string | null;
  readonly url: string | null;
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly element: Json;
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const words = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String((value as Json).text ?? '') : '';

/** Codes of people, channels and links as they are shown. */
export function shownText(world: World, text: string): string {
  return unescapeText(
    text.replace(
      /<([@#!]?)([^>|]*)(?:\|([^>]*))?>/g,
      (_, mark: string, id: string, label: string) => {
        if (mark === '@') return `@${world.members.get(id)?.name ?? label ?? id}`;
        if (mark === '#') return `#${world.channels.get(id)?.name ?? label ?? id}`;
        if (mark === '!') return label ?? `@${id}`;
        return label ?? id;
      },
    ),
  );
}

/** Blocks as lines of text. */
export function drawBlocks(world: World, blocks: readonly Json[]): string {
  return blocks
    .map((block) => drawBlock(world, block))
    .filter((text) => text !== '')
    .join('\n');
}

function drawText(world: World, value: unknown): string {
  const isPlain = (value as Json | undefined)?.type === 'plain_text';
  return isPlain ? words(value) : shownText(world, words(value));
}

function drawBlock(world: World, block: Json): string {
  switch (block.type) {
    case 'rich_text':
      return shownText(world, textOfRichText(block));
    case 'markdown':
      return shownText(world, String(block.text ?? ''));
    case 'divider':
      return '---';
    case 'section': {
      const fields = list(block.fields).map((field) => drawText(world, field));
      const accessory =
        block.accessory === undefined ? [] : [drawElement(world, block.accessory as Json)];
      return [drawText(world, block.text), ...fields, ...accessory].filter(Boolean).join('\n');
    }
    case 'actions':
    case 'context_actions':
      return list(block.elements)
        .map((element) => drawElement(world, element))
        .join(' ');
    case 'context':
      return list(block.elements)
        .map((element) => (element.type === 'image' ? '' : drawText(world, element)))
        .filter(Boolean)
        .join(' ');
    case 'input':
      return `${words(block.label)}: ${drawElement(world, (block.element ?? {}) as Json)}`;
    case 'table':
      return list(block.rows)
        .map((row) =>
          list(row)
            .map((cell) =>
              String(cell.text ?? (cell.type === 'rich_text' ? textOfRichText(cell) : '')),
            )
            .join(' | '),
        )
        .join('\n');
    case 'task_card':
      return `${block.title} (${block.status})`;
    case 'image':
      return String(block.alt_text ?? '');
    default:
      return drawText(world, block.text);
  }
}

function drawElement(world: World, element: Json): string {
  if (element.type === 'button') return `[${words(element.text)}]`;
  if (element.type === 'image') return '';
  if (element.type === 'feedback_buttons') {
    return [element.positive_button, element.negative_button]
      .map((button) => `[${words((button as Json).text)}]`)
      .join(' ');
  }
  const first = words(element.placeholder) || String(element.initial_value ?? '');
  return `<${element.type} ${drawText(world, { type: 'plain_text', text: first })}>`;
}

/** Everything in blocks that can be pressed or chosen from, in order. */
export function controlsOf(blocks: readonly Json[]): readonly Control[] {
  return blocks.flatMap((block) => {
    const elements = [
      ...list(block.elements),
      ...(block.accessory === undefined ? [] : [block.accessory as Json]),
      ...(block.element === undefined ? [] : [block.element as Json]),
    ];
    return elements
      .filter(({ type }) => !['image', 'plain_text', 'mrkdwn'].includes(String(type)))
      .filter(({ type }) => !String(type).startsWith('rich_text_') || type === 'rich_text_input')
      .filter(({ action_id, type }) => action_id !== undefined || type === 'button')
      .map((element) => controlOf(element, String(block.block_id ?? ''), words(block.label)));
  });
}

function controlOf(element: Json, blockId: string, label: string): Control {
  const groups = list(element.option_groups).flatMap(({ options }) => list(options));
  return {
    label: words(element.text) || label || words(element.placeholder),
    type: String(element.type),
    actionId: String(element.action_id ?? ''),
    blockId,
    value: typeof element.value === 'string' ? element.value : null,
    style: typeof element.style === 'string' ? element.style : null,
    url: typeof element.url === 'string' ? element.url : null,
    options: [...list(element.options), ...groups].map((option) => ({
      label: words(option.text),
      value: String(option.value ?? ''),
    })),
    element,
  };
}
