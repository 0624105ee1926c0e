import { describe, expect, it } from 'vitest';
import type { RawComment } from '../../src/loop/comment.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  SCRIPTED_USAGE,
  scriptComment,
} from '../../src/models/scripted.ts';
import { UserError } from '../../src/user-error.ts';
import { DRAFT, persona, runLoop } from './harness.ts';

it('L6 ignores totals a critic adds up wrongly', async () => {
  // Three of the published few-shot critiques say 24, 21 and 30 where their parts make 25, 24 and 29.
  const wrong = { totalScore: '24/25' };
  const weighted = persona('senior', {
    criteria: ['a', 'b'].map((id, at) => ({
      id,
      title: id,
      weight: at + 1,
      anchors: ['1', '2', '3', '4'] as const,
    })),
  });
  const { result } = await runLoop({
    critic: createScriptedCritic(() => ({
      ...wrong,
      criteria: [
        { id: 'a', score: 4 },
        { id: 'b', score: 1 },
        { id: 'c', score: 4 },
        { id: 'a', score: 25 },
      ],
    })),
    personas: [weighted],
  });
  expect(result.critiques[0]?.score).toBe(2);
});

describe('L15 the panel', () => {
  const panel = [persona('one'), persona('two'), persona('three')];
  const remark = (severity: RawComment['severity']) =>
    scriptComment('most of the morning', 'two hours', { severity });

  it('gives the same list whatever the order of answering', async () => {
    const run = (delays: Record<string, number>) =>
      runLoop({
        personas: panel,
        maxRounds: 0,
        critic: createScriptedCritic(async ({ persona: { id } }) => {
          await new Promise((resolve) => setTimeout(resolve, delays[id]));
          return { comments: [remark(id === 'two' ? 'blocking' : 'minor'), scriptComment(id, id)] };
        }),
      });
    const [slowFirst, slowLast] = await Promise.all([
      run({ one: 30, two: 10, three: 0 }),
      run({ one: 0, two: 10, three: 30 }),
    ]);
    expect(slowFirst.events).toEqual(slowLast.events);
  });

  it('merges what several raise, in the words of the worst', async () => {
    const { result } = await runLoop({
      personas: panel,
      maxRounds: 0,
      critic: createScriptedCritic(({ persona: { id } }) => ({
        comments: [remark(id === 'two' ? 'blocking' : 'minor')],
      })),
    });
    expect(result.stillOpen).toHaveLength(1);
    expect(result.stillOpen[0]).toMatchObject({
      severity: 'blocking',
      raisedBy: ['one', 'two', 'three'],
      source: { persona: 'two' },
    });
    expect(result.critiques.map(({ comments }) => comments.length)).toEqual([0, 1, 0]);
    expect(result.receipt.filtered.duplicate).toBe(2);
  });

  it('goes on without a persona that fails', async () => {
    const { result, events } = await runLoop({
      personas: panel,
      critic: createScriptedCritic(({ persona: { id } }) =>
        id === 'two' ? new Error('socket hang up') : {},
      ),
    });
    expect(result.stopReason).toBe('satisfied');
    expect(events.find((event) => event.type === 'critique_failed')).toMatchObject({
      persona: 'two',
      reason: 'did not answer',
    });
  });

  it('ends as a model error when all fail', async () => {
    const { result } = await runLoop({
      personas: panel,
      critic: createScriptedCritic(
        () => new UserError('The model is overloaded.', { code: 'busy' }),
      ),
    });
    expect(result.stopReason).toBe('model_error');
    expect(result.failure).toEqual({ code: 'busy', message: 'The model is overloaded.' });
    expect(result.best.text).toBe(DRAFT);
  });

  it('ends as refused when all refuse, with what code found and what it cost', async () => {
    const refusal = Object.assign(new UserError('The model declined.', { code: 'refused' }), {
      usage: SCRIPTED_USAGE,
    });
    const found = scriptComment('12 reports', undefined, { rule: 'sum', kind: 'fact' });
    const { result } = await runLoop({
      personas: panel,
      critic: createScriptedCritic(() => refusal),
      deps: { check: async () => ({ comments: [found], limits: [] }) },
    });
    expect(result.stopReason).toBe('refused');
    expect(result.stillOpen.map(({ id }) => id)).toEqual(['1.copy-editor.1']);
    expect(result.receipt.calls).toBe(3);
  });
});

