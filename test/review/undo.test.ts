import { describe, expect, it } from 'vitest';
import type { LoopEvent } from '../../src/loop/events.ts';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { readThreadState } from '../../src/review/thread-state.ts';
import { textWithout, undoableEdits } from '../../src/review/undo.ts';
import { applyingWriter, type LoopSetup, persona, runLoop } from '../loop/harness.ts';

const DRAFT = 'One thing is big. Two things are wide. Three things are tall and long.';

/** Changes one word a round, in this order. */
function wordByWord(words: readonly (readonly [string, string])[]) {
  return createScriptedCritic(({ view }) => {
    const [from, to] = words[view.round - 1] ?? [];
    return from === undefined ? {} : { comments: [scriptComment(from, to)] };
  });
}

async function stateAfter(setup: Partial<LoopSetup> & Pick<LoopSetup, 'critic'>) {
  const { events, result } = await runLoop({
    draft: DRAFT,
    personas: [persona('senior')],
    maxRounds: 4,
    writer: applyingWriter(),
    ...setup,
  });
  return { state: readThreadState(events as LoopEvent[]), result };
}

describe('undoing a change', () => {
  it('finds it where later rounds have moved it', async () => {
    const { state, result } = await stateAfter({
      critic: wordByWord([
        ['wide', 'rather wide'],
        ['big', 'enormous and heavy'],
        ['tall', 'high'],
      ]),
    });
    expect(result.best.text).toBe(
      'One thing is enormous and heavy. Two things are rather wide. Three things are high and long.',
    );

    expect(undoableEdits(state, '1.senior.1')).toHaveLength(1);
    expect(textWithout(state, ['1.senior.1'])).toBe(
      result.best.text.replace('rather wide', 'wide'),
    );
    expect(textWithout(state, ['1.senior.1', '2.senior.1', '3.senior.1'])).toBe(DRAFT);
  });

  it('refuses where the words were changed again', async () => {
    const { state } = await stateAfter({
      critic: wordByWord([
        ['big', 'large'],
        ['large', 'huge'],
      ]),
    });

    expect(undoableEdits(state, '1.senior.1')).toEqual([]);
    expect(undoableEdits(state, '2.senior.1')).toHaveLength(1);
  });

  it('refuses what a rewrite did, since nobody knows which words were meant', async () => {
    const { state, result } = await stateAfter({
      editStyle: 'rewrite',
      maxRounds: 1,
      critic: wordByWord([['big', 'large']]),
      writer: createScriptedWriter({
        refine: ({ best }) => ({ type: 'text', text: best.text.replace('big', 'large') }),
      }),
    });
    expect(result.best.number).toBe(2);

    expect(undoableEdits(state, '1.senior.1')).toEqual([]);
  });

  it('refuses once a later rewrite may have moved the words', async () => {
    const { state, result } = await stateAfter({
      critic: wordByWord([
        ['big', 'large'],
        ['tall', 'high'],
      ]),
      writer: createScriptedWriter({
        refine: ({ best, view }) =>
          view.round === 1
            ? {
                type: 'edits',
                edits: [{ commentIds: ['1.senior.1'], find: 'big', replace: 'large' }],
              }
            : { type: 'text', text: best.text.replace('tall', 'high') },
      }),
    });
    expect(result.best.number).toBe(3);

    expect(undoableEdits(state, '1.senior.1')).toEqual([]);
  });
});
