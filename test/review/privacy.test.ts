/*
 * Who sees what of a review, over everything that shows anything: words are planted in a private review and
 * in a public one, everybody does and opens whatever there is, and what they are shown is searched.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERBS } from '../../src/review/action.ts';
import type { Message } from '../../src/review/message.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import type { Actor, Screen } from '../../src/settings/screens.ts';
import { START } from '../../src/settings/screens.ts';
import { actor, asForm, openHouse, valuesOf } from '../settings/house.ts';
import { createFakePlatform, type FakePlatform, member } from './fake-platform.ts';
import { forgettingOn } from './forgetting-rig.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

/** One word for each kind of text; those of the public review end in another letter. */
const PRIVATE = ['zquandrafta', 'zquanfixa', 'zquanwisha', 'zquanproblema'] as const;
const PUBLIC = ['zquandraftb', 'zquanfixb', 'zquanwishb', 'zquanproblemb'] as const;

const PEOPLE = ['ada', 'cy', 'bo', 'root', 'eve'] as const;
type Person = (typeof PEOPLE)[number];
/** Ada wrote it, Cy asked, Bo reads along, Root is an admin, Eve is in another workspace. */
const WHO: Readonly<Record<Person, string>> = {
  ada: 'the author',
  cy: 'who asked',
  bo: 'another member',
  root: 'an admin',
  eve: 'a member of another workspace',
};

let platform: FakePlatform;
let room: Room;
let house: Awaited<ReturnType<typeof openHouse>>;
let runs: { readonly private: readonly string[]; readonly public: readonly string[] };

const setUp = () => {
  const panel = panelCritic({
    'line-editor': [
      [PRIVATE[0], PRIVATE[1]],
      [PUBLIC[0], PUBLIC[1]],
    ],
    'skeptical-reader': [['asked after the flood'], ['asked after the storm']],
  });
  return {
    platform,
    admins: [member('root')],
    publicUrl: 'https://desk.example.org',
    critic: {
      critique: async (...asked: Parameters<typeof panel.critique>) => {
        const answer = await panel.critique(...asked);
        const [, revision] = asked;
        const words = revision.text.includes('the flood') ? PRIVATE : PUBLIC;
        const problem = `What is this: ${words[3]}?`;
        return { ...answer, comments: answer.comments.map((each) => ({ ...each, problem })) };
      },
    },
  };
};

beforeAll(async () => {
  platform = createFakePlatform();
  room = await openRoom(setUp());
  house = await openHouse({ database: room.database });
  const start = async (words: readonly string[], about: string, delivery: 'private' | 'thread') => {
    const text = `The ${words[0]} came first. Nobody was asked after ${about}.`;
    const target = { type: 'draft', text, notRead: [], author: member('ada') } as const;
    const asked = await room.request({
      ...{ target, requester: member('cy'), choices: { delivery } },
    });
    if (asked.type !== 'accepted') throw new Error('not accepted');
    await room.workAll();
    const { runId } = asked;
    const comments = [...((await readRun(room.deps, runId))?.thread?.state.comments.keys() ?? [])];
    const question = comments.find((id) => id.includes('skeptical'));
    await room.click('dismiss', runId, question, member('cy'));
    await room.click('vote-me', runId);
    const wish = { runId, text: `Mention ${words[2]}.`, id: `said-${about}` };
    await room.reviews.say(wish, member('cy'), 'local');
    await room.workAll();
    return [runId, platform.posts.at(-1)?.slot.runId ?? runId];
  };
  runs = {
    private: await start(PRIVATE, 'the flood', 'private'),
    public: await start(PUBLIC, 'the storm', 'thread'),
  };
  // The channel lets words go out with what is exported.
  const lead = actor('root', { isAdmin: true });
  const here = { workspace: 'local', channel: 'general' };
  const form = asForm(await house.door.show('settings/here/privacy', lead, here));
  const values = { ...valuesOf(form), exportDecisions: 'on' };
  await house.door.submit(form.address, values, lead, here);
}, 60_000);
afterAll(() => room.database.close());

