import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendReminders } from '../../src/review/remind.ts';
import { createContactRepository } from '../../src/store/contact-repository.ts';
import { createFakePlatform, type FakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

const HOUR_MS = 3_600_000;
const DRAFT = 'The export was fixed in the time of the night. Nobody asked.';

let platform: FakePlatform;
let room: Room;
let runId: string;
let now: number;
beforeEach(async () => {
  now = 1_760_000_000_000;
  platform = createFakePlatform();
  room = await openRoom({
    platform,
    now: () => now,
    settings: { mode: 'guided' },
    critic: panelCritic({
      'senior-editor': [['in the time of the night', 'last night']],
      'line-editor': [['Nobody asked']],
    }),
  });
  const message = platform.write(DRAFT, { author: member('cem') });
  const outcome = await room.review(message);
  if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
  runId = outcome.runId;
  await room.workAll();
  expect((await room.deps.runs.load(runId))?.end?.stopReason).toBe('awaiting_author');
});
afterEach(() => room.database.close());

/** Lets time go by, and looks who has to be reminded; resolves to what was said so far. */
async function passed(hours: number): Promise<readonly string[]> {
  now += hours * HOUR_MS;
  const told = createContactRepository(room.database);
  await sendReminders({ ...room.deps, told });
  return platform.notes.map(({ message }) => textOf(message));
}

const idOf = (quote: string) => {
  const button = platform.posts
    .flatMap(({ message }) => message.parts)
    .find(({ markdown }) => markdown.includes(quote))
    ?.buttons.find(({ action }) => action.verb === 'accept');
  return button?.action.commentId ?? '';
};

describe('a guided review that waits', () => {
  it('reminds its author once, a day later, and rests', async () => {
    expect(await passed(23)).toEqual([]);
    const said = await passed(2);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^The editors’ 2 comments wait for your choice in \[the thread]\(.*\)\. Accept what you agree with, then \*Refine with accepted\*\. I won’t remind you again\.$/,
    );
    expect(platform.notes[0]?.to).toBe(member('cem'));
    expect(await passed(1)).toHaveLength(1);
    expect(await passed(24)).toHaveLength(1);
  });

  it('reminds of accepted comments that are not in the text yet', async () => {
    await room.click('accept', runId, idOf('in the time of the night'));
    expect((await passed(25))[0]).toContain(
      'The comment you accepted waits for *Refine with accepted* in',
    );
  });

  it('is silent when everything is dealt with', async () => {
    await room.click('accept', runId, idOf('in the time of the night'));
    await room.click('refine-accepted', runId);
    expect(await passed(25)).toEqual([]);
  });

  it('is silent about what ended long ago, and about forgotten words', async () => {
    expect(await passed(80)).toEqual([]);
    now -= 50 * HOUR_MS;
    await room.deps.forgets.erase([runId], now);
    expect(await passed(0)).toEqual([]);
  });
});
