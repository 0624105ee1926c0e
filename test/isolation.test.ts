/*
 * One workspace is nothing to another. Every way in is listed from the code, not by hand: a verb, a method
 * or a screen that is added later is tried as well, or this file says that it is not.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInPersonas, builtInPresets } from '../src/personas/library.ts';
import { VERBS } from '../src/review/action.ts';
import type { Message } from '../src/review/message.ts';
import { formatRef, type MemberRef } from '../src/review/refs.ts';
import type { Place } from '../src/settings/resolution.ts';
import type { Actor } from '../src/settings/screens.ts';
import { ROOM_NAMES } from '../src/settings/settings-door.ts';
import type { Database } from '../src/store/database.ts';
import { createFakePlatform, type FakePlatform, member } from './review/fake-platform.ts';
import { forgettingOn } from './review/forgetting-rig.ts';
import { plant, plantedIn } from './review/planted.ts';
import { PLANTED } from './review/planted-words.ts';
import type { Room } from './review/room.ts';
import { addressesIn } from './settings/addresses.ts';
import { openHouse } from './settings/house.ts';
import { open } from './store/open-store.ts';

/** What the workspace `local` keeps in its settings; no word of it stands anywhere else. */
const OWN = {
  persona: 'zquanpersona',
  preset: 'zquanpreset',
  guide: 'zquanguide',
  channel: 'zquanchannel',
};

/** What an address names, which the stranger was told. */
const ID = 'told-id';

const THEIRS: Place = { workspace: 'local', channel: 'general' };
const OURS: Place = { workspace: 'other', channel: 'general' };
const actorNamed = (name: string): Actor => ({
  member: member(name),
  isAdmin: true,
  roles: [],
  isExternal: false,
  via: 'desk',
});
/** Administers `local`, and knows every address in it. */
const INSIDER = actorNamed('ada');
/** Administers `other`, and has been told all of them. */
const STRANGER = actorNamed('eve');

let database: Database;
let house: Awaited<ReturnType<typeof openHouse>>;
let room: Room;
let runId: string;
let platform: FakePlatform;

beforeAll(async () => {
  database = await open(':memory:');
  platform = createFakePlatform();
  const planted = await plant(database, platform);
  room = planted.room;
  runId = planted.runId;
  house = await openHouse({ database });
  const [persona] = builtInPersonas;
  const [preset] = builtInPresets;
  const entry = (kind: 'settings' | 'style' | 'persona' | 'preset', key: string, body: unknown) =>
    ({ workspace: 'local', kind, key, base: 0, body }) as const;
  await house.store.save(
    [
      entry('settings', '', { managers: [`desk:${OWN.channel}`] }),
      entry('style', '', { guide: `Write like ${OWN.guide}.` }),
      entry('persona', ID, {
        persona: { ...persona, id: ID, title: OWN.persona },
        isEnabled: true,
      }),
      entry('preset', ID, {
        preset: { ...preset, id: ID, title: OWN.preset },
        isEnabled: true,
      }),
    ],
    { by: INSIDER.member, via: 'desk' },
  );
});
afterAll(() => database.close());

/** Every row that belongs to the workspace `local`, by what it says. */
async function theirRows(): Promise<string> {
  const all = await database.read((db) => {
    const { runs, requests, texts, decisions, posts, settingEntries, formDrafts, passes } =
      db.tables;
    const ofRuns = sql`run_id IN (SELECT id FROM runs WHERE workspace = 'local')`;
    return [
      db.select().from(runs).where(sql`workspace = 'local'`),
      db.select().from(requests).where(sql`workspace = 'local'`),
      db.select().from(texts).where(ofRuns),
      db.select().from(decisions).where(ofRuns),
      db.select().from(posts).where(ofRuns),
      db.select().from(settingEntries).where(sql`workspace = 'local'`),
      db.select().from(formDrafts).where(sql`workspace = 'local'`),
      db.select().from(passes).where(sql`workspace = 'local'`),
    ];
  });
  return JSON.stringify(all);
}

const leaks = (shown: unknown) => {
  const text = JSON.stringify(shown) ?? '';
  return [...plantedIn(text), ...Object.values(OWN).filter((word) => text.includes(word))];
};

