import { describe, expect, it } from 'vitest';
import type { Comment } from '../../src/loop/comment.ts';
import { createRevision } from '../../src/loop/revision.ts';
import type { EditStyle, WriterView } from '../../src/loop/writer.ts';
import { PLAIN_OPTIONS } from '../../src/models/editor-options.ts';
import { createModelWriter } from '../../src/models/model-writer.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import { foodCritic } from '../../src/personas/food-critic.ts';
import { createModelStub } from './model-stub.ts';

const never = new AbortController().signal;
const KEY = 'xoxb-000-FAKE';
const DRAFT = 'We receive the parcel at noon. It may take a while. Ask @maria then.';

function planned(id: string, quote: string, text: string, more: Partial<Comment> = {}): Comment {
  const start = DRAFT.indexOf(quote);
  return {
    id,
    fingerprint: id,
    source: { persona: 'line-editor' },
    raisedBy: ['line-editor'],
    kind: 'clarity',
    severity: 'major',
    anchor: {
      type: 'quote',
      sentenceId: start < 31 ? 'S1' : 'S2',
      quote,
      match: 'exact',
      start,
      end: start + quote.length,
    },
    problem: `“${quote}” is unclear.`,
    why: 'Readers stop.',
    suggestion: { action: 'replace', text, instruction: `Write “${text}”.` },
    status: 'planned',
    ...more,
  };
}

const VAGUE = planned('1.line-editor.1', 'a while', 'about an hour');

function view(editStyle: EditStyle, more: Partial<WriterView> = {}): WriterView {
  return { round: 1, editStyle, brief: '', ledger: [], protectedSpans: [], ...more };
}

async function refine(
  answer: object,
  plan: readonly Comment[],
  style: EditStyle = 'edits',
  text = DRAFT,
) {
  const model = createModelStub([answer]);
  const writer = createModelWriter({ model });
  const reply = await writer.refine(createRevision(1, text, null), plan, view(style), never);
  return { reply, asked: model.asked };
}

const edit = (find: string, replace: string, commentIds = ['1.line-editor.1']) => ({
  commentIds,
  sentenceId: 'S2',
  find,
  replace,
});

