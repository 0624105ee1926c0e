import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { threadName } from '../../../src/platforms/discord/thread-name.ts';

describe('RC-062: names of threads', () => {
  it.each([
    ['The lift is out of order.', 'Review: The lift is out of order.'],
    ['# **Release** notes\n- one', 'Review: Release notes one'],
    ['<@123456789012345678> :emoji:', 'Review'],
    ['   \u200B ', 'Review'],
    ['', 'Review'],
    ['a\nb', 'Review: a b'],
    ['See https://example.org/x and [the plan](https://example.org)', 'Review: See and the plan'],
    ['```ts\nconst a = 1;\n```', 'Review'],
  ])('%j becomes %j', (text, name) => {
    expect(threadName(text)).toBe(name);
  });

  it('keeps families together', () => {
    const name = threadName('👩‍👩‍👧‍👦'.repeat(60));
    expect(name.length).toBeLessThanOrEqual(100);
    expect(name.replaceAll('👩‍👩‍👧‍👦', '')).toBe('Review: …');
  });

  it('is one line of 1 to 100 characters for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
        (text) => {
          const name = threadName(text);
          expect(name.length).toBeGreaterThan(0);
          expect(name.length).toBeLessThanOrEqual(100);
          expect(name).toMatch(/^Review/);
          expect(name).not.toMatch(/[\r\n\t]/);
        },
      ),
    );
  });
});
