import { describe, expect, it } from 'vitest';
import {
  type Action,
  decodeAction,
  encodeAction,
  MAX_ACTION_CHARS,
  VERBS,
} from '../../src/review/action.ts';
import { fc } from '../fast-check.ts';

const UUID = '3f6f3b1e-0d0e-4e6f-9a51-6a1f0c2b7d11';
const id = (maxLength: number) =>
  fc.stringMatching(/^[!-{}~]+$/, { maxLength }).filter((text) => text.length <= maxLength);

const actions: fc.Arbitrary<Action> = fc.record(
  { verb: fc.constantFrom(...VERBS), runId: id(36), commentId: id(40) },
  { requiredKeys: ['verb', 'runId'] },
);

describe('an action', () => {
  it('comes back as it was, in at most 100 plain characters', () => {
    fc.assert(
      fc.property(actions, (action) => {
        const encoded = encodeAction(action);

        expect(encoded).toMatch(/^[!-~]+$/);
        expect(encoded.length).toBeLessThanOrEqual(MAX_ACTION_CHARS);
        expect(decodeAction(encoded)).toEqual(action);
      }),
    );
  });

  it('is null when any character was changed, cut, added or moved', () => {
    fc.assert(
      fc.property(
        actions,
        fc.nat(),
        fc.constantFrom('|', 'x', '0', ' ', 'é'),
        (action, seed, other) => {
          const encoded = encodeAction(action);
          const at = seed % encoded.length;
          const [before, after] = [encoded.slice(0, at), encoded.slice(at + 1)];
          fc.pre(encoded[at] !== other);

          expect(decodeAction(`${before}${other}${after}`)).toBeNull();
          expect(decodeAction(`${before}${after}`)).toBeNull();
          expect(decodeAction(before)).toBeNull();
          expect(decodeAction(`${encoded}${other}`)).toBeNull();
        },
      ),
    );
  });

  it('is null for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeAction(text) === null));
    for (const text of ['', '|||', 'accept', `accept|${UUID}`, `accept|${UUID}|0.a.1|`]) {
      expect(decodeAction(text)).toBeNull();
    }
  });

  it('does not take a comment from one run into another', () => {
    const encoded = encodeAction({ verb: 'accept', runId: UUID, commentId: '0.line-editor.1' });

    expect(decodeAction(encoded.replace('3f6f', '4f6f'))).toBeNull();
    expect(decodeAction(encoded.replace('accept', 'dismiss'))).toBeNull();
  });

  it('has room for a run and the comments of the longest built-in sources', () => {
    const commentId = '12.tone-and-inclusion-for-executives.999';

    for (const verb of VERBS) {
      expect(decodeAction(encodeAction({ verb, runId: UUID, commentId }))).toEqual({
        verb,
        runId: UUID,
        commentId,
      });
    }
  });

  it.each([
    ['too long', { commentId: 'c'.repeat(80) }],
    ['empty', { runId: '' }],
    ['with a separator', { commentId: 'a|b' }],
    ['with a space', { commentId: 'a b' }],
    ['beyond ASCII', { commentId: '0.é.1' }],
  ])('is refused when an id is %s', (_, change: Partial<Action>) => {
    expect(() => encodeAction({ verb: 'accept', runId: UUID, ...change })).toThrow(RangeError);
  });
});
