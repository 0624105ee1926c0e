import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/models/openai/retry-after.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const wait = (headers: Record<string, string>, sentence = '') =>
  readRetryAfter(new Headers(headers), sentence, NOW);

describe('the pause a server asks for', () => {
  it.each<[string, Record<string, string>, number]>([
    ['in milliseconds', { 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    ['in seconds', { 'retry-after': '7' }, 7_000],
    ['as a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
    ['as a date gone by', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    ['as a reset of requests', { 'x-ratelimit-reset-requests': '1m30s' }, 90_000],
    ['as a reset in milliseconds', { 'x-ratelimit-reset-tokens': '120ms' }, 120],
    ['as a moment', { 'x-ratelimit-reset': String(NOW + 5_000) }, 5_000],
    ['as a moment in seconds', { 'x-ratelimit-reset': String(NOW / 1000 + 5) }, 5_000],
  ])('is read %s', (_how, headers, ms) => {
    expect(wait(headers)).toBe(ms);
  });

  it('is that of the limit which is used up', () => {
    expect(
      wait({
        'x-ratelimit-remaining-requests': '40',
        'x-ratelimit-reset-requests': '8h',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '6s',
      }),
    ).toBe(6_000);
  });

  it.each([
    ['Rate limit reached. Please try again in 7.66s.', 7_660],
    ['Please try again in 1m12.5s.', 72_500],
    ['Please retry after 20 seconds.', 20_000],
    ['Please try again in 240ms.', 240],
  ])('is read in words: %s', (sentence, ms) => {
    expect(wait({}, sentence)).toBe(ms);
  });

  it.each([
    ['nothing', {}, 'Slow down.'],
    ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': 'never' }, ''],
  ])('is unknown when a server says %s', (_what, headers, sentence) => {
    expect(wait(headers, sentence)).toBeNull();
  });
});
