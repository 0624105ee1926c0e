import { describe, expect, it } from 'vitest';
import { hasWords } from '../../src/text/blank.ts';

describe('hasWords', () => {
  it.each([
    '',
    ' \r\n\t\u00A0',
    '…!?',
    '👍🏽🎉',
    '1️⃣ #️⃣',
    ':tada: :+1:',
    '<:party:42>',
    '🇩🇪',
    '\u200B\uFEFF',
    '---\n***',
    '![a chart](https://example.org/a.png)',
    '![x][y] 🎉',
  ])('finds none in %j', (text) => expect(hasWords(text)).toBe(false));

  it.each(['ok', '5', '字', 'שלום', 'مرحبا', 'é 👍', '🎉 done :tada:', 'कि', '٥'])(
    'finds some in %j',
    (text) => expect(hasWords(text)).toBe(true),
  );
});
