import { describe, expect, it } from 'vitest';
import { splitMarkdown } from '../../src/text/splitting.ts';
import { fc } from '../fast-check.ts';

const bare = (text: string) => text.replace(/\s/g, '');

describe('splitMarkdown', () => {
  it('leaves a text that fits as it is', () => {
    expect(splitMarkdown('One.\n\nTwo.\n', 100)).toEqual(['One.\n\nTwo.\n']);
  });

  it('cuts between paragraphs rather than between lines', () => {
    const first = `${'a'.repeat(30)}\n${'b'.repeat(30)}`;
    const second = `${'c'.repeat(30)}\n${'d'.repeat(30)}`;

    expect(splitMarkdown(`${first}\n\n${second}`, 100)).toEqual([first, second]);
  });

  it('closes a fence at the cut and opens it again with its language', () => {
    const code = Array.from({ length: 20 }, (_, line) => `const n${line} = ${line};`).join('\n');
    const pieces = splitMarkdown(`Before.\n\n\`\`\`ts\n${code}\n\`\`\`\n\nAfter.`, 120);

    expect(pieces.length).toBeGreaterThan(2);
    for (const piece of pieces) {
      expect((piece.match(/^```/gm) ?? []).length % 2).toBe(0);
      expect(piece.length).toBeLessThanOrEqual(120);
    }
    expect(pieces.slice(1, -1).every((piece) => piece.startsWith('```ts\n'))).toBe(true);
  });

  it('never cuts inside an emoji, a flag or a family', () => {
    const family = '👩‍👩‍👧‍👦';
    const pieces = splitMarkdown(`${family}🇩🇪`.repeat(60), 100);

    expect(pieces.join('')).toBe(`${family}🇩🇪`.repeat(60));
    for (const piece of pieces) expect(piece).toMatch(/^(?:👩‍👩‍👧‍👦|🇩🇪)+$/u);
  });

  it('keeps every character that is not white space, in order and within the limit', () => {
    const words = fc.stringMatching(/^[a-zé日א🎉 \n.#-]{0,400}$/u);
    fc.assert(
      fc.property(words, fc.integer({ min: 100, max: 200 }), (text, max) => {
        const pieces = splitMarkdown(text, max);
        expect(bare(pieces.join(''))).toBe(bare(text));
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(max);
      }),
    );
  });
});