describe('L20 structure before wording', () => {
  it('holds wording back inside a passage whose structure is open', async () => {
    const { events, result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments:
          view.round > 1
            ? []
            : [
                scriptComment('most of the morning', 'hours'),
                scriptComment('before you call us', 'first'),
                {
                  ...scriptComment('', 'unused'),
                  kind: 'structure',
                  sentenceId: 'S1',
                  suggestion: {
                    action: 'move',
                    instruction: 'Put what happened to readers first.',
                  },
                },
              ],
      })),
    });
    const planned = events.find((event) => event.type === 'refinement_planned');
    expect(planned).toMatchObject({ planned: ['1.senior.3', '1.senior.2'], held: ['1.senior.1'] });
    expect(result.comments.find(({ id }) => id === '1.senior.1')?.status).toBe('open');
  });
});

describe('editors who contradict each other', () => {
  const words = 'most of the morning';
  const gone = scriptComment(words, undefined, {
    suggestion: { action: 'delete', instruction: 'Leave it out.' },
  });
  const saying = (comments: Record<string, RawComment>) =>
    createScriptedCritic(({ persona: { id } }) => {
      const comment = comments[id];
      return { comments: comment === undefined ? [] : [comment] };
    });

  it('leave the choice to the author: neither is carried out, both stay open', async () => {
    const { result } = await runLoop({
      critic: saying({ one: gone, two: scriptComment(words, 'most of the day') }),
      personas: [persona('one'), persona('two')],
    });
    expect(result.best.text).toBe(DRAFT);
    expect(result.stopReason).toBe('needs_author');
    expect(result.stillOpen).toHaveLength(2);
  });

  it('are no equals when one finds it worse', async () => {
    const { result } = await runLoop({
      critic: saying({
        one: { ...gone, severity: 'minor' },
        two: scriptComment(words, 'most of the day'),
      }),
      personas: [persona('one'), persona('two')],
    });
    expect(result.best.text).toContain('most of the day');
  });

  it('do not bring back in one round what another took out', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments: [
          view.round % 2 === 1
            ? scriptComment(words, 'most of the day')
            : scriptComment('most of the day', words),
        ],
      })),
      maxRounds: 3,
    });
    expect(result.revisions).toHaveLength(2);
    expect(result.receipt.filtered).toEqual({ reversal: expect.any(Number) });
  });
});

it('says once what two editors say in nearly the same words', async () => {
  const ask = (problem: string, text?: string) =>
    scriptComment('most of the morning', text, { problem });
  const { result } = await runLoop({
    critic: createScriptedCritic(({ persona: { id } }) => ({
      comments: [
        id === 'one'
          ? ask('Nobody knows how long the outage was.')
          : ask('Nobody knows how long that outage was.', 'most of the day'),
      ],
    })),
    personas: [persona('one'), persona('two')],
    mode: 'critique-only',
  });
  expect(result.stillOpen).toHaveLength(1);
  expect(result.stillOpen[0]?.raisedBy).toEqual(['one', 'two']);
});

describe('an editor who wants a fact gone', () => {
  const sentence = 'We may have sent 12 reports twice between 09:40 and 11:15.';
  const gone = scriptComment(sentence, undefined, {
    suggestion: { action: 'delete', instruction: 'Leave it out.' },
  });

  it('leaves that to the author, who sees the remark', async () => {
    for (const editStyle of ['edits', 'rewrite'] as const) {
      const { result } = await runLoop({
        critic: createScriptedCritic(() => ({ comments: [gone] })),
        editStyle,
      });
      expect(result.best.text).toBe(DRAFT);
      expect(result.stopReason).toBe('needs_author');
      expect(result.stillOpen).toMatchObject([
        { question: expect.stringContaining('“12 reports”'), status: 'open' },
      ]);
    }
  });

  it('may have it gone where the draft says it elsewhere too', async () => {
    const draft = `${DRAFT} Again: 12 reports went out twice between 09:40 and 11:15.`;
    const without = draft.replace(`${sentence} `, '');
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({ comments: view.round > 1 ? [] : [gone] })),
      writer: createScriptedWriter({ refine: () => ({ type: 'text', text: without }) }),
      editStyle: 'rewrite',
      draft,
    });
    expect(result.best.text).toBe(without);
  });
});
