import { describe, expect, it } from 'vitest';
import { hasPlateaued, isBetter, type Standing } from '../../src/loop/better.ts';
import type { Comment } from '../../src/loop/comment.ts';

const open = (...severities: Comment['severity'][]) =>
  severities.map((severity) => ({ severity }) as Comment);
const standing = (score: number | null, ...severities: Comment['severity'][]): Standing => ({
  score,
  open: open(...severities),
});
const candidate = (of: Standing, more: { guardOk?: boolean; resolved?: number } = {}) => ({
  guardOk: true,
  resolved: 1,
  ...of,
  ...more,
});

describe('a revision becomes best', () => {
  it('when it has fewer serious comments and a score within the noise', () => {
    expect(isBetter(candidate(standing(2.8)), standing(3, 'major'))).toBe(true);
  });

  it('when it has fewer comments and the same score', () => {
    expect(isBetter(candidate(standing(3)), standing(3, 'minor'))).toBe(true);
  });

  it('when only the score differs and is higher, or equal with a comment resolved', () => {
    expect(isBetter(candidate(standing(3.1, 'minor')), standing(3, 'minor'))).toBe(true);
    expect(isBetter(candidate(standing(3, 'minor')), standing(3, 'minor'))).toBe(true);
  });

  it('without any score, by its comments alone', () => {
    expect(isBetter(candidate(standing(null)), standing(null, 'minor'))).toBe(true);
  });
});

describe('a revision does not become best', () => {
  it('when the guard refused it or nothing planned was resolved', () => {
    expect(isBetter(candidate(standing(4), { guardOk: false }), standing(1, 'major'))).toBe(false);
    expect(isBetter(candidate(standing(4), { resolved: 0 }), standing(1, 'major'))).toBe(false);
  });

  it('when it has more serious comments', () => {
    expect(isBetter(candidate(standing(4, 'blocking')), standing(1, 'minor'))).toBe(false);
  });

  it('when its score is clearly lower, whatever was resolved', () => {
    expect(isBetter(candidate(standing(2.7)), standing(3, 'major'))).toBe(false);
  });

  it('when comments are equal and the score is lower at all', () => {
    expect(isBetter(candidate(standing(2.9, 'minor')), standing(3, 'minor'))).toBe(false);
  });
});

describe('a plateau', () => {
  it('is two revisions in a row without gain', () => {
    expect(hasPlateaued([standing(2), standing(2.1), standing(2.2)])).toBe(true);
    expect(hasPlateaued([standing(2), standing(2.1)])).toBe(false);
    expect(hasPlateaued([standing(2), standing(3), standing(3.1)])).toBe(false);
  });

  it('is not there while serious comments become fewer, or without scores', () => {
    expect(hasPlateaued([standing(2, 'major'), standing(2), standing(2)])).toBe(false);
    expect(hasPlateaued([standing(null), standing(null), standing(null)])).toBe(false);
  });
});
