import { describe, expect, it } from 'vitest';
import type { CriticView } from '../../src/loop/critic.ts';
import { createMask } from '../../src/loop/prompts/mask.ts';
import { createRevision } from '../../src/loop/revision.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import { createModelCritic } from '../../src/models/model-critic.ts';
import { createModelWriter } from '../../src/models/model-writer.ts';
import { lineEditor } from '../../src/personas/line-editor.ts';
import { createModelStub } from './model-stub.ts';

const VIEW: CriticView = { round: 1, facts: [], planned: [] };
const DRAFT =
  'Ann Lee asked bob.ray@example.com and ann@example.com for the annual plan. Ann Lee waits.';

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
