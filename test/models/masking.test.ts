import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import type { CriticView } from '../../src/loop/critic.ts';
import type { Persona } from '../../src/loop/persona.ts';
import { createMask } from '../../src/loop/prompts/mask.ts';
import { createRevision } from '../../src/loop/revision.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { createModelJudge } from '../../src/models/model-judge.ts';
import { createModelWriter } from '../../src/models/model-writer.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';
import { createModelStub } from './model-stub.ts';

const VIEW: CriticView = { round: 1, facts: [], planned: [] };
const DRAFT =
  'Ann Lee asked bob.ray@example.com and ann@example.com for the annual plan. Ann Lee waits.';

const KEY = `ghp_${'a1B2'.repeat(9)}`;

/** A comment of whoever is named, with the key in every one of its words. */
const KEYED: Comment = {
  id: '1.m.1',
  fingerprint: 'f',
  source: { human: 'm' },
  raisedBy: ['m'],
  kind: 'clarity',
  severity: 'major',
  anchor: { type: 'document' },
  problem: `Say ${KEY} here.`,
  why: `“${KEY.slice(0, 16)}…” is missing.`,
  suggestion: { action: 'insert', text: ` ${KEY}`, instruction: `Add ${KEY}.` },
  status: 'planned',
};

describe('RC-092 a secret that does not stand in the draft', () => {
  const persona: Persona = {
    ...lineEditor,
    reader: `somebody with ${KEY}`,
    ignores: [`the key ${KEY}`],
    checklist: [{ id: 'key', question: `Is ${KEY} there?`, severityIfFailed: 'minor' }],
  };
  const style = {
    guide: `Never print ${KEY}.`,
    names: [KEY],
    avoid: [{ word: KEY, use: 'the key' }],
    allowed: [KEY],
  };
  const options = { ...PLAIN_OPTIONS, style };
  const thread = { before: [KEY], after: [KEY], leftOut: 0, limits: [] };
  const signal = new AbortController().signal;

  async function promptsOf(text: string) {
    const critique = { checks: [], strengths: [], comments: [], criteria: [], verdict: 'accept' };
    const models = {
      critic: createModelStub(Array(9).fill({ ...critique, followUps: [] })),
      writer: createModelStub([
        { text: 'A text.' },
        ...Array(9).fill({ edits: [], noChange: 'No.' }),
      ]),
      judge: createModelStub([{ reason: 'So.', better: 'a' }]),
    };
    const revision = createRevision(1, text, null);
    const facts = [{ ...KEYED, quote: KEY }];
    await createModelCritic({ modelFor: () => models.critic, options }).critique(
      persona,
      revision,
      { round: 2, facts, planned: [KEYED], thread },
      signal,
    );
    const writer = createModelWriter({ model: models.writer, options });
    await writer.generate({ brief: `Use ${KEY}.`, personas: [persona] }, signal);
    await writer.refine(
      revision,
      [KEYED],
      {
        ...{ round: 2, editStyle: 'edits', brief: `Use ${KEY}.`, protectedSpans: [], thread },
        ledger: [
          { commentId: 'x', round: 1, quote: KEY, problem: KEY, outcome: 'dismissed', note: KEY },
        ],
        diagnosis: `“${KEY}” is missing.`,
      },
      signal,
    );
    await createModelJudge({ model: models.judge, options }).compare(
      { first: KEY, second: `Or ${KEY}.`, brief: KEY, personas: [persona] },
      signal,
    );
    const asked = Object.values(models).flatMap((model) => model.asked);
    return asked.map((prompt) => ({ ...prompt, whole: prompt.stable + prompt.round }));
  }

  it.each([
    ['a draft without it', 'It may take a while.'],
    [
      'a draft that has it in code, in a sentence and twice',
      `\`${KEY}\` may. ${KEY} takes. A ${KEY}.`,
    ],
  ])('goes to no model out of style, editors, thread, brief or remarks: %s', async (_, text) => {
    const prompts = await promptsOf(text);
    expect(new Set(prompts.map(({ purpose }) => purpose)).size).toBe(4);
    for (const { whole } of prompts) expect(whole).not.toContain(KEY.slice(0, 12));
  });

  it('leaves the beginning of all prompts alike', async () => {
    const stable = async (text: string) => (await promptsOf(text)).map((prompt) => prompt.stable);
    expect(await stable(`A ${KEY}.`)).toEqual(await stable(`xoxb-000-FAKE and ${KEY}.`));
  });
});

