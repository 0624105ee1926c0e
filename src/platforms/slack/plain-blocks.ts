import { LIMITS } from './limits.ts';
import { plainText } from './markdown-blocks.ts';
import type { Block } from './render.ts';

/** The same words and buttons in the simplest blocks there are, for where Slack refuses better ones. */
export function plainBlocks(blocks: readonly Block[]): Block[] {
  const plain = blocks.flatMap((block): Block[] => {
    if (block.type !== 'rich_text') return block.type === 'divider' ? [] : [block];
    const words = plainText(block.elements);
    const pieces = words.match(new RegExp(`[\\s\\S]{1,${LIMITS.plainTextChars - 100}}`, 'gu')) ?? [
      ' ',
    ];
    return pieces.map((text) => ({
      type: 'section',
      text: { type: 'plain_text', text, emoji: false },
    }));
  });
  return plain.slice(0, LIMITS.blocksPerMessage);
}
