/* Rules of Block Kit that the published types do not state. */
import type { Json } from './world.ts';

const MESSAGE_ONLY = new Set([
  'markdown',
  'context_actions',
  'table',
  'task_card',
  'plan',
  'data_table',
]);
const MARKDOWN_TOTAL = 12_000;
const TABLE_TOTAL = 10_000;

/** What is wrong with the blocks of a message or a view. */
export function blockRules(
  blocks: readonly Json[],
  where: 'message' | 'modal' | 'home',
): readonly string[] {
  const wrong: string[] = [];
  const most = where === 'message' ? 50 : 100;
  if (blocks.length > most) wrong.push(`more than ${most} blocks`);
  const ids = blocks.flatMap(({ block_id }) => (block_id === undefined ? [] : [String(block_id)]));
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    wrong.push(`block_id ${id} stands twice`);
  }
  let markdown = 0;
  for (const [at, block] of blocks.entries()) {
    const say = (text: string) => wrong.push(`block ${at} (${block.type}): ${text}`);
    if (block.type === 'section') section(block, say);
    if (block.type === 'markdown') markdown += String(block.text ?? '').length;
    if (block.type === 'markdown' && String(block.text ?? '').trim() === '') say('empty text');
    if (block.type === 'table') table(block, say);
    if (block.type === 'rich_text') richText(block, say);
    if (where !== 'message' && MESSAGE_ONLY.has(String(block.type))) say('only in messages');
    if (where === 'message' && block.type === 'input') say('an input in a message');
    if (Array.isArray(block.elements) && block.elements.length === 0) say('no elements');
    actionIds(block, say);
    options(block, say);
  }
  if (markdown > MARKDOWN_TOTAL) wrong.push(`markdown of ${markdown} characters in all`);
  return wrong;
}

function section(block: Json, say: (text: string) => void): void {
  const fields = (block.fields ?? []) as Json[];
  if (block.text === undefined && fields.length === 0) say('neither text nor fields');
  if (Array.isArray(block.fields) && fields.length === 0) say('empty fields');
}

function table(block: Json, say: (text: string) => void): void {
  const rows = (block.rows ?? []) as Json[][];
  if (rows.some((row) => row.length > 20)) say('more than 20 columns');
  if (JSON.stringify(rows).length > TABLE_TOTAL * 3) say('too many characters');
  for (const cell of rows.flat()) {
    if (cell.type === 'raw_text' && String(cell.text ?? '') === '') say('an empty cell');
  }
}

function richText(block: Json, say: (text: string) => void): void {
  for (const element of (block.elements ?? []) as Json[]) {
    const parts = (element.elements ?? []) as Json[];
    if (parts.length === 0) say(`a ${element.type} without elements`);
    for (const part of parts) {
      if (part.type === 'text' && part.text === '') say('an empty text element');
      if (part.type === 'rich_text_section' && ((part.elements ?? []) as Json[]).length === 0) {
        say('an empty list item');
      }
    }
    const indent = Number(element.indent ?? 0);
    if (element.type === 'rich_text_list' && (indent < 0 || indent > 8))
      say('indent outside 0 to 8');
  }
}

/** Every choice has words and a value of its own. */
function options(block: Json, say: (text: string) => void): void {
  const elements = [
    ...((block.elements ?? []) as Json[]),
    ...[block.element, block.accessory].filter((each) => each !== undefined),
  ] as Json[];
  for (const { options: given } of elements) {
    if (!Array.isArray(given)) continue;
    if (given.length === 0) say('a choice of nothing');
    const values = (given as Json[]).map(({ value }) => value);
    if (values.includes('')) say('an option with an empty value');
    if (new Set(values).size < values.length) say('two options with one value');
  }
}

function actionIds(block: Json, say: (text: string) => void): void {
  const elements = [
    ...((block.elements ?? []) as Json[]),
    ...(block.accessory === undefined ? [] : [block.accessory as Json]),
  ];
  const ids = elements.flatMap(({ action_id }) =>
    action_id === undefined ? [] : [String(action_id)],
  );
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    say(`action_id ${id} stands twice`);
  }
}