const workspaceOf = (who: Person) => (who === 'eve' ? 'elsewhere' : 'local');
const found = (words: readonly string[], shown: unknown) => {
  const text = JSON.stringify(shown);
  return words.filter((word) => text.includes(word));
};

/** What somebody is told who clicks whatever there could be under any post of these runs. */
async function clicks(who: Person, ids: readonly string[]): Promise<readonly (Message | null)[]> {
  const told: (Message | null)[] = [];
  for (const runId of ids) {
    const comments = [...((await readRun(room.deps, runId))?.thread?.state.comments.keys() ?? [])];
    for (const verb of VERBS) {
      // What ends or begins something is for its own tests; here it would end what others look at.
      if (verb === 'stop' || verb === 'again' || verb === 'refine') continue;
      // What who asked shares is everybody's from then on.
      if (who === 'cy' && (verb === 'share-now' || verb === 'post-now')) continue;
      const subjects = [undefined, 'revision-2', 'team-2', 'author-2', ...comments];
      for (const commentId of subjects) {
        const action = { verb, runId, ...(commentId === undefined ? {} : { commentId }) };
        told.push(await room.reviews.act(action, member(who), workspaceOf(who)));
      }
    }
  }
  return told;
}

/** Everything that can be reached from the screens' beginnings by looking. */
async function screens(by: Actor, workspace: string): Promise<readonly Screen[]> {
  const seen = new Map<string, Screen>();
  const left: string[] = [...Object.values(START), 'lessons'];
  for (let at = 0; at < left.length && at < 400; at += 1) {
    const address = left[at] ?? '';
    if (seen.has(address)) continue;
    const screen = await house.door.show(address, by, { workspace, channel: 'general' });
    seen.set(address, screen);
    if (screen.type !== 'view') continue;
    for (const { buttons, menu } of screen.parts) {
      left.push(...buttons.filter(({ does }) => does === 'show').map((each) => each.address));
      left.push(...(menu?.options ?? []).map((each) => each.address));
    }
  }
  return [...seen.values()];
}

const SURFACES: Readonly<Record<string, (who: Person) => Promise<unknown>>> = {
  'posts outside of private threads': async () =>
    platform.posts.filter(({ thread }) => !thread.includes('private')),
  'marks on messages': async () => platform.statuses,
  'private notes': async (who) => platform.notes.filter(({ to }) => to === member(who)),
  letters: async (who) => platform.letters.filter(({ to }) => to === member(who)),
  clicks: (who) => clicks(who, runs.private),
  'words to the review': async (who) => {
    const [runId = ''] = runs.private;
    return room.reviews.say({ runId, text: ' ', id: `say-${who}` }, member(who), workspaceOf(who));
  },
  'a ✅ on words': async (who) => {
    const [runId = ''] = runs.private;
    const message = platform.write('Hi.', { author: member('dee') });
    const endorsed = { runId, message, text: ' ', saidBy: member('dee') };
    return room.reviews.endorse(endorsed, member(who), workspaceOf(who));
  },
  'a vote': (who) =>
    room.reviews.vote(member(who), { workspace: workspaceOf(who), channel: 'general' }),
  'recent reviews': async (who) => (who === 'cy' ? [] : room.deps.requests.recent(member(who), 20)),
  'settings, log, statistics, lessons': (who) =>
    screens(actor(who, { isAdmin: who === 'root' }), workspaceOf(who)),
  export: (who) =>
    house.door.exportDecisions(actor(who, { isAdmin: who === 'root' }), {
      workspace: workspaceOf(who),
    }),
  'export of the log': (who) =>
    house.door.exportLog('csv', actor(who, { isAdmin: who === 'root' }), {
      workspace: workspaceOf(who),
    }),
  'a member’s data': (who) =>
    forgettingOn(room.database).memberData({ workspace: workspaceOf(who), member: member(who) }),
  'what forgetting would take': (who) =>
    forgettingOn(room.database).forgetting.threads(
      { workspace: workspaceOf(who), member: member(who) },
      25,
    ),
  errors: async () => room.errors,
};

