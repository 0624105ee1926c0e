import { expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { isResolved } from '../../src/loop/resolution.ts';

const comment = (more: Partial<Comment> = {}): Comment => ({
  id: '1.senior.1',
  fingerprint: 'a',
  source: { persona: 'senior' },
  raisedBy: ['senior'],
  kind: 'clarity',
  severity: 'major',
  anchor: {
    type: 'quote',
    sentenceId: 'S1',
    quote: 'most of it',
    match: 'exact',
    start: 10,
    end: 20,
  },
  problem: '',
  why: '',
  suggestion: { action: 'replace', text: 'all of it', instruction: '' },
  status: 'planned',
  ...more,
});

const none = { changed: [{ start: 12, end: 14 }], raised: [], followUps: new Map() };

it('is resolved when its words changed and nobody raises it again', () => {
  expect(isResolved(comment(), none)).toBe(true);
  expect(isResolved(comment(), { ...none, changed: [{ start: 20, end: 20 }] })).toBe(true);
});

it('is not resolved by a change elsewhere', () => {
  expect(isResolved(comment(), { ...none, changed: [{ start: 0, end: 10 }] })).toBe(false);
  expect(isResolved(comment(), { ...none, changed: [{ start: 21, end: 21 }] })).toBe(false);
});

it('is not resolved when a critic says it is still there', () => {
  expect(isResolved(comment(), { ...none, followUps: new Map([['1.senior.1', false]]) })).toBe(
    false,
  );
});

it('is not resolved when it is raised again, in the same or in other words', () => {
  expect(isResolved(comment(), { ...none, raised: [comment({ id: '2.line.1' })] })).toBe(false);
  const reworded = comment({ id: '2.senior.1', fingerprint: 'b' });
  expect(isResolved(comment(), { ...none, raised: [reworded] })).toBe(false);
  const other = comment({ id: '2.senior.1', fingerprint: 'b', kind: 'tone' });
  expect(isResolved(comment(), { ...none, raised: [other] })).toBe(true);
});

it('about the whole draft is resolved by any change', () => {
  expect(isResolved(comment({ anchor: { type: 'document' } }), none)).toBe(true);
});
