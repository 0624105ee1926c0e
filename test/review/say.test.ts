import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Writer } from '../../src/loop/writer.ts';
import { createScriptedWriter } from '../../src/models/scripted.ts';
import {
  buttonsOf,
  channelThread,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'The export was fixed by us in the time of the night. Somebody asked for it, quite simply.';
const CRITIC = panelCritic({
  'senior-editor': [['in the time of the night', 'last night']],
  'line-editor': [['Somebody asked for it, quite simply']],
});

/** Writes down what it is asked, and does what one person's words need. */
function obedientWriter(): Writer & { readonly asked: string[] } {
  const asked: string[] = [];
  const writer = createScriptedWriter({
    refine: ({ best, plan }) => {
      asked.push(plan.map(({ problem }) => problem).join(' / '));
      return { type: 'text', text: best.text.replace(', quite simply', '') };
    },
  });
  return { ...writer, asked };
}

let platform: FakePlatform;
const rooms: Room[] = [];
beforeEach(() => {
  platform = createFakePlatform();
});
afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function asked(options: Partial<RoomOptions> = {}) {
  const writer = obedientWriter();
  const room = await openRoom({ critic: CRITIC, platform, writer, ...options });
  rooms.push(room);
  const message = platform.write(DRAFT, { author: member('ada') });
  const outcome = await room.review(message, {}, { requester: member('cy') });
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  const { runId } = outcome;
  let ids = 0;
  const say = async (text: string, by = member('ada'), given?: string) => {
    ids += 1;
    const id = given ?? `said-${ids}`;
    return textOf(await room.reviews.say({ runId, text, id }, by, 'local'));
  };
  return { ...room, writer, runId, message, say };
}

const slots = () => platform.posts.map(({ slot }) => slot.slot);
const newest = () => {
  const post = platform.posts.at(-1);
  if (post === undefined) throw new Error('nothing was posted');
  return post;
};

describe('words to a review', () => {
  it('are answered with the next revision, and nobody argues', async () => {
    const { workAll, say, writer, deps } = await asked();
    await workAll();
    const before = slots().length;
    expect(await say('shorter')).toBe('Got it: “shorter”. I’ll answer with the next revision.');
    await workAll();

    expect(slots().slice(before)).toEqual(['result']);
    expect(writer.asked.at(-1)).toBe('shorter');
    expect(textOf(newest().message)).toContain('As you asked: “shorter”');
    expect(newest().message.parts.find(({ isDraft }) => isDraft)?.markdown).not.toContain('simply');
    expect(newest().thread).toBe(platform.posts[0]?.thread);
    const run = await deps.runs.load(newest().slot.runId);
    expect(run?.critiques).toEqual([]);
    expect(run?.given).toMatchObject({ author: member('ada') });
  });

  it('are answered once, however often they are delivered', async () => {
    const { workAll, say } = await asked();
    await workAll();
    const before = slots().length;
    await say('shorter', member('ada'), 'the same');
    await say('shorter', member('ada'), 'the same');
    await workAll();
    await say('shorter', member('ada'), 'the same');
    await workAll();

    expect(slots().slice(before)).toEqual(['result']);
  });

  it('wait for the run that is under way, over a restart too', async () => {
    const { say, database, writer, runId } = await asked();
    await say('keep the joke');
    await say('and shorter', member('cy'));
    await say('and shorter', member('cy'), 'said-2');

    const restarted = await openRoom({ critic: CRITIC, platform, writer, database });
    await restarted.workAll();

    expect(writer.asked.at(-1)).toBe('keep the joke / and shorter');
    expect(slots().filter((slot) => slot === 'result')).toHaveLength(2);
    await restarted.work(runId, 2);
    await restarted.workAll();
    expect(slots().filter((slot) => slot === 'result')).toHaveLength(2);
  });

  it('that come while other words are answered get an answer of their own', async () => {
    const { workAll, say, writer } = await asked();
    await workAll();
    await say('shorter');
    expect(await say('more polite')).toContain('Got it');
    await workAll();

    expect([...new Set(writer.asked)].slice(-2)).toEqual(['shorter', 'more polite']);
  });

  it('of others change nothing', async () => {
    const { workAll, say } = await asked();
    await workAll();
    const before = slots().length;
    expect(await say('longer!', member('bo'))).toContain('Only the author');
    await workAll();

    expect(slots()).toHaveLength(before);
  });

  it('need a model, and say so without one', async () => {
    const { workAll, say } = await asked({ editors: { blindSpots: 'rules see little.' } });
    expect(await say('shorter')).toContain('Got it');
    await workAll();
    expect(platform.notes.map(({ message }) => textOf(message)).join()).toContain('by rules here');
    expect(await say('shorter')).toContain('by rules here');
  });
});

describe('a guided review', () => {
  const guided = { settings: { mode: 'guided' as const } };

  it('changes nothing before its author says so, and then what was accepted', async () => {
    const { workAll, click, runId, settler, writer } = await asked(guided);
    await workAll();
    const button = (label: string) =>
      platform.posts
        .flatMap(({ message }) => buttonsOf(message))
        .find((each) => each.label === label);
    const accept = platform.posts
      .flatMap(({ message }) => message.parts)
      .filter(({ buttons }) => buttons.some(({ label }) => label === 'Accept'))
      .map(({ buttons }) => buttons[0]?.action.commentId);
    expect(accept).toHaveLength(2);
    expect(button('Refine with accepted (1)')).toBeUndefined();

    await click('accept', runId, accept[0]);
    await settler.now(runId);
    await settler.recover();
    expect(newest().message.parts.some(({ isDraft }) => isDraft)).toBe(false);

    expect(button('Refine with accepted (1)')?.action.verb).toBe('refine-accepted');
    await click('refine-accepted', runId);
    expect(newest().message.parts.find(({ isDraft }) => isDraft)?.markdown).toBe(
      DRAFT.replace('in the time of the night', 'last night'),
    );
    expect(writer.asked).toEqual([]);
    expect(textOf((await click('refine-accepted', runId)) ?? newest().message)).toContain(
      'Accept the comments you agree with first',
    );
  });

  it('has the writer write what code cannot', async () => {
    const { workAll, click, runId, writer } = await asked(guided);
    await workAll();
    for (const { buttons } of platform.posts.flatMap(({ message }) => message.parts)) {
      const accept = buttons.find(({ label }) => label === 'Accept');
      if (accept) await click('accept', runId, accept.action.commentId);
    }
    await click('refine-accepted', runId);
    await workAll();

    expect(writer.asked).toHaveLength(1);
    const draft = newest().message.parts.find(({ isDraft }) => isDraft)?.markdown;
    expect(draft).toContain('last night. Somebody asked for it.');
  });
});

it('goes on where the review is read, with another round as with words', async () => {
  const { workAll, click, runId } = await asked();
  await workAll();
  await click('refine', runId);
  await workAll();

  expect(new Set(platform.posts.map(({ thread }) => thread))).toEqual(new Set([channelThread]));
});
