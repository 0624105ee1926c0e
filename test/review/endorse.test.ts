import { describe, expect, it } from 'vitest';
import { createScriptedWriter } from '../../src/models/scripted.ts';
import type { MessageRef } from '../../src/review/refs.ts';
import { member, textOf } from './fake-platform.ts';
import { LIFT, setUpLift } from './lift.ts';
import { openRoom } from './room.ts';

const lift = setUpLift();
const WORDS = 'say “lift” only once';

/** A finished review of Ada's draft, asked for by Cy, and what Bo says about it in its thread. */
async function discussed(options: Parameters<typeof lift.reviewed>[0] = {}) {
  const asked: string[] = [];
  const writer = createScriptedWriter({
    refine: ({ best, plan }) => {
      asked.push(...plan.map(({ problem }) => problem));
      return { type: 'text', text: best.text.replace('a very long', 'a long') };
    },
  });
  const room = await lift.reviewed({ writer, ...options });
  asked.length = 0;
  const message = lift.platform().write(WORDS, { author: member('bo') });
  const endorse = async (
    by: string,
    more: { readonly text?: string; readonly runId?: string; readonly message?: MessageRef } = {},
  ) => {
    const { runId } = room;
    const endorsed = { runId, message, text: WORDS, saidBy: member('bo'), ...more };
    const note = await room.reviews.endorse(endorsed, member(by), 'local');
    return note === null ? null : textOf(note);
  };
  const results = () => lift.platform().posts.filter(({ slot }) => slot.slot === 'result');
  return { ...room, asked, endorse, results };
}

describe('a ✅ on what others say in a review’s thread', () => {
  it.each(['ada', 'cy'])('makes it a wish, from its author or who asked: %s', async (by) => {
    const { endorse, workAll, asked, results } = await discussed();
    expect(await endorse(by)).toContain(`Got it: “${WORDS}”`);
    await workAll();

    expect(asked).toEqual([WORDS]);
    expect(results()).toHaveLength(2);
    expect(
      results()
        .map(({ message }) => textOf(message))
        .at(-1),
    ).toContain(WORDS);
  });

  it.each([
    ['somebody else', 'dee'],
    ['who said it', 'bo'],
    ['an admin', 'root'],
  ])('means nothing from %s', async (_who, by) => {
    const { endorse, workAll, results } = await discussed({ admins: [member('root')] });
    expect(await endorse(by)).toBeNull();
    await workAll();

    expect(results()).toHaveLength(1);
  });

  it('means nothing under no words, on the draft itself, or to a review of another workspace', async () => {
    const { endorse, deps, reviews, runId } = await discussed();
    expect(await endorse('ada', { text: ' ' })).toBeNull();
    expect(await endorse('ada', { runId: 'none' })).toBeNull();
    const source = (await deps.requests.request(runId))?.source;
    if (source == null) throw new Error('there is no draft');
    expect(await endorse('cy', { message: source })).toBeNull();
    const endorsed = { runId, message: source, text: WORDS, saidBy: member('bo') };
    expect(await reviews.endorse(endorsed, member('dee'), 'elsewhere')).toBeNull();
  });

  it('counts once, whoever puts it there, takes it off and puts it on again, over a restart', async () => {
    const { endorse, workAll, asked, database, runId, results } = await discussed();
    const notes = await Promise.all([endorse('ada'), endorse('cy'), endorse('ada')]);
    expect(notes).toContainEqual(expect.stringContaining('Got it'));
    await workAll();
    const later = results().at(-1)?.slot.runId ?? '';
    expect(await endorse('ada')).toBeNull();
    const restarted = await openRoom({ critic: LIFT.critic, platform: lift.platform(), database });
    for (const run of [runId, later]) {
      const endorsed = { runId: run, message: lift.platform().write('') };
      expect(await endorse('cy', endorsed)).not.toBeNull();
      expect(await endorse('cy', { runId: run })).toBeNull();
    }
    await restarted.workAll();

    expect(asked.filter((each) => each === WORDS)).toHaveLength(1);
  });

  it('counts once when it came while another wish was carried out', async () => {
    const { endorse, workAll, reviews, runId, asked, results } = await discussed();
    await reviews.say({ runId, text: 'shorter', id: 'said' }, member('ada'), 'local');
    expect(await endorse('ada')).toContain('Got it');
    await workAll();
    expect(await endorse('cy', { runId: results().at(-1)?.slot.runId ?? '' })).toBeNull();
    await workAll();

    expect(asked).toEqual(['shorter', WORDS]);
  });

  it('can be put there again once a model is there to carry it out', async () => {
    const { endorse } = await discussed({ editors: { blindSpots: 'rules see little.' } });
    expect(await endorse('ada')).toContain('by rules here');
    expect(await endorse('ada')).toContain('by rules here');
  });
});

it('is looked at only where a review still has its words', async () => {
  const { reviews, deps, runId } = await discussed();
  const listens = (workspace: string, channel: string) => reviews.listensIn({ workspace, channel });
  expect(await listens('local', 'general')).toBe(true);
  expect(await listens('local', 'random')).toBe(false);
  expect(await listens('elsewhere', 'general')).toBe(false);
  await deps.forgets.erase([runId], Date.now());
  expect(await listens('local', 'general')).toBe(false);
});