describe('a private review', () => {
  it('is there to be found, by who asked for it', async () => {
    const posts = platform.posts.filter(({ thread }) => thread.includes('private'));
    expect(posts.every(({ thread }) => thread.includes('cy'))).toBe(true);
    expect(found(PRIVATE, posts)).toEqual([...PRIVATE]);
    expect(found(PRIVATE, await clicks('cy', runs.private)).length).toBeGreaterThan(0);
  });

  const rows = (['bo', 'root', 'eve'] as const).flatMap((who) =>
    Object.keys(SURFACES).map((surface) => [WHO[who], surface, who] as const),
  );
  it.each(rows)('shows %s nothing through %s', async (_who, surface, who) => {
    expect(found(PRIVATE, await SURFACES[surface]?.(who))).toEqual([]);
  });

  const public_ = ['posts outside of private threads', 'marks on messages', 'export', 'errors'];
  it.each(public_)('stands for nobody in %s', async (surface) => {
    for (const who of PEOPLE) expect(found(PRIVATE, await SURFACES[surface]?.(who))).toEqual([]);
  });

  it('is shared by who asked for it alone, not even by its author', async () => {
    const [runId = ''] = runs.private;
    const number = (await readRun(room.deps, runId))?.thread?.state.current?.number ?? 0;
    const action = { verb: 'share-now', runId, commentId: `revision-${number}` } as const;
    for (const who of ['ada', 'bo', 'root'] as const) {
      expect(found(PRIVATE, await room.reviews.act(action, member(who), 'local'))).toEqual([]);
    }
    const posts = platform.posts.filter(({ thread }) => !thread.includes('private'));
    expect(found(PRIVATE, posts)).toEqual([]);
  });

  it('is not told to who asks about the same message, and stands in nobody’s way', async () => {
    const message = platform.write('A quiet text about the flood. Nobody was asked.');
    const ask = (who: string) =>
      room.review(message, { delivery: 'private' }, { requester: member(who) });
    expect(await ask('cy')).toMatchObject({ type: 'accepted' });
    expect(await ask('bo')).toMatchObject({ type: 'accepted' });
    expect(await ask('bo')).toMatchObject({ type: 'note' });
    await room.workAll();
    expect(await ask('root')).toMatchObject({ type: 'accepted' });
    await room.workAll();
    const readers = platform.posts.filter(({ thread }) => thread.includes('private'));
    for (const who of ['bo', 'root']) {
      expect(readers.some(({ thread }) => thread.includes(who))).toBe(true);
    }
  });
});

describe('a public review', () => {
  it.each([
    'settings, log, statistics, lessons',
    'export',
    'export of the log',
    'errors',
    'recent reviews',
  ])('shows a member of another workspace nothing through %s', async (surface) => {
    expect(found(PUBLIC, await SURFACES[surface]?.('eve'))).toEqual([]);
  });

  it('does not exist for another workspace', async () => {
    expect(found(PUBLIC, await clicks('eve', runs.public))).toEqual([]);
  });

  it('is exported with words for admins alone, where the channel has said so', async () => {
    expect(found(PUBLIC, await SURFACES.export?.('root')).length).toBeGreaterThan(0);
    for (const who of ['ada', 'cy', 'bo'] as const) {
      expect(found(PUBLIC, await SURFACES.export?.(who))).toEqual([]);
    }
  });

  it('leaves no words in the log, in statistics or in errors', async () => {
    for (const surface of ['export of the log', 'errors', 'marks on messages']) {
      expect(found(PUBLIC, await SURFACES[surface]?.('root'))).toEqual([]);
    }
  });
});
