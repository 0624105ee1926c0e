import { afterEach, expect, it } from 'vitest';
import { formatRef } from '../../src/review/refs.ts';
import { changeSettings } from '../../src/settings/change.ts';
import { createFakePlatform, member } from '../review/fake-platform.ts';
import { openRoom, panelCritic } from '../review/room.ts';
import { open } from '../store/open-store.ts';
import { ADMIN, actor, MEMBER, openHouse } from './house.ts';

const DRAFT = 'This is a very very long story about the lift. It opens on 5 May at 9:30.';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Two channels in which the same was reviewed, decided and voted on; `news` opted in. */
async function exported() {
  const database = await open(':memory:');
  closers.push(() => database.close());
  const platform = createFakePlatform();
  const critic = panelCritic({ 'line-editor': [['very very', 'very']] });
  const room = await openRoom({ critic, platform, database });
  for (const [channel, isPrivate] of [
    ['general', false],
    ['news', false],
    ['news', true],
  ] as const) {
    const message = platform.write(`${DRAFT} ${channel}${isPrivate ? ' secretly' : ''}.`);
    const outcome = await room.review(message, isPrivate ? { delivery: 'private' } : {}, {
      channel,
      thread: formatRef<'thread'>('desk', [channel]),
      requester: member('ada'),
    });
    if (outcome.type !== 'accepted') throw new Error('not accepted');
    await room.workAll();
    const { runId } = outcome;
    await room.deps.decisions.decide(runId, {
      subject: '1.line-editor.1',
      decision: 'accepted',
      member: member('ada'),
    });
    await room.click('vote-team', runId);
    await room.click('vote-a', runId, 'team-2', member('bo'));
    await room.click('vote-close', runId, 'team-2');
  }
  return { house: await openHouse({ database }) };
}

it('exports decisions and votes to admins, with words only from channels that opted in', async () => {
  const { house } = await exported();
  const place = { workspace: 'local' };
  for (const by of [MEMBER, actor('guest', { isExternal: true, isAdmin: true })]) {
    expect(await house.door.exportDecisions(by, place)).toMatchObject({ type: 'note' });
  }
  const file = await house.door.exportDecisions(ADMIN, place);
  if (file.type !== 'file') throw new Error('no file');
  const rows = file.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ type }) => type)).toEqual(['comment', 'comment', 'vote', 'vote']);
  expect(file.text).not.toMatch(/very|lift|secretly|desk:/);

  const change = { workspace: 'local', channel: 'news', set: { exportDecisions: true }, reset: [] };
  expect(await changeSettings(house.deps, change, ADMIN)).toMatchObject({ type: 'saved' });
  const opted = await house.door.exportDecisions(ADMIN, place);
  if (opted.type !== 'file') throw new Error('no file');
  const withWords = opted.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(withWords.map(({ words }) => words !== undefined)).toEqual([false, true, false, true]);
  expect(withWords[1].words.quote).toBe('very very');
  expect(withWords[3].words.original).toBe(`${DRAFT} news.`);
  expect(opted.text).not.toMatch(/general\.|secretly|desk:/);
});
