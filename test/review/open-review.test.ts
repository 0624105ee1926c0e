import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  buttonsOf,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const CRITIC = panelCritic({ 'line-editor': [['in the time of the night', 'last night']] });
const DRAFT = 'The export was fixed in the time of the night, and reports went out.';

let platform: FakePlatform;
const rooms: Room[] = [];
beforeEach(() => {
  platform = createFakePlatform();
});
afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function reviewed(
  options: Partial<RoomOptions> = {},
  choices: Parameters<Room['review']>[1] = {},
  more: Parameters<Room['review']>[2] = {},
) {
  const room = await openRoom({ critic: CRITIC, platform, ...options });
  rooms.push(room);
  const outcome = await room.review(platform.write(DRAFT), choices, more);
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await room.workAll();
  const labels = platform.posts
    .filter(({ slot }) => slot.runId === outcome.runId)
    .flatMap(({ message }) => buttonsOf(message).map(({ label }) => label));
  return { ...room, runId: outcome.runId, labels };
}

const PAGES = { publicUrl: 'https://pencil.example' };

it('a thread offers the full review where there is a page, and not where there is none', async () => {
  expect((await reviewed(PAGES)).labels).toContain('Open the full review');
  expect((await reviewed()).labels).not.toContain('Open the full review');
});

it('whoever reads the thread gets a link of their own, privately, and the author can close them all', async () => {
  const { click, runId } = await reviewed(PAGES);

  const note = await click('open', runId, undefined, member('bo'));

  expect(note && textOf(note)).toMatch(/\(https:\/\/pencil\.example\/review\/[\w.-]+\)/);
  const refused = await click('close-links', runId, undefined, member('bo'));
  expect(refused && textOf(refused)).toContain('Only the person who asked');
  const closed = await click('close-links', runId);
  expect(closed && textOf(closed)).toContain('Closed: the link to this review opens nothing');
});

it('a private review is opened by who asked for it alone', async () => {
  const { click, runId } = await reviewed(PAGES, { delivery: 'private' });

  const others = await click('open', runId, undefined, member('bo'));
  const own = await click('open', runId);

  expect(others && textOf(others)).not.toContain('https://');
  expect(own && textOf(own)).toContain('https://');
});

it('a private review of another member’s words is not opened by that member', async () => {
  const asked = { requester: member('bo') };
  const { click, runId } = await reviewed(PAGES, { delivery: 'private' }, asked);

  const author = await click('open', runId, undefined, member('ada'));
  const reader = await click('open', runId, undefined, member('bo'));

  expect(author && textOf(author)).not.toContain('https://');
  expect(reader && textOf(reader)).toContain('https://');
});

it('without a page the note says what is missing', async () => {
  const { click, runId } = await reviewed();

  const note = await click('open', runId);

  expect(note && textOf(note)).toContain('PUBLIC_URL and ENCRYPTION_KEY');
});
