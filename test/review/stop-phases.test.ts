import { expect, it } from 'vitest';
import { onEveryEngine } from '../store/engines.ts';
import { PHASES, stopIn } from './stop-phases.ts';

onEveryEngine((store) => {
  // What it waits for in each phase never comes by itself: that it ends at all is what a stop does.
  it.each(PHASES)('a stop ends a review that is %s, and it says nothing more', async (phase) => {
    const stopped = await stopIn(phase, store.database());

    expect(stopped).toMatchObject({
      stopReason: 'cancelled',
      status: 'stopped',
      requestsAfter: 0,
      slots: phase === 'posting to a slow platform' ? ['critique/1/senior-editor', 'result'] : [],
    });
    expect(stopped.note).toContain('Stopped');
    expect(stopped.abortedMs !== null).toBe(phase === 'asking a model that hangs');
  });
});