describe('e-mail addresses and names', () => {
  const names = ['Ann Lee', 'Ann'];

  it('go out as placeholders and come back as they were', () => {
    const mask = createMask([DRAFT], { emails: true, names });
    const hidden = mask.hide(DRAFT);
    expect(hidden).toBe(
      '[name-1] asked [email-1] and [email-2] for the annual plan. [name-1] waits.',
    );
    expect(mask.restore(hidden)).toBe(DRAFT);
    expect([mask.countOf('email'), mask.countOf('secret')]).toEqual([2, 0]);
  });

  it('stay where the setting does not ask for it', () => {
    expect(createMask([DRAFT]).hide(DRAFT)).toBe(DRAFT);
  });

  it('come back in remarks; secrets do not', () => {
    const text = 'Ann Lee has the key ghp_0123456789abcdef0123456789abcdef0123.';
    const mask = createMask([text], { emails: true, names });
    expect(mask.reveal(mask.hide(text))).toBe('Ann Lee has the key [secret-1].');
  });

  it('RC-092 stay away from the second try, where the guard names or cuts the words they are in', async () => {
    const secret = 'ghp_0123456789abcdef0123456789abcdef0123';
    const best = createRevision(1, `Use the key ${secret} for this.`, null);
    const model = createModelStub([{ edits: [], notAddressed: [], noChange: 'No.' }]);
    const cut = `${secret.slice(0, 20)}…`;
    await createModelWriter({ model }).refine(
      best,
      [],
      {
        ...{ round: 1, editStyle: 'edits', brief: '', ledger: [], protectedSpans: [] },
        diagnosis: `“${secret}” must stay exactly as it was; “the key ${cut}” is missing.`,
      },
      new AbortController().signal,
    );
    const [asked] = model.asked;
    expect(asked?.round).toContain('“[secret-1]” must stay');
    expect(asked?.round).toContain('“the key [secret-1]…” is missing');
    expect(asked?.round).not.toContain(secret.slice(0, 8));
  });

  it('a short password is hidden as a word, and not as a part of others', () => {
    const mask = createMask(['Server=db;Pwd=rest1; the rest1 of it was wrest1ed.']);
    expect(mask.hide('Server=db;Pwd=rest1; the rest1 of it was wrest1ed.')).toBe(
      'Server=db;Pwd=[secret-1]; the [secret-1] of it was wrest1ed.',
    );
  });

  it('never reach the model, and its remark is about the words they stand for', async () => {
    const model = createModelStub([
      {
        checks: [],
        strengths: [],
        comments: [
          {
            quote: '[name-1] waits',
            sentenceId: 'S2',
            lastSentenceId: null,
            kind: 'clarity',
            severity: 'major',
            problem: 'What [name-1] waits for is not said.',
            why: 'Readers guess.',
            suggestion: {
              action: 'replace',
              text: '[name-1] waits for it',
              instruction: 'Say it.',
            },
          },
        ],
        followUps: [],
        criteria: [],
        verdict: 'revise',
      },
    ]);
    const critic = createModelCritic({
      modelFor: () => model,
      options: {
        ...PLAIN_OPTIONS,
        masking: { emails: true, names: true },
        namesIn: () => ['Ann Lee'],
      },
    });
    const signal = new AbortController().signal;
    const reply = await critic.critique(lineEditor, createRevision(1, DRAFT, null), VIEW, signal);
    expect(model.asked[0]?.round).not.toMatch(/Ann|@example/);
    expect(reply.comments[0]).toMatchObject({
      quote: 'Ann Lee waits',
      problem: 'What Ann Lee waits for is not said.',
      suggestion: { text: 'Ann Lee waits for it' },
    });
    expect(reply.limits).toEqual([
      'As set here, the model saw placeholders for 2 e-mail addresses and 1 name.',
    ]);
  });
});
