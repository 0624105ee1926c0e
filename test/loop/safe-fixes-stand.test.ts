import { describe, expect, it } from 'vitest';
import {
  createScriptedCritic,
  createScriptedWriter,
  scriptComment,
} from '../../src/models/scripted.ts';
import { UserError } from '../../src/user-error.ts';
import { DRAFT, persona, runLoop } from './harness.ts';

const FIXED = DRAFT.replace('broken', 'unusable');
const check = async () => ({
  comments: [
    scriptComment('broken', 'unusable', { rule: 'house-word', trust: 'safe', severity: 'minor' }),
  ],
  limits: [],
});
const marking = () =>
  createScriptedCritic(({ view }) =>
    view.round === 1 ? { comments: [scriptComment('most of the morning', 'hours')] } : {},
  );

describe('the safe fixes of code are made', () => {
  it.each([
    ['is refused twice', () => ({ type: 'text', text: 'No changes are needed.' }) as const],
    ['fails', () => new UserError('The model server failed.', { code: 'model_server' })],
  ])('although the rewrite %s', async (_how, refine) => {
    const { result, events } = await runLoop({
      critic: marking(),
      writer: createScriptedWriter({ refine }),
      deps: { check },
    });
    expect(result.best.text).toBe(FIXED);
    expect(events.filter(({ type }) => type === 'revision_refined')).toHaveLength(1);
    expect(result.receipt.rounds).toBe(1);
    expect(result.comments.find(({ trust }) => trust === 'safe')?.status).toBe('resolved');
    expect(result.stillOpen.map(({ problem }) => problem)).toEqual([
      '“most of the morning” is hard to follow.',
    ]);
    expect(['refine_rejected', 'model_error']).toContain(result.stopReason);
  });

  it('although every editor fails', async () => {
    const { result } = await runLoop({
      critic: createScriptedCritic(() => new UserError('No.', { code: 'model_server' })),
      personas: [persona('a'), persona('b')],
      deps: { check },
    });
    expect(result.best.text).toBe(FIXED);
    expect(result.stopReason).toBe('model_error');
  });

  it.each(['critique-only', 'guided'] as const)('but not in the mode %s', async (mode) => {
    const { result } = await runLoop({
      critic: createScriptedCritic(() => new UserError('No.', { code: 'model_server' })),
      mode,
      deps: { check },
    });
    expect(result.best.text).toBe(DRAFT);
  });
});
