import { describe, expect, it } from 'vitest';
import { createSchema, POSTGRES_URL } from '../store/engines.ts';
import type { ChildOptions } from './protocol.ts';
import { openRig } from './rig.ts';

async function expectGivenUp(more: Partial<ChildOptions>): Promise<void> {
  const rig = await openRig(more);
  try {
    const { poisoned, sound, deaths } = await rig.poison();

    expect(deaths).toBe(5);
    expect(poisoned).toMatchObject({ posts: [], status: 'stopped' });
    expect(poisoned.notes).toEqual([expect.stringContaining('Something went wrong')]);
    expect(sound.posts.map(({ slot }) => slot)).toEqual([
      'critique/1/senior-editor',
      'critique/1/line-editor',
      'result',
    ]);
    expect(sound.status).toBe('done');
  } finally {
    await rig.close();
  }
}

describe('a run that takes the process down each time is given up and blocks nobody', () => {
  it('on SQLite', () => expectGivenUp({}), 120_000);

  it.skipIf(POSTGRES_URL === '')(
    'on PostgreSQL',
    async () => {
      const schema = await createSchema();
      try {
        await expectGivenUp({ database: schema.url });
      } finally {
        await schema.drop();
      }
    },
    120_000,
  );
});
