import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { STOP_REASONS, type StopReason, stopSentence } from '../../src/loop/stop.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { UserError } from '../../src/user-error.ts';
import {
  applyingWriter,
  climbing,
  DRAFT,
  LADDER_DRAFT,
  type LoopSetup,
  ladder,
  runLoop,
} from './harness.ts';

/** One small comment a round, always on the word the round before put in. */
const smallThings = (verdict: string) => ({
  critic: createScriptedCritic(({ view }) => ({
    verdict,
    comments: [
      scriptComment(ladder(view.round).from, ladder(view.round).to, { severity: 'minor' }),
    ],
  })),
  draft: LADDER_DRAFT,
});

describe('L5 verdicts', () => {
  it('satisfied stops after the first critique without a refinement', async () => {
    const writer = applyingWriter();
    const { result } = await runLoop({ critic: createScriptedCritic(() => ({})), writer });
    expect(result.stopReason).toBe('satisfied');
    expect(result.stopSentence).toBe('nothing left to fix');
    expect(writer.requests).toHaveLength(0);
    expect(result.receipt).toMatchObject({ rounds: 1, calls: 1 });
  });

  it('an accept does not stop over an open serious comment', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        verdict: 'accept',
        comments: view.round === 1 ? [scriptComment('worda', 'wordb')] : [],
      })),
      draft: LADDER_DRAFT,
    });
    expect(result.best.number).toBe(2);
  });

  it.each([' PASS\n', 'Accept.', 'ACCEPT'])(
    '%j lets small things be after the first round',
    async (verdict) => {
      const { result } = await runLoop({ ...smallThings(verdict), maxRounds: 3 });
      expect(result.critiques[0]?.verdict).toBe('accept');
      expect(result.stopReason).toBe('satisfied');
      expect(result.stopSentence).toBe('only small things left: 1');
      expect(result.best.number).toBe(2);
    },
  );

  it.each(['', 'meh', 'accept with changes', 'not accept'])(
    '%j counts as revise and still ends',
    async (verdict) => {
      const { result } = await runLoop({ ...smallThings(verdict), maxRounds: 2 });
      expect(result.critiques[0]?.verdict).toBe('unknown');
      expect(result.stopReason).toBe('max_rounds');
      expect(result.receipt.rounds).toBe(2);
    },
  );
});

describe('L22 stop reasons', () => {
  it.each(STOP_REASONS)('%s has a sentence for people', (reason) => {
    expect(stopSentence(reason, 0)).toMatch(/^[a-z][^.]+$/);
  });

  it('satisfied counts what is left', () => {
    expect(stopSentence('satisfied', 3)).toBe('only small things left: 3');
  });

  const aborted = (reason: string) => {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  };
  const serious = () =>
    createScriptedCritic(({ view }) => ({
      comments: view.round === 1 ? [scriptComment('most of the morning', 'the whole morning')] : [],
    }));

  const WAYS: Readonly<Record<StopReason, Partial<LoopSetup>>> = {
    cancelled: { signal: aborted('cancelled') },
    source_deleted: { signal: aborted('source_deleted') },
    disabled: { signal: aborted('disabled') },
    deadline: { signal: aborted('deadline') },
    human_final: { deps: { inbox: () => [{ type: 'final' }] } },
    critique_only: { mode: 'critique-only' },
    awaiting_author: { mode: 'guided' },
    strategy_done: { strategy: 'three-step' },
    satisfied: { critic: createScriptedCritic(() => ({})) },
    budget: { limits: { calls: 1 } },
    max_rounds: { critic: climbing([], { criteria: [] }), draft: LADDER_DRAFT },
    regressed: { critic: climbing([3, 1]), draft: LADDER_DRAFT, maxRounds: 3 },
    needs_author: {
      critic: createScriptedCritic(() => ({ comments: [scriptComment('12 reports', undefined)] })),
    },
    refused: {
      draft: null,
      writer: {
        ...applyingWriter(),
        generate: async () => {
          throw new UserError('The model declined.', { code: 'refused' });
        },
      },
    },
    plateau: {
      writer: createScriptedWriter({ refine: () => ({ type: 'no-change', why: 'fine' }) }),
    },
    no_actionable_feedback: {
      critic: createScriptedCritic(() => ({
        verdict: 'revise',
        comments: [scriptComment('words that are not in it', 'others')],
      })),
    },
    refine_rejected: {
      writer: createScriptedWriter({ refine: () => ({ type: 'text', text: 'ok' }) }),
    },
    cycle: {
      writer: createScriptedWriter({ refine: () => ({ type: 'text', text: DRAFT }) }),
      editStyle: 'rewrite',
    },
    model_error: { critic: createScriptedCritic(() => new Error('socket hang up')) },
  };

  it.each(STOP_REASONS)('%s is reachable', async (reason) => {
    const { result, events } = await runLoop({ critic: serious(), ...WAYS[reason] });
    expect(result.stopReason).toBe(reason);
    expect(result.stopSentence).toBe(stopSentence(reason, result.stillOpen.length));
    expect(events.at(-1)).toMatchObject({ type: 'finished' });
    expect(events.map(({ number }) => number)).toEqual(events.map((_event, at) => at + 1));
  });
});

