import { afterEach, describe, expect, it } from 'vitest';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';
import { createFakePlatform, member } from '../review/fake-platform.ts';
import { openRoom, panelCritic } from '../review/room.ts';
import { open } from '../store/open-store.ts';
import { ADMIN, actor, asNote, MEMBER, openHouse, wordsOf } from './house.ts';

const DRAFT = 'This is a very very long story about the lift. It opens on 5 May at 9:30.';
const PLACE = { workspace: 'local' };
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A workspace where `reviews` messages were reviewed, `hidden` of other members privately. */
async function worked({ reviews = 40, hidden = 0 } = {}) {
  const database = await open(':memory:');
  closers.push(() => database.close());
  const platform = createFakePlatform();
  const critic = panelCritic({ 'line-editor': [['very very', 'very']] });
  const room = await openRoom({ critic, platform, database });
  const runIds: string[] = [];
  for (let at = 0; at < reviews + hidden; at += 1) {
    const isHidden = at >= reviews;
    const message = platform.write(`${DRAFT} ${at}`);
    const outcome = await room.review(message, isHidden ? { delivery: 'private' } : {}, {
      requester: member(isHidden ? `secretive-${at}` : `m${at % 3}`),
    });
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    runIds.push(outcome.runId);
  }
  await room.workAll();
  const house = await openHouse({ database, now: Date.now, deps: { now: Date.now } });
  return { ...room, house, runIds, show: (by = ADMIN, at = 'stats') => house.show(at, by, PLACE) };
}

describe('the statistics', () => {
  it('say what reviews came to, with intervals, by preset and editor', async () => {
    const { show, click, runIds } = await worked();
    for (const [at, runId] of runIds.entries()) {
      await click(at === 0 ? 'not-useful' : 'useful', runId, 'line-editor', member('cy'));
    }

    const words = wordsOf(await show());
    expect(words).toContain('Reviews: 40');
    expect(words).toContain('**Preset: General**');
    expect(words).toContain('**Editor: Line editor**');
    expect(words).toContain('Not useful: 3 % (0 % to 13 %) of 40 clicks, around the 10 % line');
    expect(words).toContain('Comments accepted: none yet');
    expect(words).toContain('Why they ended:');
  });

  it('say of small numbers that they are too few', async () => {
    const { show, click, runIds } = await worked({ reviews: 3 });
    for (const runId of runIds) await click('useful', runId, 'line-editor');

    const words = wordsOf(await show());
    expect(words).toContain('Not useful: too few to tell (0 of 3 clicks)');
    expect(words).toContain('First critique after: too few to tell');
    expect(words).not.toContain('10 % line');
  });

  it('are for those who may change settings, and for no other workspace', async () => {
    const { show, house } = await worked({ reviews: 1 });
    for (const by of [MEMBER, actor('guest', { isExternal: true, isAdmin: true })]) {
      expect(asNote(await show(by)).markdown).toContain('cannot see the statistics');
    }
    expect(wordsOf(await house.show('stats', ADMIN, { workspace: 'other' }))).toContain(
      'None were counted yet.',
    );
  });

  it('count private reviews only among those of five members, and hold no word or place', async () => {
    const few = await worked({ reviews: 2, hidden: 4 });
    expect(wordsOf(await few.show())).toContain('Reviews: 2');
    const many = await worked({ reviews: 2, hidden: 5 });
    const words = wordsOf(await many.show());
    expect(words).toContain('Reviews: 7');
    expect(words).not.toMatch(/secretive|very|lift|desk:/);
  });

  it('go back as far as is asked', async () => {
    const { show, database } = await worked({ reviews: 1 });
    const runs = createRunRepository(database);
    const old = { workspace: 'local', platform: 'desk', trigger: 'command' as const };
    const createdAt = Date.now() - 100 * 86_400_000;
    await runs.create({
      ...old,
      ...{ id: 'old', requester: null, status: 'queued', planVersion: 1, options: {} },
      ...{ given: { draft: 'x' }, createdAt },
    });
    await runs.finish('old', {
      ...{ stopReason: 'cancelled', bestRevision: null, receipt: null, finishedAt: createdAt },
    });
    const counted = { preset: 'general', isPrivate: false };
    await createStatsRepository(database).countAs('old', counted);

    expect(wordsOf(await show())).toContain('Reviews: 1\n');
    expect(wordsOf(await show(ADMIN, 'stats/365'))).toContain('Reviews: 2\n');
    expect(wordsOf(await show(ADMIN, 'stats/30'))).toContain('Reviews: 1\n');
  });
});
