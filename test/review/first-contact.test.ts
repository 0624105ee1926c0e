import { describe, expect, it } from 'vitest';
import type { Reader } from '../../src/review/first-contact.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { openContacts } from './contacts.ts';
import {
  buttonsOf,
  channelThread,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const BO = member('bo');
const READER: Reader = { model: 'gpt-5-mini', host: 'models.example.com' };
const STEPS = {
  place: 'Newsroom',
  postedMessage: 'React with ✏️.',
  textAtHand: 'Type `/refine`.',
  settings: 'See `/refine settings`.',
};

async function openScene(
  more: {
    settings?: Partial<Settings>;
    reader?: Reader;
    file?: string;
    platform?: FakePlatform;
  } = {},
) {
  const { platform = createFakePlatform(), file = ':memory:' } = more;
  const room = await openRoom({
    platform,
    critic: panelCritic({}),
    settings: more.settings ?? {},
    isGreeting: true,
    reader: more.reader ?? null,
    database: await open(file),
  });
  const hints = (to: MemberRef = member('ada')) =>
    platform.notes
      .filter((note) => note.to === to)
      .map(({ message }) => textOf(message))
      .filter((text) => text.includes('The first review here'));
  const review = async (requester = member('ada'), channel = 'general') => {
    await room.review(
      platform.write('Our draft.', { author: requester }),
      {},
      { requester, channel },
    );
    await room.workAll();
  };
  return { platform, room, hints, review };
}

describe('the first hint of a channel', () => {
  it('goes to whoever asks first, privately, and is never said again', async () => {
    const { hints, review, platform } = await openScene();
    await review();
    await review();
    await review(BO);
    expect(hints()).toHaveLength(1);
    expect(hints(BO)).toEqual([]);
    expect(
      platform.posts.filter(({ message }) => textOf(message).includes('first review')),
    ).toEqual([]);

    await review(BO, 'hiring');
    expect(hints(BO)).toHaveLength(1);
  });

  it('names the machine that reads, or says that nothing leaves', async () => {
    const online = await openScene({ reader: READER });
    await online.review();
    expect(online.hints()[0]).toContain('sent to `models.example.com`, where gpt-5-mini reads it');

    const offline = await openScene();
    await offline.review();
    expect(offline.hints()[0]).toContain('Nothing leaves this machine');
  });

  it.each([
    [{}, ['for all to read. Nobody is notified', 'Anybody may ask']],
    [{ delivery: 'private' }, ['This review is for you alone', 'seen by whoever asked']],
    [{ delivery: 'digest', consent: 'author-only' }, ['in one post', 'Only authors ask']],
    [{ consent: 'ask-author' }, ['Authors are asked first']],
  ] as const)('says how %o works there', async (settings, sentences) => {
    const { hints, review } = await openScene({ settings });
    await review();
    for (const sentence of sentences) expect(hints()[0]).toContain(sentence);
  });

  it('is not said twice over a restart', async () => {
    const folder = makeTempFolder();
    const platform = createFakePlatform();
    const first = await openScene({ file: folder.file('desk.db'), platform });
    await first.review();
    await first.room.database.close();
    const second = await openScene({ file: folder.file('desk.db'), platform });
    await second.review(BO);
    await second.room.database.close();
    folder.remove();
    expect(second.hints()).toHaveLength(1);
    expect(second.hints(BO)).toEqual([]);
  });

  it('is left for the next one where it could not be said', async () => {
    const platform = createFakePlatform();
    const { whisper } = platform.messenger;
    platform.messenger.whisper = async () => 'undeliverable';
    const { hints, review } = await openScene({ platform });
    await review();
    expect(hints()).toEqual([]);

    platform.messenger.whisper = whisper;
    await review(BO);
    expect(hints(BO)).toHaveLength(1);
  });

  it('harms no review when it fails', async () => {
    const platform = createFakePlatform();
    platform.messenger.whisper = async () => {
      throw new Error('no notes today');
    };
    const { room, review } = await openScene({ platform });
    await review();
    expect(platform.posts).not.toEqual([]);
    expect(room.errors.map(String)).toEqual(['Error: no notes today']);
  });
});

describe('the note for the installer', () => {
  const openGreeting = async (file = ':memory:', platform = createFakePlatform()) => {
    const database = await open(file);
    const { firstContact } = openContacts(database, {
      platform: () => platform,
      isGreeting: true,
      reader: READER,
      reportError: () => undefined,
    });
    const greet = (workspace = 'local') =>
      firstContact.welcome({ platform: 'desk', workspace, member: BO }, STEPS);
    return { platform, greet, database };
  };

  it('has three steps, says who reads, and offers a sample', async () => {
    const { platform, greet } = await openGreeting();
    await greet();
    const [letter] = platform.letters;
    const text = letter === undefined ? '' : textOf(letter.message);
    expect(text).toContain('I am in Newsroom now');
    expect(text).toContain('1. React with ✏️.\n2. Type `/refine`.\n3. See `/refine settings`.');
    expect(text).toContain('models.example.com');
    expect(letter?.message.parts.at(-1)?.isDraft).toBe(true);
    expect(letter === undefined ? [] : buttonsOf(letter.message).map(({ label }) => label)).toEqual(
      ['Try it on a sample'],
    );
    expect(platform.notes).toEqual([]);
    expect(platform.posts).toEqual([]);
  });

  it('is written once a workspace, also over a restart', async () => {
    const folder = makeTempFolder();
    const { platform, greet, database } = await openGreeting(folder.file('desk.db'));
    await Promise.all([greet(), greet()]);
    await database.close();
    const later = await openGreeting(folder.file('desk.db'), platform);
    await later.greet();
    expect(platform.letters).toHaveLength(1);
    await later.greet('elsewhere');
    expect(platform.letters).toHaveLength(2);
    await later.database.close();
    folder.remove();
  });

  it('waits for the next one who can be reached', async () => {
    const { platform, greet } = await openGreeting();
    platform.deaf.add(BO);
    await greet();
    platform.deaf.clear();
    await greet();
    expect(platform.letters).toHaveLength(1);
  });
});

describe('the sample', () => {
  it('is reviewed for whoever tried it alone, once, and explains no channel', async () => {
    const { platform, room, hints } = await openScene();
    const place = {
      ...{ workspace: 'local', platform: 'desk', channel: 'general', requester: BO },
      thread: channelThread,
      interactionId: 'sample/note/bo',
    };
    expect(await room.reviews.trySample(place)).toBeNull();
    expect(await room.reviews.trySample(place)).toBeNull();
    await room.workAll();
    expect(new Set(platform.posts.map(({ thread }) => thread))).toEqual(
      new Set(['desk:private:desk%3Abo']),
    );
    expect(new Set(platform.posts.map(({ slot }) => slot.runId)).size).toBe(1);
    expect(hints(BO)).toEqual([]);
  });
});
