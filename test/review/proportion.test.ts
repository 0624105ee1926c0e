import { describe, expect, it } from 'vitest';
import { median, proportion } from '../../src/review/proportion.ts';

describe('a proportion', () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3: Wilson's score without correction.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('has the published interval: %i of %i', (hits, of, low, high) => {
    const found = proportion(hits, of);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
    expect(found.rate).toBe(hits / of);
  });

  it('stays between 0 and 1, and turns around with what is counted', () => {
    for (let of = 1; of <= 60; of += 1) {
      for (let hits = 0; hits <= of; hits += 1) {
        const { low, high, rate } = proportion(hits, of);
        const other = proportion(of - hits, of);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(rate ?? -1).toBeGreaterThanOrEqual(low - 1e-12);
        expect(rate ?? 2).toBeLessThanOrEqual(high + 1e-12);
        expect(other.low).toBeCloseTo(1 - high, 12);
      }
    }
  });

  it('is too little to tell anything under 30 cases, and with an interval of 30 points', () => {
    expect(proportion(0, 0)).toMatchObject({ rate: null, isTooFew: true });
    expect(proportion(1, 29).isTooFew).toBe(true);
    expect(proportion(1, 30).isTooFew).toBe(false);
    // Half of 30 is anything from 33 to 67 %.
    expect(proportion(15, 30).isTooFew).toBe(true);
    expect(proportion(30, 60).isTooFew).toBe(false);
  });
});

describe('a median', () => {
  it('is the middle of six values or more, and nothing of fewer', () => {
    expect(median([9, 1, 5, 3, 7])).toBeNull();
    expect(median([9, 1, 5, 3, 7, 100])).toBe(6);
    expect(median([9, 1, 5, 3, 7, 100, 2])).toBe(5);
  });
});