describe('refining by edits', () => {
  it('hands on the edits of the model', async () => {
    const { reply, asked } = await refine(
      {
        edits: [edit('a while', 'about an hour')],
        notAddressed: [{ commentId: 'x', why: ' Only you know. ' }],
        noChange: null,
      },
      [VAGUE],
    );
    expect(reply).toEqual({
      type: 'edits',
      edits: [edit('a while', 'about an hour')],
      notAddressed: [{ commentId: 'x', why: 'Only you know.' }],
      usage: SCRIPTED_USAGE,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.purpose).toBe('refine');
  });

  it('says that nothing is to be changed, and why', async () => {
    const { reply } = await refine({ edits: [], noChange: 'It is fine.' }, [VAGUE]);
    expect(reply).toEqual({ type: 'no-change', why: 'It is fine.', usage: SCRIPTED_USAGE });
    const { reply: undone } = await refine(
      { edits: [], notAddressed: [{ commentId: '1.line-editor.1', why: 'Only you know.' }] },
      [VAGUE],
    );
    expect(undone).toMatchObject({ type: 'no-change', why: 'Only you know.' });
  });

  it('tells silence from an answer', async () => {
    const { reply } = await refine({ edits: [] }, [VAGUE]);
    expect(reply).toMatchObject({ type: 'edits', edits: [] });
  });

  it('RC-092 restores secrets in what is found and in what is written', async () => {
    const text = `It may take a while with ${KEY} set.`;
    const { reply, asked } = await refine(
      {
        edits: [
          { ...edit('a while with [secret-1]', 'an hour with [secret-1]'), sentenceId: 'S1' },
        ],
      },
      [VAGUE],
      'edits',
      text,
    );
    expect(asked[0]?.round).not.toContain(KEY);
    expect(reply).toMatchObject({
      edits: [{ find: `a while with ${KEY}`, replace: `an hour with ${KEY}` }],
    });
  });

  it('L14 lets no link in that nobody asked for', async () => {
    const replace = 'an hour, see https://evil.example and https://ok.example/x';
    const human = planned('1.m.1', 'a while', '', {
      source: { human: 'm' },
      suggestion: { action: 'replace', instruction: 'Link to https://ok.example/x' },
    });
    const { reply } = await refine({ edits: [edit('a while', replace)] }, [human]);
    expect(reply).toMatchObject({
      edits: [{ replace: 'an hour, see … and https://ok.example/x' }],
    });
  });
});

describe('rewriting', () => {
  it('takes the text out of its wrapping', async () => {
    const text = DRAFT.replace('a while', 'about an hour');
    const { reply } = await refine(
      { text: `Here is the revised draft:\n\n[S1] ${text}`, noChange: null },
      [VAGUE],
      'rewrite',
    );
    expect(reply).toMatchObject({ type: 'text', usage: SCRIPTED_USAGE });
    expect(reply.type === 'text' && reply.text.trim()).toBe(text);
  });

  it('has room for the whole text', async () => {
    const long = 'A sentence of words. '.repeat(500);
    const { asked } = await refine({ text: long }, [VAGUE], 'rewrite', long);
    expect(asked[0]?.maxOutputTokens).toBeGreaterThan(long.length);
  });

  it('says that nothing is to be changed, and why', async () => {
    const { reply, asked } = await refine({ text: null, noChange: 'Fine.' }, [VAGUE], 'rewrite');
    expect(reply).toEqual({ type: 'no-change', why: 'Fine.', usage: SCRIPTED_USAGE });
    expect(asked[0]?.fault).toBeNull();
  });

  it('finds fault with an answer that says nothing', async () => {
    const { asked } = await refine({ text: null, noChange: null }, [VAGUE], 'rewrite');
    expect(asked[0]?.fault).toBe('text and noChange are both null');
  });

  it('RC-072 is asked for once more in the draft’s language, whatever remarks are written in', async () => {
    const text =
      'Wir ziehen am Freitag um, und alle Fragen sind zeitnah zu stellen. Bitte räumt bis dahin eure Tische.';
    const english =
      'We are moving on Friday, and all of the questions should be asked soon. Please clear your desks by then.';
    for (const critiqueLanguage of [null, 'en']) {
      const model = createModelStub([{ text: english }]);
      const writer = createModelWriter({ model, options: { ...PLAIN_OPTIONS, critiqueLanguage } });
      await writer.refine(createRevision(1, text, null), [VAGUE], view('rewrite'), never);
      expect(model.asked[0]?.fault).toBe('it is written in English and has to be in German');
    }
    const { asked } = await refine(
      { text: text.replace('zeitnah', 'rasch') },
      [VAGUE],
      'rewrite',
      text,
    );
    expect(asked[0]?.fault).toBeNull();
  });

  it('RC-092 keeps secrets out of the request and in the draft', async () => {
    const text = `Set ${KEY} first. Then wait a while.`;
    const kept = await refine(
      { text: 'Set [secret-1] first. Then wait.' },
      [VAGUE],
      'rewrite',
      text,
    );
    expect(kept.asked[0]?.round).not.toContain(KEY);
    expect(kept.asked[0]?.fault).toBeNull();
    expect(kept.reply).toMatchObject({ text: `Set ${KEY} first. Then wait.` });
    const lost = await refine({ text: 'Set it first. Then wait.' }, [VAGUE], 'rewrite', text);
    expect(lost.asked[0]?.fault).toBe('the text must still hold [secret-1]');
    const asked = planned('1.m.1', '', '', { source: { human: 'm' } });
    const wanted = await refine({ text: 'Set it first. Then wait.' }, [asked], 'rewrite', text);
    expect(wanted.asked[0]?.fault).toBeNull();
  });
});

describe('a first draft', () => {
  const brief = `three-sentence review of a French fine-dining restaurant, link https://ok.example/menu, key ${KEY}`;

  it('is written from the brief for the editors who will read it', async () => {
    const model = createModelStub([
      {
        text: '```\nThe sole arrived in browned butter. [menu](https://ok.example/menu) ![x](https://evil.example)\n```',
      },
    ]);
    const writer = createModelWriter({ model });
    const { text, usage } = await writer.generate({ brief, personas: [foodCritic] }, never);
    expect(text).toBe('The sole arrived in browned butter. [menu](https://ok.example/menu) x');
    expect(usage).toEqual(SCRIPTED_USAGE);
    expect(model.asked[0]?.stable).toContain(foodCritic.checklist[0]?.question);
    expect(model.asked[0]?.round).toContain('French fine-dining');
    expect(model.asked[0]?.round).not.toContain(KEY);
  });
});
