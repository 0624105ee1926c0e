import { describe, expect, it } from 'vitest';
import { note } from '../../src/review/notes.ts';
import { UnreviewableError } from '../../src/review/source.ts';
import { createFakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const critic = panelCritic({});

describe('a message that is nobody’s draft', () => {
  it('tells who asked why, and leaves no run, no post and no mark of an end', async () => {
    const platform = createFakePlatform();
    const read = async () => {
      throw new UnreviewableError(note('An app wrote that.'));
    };
    const room = await openRoom({ critic, platform: { ...platform, source: { read } } });
    const message = platform.write('Build 41 passed.');
    const outcome = await room.review(message);
    await room.workAll();

    expect(platform.notes.map((each) => textOf(each.message))).toEqual(['An app wrote that.']);
    expect(platform.posts).toEqual([]);
    expect(platform.statuses.map(({ state }) => state)).not.toContain('stopped');
    const runId = outcome.type === 'accepted' ? outcome.runId : '';
    expect(await room.deps.runs.load(runId)).toBeNull();
    expect(room.errors).toEqual([]);
    await room.database.close();
  });
});

describe('a private review', () => {
  it('opens its thread with the words under review', async () => {
    const platform = createFakePlatform();
    const opened: unknown[] = [];
    const messenger = {
      ...platform.messenger,
      privateThread: async (...given: Parameters<typeof platform.messenger.privateThread>) => {
        opened.push(given);
        return platform.messenger.privateThread(...given);
      },
    };
    const room = await openRoom({ critic, platform: { ...platform, messenger } });
    const target = { type: 'draft', text: 'The lift is out of order.', notRead: [] } as const;
    await room.request({ target, choices: { delivery: 'private' } });
    await room.workAll();

    expect(opened).toEqual([[member('ada'), expect.anything(), 'The lift is out of order.']]);
    await room.database.close();
  });
});
