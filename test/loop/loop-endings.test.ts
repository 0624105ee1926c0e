import { describe, expect, it } from 'vitest';
import type { RawComment } from '../../src/loop/comment.ts';
import type { LoopEvent } from '../../src/loop/events.ts';
import type { HumanRemark } from '../../src/loop/inbox.ts';
import { mergeComments } from '../../src/loop/merge.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { createStepMemo } from '../../src/review/step-memo.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { fc } from '../fast-check.ts';
import { open } from '../store/open-store.ts';
import { newRun } from '../store/samples.ts';
import { applyingWriter, DRAFT, type LoopSetup, ladder, persona, runLoop } from './harness.ts';

const LADDER_DRAFT =
  'This sentence holds worda and enough other words to count as a whole draft for everybody here.';

const climbing = (scores: readonly number[]) =>
  createScriptedCritic(({ view }) => ({
    comments: [scriptComment(ladder(view.round).from, ladder(view.round).to)],
    verdict: 'revise',
    criteria: [{ id: 'clear', score: scores[view.round - 1] ?? 2 }],
  }));

describe('what became of comments', () => {
  const setups: [string, () => LoopSetup][] = [
    ['a round limit', () => ({ critic: climbing([2, 3]), maxRounds: 1 })],
    ['a fall of the score', () => ({ critic: climbing([3, 1]), maxRounds: 3 })],
    ['three steps', () => ({ critic: climbing([2]), strategy: 'three-step' })],
    [
      'a writer that fails',
      () => ({
        critic: climbing([2]),
        writer: createScriptedWriter({ refine: () => new Error('down') }),
      }),
    ],
    [
      'a writer that changes nothing',
      () => ({
        critic: climbing([2]),
        writer: createScriptedWriter({ refine: () => ({ type: 'no-change', why: 'fine' }) }),
      }),
    ],
  ];

  it.each(setups)('is settled after %s, and nothing stays planned', async (_what, setup) => {
    const { events } = await runLoop({ draft: LADDER_DRAFT, ...setup() });
    for (let cut = 1; cut <= events.length; cut += 1) {
      const controller = new AbortController();
      const { result } = await runLoop({
        draft: LADDER_DRAFT,
        ...setup(),
        signal: controller.signal,
        onEvent: ({ number }) => number === cut && controller.abort('cancelled'),
      });
      expect(result.comments.filter(({ status }) => status === 'planned')).toEqual([]);
      const latest = new Map(result.comments.map((comment) => [comment.id, comment]));
      for (const comment of result.stillOpen) expect(latest.get(comment.id)).toEqual(comment);
    }
  });

  it('is not “resolved” when only a revision that did not become best resolved it', async () => {
    const { result } = await runLoop({ critic: climbing([3, 1]), draft: LADDER_DRAFT });
    expect(result.best.number).toBe(1);
    expect(result.comments.find(({ id }) => id === '1.senior.1')?.status).toBe('unresolved');
    expect(result.stillOpen.map(({ id }) => id)).toEqual(['1.senior.1']);
  });

  it('is told after three steps as well: what the rewrite touched is resolved', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(() => ({
        comments: [scriptComment('worda', 'wordb'), scriptComment('everybody', 'all of us')],
      })),
      writer: createScriptedWriter({
        refine: ({ plan }) => ({
          type: 'edits',
          edits: [{ commentIds: plan.map(({ id }) => id), find: 'worda', replace: 'wordb' }],
        }),
      }),
      draft: LADDER_DRAFT,
      strategy: 'three-step',
    });
    expect(result.best.number).toBe(2);
    expect(result.comments.map(({ status }) => status)).toEqual(['resolved', 'unresolved']);
    expect(result.stillOpen.map(({ id }) => id)).toEqual(['1.senior.2']);
  });

  it('is not “resolved” while one editor still sees it, whatever the others say', async () => {
    const { result } = await runLoop({
      personas: [persona('one'), persona('two')],
      critic: createScriptedCritic(({ view, persona: { id } }) =>
        view.round === 1
          ? { comments: id === 'one' ? [scriptComment('worda', 'wordb')] : [] }
          : { followUps: [{ commentId: '1.one.1', fixed: id === 'two' }] },
      ),
      draft: LADDER_DRAFT,
    });
    expect(result.best.number).toBe(1);
  });

  it('is not “resolved” by an edit that only repeats the words it points at', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(({ view }) => ({
        comments: view.round === 1 ? [scriptComment('other words', 'further words')] : [],
      })),
      writer: createScriptedWriter({
        refine: ({ plan }) => ({
          type: 'edits',
          edits: [
            {
              commentIds: plan.map(({ id }) => id),
              find: LADDER_DRAFT,
              replace: LADDER_DRAFT.replace('This', 'That'),
            },
          ],
        }),
      }),
      draft: LADDER_DRAFT,
    });
    expect(result.comments[0]?.status).toBe('unresolved');
    expect(result.best.number).toBe(1);
  });
});

