import { describe, expect, it } from 'vitest';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { DRAFT, runLoop } from './harness.ts';

describe('L9 replies that are no draft', () => {
  it.each([
    'No changes needed.',
    'Feedback: the draft is fine as it stands, well done to everybody who wrote it.',
    'Score: 4/4',
    'The draft has been revised to read better for everybody who has to act on it today.',
    'As an AI language model I think the text works well for everybody who reads it in a hurry.',
    'Already perfect and clear, so I would send it to everybody just as it is right now, today.',
    '{"text": "The export button was broken for most of the morning and everybody noticed it."}',
    '```json\n{"edits": []}\n```',
    "I'm sorry, but I can't help with rewriting this text for everybody in your company today.",
    'Sure! Here is what I would send to everybody who was affected by this yesterday morning.',
    "Here's the revised version of the text for you: the export button was broken all morning.",
    '',
    'ok',
  ])('never become a revision: %j', async (text) => {
    const writer = createScriptedWriter({ refine: () => ({ type: 'text', text }) });
    const { result, events } = await runLoop({
      critic: createScriptedCritic(() => ({
        comments: [scriptComment('most of the morning', 'hours')],
      })),
      writer,
      editStyle: 'rewrite',
    });
    expect(result.stopReason).toBe('refine_rejected');
    expect(result.best.text).toBe(DRAFT);
    expect(result.revisions).toHaveLength(1);
    expect(writer.requests).toHaveLength(2);
    const refusals = events.filter((event) => event.type === 'refinement_refused');
    expect(refusals.map((event) => event.retrying)).toEqual([true, false]);
  });

  it('stop a brief after one second try', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(() => ({})),
      writer: createScriptedWriter({ drafts: ['', 'ok'], refine: () => new Error('unused') }),
      draft: null,
      brief: 'a line on the export button',
    });
    expect(result.stopReason).toBe('model_error');
    expect(result.failure?.code).toBe('not_a_draft');
    expect(result.receipt).toMatchObject({ calls: 1, retries: 1 });
  });
});

describe('L10 the second try', () => {
  it('gets exactly the diagnosis and happens once', async () => {
    const writer = createScriptedWriter({
      refine: () => ({ type: 'text', text: DRAFT.replace('12 reports', 'some reports') }),
    });
    const { events, result } = await runLoop({
      critic: createScriptedCritic(() => ({
        comments: [scriptComment('most of the morning', 'hours')],
      })),
      writer,
      editStyle: 'rewrite',
    });
    const refusals = events.filter((event) => event.type === 'refinement_refused');
    expect(writer.requests).toHaveLength(2);
    expect(writer.requests[0]?.view.diagnosis).toBeUndefined();
    expect(writer.requests[1]?.view.diagnosis).toBe(refusals[0]?.diagnosis);
    expect(refusals[0]?.diagnosis).toContain('“12 reports”');
    expect(result.stopReason).toBe('refine_rejected');
  });
});
