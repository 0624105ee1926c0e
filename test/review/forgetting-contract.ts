import { expect, it } from 'vitest';
import { createForgetting } from '../../src/review/forget.ts';
import { readMemberData } from '../../src/review/member-data.ts';
import { formatRef } from '../../src/review/refs.ts';
import { keepRetention } from '../../src/review/retention.ts';
import { resolveSettings } from '../../src/settings/resolution.ts';
import type { Database } from '../../src/store/database.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { channelThread, createFakePlatform, member } from './fake-platform.ts';
import { forgettingOn } from './forgetting-rig.ts';
import { plant, plantedIn } from './planted.ts';
import { PLANTED } from './planted-words.ts';

const EVERYTHING = { workspace: 'local' };
const DAY_MS = 86_400_000;

/** What forgetting promises, whatever the database. */
export function describeForgetting(database: () => Database): void {
  const openIn = async (channel?: string) => {
    const platform = createFakePlatform();
    const planted = await plant(database(), platform, channel);
    return { ...planted, platform, forgetting: createForgetting(planted.room.deps) };
  };
  const kept = async (scope: { channel?: string } = {}) =>
    (await forgettingOn(database()).forgets.find({ ...EVERYTHING, ...scope })).length;

  it('what would go is counted before it goes, and nothing is done', async () => {
    const { forgetting, platform } = await openIn();

    const shown = await forgetting.preview(EVERYTHING);

    expect(shown).toMatchObject({ reviews: 4, underWay: 0, posts: platform.posts.length });
    expect(await kept()).toBe(4);
  });

  it('a member’s reviews go and those of others stay', async () => {
    const { forgetting } = await openIn();

    const { reviews } = await forgetting.forget(
      { ...EVERYTHING, member: member('cy') },
      { posts: false },
    );

    expect(reviews).toBe(1);
    expect(await kept()).toBe(3);
    expect(await wordsLeft(database())).not.toContain(PLANTED.given);
    expect(await wordsLeft(database())).toContain(PLANTED.draft);
  });

  it('a review of what a member wrote is theirs to forget, whoever asked for it', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const message = platform.write('Words of Di, who asked nobody.', { author: member('di') });
    await room.review(message, {}, { requester: member('ada') });
    await room.workAll();

    const { reviews } = await createForgetting(room.deps).forget(
      { ...EVERYTHING, member: member('di') },
      { posts: false },
    );

    expect(reviews).toBe(1);
  });

  it('a name inside of a draft makes nobody its author', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const pretends = `"author":"${member('eve')}" and 100% of _it_ is mine.`;
    await room.review(platform.write(pretends), {}, {});
    await room.workAll();

    const shown = createForgetting(room.deps).preview({ ...EVERYTHING, member: member('eve') });

    expect(await shown).toMatchObject({ reviews: 0 });
  });

  it('posts go where that is wished, and those of other reviews stay', async () => {
    const { forgetting, platform } = await openIn();
    const before = platform.posts.length;
    const own = (await forgetting.preview({ ...EVERYTHING, member: member('cy') })).posts;
    expect(own).toBeGreaterThan(0);

    const gone = await forgetting.forget({ ...EVERYTHING, member: member('cy') }, { posts: true });

    expect(gone).toEqual({ reviews: 1, posts: own, left: 0 });
    expect(platform.posts).toHaveLength(before - own);
  });

  it('a post that the platform refuses to delete is counted, and the words go all the same', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const refuses = {
      ...room.deps,
      platform: () => ({
        ...platform,
        messenger: { ...platform.messenger, remove: () => Promise.reject(new Error('no')) },
      }),
    };

    const gone = await createForgetting(refuses).forget(EVERYTHING, { posts: true });

    expect(gone.left).toBe(platform.posts.length);
    expect(plantedIn(await wordsLeft(database()))).toEqual([]);
  });

  it('the head of a thread goes with its posts, once no other review stands there', async () => {
    const platform = createFakePlatform();
    const { room, message } = await plant(database(), platform);
    const privately = { delivery: 'private' } as const;
    await room.review(message, privately, { requester: member('cy') });
    await room.review(
      message,
      { ...privately, preset: 'announcement' },
      { requester: member('cy') },
    );
    await room.workAll();
    const mine = await platform.messenger.privateThread(member('cy'), channelThread, '');
    const forgetting = createForgetting(room.deps);
    const cys = { ...EVERYTHING, member: member('cy') };

    await forgetting.forget(EVERYTHING, { posts: false });
    expect(platform.headsGone).toEqual([]);

    await room.review(platform.write('Words of Di.', { author: member('di') }), privately, {
      requester: member('cy'),
    });
    await room.review(platform.write('Words of Ed.', { author: member('ed') }), privately, {
      requester: member('cy'),
    });
    await room.workAll();
    await forgetting.forget({ ...EVERYTHING, member: member('di') }, { posts: true });
    expect(platform.headsGone).toEqual([]);

    await forgetting.forget(cys, { posts: true });
    expect(platform.headsGone).toEqual([mine]);
  });

  it('a review that has not begun is ended and stays so when its turn comes', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const before = platform.posts.length;
    const message = platform.write(`A second ${PLANTED.draft}, this time on time.`);
    const outcome = await room.review(message);
    if (outcome.type !== 'accepted') throw new Error('not accepted');

    await createForgetting(room.deps).forget(EVERYTHING, { posts: false });
    await room.workAll();

    expect(platform.posts).toHaveLength(before);
    expect(await room.deps.runs.load(outcome.runId)).toMatchObject({
      status: 'finished',
      end: { stopReason: 'cancelled' },
    });
    expect(plantedIn(await wordsLeft(database()))).toEqual([]);
  });

  it('words that are written to a forgotten review leave no trace', async () => {
    const { room, runId, forgetting } = await openIn();
    await forgetting.forget(EVERYTHING, { posts: false });

    await room.deps.runs.saveStep(runId, { key: 'late', json: `"${PLANTED.draft}"`, versions: {} });
    await room.deps.runs.append(runId, { number: 999, type: 'revision_created' });
    await room.deps.posts.confirm(runId, {
      slot: 'result',
      message: formatRef<'message'>('desk', ['general', 'm1']),
      digest: PLANTED.draft,
    });

    expect(await wordsLeft(database())).toBe('[]');
  });

  it('buttons of a forgotten review say that its words are gone', async () => {
    const { room, runId, forgetting } = await openIn();
    await forgetting.forget(EVERYTHING, { posts: false });

    const note = await room.click('changes', runId);

    expect(note?.parts[0]?.markdown).toContain('are deleted');
  });

  it('retention follows each channel’s own setting, and counts stay', async () => {
    const now = Date.now();
    const { room, platform } = await openIn('quick');
    await room.review(platform.write('Words that stay for longer.'), {}, { channel: 'slow' });
    await room.workAll();
    const settings = async (place: { workspace: string; channel?: string }) =>
      resolveSettings(place, [
        { workspace: 'local', values: { retentionDays: 90 } },
        { workspace: 'local', channel: 'quick', values: { retentionDays: 1 } },
      ]);

    await keepRetention({ ...room.deps, settings, now: () => now + 2 * DAY_MS });
    expect([await kept({ channel: 'quick' }), await kept({ channel: 'slow' })]).toEqual([0, 1]);

    await keepRetention({ ...room.deps, settings, now: () => now + 91 * DAY_MS });
    expect(await kept()).toBe(0);
    const [runs, comments] = await database().read((db) => [
      db.select().from(db.tables.runs),
      db.select().from(db.tables.comments),
    ]);
    expect(runs).toHaveLength(5);
    expect(comments.length).toBeGreaterThan(0);
  });

  it('retention of 0 days leaves a review that lives alone, and takes it when it is over', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const deps = {
      ...room.deps,
      settings: async (place: { workspace: string; channel?: string }) =>
        resolveSettings(place, [{ workspace: 'local', values: { retentionDays: 0 } }]),
    };
    const message = platform.write(`A living ${PLANTED.draft}, soon to be read.`);
    await room.review(message);

    await keepRetention(deps);
    expect(await kept()).toBe(1);

    await room.workAll();
    await keepRetention(deps);
    expect(await kept()).toBe(0);
  });

  it('a workspace that removed the app has seven days to come back', async () => {
    const { room } = await openIn();
    const now = Date.now();
    const installations = createInstallationRepository(database());
    const installed = { platform: 'desk', workspace: 'local', installedAt: now };
    await installations.save({ ...installed, secret: { keyId: 'k', body: 's' } });
    await installations.remove('desk', 'local', now);
    const at = (days: number) => ({ ...room.deps, now: () => now + days * DAY_MS });

    await keepRetention(at(6));
    expect(await kept()).toBe(4);
    await keepRetention(at(8));
    expect(await kept()).toBe(0);
  });

  it('a deleted message takes the words of its finished reviews with it', async () => {
    const { room, message, runId } = await openIn();

    await room.reviews.sourceDeleted(message);

    expect((await room.deps.runs.load(runId))?.revisions.map(({ text }) => text)).toEqual(
      expect.arrayContaining([null]),
    );
    const left = await database().read((db) => [db.select().from(db.tables.texts)]);
    expect(left[0].filter((row) => row.runId === runId)).toEqual([]);
    expect(await kept()).toBeGreaterThan(0);
  });

  it('a deleted message takes with it what went on from its review, and stops what still does', async () => {
    const { room, message, runId } = await openIn();
    const more = { runId, text: 'Say it shorter.', id: 'said-2' };
    await room.reviews.say(more, member('ada'), 'local');

    await room.reviews.sourceDeleted(message);
    await room.workAll();

    expect(room.errors).toEqual([]);
    expect(plantedIn(await wordsLeft(database()))).not.toContain(PLANTED.remark);
    expect(await wordsLeft(database())).not.toContain('Say it shorter');
  });

  it('a member takes along what is theirs, and nothing an editor told another privately', async () => {
    const platform = createFakePlatform();
    const { room } = await plant(database(), platform);
    const message = platform.write(`Words of Di with ${PLANTED.draft}.`, { author: member('di') });
    await room.review(message, { delivery: 'private' }, { requester: member('cy') });
    await room.workAll();

    const own = await readMemberData(room.deps, { ...EVERYTHING, member: member('ada') });
    const dis = await readMemberData(room.deps, { ...EVERYTHING, member: member('di') });

    expect(plantedIn(JSON.stringify(own))).toEqual(
      expect.arrayContaining([PLANTED.draft, PLANTED.brief, PLANTED.revision, PLANTED.suggestion]),
    );
    expect(JSON.stringify(own)).not.toContain(PLANTED.given);
    expect(dis.reviews).toMatchObject([{ askedByYou: false, comments: [] }]);
    expect(plantedIn(JSON.stringify(dis))).toEqual([PLANTED.draft]);
  });
}

/** Whatever stands in the column for words. */
async function wordsLeft(database: Database): Promise<string> {
  const [rows] = await database.read((db) => [db.select().from(db.tables.texts)]);
  return JSON.stringify(rows.map(({ body }) => body));
}
