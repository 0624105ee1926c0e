import { describe, expect, it } from 'vitest';
import { smallPrint, toDiscordMarkdown } from '../../../src/platforms/discord/markdown.ts';

describe('Markdown as Discord shows it', () => {
  it('RC-056: lists tables, row by row', () => {
    const table = [
      'Before.',
      '',
      '| Ort | 時間 | Wer |',
      '|---|:--:|---|',
      '| Halle | 九時 | Ada |',
      '| **Hof** | 十時 |  |',
      '| a \\| b | | Bo |',
      '',
      'After.',
    ].join('\n');
    expect(toDiscordMarkdown(table)).toBe(
      'Before.\n\n- **Halle** · 時間: 九時 · Wer: Ada\n- **Hof** · 時間: 十時\n- **a | b** · Wer: Bo\n\nAfter.',
    );
  });

  it('RC-056: keeps lists with their levels', () => {
    const list = '- a\n  - b\n    - c\n1. d\n2. e';
    expect(toDiscordMarkdown(list)).toBe(list);
  });

  it('RC-054: shows deep headings in bold and leaves no stray signs', () => {
    expect(toDiscordMarkdown('#### Small print\n# Title')).toBe('**Small print**\n# Title');
    expect(toDiscordMarkdown('`**kwargs`')).toBe('`**kwargs`');
  });

  it.each([
    'https://ex.org/src/__tests__/a_b_c.ts#L8',
    'valid_markup_skip',
    "We've R&D at https://ex.org/?a=1&b=2 & more",
    '[the plan](https://ex.org/p_q)',
    '```md\n| a | b |\n|---|---|\n| 1 | 2 |\n```',
    '`| a | b |`',
    'a | b\nc | d',
  ])('RC-057, RC-058: leaves %j alone', (text) => {
    expect(toDiscordMarkdown(text)).toBe(text);
  });

  it('gives links whose words are an address as the address', () => {
    expect(toDiscordMarkdown('[https://ex.org](https://ex.org)')).toBe('<https://ex.org>');
    expect(toDiscordMarkdown('![](https://ex.org/a.png)')).toBe('<https://ex.org/a.png>');
  });

  it('ends lines without the spaces of a hard break', () => {
    expect(toDiscordMarkdown('one  \ntwo')).toBe('one\ntwo');
  });

  it('makes a long line in italics small', () => {
    expect(smallPrint('_1 round · 7 calls · stopped: nothing left to fix_')).toBe(
      '-# 1 round · 7 calls · stopped: nothing left to fix',
    );
    expect(smallPrint('_revise_')).toBe('_revise_');
  });

  it('names commands as they are called here', () => {
    expect(toDiscordMarkdown('`/refine status` shows how, `/refine write` begins.')).toBe(
      '`/refine-admin status` shows how, `/refine-write` begins.',
    );
    expect(toDiscordMarkdown('`/refine` and `/refine nonsense`')).toBe(
      '`/refine` and `/refine nonsense`',
    );
  });
});
