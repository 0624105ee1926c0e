import { describe, expect, it } from 'vitest';
import { formatRef, parseRef } from '../../src/review/refs.ts';
import { fc } from '../fast-check.ts';

describe('a ref', () => {
  it('gives back its platform and parts, whatever characters they hold', () => {
    const part = fc.oneof(fc.string(), fc.stringMatching(/^[%:3A25a]*$/));
    fc.assert(
      fc.property(part, fc.array(part), (platform, parts) => {
        expect(parseRef(formatRef<'thread'>(platform, parts))).toEqual({ platform, parts });
      }),
    );
  });

  it('reads as platform and parts with colons between', () => {
    expect(formatRef<'message'>('desk', ['general', '12'])).toBe('desk:general:12');
  });
});