it('never says that only small things are left while the returned revision has a serious one', async () => {
  const { result } = await runLoop({
    critic: createScriptedCritic(({ view }) => ({
      comments: view.round === 1 ? [scriptComment('worda', 'wordb')] : [],
      followUps: [{ commentId: '1.senior.1', fixed: false }],
    })),
    draft: LADDER_DRAFT,
    maxRounds: 2,
  });
  expect(result.best.number).toBe(1);
  expect(result.stopReason).toBe('plateau');
});

describe('people’s remarks', () => {
  const remark = { type: 'comment', id: 'h1', member: 'ana', text: 'Make it shorter.' } as const;
  const shortening = () =>
    createScriptedWriter({
      refine: ({ plan }) => ({
        type: 'edits',
        edits: [{ commentIds: [plan[0]?.id ?? ''], find: ' before you call us', replace: '' }],
      }),
    });

  it.each(['round_started', 'critique_received', 'revision_assessed'])(
    'that come at %s are taken up in the same round',
    async (type) => {
      const inbox: HumanRemark[] = [];
      const { result } = await runLoop({
        critic: createScriptedCritic(() => ({ verdict: 'accept' })),
        writer: shortening(),
        deps: { inbox: () => inbox.splice(0) },
        onEvent: (event) => {
          if (event.type === type && event.number < 6) inbox.push(remark);
        },
      });
      expect(result.best.text).not.toContain('before you call us');
      expect(result.comments.find(({ id }) => id === '1.h1.1')?.status).toBe('resolved');
    },
  );

  it('that come too late for a round stand among what is open', async () => {
    const inbox: HumanRemark[] = [];
    const { result } = await runLoop({
      critic: createScriptedCritic(() => ({ verdict: 'accept' })),
      writer: shortening(),
      maxRounds: 0,
      deps: { inbox: () => inbox.splice(0) },
      onEvent: (event) => event.type === 'revision_assessed' && inbox.push(remark),
    });
    expect(result.stopReason).toBe('max_rounds');
    expect(result.stillOpen.map(({ problem }) => problem)).toEqual(['Make it shorter.']);
  });

  it.each([
    ['critique-only', 'critique_only'],
    ['guided', 'awaiting_author'],
  ] as const)('do not make a %s run refine', async (mode, reason) => {
    const inbox: HumanRemark[] = [];
    const { result } = await runLoop({
      critic: createScriptedCritic(() => ({ verdict: 'accept' })),
      writer: shortening(),
      mode,
      deps: { inbox: () => inbox.splice(0) },
      onEvent: (event) => event.type === 'revision_assessed' && inbox.push(remark),
    });
    expect(result.stopReason).toBe(reason);
    expect(result.revisions).toHaveLength(1);
  });
});

describe('a writer that answers with a whole text', () => {
  const asking = () =>
    createScriptedCritic(() => ({
      comments: [scriptComment('most of the morning', 'the morning')],
    }));
  const writing = (text: string) =>
    createScriptedWriter({ refine: () => ({ type: 'text', text }) });

  it('may not change unplanned sentences where edits were asked for', async () => {
    const text = DRAFT.replace('most of the morning', 'the morning').replace(
      'Please read',
      'Kindly read',
    );
    const { events, result } = await runLoop({ critic: asking(), writer: writing(text) });
    expect(result.stopReason).toBe('refine_rejected');
    expect(events.find((event) => event.type === 'refinement_refused')?.diagnosis).toContain(
      'outside the planned sentences',
    );
  });

  it('keeps the line ends, the byte order mark and the white space around the draft', async () => {
    const { result } = await runLoop({
      critic: asking(),
      writer: writing(`${DRAFT.replace('most of the morning', 'the morning')}\n\nBye.`),
      draft: `\uFEFF\r\n${DRAFT}\r\n\r\nBye.\r\n`,
      editStyle: 'rewrite',
    });
    expect(result.revisions.at(-1)?.text).toBe(
      `\uFEFF\r\n${DRAFT.replace('most of the morning', 'the morning')}\r\n\r\nBye.\r\n`,
    );
  });
});

