import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import type { CriticView } from '../../src/loop/critic.ts';
import { createRevision } from '../../src/loop/revision.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';
import { createModelStub } from './model-stub.ts';

const VIEW: CriticView = { round: 1, facts: [], planned: [] };
const never = new AbortController().signal;

const remark = (more: object = {}) => ({
  quote: 'a while',
  sentenceId: 'S2',
  kind: 'clarity',
  severity: 'major',
  problem: 'Nobody knows how long that is.',
  why: 'Readers cannot plan.',
  suggestion: { action: 'replace', text: 'an hour', instruction: 'Write “an hour”.' },
  ...more,
});

async function critique(answer: object, text: string, view: CriticView = VIEW) {
  const model = createModelStub([answer]);
  const critic = createModelCritic({ modelFor: () => model });
  const reply = await critic.critique(lineEditor, createRevision(1, text, null), view, never);
  return { reply, asked: model.asked[0] };
}

const DRAFT = 'The deploy starts at 14:00 UTC. It may take a while. See https://example.com/plan.';

describe('the model critic', () => {
  it('hands on what the model says', async () => {
    const { reply, asked } = await critique(
      {
        checks: [
          { id: 'one-reading', pass: true },
          { id: 'made-up', pass: false },
        ],
        strengths: [{ quote: '14:00 UTC', sentenceId: 'S1', note: 'Exact.' }],
        comments: [remark()],
        followUps: [],
        criteria: [
          { id: 'clarity', score: 3 },
          { id: 'beauty', score: 4 },
        ],
        verdict: 'revise',
      },
      DRAFT,
    );
    expect(reply).toEqual({
      verdict: 'revise',
      checks: [{ id: 'one-reading', pass: true }],
      criteria: [{ id: 'clarity', score: 3 }],
      strengths: [{ quote: '14:00 UTC', sentenceId: 'S1', note: 'Exact.' }],
      comments: [remark()],
      followUps: [],
      limits: [],
      usage: SCRIPTED_USAGE,
    });
    expect(asked?.purpose).toBe('critique');
    expect(asked?.round).toContain('[S2] It may take a while.');
  });

  it('asks about planned comments without naming who made them', async () => {
    const planned: Comment = {
      ...remark(),
      id: '1.senior-editor.4',
      fingerprint: 'f',
      source: { persona: 'senior-editor' },
      raisedBy: ['senior-editor'],
      kind: 'clarity',
      severity: 'major',
      anchor: { type: 'document' },
      status: 'planned',
      suggestion: { action: 'replace', text: 'an hour', instruction: 'Write “an hour”.' },
    };
    const { reply, asked } = await critique(
      {
        comments: [],
        followUps: [
          { id: 'P1', fixed: true },
          { id: 'P2', fixed: true },
        ],
        verdict: 'accept',
      },
      DRAFT,
      { ...VIEW, planned: [planned] },
    );
    expect(reply.followUps).toEqual([{ commentId: '1.senior-editor.4', fixed: true }]);
    expect(`${asked?.stable}${asked?.round}`).not.toContain('senior-editor');
  });

  it('keeps a text only where the action has one', async () => {
    const suggestion = (action: string, text: string | null) => ({
      action,
      text,
      instruction: 'i',
    });
    const { reply } = await critique(
      {
        comments: [
          remark({ suggestion: suggestion('delete', 'x') }),
          remark({ suggestion: suggestion('ask', 'x') }),
          remark({ suggestion: suggestion('replace', null) }),
        ],
        verdict: 'revise',
      },
      DRAFT,
    );
    expect(reply.comments.map((comment) => comment.suggestion)).toEqual([
      { action: 'delete', instruction: 'i' },
      { action: 'ask', instruction: 'i' },
      { action: 'replace', instruction: 'i' },
    ]);
  });

  it('L14 lets no invented link, mention or hidden character out', async () => {
    const { reply } = await critique(
      {
        comments: [
          remark({
            problem: 'See ![x](https://evil.example/?d=1) @everyone\u202e',
            why: 'https://example.com/plan says so.',
            suggestion: {
              action: 'replace',
              text: 'an hour (https://evil.example)',
              instruction: 'Ask <@U999>.',
            },
          }),
        ],
        verdict: 'revise',
      },
      DRAFT,
    );
    expect(reply.comments[0]).toMatchObject({
      problem: 'See x everyone',
      why: 'https://example.com/plan says so.',
      suggestion: { text: 'an hour (…)', instruction: 'Ask .' },
    });
  });

  it('RC-092 sends no secret, finds its place again and does not repeat it in remarks', async () => {
    const secret = 'xoxb-000-FAKE';
    const sha = '3f786850e387550fdab836ed7e6dc881de23001b';
    const text = `Set the token ${secret} before ${sha}.`;
    const { reply, asked } = await critique(
      {
        comments: [
          remark({
            quote: 'the token [secret-1] before',
            sentenceId: 'S1',
            problem: '[secret-1] stands in the open.',
            suggestion: {
              action: 'replace',
              text: 'our token [secret-1] before',
              instruction: 'Take [secret-1] out.',
            },
          }),
        ],
        verdict: 'revise',
      },
      text,
      { ...VIEW, facts: [remark({ quote: secret, problem: `“${secret}” is unknown.` })] as never },
    );
    expect(`${asked?.stable}${asked?.round}`).not.toContain(secret);
    expect(asked?.round).toContain(sha);
    expect(reply.comments[0]).toMatchObject({
      quote: `the token ${secret} before`,
      problem: '[secret-1] stands in the open.',
      suggestion: { text: `our token ${secret} before`, instruction: 'Take [secret-1] out.' },
    });
    expect(reply.limits).toEqual([
      'The draft seems to hold a secret (a key, token, password or card number); the model saw a placeholder.',
    ]);
  });

  it('says what it could not show the model', async () => {
    const { reply } = await critique({ comments: [], verdict: 'accept' }, 'Hi\u200b the\u200bre.');
    expect(reply.limits).toEqual([
      'The draft holds 2 invisible characters; the editors did not see them.',
    ]);
  });
});