describe('a review of another workspace', () => {
  const UNKNOWN = 'I no longer know this review';
  const commentIds = async (): Promise<readonly (string | undefined)[]> => {
    const run = await room.deps.runs.load(runId);
    return [undefined, ...(run?.comments ?? []).slice(0, 2).map(({ id }) => id)];
  };
  const says = (message: Message | null) => message?.parts[0]?.markdown ?? '';

  it.each(VERBS)('does not exist for %s', async (verb) => {
    const before = await theirRows();
    const posts = JSON.stringify(platform.posts);
    for (const commentId of await commentIds()) {
      const action = commentId === undefined ? { verb, runId } : { verb, runId, commentId };
      const answer = await room.reviews.act(action, STRANGER.member, 'other');
      expect(says(answer)).toMatch(/no longer (know this review|open)/);
      expect(leaks(answer)).toEqual([]);
    }
    expect(await theirRows()).toBe(before);
    expect(JSON.stringify(platform.posts)).toBe(posts);
  });

  it('hears no words of others', async () => {
    const before = await theirRows();
    const words = { runId, text: 'Delete all of it.', id: 'said-elsewhere' };
    const answer = await room.reviews.say(words, STRANGER.member, 'other');
    expect(says(answer)).toContain(UNKNOWN);
    expect(await theirRows()).toBe(before);
  });

  it('is put to no vote elsewhere, not even by who asked for it', async () => {
    const before = await theirRows();
    const posts = platform.posts.length;
    const place = { workspace: 'other', channel: 'general' };
    const answer = await room.reviews.vote(INSIDER.member, place);
    expect(says(answer)).toContain('nothing to vote on');
    expect(await theirRows()).toBe(before);
    expect(platform.posts).toHaveLength(posts);
  });

  it('hears no ✅ of somebody elsewhere', async () => {
    const before = await theirRows();
    const endorsed = {
      runId,
      message: formatRef<'message'>('desk', ['general', 'said-elsewhere']),
      text: 'Delete all of it.',
      saidBy: member('bo'),
    };
    expect(await room.reviews.endorse(endorsed, STRANGER.member, 'other')).toBeNull();
    expect(await theirRows()).toBe(before);
  });

  it('makes no other channel listened to', async () => {
    const place = { workspace: 'other', channel: 'general' };
    expect(await room.reviews.listensIn(place)).toBe(false);
    expect(await room.reviews.listensIn({ ...place, workspace: 'local' })).toBe(true);
  });

  it('is reached by no other method', () => {
    // These begin runs of their own workspace; what a ref names, its platform vouches for.
    const own = ['request', 'trySample', 'sourceDeleted'];
    const tried = ['act', 'say', 'vote', 'endorse', 'listensIn'];
    expect(Object.keys(room.reviews).sort()).toEqual([...own, ...tried].sort());
  });
});

describe('the screens of another workspace', () => {
  it('show nothing and change nothing, at every address that leads somewhere inside', async () => {
    const addresses = await crawl();
    const before = await theirRows();
    for (const address of addresses) {
      const shown = await house.door.show(address, STRANGER, OURS);
      expect({ address, leaks: leaks(shown) }).toEqual({ address, leaks: [] });
      const done = await house.door.submit(address, {}, STRANGER, OURS);
      expect({ address, leaks: leaks(done) }).toEqual({ address, leaks: [] });
    }
    expect(await theirRows()).toBe(before);
  });

  it('are all tried', async () => {
    const rooms = new Set((await crawl()).map((address) => address.split(/[/@]/)[0]));
    expect(ROOM_NAMES.filter((name) => !rooms.has(name))).toEqual([]);
  });

  /** Every address that is reached from the first words, and what stands behind no button. */
  async function crawl(): Promise<readonly string[]> {
    const seen = new Set<string>([...ROOM_NAMES, ...UNLINKED(runId)]);
    for (const address of seen) {
      const screen = await house.door.show(address, INSIDER, THEIRS);
      for (const next of addressesIn(screen)) if (seen.size < 400) seen.add(next);
    }
    return [...seen];
  }
});

/** Addresses behind what people do only after something happened. */
const UNLINKED = (id: string) => [
  `forget/thread/${id}`,
  `forget/thread/${id}/words`,
  `persona/${ID}`,
  `persona/${ID}/edit`,
  `persona/${ID}/versions`,
  `preset/${ID}`,
];

describe('forgetting and data of another workspace', () => {
  const scope = { workspace: 'other', member: 'desk:ada' as MemberRef };

  it('find nothing and delete nothing, whatever is asked', async () => {
    const { forgetting, memberData } = forgettingOn(database);
    const before = await theirRows();
    const asked: Record<keyof typeof forgetting, () => Promise<unknown>> = {
      preview: () => forgetting.preview(scope),
      threads: () => forgetting.threads(scope, 25),
      threadOf: () => forgetting.threadOf(runId, 'other'),
      forget: () => forgetting.forget({ workspace: 'other' }, { posts: true }),
    };
    expect(Object.keys(asked).sort()).toEqual(Object.keys(forgetting).sort());

    expect(await asked.preview()).toMatchObject({ reviews: 0, posts: 0 });
    expect(await asked.threads()).toEqual([]);
    expect(await asked.threadOf()).toBeNull();
    expect(await asked.forget()).toEqual({ reviews: 0, posts: 0, left: 0 });
    expect(await memberData(scope)).toMatchObject({ reviews: [], decisions: [] });
    expect(await theirRows()).toBe(before);
  });

  it('stand there for their own, so that this file cannot pass by finding nothing', async () => {
    const { forgetting } = forgettingOn(database);
    expect(await forgetting.preview({ workspace: 'local' })).toMatchObject({ reviews: 4 });
    expect(await theirRows()).toContain(PLANTED.draft);
    const inside = await house.door.show('personas', INSIDER, THEIRS);
    expect(leaks(inside)).toContain(OWN.persona);
  });
});
