import { describe, expect, it } from 'vitest';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { applyingWriter, climbing, LADDER_DRAFT, persona, runLoop, score } from './harness.ts';

describe('L3 the best revision', () => {
  it('is the one before a fall of the score', async () => {
    const { result } = await runLoop({
      critic: climbing([2.0, 3.5, 2.5]),
      draft: LADDER_DRAFT,
      maxRounds: 3,
    });
    expect(result.best.number).toBe(2);
    expect(result.best.text).toContain('wordb');
    expect(result.stopReason).toBe('regressed');
  });

  it('is the one with a resolved comment when the score is unchanged', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments: view.round === 1 ? [scriptComment('worda', 'wordb')] : [],
        criteria: score(3),
      })),
      draft: LADDER_DRAFT,
    });
    expect(result.best.number).toBe(2);
  });

  it('stays the earlier one when no planned comment was resolved', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(() => ({
        comments: [scriptComment('other words', 'further words')],
        criteria: score(3),
        verdict: 'revise',
      })),
      writer: createScriptedWriter({
        refine: ({ plan }) => ({
          type: 'edits',
          edits: [
            { commentIds: plan.map(({ id }) => id), find: 'to count as', replace: 'to pass for' },
          ],
        }),
      }),
      draft: LADDER_DRAFT,
    });
    expect(result.revisions).toHaveLength(2);
    expect(result.best.number).toBe(1);
  });

  it('is never one with more serious comments open', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments:
          view.round === 1
            ? [scriptComment('worda', 'wordb')]
            : [scriptComment('This sentence', 'It'), scriptComment('other words', 'words')],
        criteria: score(view.round === 1 ? 2 : 4),
        verdict: 'revise',
      })),
      draft: LADDER_DRAFT,
    });
    expect(result.best.number).toBe(1);
  });
});

describe('L4 a refinement', () => {
  it('starts from the best revision, with anchors found in the text the writer gets', async () => {
    const critic = createScriptedCritic(({ view }) => ({
      verdict: 'revise',
      comments:
        view.round === 1
          ? [
              'This sentence',
              'holds worda',
              'enough other',
              'whole draft',
              'for everybody',
              'count as',
            ].map((quote) => scriptComment(quote, `${quote} indeed`))
          : [
              scriptComment('This sentence', undefined),
              ...['holds', 'enough', 'whole'].map((quote) => scriptComment(quote, `${quote}!`)),
              ...['to', 'as', 'and'].map((quote) => scriptComment(quote, undefined)),
            ],
    }));
    const { events, result } = await runLoop({
      critic,
      writer: applyingWriter(),
      personas: [persona('senior', { maxComments: 10 })],
      draft: LADDER_DRAFT,
      maxRounds: 2,
    });
    const planned = events.filter((event) => event.type === 'refinement_planned');
    expect(planned.map((event) => event.from)).toEqual([1, 1]);
    expect(result.revisions.map((revision) => revision.parent)).toEqual([null, 1, 1]);
  });

  it('is given only anchors that stand in its text', async () => {
    const writer = applyingWriter();
    await runLoop({ critic: climbing([2, 3, 3.5]), writer, draft: LADDER_DRAFT, maxRounds: 3 });
    expect(writer.requests.length).toBeGreaterThan(1);
    for (const { best, plan } of writer.requests) {
      for (const { anchor } of plan) {
        if (anchor.type !== 'quote') throw new Error('expected a quote');
        expect(best.text.slice(anchor.start, anchor.end)).toBe(anchor.quote);
      }
    }
  });
});

describe('L12 going round in circles', () => {
  it('stops when a refinement comes back to an earlier revision', async () => {
    // A remark that asks for the way back is dropped before it gets so far; a writer may still take it.
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        verdict: 'revise',
        comments: [
          view.round === 1 ? scriptComment('worda', 'wordb') : scriptComment('wordb', 'wordz'),
        ],
      })),
      writer: createScriptedWriter({
        refine: ({ best }) => ({
          type: 'text',
          text: best.text.includes('worda') ? best.text.replace('worda', 'wordb') : LADDER_DRAFT,
        }),
      }),
      editStyle: 'rewrite',
      draft: LADDER_DRAFT,
      maxRounds: 4,
    });
    expect(result.stopReason).toBe('cycle');
    expect(result.best.number).toBe(2);
  });

  it('RC-067 stops after two rounds without gain', async () => {
    const { result } = await runLoop({
      critic: climbing([2.0, 3.0, 3.0, 3.0]),
      draft: LADDER_DRAFT,
      maxRounds: 4,
    });
    expect(result.stopReason).toBe('plateau');
    expect(result.receipt.rounds).toBe(3);
  });

  it('RC-067 stops at the cap when a critic always finds one thing', async () => {
    const { result } = await runLoop({
      critic: climbing([], { criteria: [] }),
      draft: LADDER_DRAFT,
      maxRounds: 4,
    });
    expect(result.stopReason).toBe('max_rounds');
    expect(result.receipt.rounds).toBe(4);
  });
});
