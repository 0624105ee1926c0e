import { expect, it } from 'vitest';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { runLoop } from './harness.ts';

const DRAFT =
  'We have recieved the files from Berlin, which is good for everybody who was waiting for them.';
const spelling = scriptComment('recieved', 'received', {
  trust: 'safe',
  rule: 'spelling/listed',
  severity: 'minor',
});
const check = async () => ({ comments: [spelling], limits: [] });
const none = createScriptedWriter({ refine: () => new Error('nobody asked') });

it('code makes the safe fixes of its own, and no writer is asked for them', async () => {
  let checked = 0;
  const { result } = await runLoop({
    draft: DRAFT,
    critic: createScriptedCritic(() => ({})),
    writer: none,
    deps: {
      check: async () => {
        checked += 1;
        return { comments: checked === 1 ? [spelling] : [], limits: [] };
      },
    },
  });
  expect(none.requests).toHaveLength(0);
  expect(result.best.text).toBe(DRAFT.replace('recieved', 'received'));
  expect(result.receipt.calls).toBe(2);
  expect(result.comments[0]).toMatchObject({ id: '1.copy-editor.1', status: 'resolved' });
});

it('a writer’s edit comes first where it already changes the words', async () => {
  const from = 'recieved the files from Berlin, which is good';
  const to = 'good news about the files from Berlin';
  const writer = createScriptedWriter({
    refine: ({ plan }) => ({
      type: 'edits',
      edits: [{ commentIds: plan.map(({ id }) => id), find: from, replace: to }],
    }),
  });
  const { result } = await runLoop({
    draft: DRAFT,
    critic: createScriptedCritic(({ view }) => ({
      comments: view.round === 1 ? [scriptComment('which is good', 'good news')] : [],
    })),
    writer,
    deps: { check },
  });
  expect(result.revisions[1]?.text).toBe(DRAFT.replace(from, to));
});

it('every editor’s edit and every safe fix apply together where they do not meet', async () => {
  const writer = createScriptedWriter({
    refine: ({ plan }) => ({
      type: 'edits',
      edits: [
        { commentIds: plan.map(({ id }) => id), find: 'which is good', replace: 'good news' },
      ],
    }),
  });
  const { result } = await runLoop({
    draft: DRAFT,
    critic: createScriptedCritic(({ view }) => ({
      comments: view.round === 1 ? [scriptComment('which is good', 'good news')] : [],
    })),
    writer,
    deps: { check },
  });
  expect(writer.requests[0]?.plan.map(({ id }) => id)).toEqual(['1.senior.1']);
  expect(result.revisions[1]?.text).toBe(
    DRAFT.replace('recieved', 'received').replace('which is good', 'good news'),
  );
});

it('the same fault in two places of one sentence is fixed in both', async () => {
  const draft =
    'I think we recieved it, and they will call when they have recieved it as well as the rest.';
  const places = [...draft.matchAll(/recieved/g)].map(({ index }) =>
    scriptComment('recieved', 'received', { trust: 'safe', rule: 'spelling/listed', start: index }),
  );
  let checked = 0;
  const { result } = await runLoop({
    draft,
    critic: createScriptedCritic(() => ({})),
    deps: {
      check: async () => {
        checked += 1;
        return { comments: checked === 1 ? places : [], limits: [] };
      },
    },
  });
  expect(result.best.text).toBe(draft.replaceAll('recieved', 'received'));
});