it('keeps the line ends of the draft in edits', async () => {
  const draft = `Hello.\r\n\r\n${LADDER_DRAFT}\r\n`;
  const { result } = await runLoop({
    critic: createScriptedCritic(({ view }) => ({
      comments: view.round === 1 ? [scriptComment('worda', 'wordb\nand wordc')] : [],
    })),
    draft,
  });
  expect(result.best.text).toBe(draft.replace('worda', 'wordb\r\nand wordc'));
});

it('stops before the first critique when the deadline has passed', async () => {
  const critic = climbing([2]);
  const { result } = await runLoop({ critic, limits: { deadlineAt: -1 } });
  expect(result.stopReason).toBe('deadline');
  expect(critic.requests).toHaveLength(0);
});

it('counts every remark: raised is shown, merged or left out for a reason', async () => {
  const quotes = ['export button', 'most of the morning', '12 reports', 'not in it', ''];
  const remarks = fc.array(
    fc.record({
      quote: fc.constantFrom(...quotes),
      text: fc.constantFrom('a button', 'the morning', undefined),
      severity: fc.constantFrom('blocking', 'minor') as fc.Arbitrary<RawComment['severity']>,
    }),
    { maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(remarks, remarks, fc.integer({ min: 0, max: 2 }), async (a, b, maxRounds) => {
      const { events, result } = await runLoop({
        personas: [persona('one'), persona('two', { maxComments: 2 })],
        critic: createScriptedCritic(({ persona: { id } }) => ({
          verdict: 'revise',
          comments: (id === 'one' ? a : b).map(({ quote, text, severity }) =>
            scriptComment(quote, text, { severity }),
          ),
        })),
        maxRounds,
      });
      const raised = events.flatMap((event) =>
        event.type === 'critique_received' ? [event.critique.rawCommentCount] : [],
      );
      const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
      const left = sum(Object.values(result.receipt.filtered));
      expect(result.comments.length + left).toBe(sum(raised));
    }),
    { numRuns: 60 },
  );
});

it('applies a safe fix of code without a cap, though an editor says it louder', () => {
  const base = {
    fingerprint: 'f',
    kind: 'rule',
    problem: '',
    why: '',
    suggestion: { action: 'replace', text: 'receive', instruction: '' },
    anchor: { type: 'quote', sentenceId: 'S1', quote: 'recieve', match: 'exact', start: 0, end: 7 },
    status: 'open',
  } as const;
  const { comments } = mergeComments([
    [
      {
        ...base,
        id: 'a',
        source: { rule: 'copy-editor' },
        raisedBy: ['copy-editor'],
        severity: 'minor',
        trust: 'safe',
      },
    ],
    [{ ...base, id: 'b', source: { persona: 'one' }, raisedBy: ['one'], severity: 'major' }],
  ]);
  expect(comments).toMatchObject([{ id: 'b', trust: 'safe', raisedBy: ['copy-editor', 'one'] }]);
});

it('L17 tells the same from every event on when its steps stand in a database', async () => {
  const run = async (cut: number | null) => {
    const database = await open(':memory:');
    const store = createRunRepository(database);
    await store.create(newRun());
    const ran: string[] = [];
    const start = (signal?: AbortSignal, onEvent?: (event: LoopEvent) => void) => {
      const memo = createStepMemo(store, newRun().id);
      return runLoop({
        critic: climbing([2, 3, 3.5]),
        writer: applyingWriter([LADDER_DRAFT]),
        draft: null,
        brief: 'one sentence',
        personas: [persona('one'), persona('two')],
        maxRounds: 2,
        deps: {
          step: (key, work) =>
            memo(key, () => {
              ran.push(key);
              return work();
            }),
        },
        ...(signal === undefined ? {} : { signal }),
        ...(onEvent === undefined ? {} : { onEvent }),
      });
    };
    if (cut !== null) {
      const controller = new AbortController();
      await start(controller.signal, ({ number }) => number === cut && controller.abort('killed'));
    }
    const { events } = await start();
    database.close();
    expect(new Set(ran).size).toBe(ran.length);
    return events;
  };
  const whole = await run(null);
  expect(whole.length).toBeGreaterThan(10);
  for (let cut = 1; cut < whole.length; cut += 1) expect(await run(cut)).toEqual(whole);
});
