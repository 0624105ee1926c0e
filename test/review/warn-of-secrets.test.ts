import { afterEach, describe, expect, it } from 'vitest';
import { createFakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

const KEY = `ghp_${'a1B2'.repeat(9)}`;
const DRAFT = 'The export was fixed in the night, and a number of reports went out to everybody.';

let room: Room;
afterEach(() => room.database.close());

async function reviewed(text: string) {
  const platform = createFakePlatform();
  room = await openRoom({ critic: panelCritic({}), platform });
  await room.review(
    platform.write(text, { author: member('ada') }),
    {},
    { requester: member('bo') },
  );
  await room.workAll();
  return platform.notes.map(({ to, message }) => ({ to, text: textOf(message) }));
}

describe('RC-092 a secret in a message that others read', () => {
  it('is told to its author, whoever asked, and not repeated', async () => {
    const notes = await reviewed(`${DRAFT} The key is ${KEY}, again ${KEY}.`);
    expect(notes.map(({ to }) => to)).toEqual([member('ada')]);
    expect(notes[0]?.text).toContain('seems to hold a secret (');
    expect(notes[0]?.text).toContain('everybody here can read it');
    expect(notes[0]?.text).not.toContain(KEY.slice(0, 12));
  });

  it('is not told where there is none', async () => {
    expect(await reviewed(DRAFT)).toEqual([]);
  });
});

it('nobody is warned of a secret in a draft that only they see', async () => {
  const platform = createFakePlatform();
  room = await openRoom({ critic: panelCritic({}), platform });
  const text = `${DRAFT} The key is ${KEY}.`;
  await room.request({ target: { type: 'draft', text, notRead: [] } });
  await room.workAll();
  expect(platform.notes.map(({ message }) => textOf(message)).join()).not.toContain(
    'seems to hold',
  );
});
