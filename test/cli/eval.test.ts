/* Whole evaluations against a server that speaks the real protocol. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ARMS } from '../../src/evaluation/arms.ts';
import { decisionsNeeded } from '../../src/evaluation/summary.ts';
import { ACCEPT, carryOut, remark, textIn } from '../fakes/editor-replies.ts';
import {
  type FakeOpenAiServer,
  type FakeReply,
  type FakeScript,
  type ReceivedRequest,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { bluepencil } from './command.ts';

const folder = makeTempFolder();
afterAll(() => folder.remove());

const DRAFT =
  'Wir ziehen am Freitag um. Das wird seitens der Leitung begleitet, und alle Fragen sind zeitnah zu stellen.';
const OTHER = DRAFT.replace('Freitag', 'Montag');
const MARK = remark('seitens der Leitung', 'von der Leitung');

let server: FakeOpenAiServer | undefined;
afterEach(async () => {
  const violations = server?.violations ?? [];
  await server?.close();
  server = undefined;
  expect(violations).toEqual([]);
});

function isJudging({ prompt }: ReceivedRequest): boolean {
  return prompt.includes('\n# Text B\n');
}

function textsOf({ prompt }: ReceivedRequest): readonly string[] {
  return [...prompt.matchAll(/<doc-\w+-([ab])>\n([\s\S]*?)\n<\/doc-/g)].map(
    (match) => match[2] ?? '',
  );
}

/** A judge that wants the plain words wherever they stand. */
function honest(request: ReceivedRequest): FakeReply {
  const [a = '', b = ''] = textsOf(request).map((text) => text.includes('von der Leitung'));
  const better = a === b ? 'equal' : a ? 'A' : 'B';
  return { content: { reason: 'It says who.', better } };
}

const panel =
  (judge: (request: ReceivedRequest) => FakeReply = honest): FakeScript =>
  (request) => {
    if (isJudging(request)) return judge(request);
    if (request.purpose !== 'critique') return carryOut(request);
    return textIn(request).includes('seitens') ? MARK : ACCEPT;
  };

