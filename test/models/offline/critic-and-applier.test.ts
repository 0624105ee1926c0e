import { expect, test } from 'vitest';
import type { Comment } from '../../../src/loop/comment.ts';
import type { Persona } from '../../../src/loop/persona.ts';
import { createRevision } from '../../../src/loop/revision.ts';
import { NO_USAGE } from '../../../src/loop/usage.ts';
import { createCopyEditor } from '../../../src/models/offline/copy-editor.ts';
import { createEditApplier } from '../../../src/models/offline/edit-applier.ts';
import { createOfflineCritic } from '../../../src/models/offline/offline-critic.ts';
import { lexicon } from './setup.ts';

const persona: Persona = {
  id: 'line-editor',
  version: '1',
  title: 'Line editor',
  icon: 'scissors',
  reader: 'A busy reader.',
  checklist: [],
  criteria: [],
  ignores: [],
  maxComments: 5,
  examples: [],
};
const { signal } = new AbortController();
const critic = createOfflineCritic(createCopyEditor({ lexicon }));
const view = { round: 0, facts: [], planned: [], dismissed: [] };

test('the offline critic wants a revision when something is to be fixed', async () => {
  const reply = await critic.critique(
    persona,
    createRevision(1, 'We recieve it all.', null),
    view,
    signal,
  );
  expect(reply.verdict).toBe('revise');
  expect(reply.comments).toHaveLength(1);
  expect(reply.usage).toEqual(NO_USAGE);
});

test('the offline critic accepts a clean draft and says what it could not check', async () => {
  const clean = await critic.critique(
    persona,
    createRevision(1, 'The build is green.', null),
    view,
    signal,
  );
  expect(clean).toMatchObject({ verdict: 'accept', comments: [], limits: [] });
  const text = 'Wir haben heute eine neue Version veröffentlicht und freuen uns.';
  const german = await critic.critique(persona, createRevision(1, text, null), view, signal);
  expect(german.limits).toHaveLength(1);
});

function comment(
  id: string,
  text: string,
  quote: string,
  suggestion: Comment['suggestion'],
): Comment {
  const start = text.indexOf(quote);
  return {
    id,
    fingerprint: id,
    source: { rule: 'x' },
    raisedBy: [],
    kind: 'rule',
    severity: 'minor',
    anchor: {
      type: 'quote',
      sentenceId: 'S1',
      quote,
      match: 'exact',
      start,
      end: start + quote.length,
    },
    problem: '',
    why: '',
    suggestion,
    status: 'planned',
  };
}

const writerView = {
  round: 1,
  editStyle: 'edits' as const,
  brief: '',
  ledger: [],
  protectedSpans: [],
};

test('the edit applier turns each applicable suggestion into one edit and lists the rest', async () => {
  const text = 'Teh very big plan starts.';
  const reply = await createEditApplier().refine(
    createRevision(1, text, null),
    [
      comment('a', text, 'Teh', { action: 'replace', text: 'The', instruction: '' }),
      comment('b', text, 'very ', { action: 'delete', instruction: '' }),
      comment('c', text, 'plan', { action: 'insert', text: ' B', instruction: '' }),
      comment('d', text, 'starts', { action: 'ask', instruction: 'When?' }),
    ],
    writerView,
    signal,
  );
  expect(reply).toMatchObject({
    type: 'edits',
    edits: [
      { commentIds: ['a'], find: 'Teh', replace: 'The', start: 0, sentenceId: 'S1' },
      { commentIds: ['b'], find: 'very ', replace: '', start: 4 },
      { commentIds: ['c'], find: 'plan', replace: 'plan B' },
    ],
    notAddressed: [{ commentId: 'd' }],
    usage: NO_USAGE,
  });
});

test('the edit applier says so when nothing in the plan can be applied', async () => {
  const text = 'It starts.';
  const plan = [comment('a', text, 'starts', { action: 'ask', instruction: 'When?' })];
  const reply = await createEditApplier().refine(
    createRevision(1, text, null),
    plan,
    writerView,
    signal,
  );
  expect(reply.type).toBe('no-change');
});

test('writing from a brief needs a model and says how to set one', async () => {
  await expect(
    createEditApplier().generate({ brief: 'An invitation', personas: [] }, signal),
  ).rejects.toMatchObject({
    code: 'needs_model',
    message: expect.stringMatching(/OPENAI_API_KEY.*OPENAI_BASE_URL.*OPENAI_MODEL/),
  });
});
