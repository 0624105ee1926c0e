import { describe, expect, it } from 'vitest';
import { PROMPT_VERSION } from '../../src/loop/prompts/prompt.ts';
import { createStepMemo } from '../../src/review/step-memo.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { fc } from '../fast-check.ts';
import { open } from '../store/open-store.ts';
import { newRun } from '../store/samples.ts';

const RUN = newRun();

async function openStore() {
  const database = await open(':memory:');
  const store = createRunRepository(database);
  await store.create(RUN);
  return { store, close: () => database.close() };
}

describe('a step memo', () => {
  it('runs the work of a key once, also for a memo that comes after a restart', async () => {
    const { store, close } = await openStore();
    let calls = 0;
    const work = async () => {
      calls += 1;
      return { calls };
    };

    const step = createStepMemo(store, RUN.id);
    expect(await step('critique/0/a', work)).toEqual({ calls: 1 });
    expect(await step('critique/0/a', work)).toEqual({ calls: 1 });
    expect(await step('critique/0/b', work)).toEqual({ calls: 2 });
    expect(await createStepMemo(store, RUN.id)('critique/0/a', work)).toEqual({ calls: 1 });
    expect(calls).toBe(2);
    close();
  });

  it('keeps with what models answered by which prompts they were asked', async () => {
    const database = await open(':memory:');
    const store = createRunRepository(database);
    await store.create(RUN);
    const step = createStepMemo(store, RUN.id);
    for (const key of ['plan', 'check/1', 'critique/1/line-editor', 'refine/1/fix', 'generate']) {
      await step(key, async () => 1);
    }
    const [rows] = await database.read((db) => [db.select().from(database.tables.runSteps)]);
    const prompts = { prompts: PROMPT_VERSION };
    expect(Object.fromEntries(rows.map(({ key, versions }) => [key, versions]))).toEqual({
      plan: {},
      'check/1': {},
      'critique/1/line-editor': prompts,
      'refine/1/fix': prompts,
      generate: prompts,
    });
    database.close();
  });

  it('keeps the keys of different runs apart', async () => {
    const { store, close } = await openStore();
    await store.create(newRun({ id: 'another' }));

    expect(await createStepMemo(store, RUN.id)('generate', async () => 1)).toBe(1);
    expect(await createStepMemo(store, 'another')('generate', async () => 2)).toBe(2);
    close();
  });

  it('shares one execution among callers at the same time and gives each a copy', async () => {
    const { store, close } = await openStore();
    const step = createStepMemo(store, RUN.id);
    let calls = 0;
    const work = async () => {
      calls += 1;
      await Promise.resolve();
      return { words: ['may'] };
    };

    const answers = await Promise.all([step('a', work), step('a', work), step('a', work)]);
    answers[0].words.push('changed');

    expect(calls).toBe(1);
    expect(answers[1]).toEqual({ words: ['may'] });
    expect(await step('a', work)).toEqual({ words: ['may'] });
    close();
  });

  it('passes a failure on to everybody who waits and runs the work again for the next', async () => {
    const { store, close } = await openStore();
    const step = createStepMemo(store, RUN.id);
    let calls = 0;
    const work = async () => {
      calls += 1;
      if (calls === 1) throw new Error('model down');
      return calls;
    };

    const waiting = await Promise.allSettled([step('a', work), step('a', work)]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await Promise.all([step('a', work), step('a', work)])).toEqual([2, 2]);
    close();
  });

  it('agrees with a slower process of the same run on one answer', async () => {
    const { store, close } = await openStore();
    const [one, two] = [createStepMemo(store, RUN.id), createStepMemo(store, RUN.id)];

    const [first, second] = await Promise.all([
      one('a', async () => 'from one'),
      two('a', async () => 'from two'),
    ]);

    expect(first).toBe(second);
    close();
  });

  it('stores the versions behind an answer', async () => {
    const saved: unknown[] = [];
    const step = createStepMemo(
      {
        recallStep: async () => null,
        saveStep: async (runId, finished) => {
          saved.push([runId, finished]);
          return finished.json;
        },
      },
      RUN.id,
      { versionsOf: (key) => ({ persona: `version for ${key}` }) },
    );

    await step('critique/0/a', async () => 1);

    const versions = { persona: 'version for critique/0/a' };
    expect(saved).toEqual([[RUN.id, { key: 'critique/0/a', json: '1', versions }]]);
  });

  it('gives back exactly what the work gave, also after a restart', async () => {
    const { store, close } = await openStore();
    let key = 0;
    // Through JSON once, since the generator knows -0 and JSON does not.
    const values = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        key += 1;
        const work = async () => value;

        expect(await createStepMemo(store, RUN.id)(`${key}`, work)).toStrictEqual(value);
        expect(await createStepMemo(store, RUN.id)(`${key}`, never)).toStrictEqual(value);
      }),
    );
    close();
  });

  it('keeps text that is not well-formed', async () => {
    const { store, close } = await openStore();
    const text = 'a\u0000 \ud83d \udc00 \u2028 “é” 発票 👩🏽‍🚀';
    await createStepMemo(store, RUN.id)('a', async () => ({ [text]: text }));

    expect(await createStepMemo(store, RUN.id)('a', never)).toStrictEqual({ [text]: text });
    close();
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /^value .*undefined/],
    ['undefined inside', { a: [{ b: undefined }] }, /^value\.a\[0\]\.b .*undefined/],
    ['NaN', [Number.NaN], /^value\[0\] .*NaN/],
    ['an infinity', -Infinity, /-Infinity/],
    ['a negative zero', { score: -0 }, /^value\.score .*-0/],
    ['a big integer', 1n, /bigint/],
    ['a function', { call: () => 1 }, /^value\.call .*function/],
    ['a symbol', Symbol('a'), /symbol/],
    ['a symbol as a name', { [Symbol('a')]: 1 }, /not a plain property/],
    ['a date', new Date(0), /not a plain object/],
    ['a map', new Map([[1, 2]]), /not a plain object/],
    ['an error', new Error('x'), /not a plain object/],
    ['an array with gaps', new Array(3), /gaps/],
    ['an array with names', Object.assign([1], { name: 1 }), /names/],
    [
      'a computed property',
      Object.defineProperty({}, 'a', { get: () => 1 }),
      /not a plain property/,
    ],
    ['a hidden property', Object.defineProperty({}, 'a', { value: 1 }), /not a plain property/],
    ['a value with a JSON form of its own', { toJSON: () => 1 }, /toJSON .*function/],
    ['a cycle', cycle(), /cycle/],
  ])('refuses %s, names the place and stores nothing', async (_, value, message) => {
    const { store, close } = await openStore();

    const answer = createStepMemo(store, RUN.id)('refine/0', async () => value);

    await expect(answer).rejects.toMatchObject({
      message: expect.stringContaining('refine/0'),
      cause: expect.objectContaining({ message: expect.stringMatching(message) }),
    });
    expect(await store.recallStep(RUN.id, 'refine/0')).toBeNull();
    close();
  });
});

function cycle() {
  const value: Record<string, unknown> = {};
  value.again = [value];
  return value;
}

async function never(): Promise<never> {
  throw new Error('The work ran again.');
}