/** Runs `eval` on two drafts in a set. */
async function evaluate(
  args: readonly string[],
  script: FakeScript = panel(),
  signal?: AbortSignal,
) {
  server = await startOpenAiServer(script);
  const set = folder.file('set.jsonl');
  writeFileSync(
    set,
    `${JSON.stringify({ id: 'friday', draft: DRAFT })}\n\n${JSON.stringify({ draft: OTHER })}\n`,
  );
  return bluepencil(['eval', ...args.map((arg) => (arg === 'SET' ? set : arg))], {
    env: {
      OPENAI_BASE_URL: server.url,
      OPENAI_MODEL: 'test-model',
      JUDGE_MODEL: 'judge-model',
      MODEL_TIMEOUT_MS: '2000',
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

const asJson = ['--persona', 'line-editor', '--format', 'json'];

describe('eval', () => {
  it('tells what each arm came to, for people', async () => {
    const { code, stdout, stderr } = await evaluate(['SET', '--persona', 'line-editor']);
    expect(code).toBe(0);
    expect(stderr).toContain('2 texts × 2 arms: up to 22 model calls, the judge’s among them.\n');
    expect(stderr).toContain('friday · three-step: strategy_done · self-refine: satisfied\n');
    expect(stdout).toContain(
      'three-step\n  beside its first draft: won 2, lost 0, equal 0 · too few to tell (2 of 2 decided pairs)',
    );
    expect(stdout).toContain('  beside three-step: won 0, lost 0, equal 2\n');
    expect(stdout).toContain('judge judge-model (8 calls');
    expect(stdout).not.toContain('The judge is the writer’s own model');
    expect(stdout).not.toContain('seitens');
  });

  it('counts exactly what the server was asked', async () => {
    const { stdout } = await evaluate(['SET', ...asJson]);
    const { arms, judging, rows } = JSON.parse(stdout);
    const judged = server?.requests.filter(isJudging) ?? [];
    expect(judging.calls).toBe(judged.length);
    expect(judged.every(({ body }) => body.model === 'judge-model')).toBe(true);
    const calls = arms.map(({ usage }: { usage: { calls: number } }) => usage.calls);
    expect(calls).toEqual([4, 6]);
    expect(judged.length + 4 + 6).toBe(server?.requests.length);
    expect(rows.map(({ item }: { item: string }) => item)).toContain('friday');
    expect(JSON.stringify(rows)).not.toContain('Leitung');
  });

  it('calls a judge that only loves a place undecided', async () => {
    const { stdout } = await evaluate(
      ['SET', ...asJson],
      panel(() => ({ content: { reason: 'It came first.', better: 'A' } })),
    );
    expect(JSON.parse(stdout).arms[0].againstFirst).toMatchObject({ won: 0, lost: 0, equal: 2 });
  });

  it('goes on without a judge that cannot answer, and says so once', async () => {
    const { code, stdout } = await evaluate(
      ['SET', '--persona', 'line-editor'],
      panel(() => ({ content: null, refusal: 'No.' })),
    );
    expect(code).toBe(0);
    expect(stdout).toContain('won 0, lost 0, equal 0, 2 not judged');
    expect(stdout.match(/Not judged: /g)).toHaveLength(1);
  });

  it('compares nothing with an arm that failed', async () => {
    const { code, stdout } = await evaluate(['SET', ...asJson], (request) =>
      isJudging(request) ? honest(request) : { status: 401, error: { message: 'no' } },
    );
    expect(code).toBe(1);
    const { arms } = JSON.parse(stdout);
    expect(arms[0]).toMatchObject({ items: 2, failed: 2, againstFirst: { unjudged: 0 } });
    expect(server?.requests.some(isJudging)).toBe(false);
  });

  it('takes one part of the loop away at a time', async () => {
    const edit = {
      find: 'seitens',
      replace: 'von',
      commentIds: ['1.line-editor.1'],
      sentenceId: 'S2',
    };
    await evaluate(['SET', ...asJson, '--arm', 'generic', '--arm', 'untitled'], (request) => {
      if (isJudging(request) || request.purpose === 'critique') return panel()(request);
      return { content: { edits: [edit], notAddressed: [], noChange: null } };
    });
    const asked = server?.requests.filter((request) => !isJudging(request)) ?? [];
    const plans = asked.filter(({ purpose }) => purpose !== 'critique').map(({ prompt }) => prompt);
    const [generic, specific] = ['Improve this passage.', 'makes the reader work'].map((words) =>
      plans.filter((prompt) => prompt.includes(words)),
    );
    expect([plans.length, generic?.length, specific?.length]).toEqual([4, 2, 2]);
    const titles = asked
      .filter(({ purpose }) => purpose === 'critique')
      .map(({ prompt }) => /# You are: (.*)/.exec(prompt)?.[1]);
    expect(new Set(titles)).toEqual(new Set(['Line editor', 'Reader 1']));
  });

  it('works from briefs too', async () => {
    const set = folder.file('briefs.jsonl');
    writeFileSync(set, JSON.stringify({ brief: 'Zwei Sätze über den Umzug.' }));
    const { stdout } = await evaluate(
      [set, ...asJson, '--arm', 'one-shot', '--arm', 'self-refine'],
      (request) => {
        if (isJudging(request)) return honest(request);
        if (request.purpose === 'critique') return panel()(request);
        const text = /<plan-[0-9a-f]+>\n/.test(request.prompt)
          ? DRAFT.replace('seitens', 'von')
          : DRAFT;
        return { content: { text } };
      },
    );
    const { arms } = JSON.parse(stdout);
    expect(arms[0]).toMatchObject({
      againstFirst: { equal: 1 },
      stopReasons: { strategy_done: 1 },
    });
    expect(arms[1]).toMatchObject({ failed: 0, againstBaseline: { won: 1, lost: 0 } });
  });

  it('says what it would take and asks nobody', async () => {
    const { code, stderr, stdout } = await evaluate(['SET', '--dry-run']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('2 texts × 2 arms: up to 34 model calls');
    expect(server?.requests).toEqual([]);
  });

  it('tells what was done when it is stopped', async () => {
    const stop = new AbortController();
    const { code, stdout } = await evaluate(
      ['SET', ...asJson],
      (request) => {
        if (isJudging(request)) stop.abort('cancelled');
        return panel()(request);
      },
      stop.signal,
    );
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ planned: 2, done: 0, rows: [] });
  });
});

describe('eval --votes', () => {
  const vote = (original: number, refined: number, words?: object) =>
    JSON.stringify({ type: 'vote', original, refined, ...(words === undefined ? {} : { words }) });
  const words = { original: DRAFT, refined: DRAFT.replace('seitens', 'von') };

  it('says how often the judge decides as people did', async () => {
    const file = folder.file('votes.jsonl');
    const rows = [
      vote(1, 3, words),
      vote(2, 0, words),
      vote(1, 1, words),
      vote(0, 4),
      JSON.stringify({ type: 'comment' }),
    ];
    writeFileSync(file, rows.join('\n'));
    const { code, stdout } = await evaluate(['--votes', file]);
    expect(code).toBe(0);
    expect(server?.requests).toHaveLength(4);
    expect(stdout).toContain('decided as they did: too few to tell (1 of 2 decided votes)');
    expect(stdout).toContain('left out: 2 votes without a winner or without words');
  });
});

describe('eval refuses', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['no text', [], /Name drafts to work on/],
    [
      'an unknown arm',
      ['SET', '--arm', 'selfrefine'],
      /no arm “selfrefine”\. Did you mean “self-refine”/,
    ],
    ['an unknown persona', ['SET', '--persona', 'liner'], /no persona “liner”/],
    ['a missing file', ['nowhere.jsonl'], /no file “nowhere\.jsonl”/],
  ])('%s, and asks nobody', async (_what, args, sentence) => {
    const { code, stderr } = await evaluate(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
    expect(server?.requests).toEqual([]);
  });

  it.each([['{"draft": 1}'], ['{"draft": "a", "brief": "b"}'], ['{}'], ['draft']])(
    'the row %s by its line',
    async (row) => {
      const file = folder.file('bad.jsonl');
      writeFileSync(file, `{"draft": "Good."}\n\n${row}\n`);
      const { code, stderr } = await evaluate([file]);
      expect(code).toBe(2);
      expect(stderr).toContain(`${file}:3 `);
    },
  );

  it('to measure without a model', async () => {
    const { code, stderr } = await bluepencil(['eval', join('x', 'draft.md')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('OPENAI_API_KEY')]);
  });
});

describe('what it takes to know', () => {
  // Two-sided 5 %, power 80 %, one proportion against one half: Fleiss, Statistical Methods, 3rd ed., 2.7.
  it.each([
    [0.55, 783],
    [0.6, 194],
    [0.65, 85],
    [0.7, 47],
    [0.75, 29],
  ])('at a true share of %d', (share, needed) => {
    expect(decisionsNeeded(share)).toBe(needed);
  });

  it('is nothing at one half', () => {
    expect(decisionsNeeded(0.5)).toBeNull();
  });
});

it('has a name of its own for every arm', () => {
  expect(new Set(ARMS.map(({ id }) => id)).size).toBe(ARMS.length);
});