describe('L8 vague remarks', () => {
  it('are dropped, asked about once, and then end the run with the draft unchanged', async () => {
    const critic = createScriptedCritic(() => ({
      verdict: 'revise',
      comments: [
        {
          ...scriptComment('most of the morning', 'unused'),
          suggestion: { action: 'replace', instruction: 'Make it more engaging.' },
        },
        scriptComment('words nobody wrote', 'others'),
      ],
    }));
    const { result } = await runLoop({ critic });
    const [first, second, ...more] = critic.requests.map(({ view }) => view.reask);
    expect(first).toBeUndefined();
    expect(second).toContain(
      '1 of 2 quoted words that are not in the text, 1 of 2 gave advice that would fit any text.',
    );
    expect(more).toEqual([]);
    expect(result.stopReason).toBe('no_actionable_feedback');
    expect(result.best.text).toBe(DRAFT);
    expect(result.receipt).toMatchObject({
      calls: 1,
      retries: 1,
      filtered: { generic: 2, unanchored: 2 },
    });
  });
});

describe('a serious question to the author', () => {
  it('stays open until it is answered, though the critics do not repeat it', async () => {
    const question = scriptComment('12 reports', undefined, { severity: 'blocking', kind: 'fact' });
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments:
          view.round === 1
            ? [question, scriptComment('most of the morning', 'the whole morning')]
            : [],
      })),
    });
    expect(result.best.number).toBe(2);
    expect(result.stillOpen).toMatchObject([{ id: '1.senior.1', severity: 'blocking' }]);
    expect(result.stopReason).toBe('needs_author');
    const [{ anchor }] = result.stillOpen as [Comment];
    if (anchor.type !== 'quote') throw new Error('expected a quote');
    expect(result.best.text.slice(anchor.start, anchor.end)).toBe('12 reports');
  });

  it('is settled when its words are gone', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments:
          view.round === 1
            ? [
                scriptComment('most of the morning', undefined),
                scriptComment(
                  'The export button was broken for most of the morning.',
                  'The export button was broken in the morning.',
                ),
              ]
            : [],
      })),
    });
    expect(result.stillOpen).toEqual([]);
  });
});

describe('people', () => {
  it('are heard first: their remark is planned before any editor’s', async () => {
    const remarks = [
      { type: 'comment' as const, id: 'h1', member: 'ana', text: 'Make it shorter.' },
    ];
    const writer = createScriptedWriter({
      refine: ({ plan }) => ({
        type: 'edits',
        edits: [{ commentIds: [plan[0]?.id ?? ''], find: ' before you call us', replace: '' }],
      }),
    });
    const { events, result } = await runLoop({
      critic: createScriptedCritic(() => ({ verdict: 'accept' })),
      writer,
      deps: { inbox: () => remarks.splice(0) },
    });
    expect(events.find((event) => event.type === 'refinement_planned')).toMatchObject({
      planned: ['1.h1.1'],
    });
    expect(result.best.number).toBe(2);
  });

  it('end the run in the middle of a call when they cancel, even if the critic does not listen', async () => {
    const controller = new AbortController();
    const run = runLoop({
      critic: createScriptedCritic(() => new Promise(() => {})),
      signal: controller.signal,
    });
    setTimeout(() => controller.abort('cancelled'), 5);
    expect((await run).result.stopReason).toBe('cancelled');
  });
});
