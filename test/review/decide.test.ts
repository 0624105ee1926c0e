import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Critic } from '../../src/loop/critic.ts';
import { SCRIPTED_USAGE } from '../../src/models/scripted.ts';
import type { Message } from '../../src/review/message.ts';
import {
  buttonsOf,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'We met at the hour of noon. We met again in the evening, and it was good, very good.';

/** Offers to change words; nothing is changed unasked. */
const OFFERS: Critic = {
  async critique(persona, revision) {
    const offers = persona.id === 'senior-editor' ? [['at the hour of noon', 'at noon']] : [];
    const line = [
      ['very good', 'excellent'],
      ['good, very good', 'great'],
      ['evening', 'late evening'],
    ];
    const wanted = persona.id === 'line-editor' ? line : offers;
    const comments = wanted
      .filter(([quote = '']) => revision.text.includes(quote))
      .map(([quote = '', text = '']) => ({
        kind: 'clarity' as const,
        severity: 'minor' as const,
        quote,
        problem: `“${quote}” can be shorter.`,
        why: 'Readers are in a hurry.',
        suggestion: { action: 'replace' as const, text, instruction: `Write “${text}”.` },
        trust: 'offered' as const,
      }));
    return { verdict: 'revise', comments, usage: SCRIPTED_USAGE };
  },
};

let platform: FakePlatform;
const rooms: Room[] = [];
beforeEach(() => {
  platform = createFakePlatform();
});
afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function reviewed({
  draft = DRAFT,
  ...options
}: Partial<RoomOptions> & { draft?: string } = {}) {
  const room = await openRoom({ critic: OFFERS, platform, ...options });
  rooms.push(room);
  const message = platform.write(draft, { author: member('ada') });
  const outcome = await room.review(message, {}, { requester: member('cy') });
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await room.workAll();
  const { runId } = outcome;
  const idOf = (quote: string) => {
    const button = platform.posts
      .flatMap(({ message: post }) => post.parts)
      .find(({ markdown, buttons }) => markdown.startsWith(`“${quote}”`) && buttons.length > 0)
      ?.buttons[0];
    if (button?.action.commentId === undefined) throw new Error(`nothing to click for ${quote}`);
    return button.action.commentId;
  };
  return { ...room, runId, idOf, message };
}

const said = (quote: string) =>
  platform.posts
    .flatMap(({ message }) => message.parts)
    .find(({ markdown }) => markdown.startsWith(`“${quote}”`))?.markdown ?? '';
const result = (): Message => {
  const post = platform.posts.findLast(({ slot }) => slot.slot === 'result');
  if (post === undefined) throw new Error('there is no result');
  return post.message;
};
const draftShown = () => result().parts.find(({ isDraft }) => isDraft)?.markdown ?? null;

describe('accepting', () => {
  it('makes one revision of all that was accepted, once people are quiet', async () => {
    const { click, runId, idOf, settler, deps } = await reviewed();
    const posted = platform.posts.length;

    await click('accept', runId, idOf('at the hour of noon'));
    await click('accept', runId, idOf('evening'), member('cy'));
    expect(draftShown()).toBeNull();
    await settler.now(runId);

    expect(draftShown()).toBe(
      DRAFT.replace('at the hour of noon', 'at noon').replace('evening', 'late evening'),
    );
    expect(said('evening')).toContain('_Accepted, and in the text._');
    expect((await deps.runs.load(runId))?.revisions).toHaveLength(2);
    expect(platform.posts).toHaveLength(posted);
  });

  it('counts the facts and what is open as they stand', async () => {
    const draft = 'We met at the hour of noon. It took 12 minutes in the evening.';
    const { click, runId, idOf, settler } = await reviewed({ draft });
    await click('accept', runId, idOf('evening'));
    await settler.now(runId);

    expect(textOf(result())).toContain(
      'kept: 2 facts (numbers, dates, names, links, code) · length',
    );
    expect(textOf(result())).toContain('**Still open**: 1, above');
  });

  it('does so by itself', async () => {
    const { click, runId, idOf } = await reviewed({ quietMs: 20 });

    await click('accept', runId, idOf('evening'));

    await expect.poll(draftShown, { timeout: 20_000 }).toContain('late evening');
  });

  it('is for the author, the requester and admins', async () => {
    const { click, runId, idOf, deps } = await reviewed({ admins: [member('root')] });
    const id = idOf('evening');

    for (const verb of ['accept', 'dismiss', 'undo'] as const) {
      const note = await click(verb, runId, id, member('bo'));
      expect(note && textOf(note)).toContain('Only the person who asked');
    }
    expect(await deps.decisions.decisions(runId)).toEqual([]);
    for (const by of ['ada', 'cy', 'root']) {
      expect(await click('accept', runId, id, member(by))).toBeNull();
    }
  });

  it('can be undone, before it is in the text and after', async () => {
    const { click, runId, idOf, settler } = await reviewed();
    const [noon, evening] = [idOf('at the hour of noon'), idOf('evening')];
    await click('accept', runId, noon);
    await click('accept', runId, evening);
    await click('undo', runId, noon);
    await settler.now(runId);
    expect(draftShown()).toBe(DRAFT.replace('evening', 'late evening'));

    await click('undo', runId, evening);
    expect(draftShown()).toBe(DRAFT);
    expect(said('evening')).not.toContain('Accepted');
    expect(buttonsOf(result()).map(({ label }) => label)).not.toContain('Undo');
  });

  it('takes up after a restart what was accepted before it', async () => {
    const { click, runId, idOf, database } = await reviewed();
    await click('accept', runId, idOf('evening'));

    const restarted = await openRoom({ critic: OFFERS, platform, database });
    await restarted.settler.recover();
    await restarted.settler.recover();

    expect(draftShown()).toContain('late evening');
    expect(await restarted.deps.decisions.unsettled()).toEqual([]);
    expect((await restarted.deps.runs.load(runId))?.revisions).toHaveLength(2);
  });

  it('decides against what wants other words in the same place', async () => {
    const { click, runId, idOf, settler, deps } = await reviewed();
    const [short, long] = [idOf('very good'), idOf('good, very good')];
    expect(said('very good')).toContain('A choice: this or what is said of “good, very good”.');

    await click('accept', runId, short);
    const decided = new Map(
      (await deps.decisions.decisions(runId)).map(({ subject, decision }) => [subject, decision]),
    );
    expect(decided.get(long)).toBe('dismissed');

    // Somebody changes their mind.
    await click('undo', runId, long);
    await click('accept', runId, long);
    await settler.now(runId);
    expect(draftShown()).toBe(DRAFT.replace('good, very good', 'great'));
    expect(said('very good')).toContain('_Dismissed;');
  });

  it('comes to one state when two people click opposite buttons at once', async () => {
    const { click, runId, idOf, settler, deps } = await reviewed();
    const id = idOf('evening');

    await Promise.all([
      click('accept', runId, id),
      click('dismiss', runId, id, member('cy')),
      click('accept', runId, id, member('cy')),
      click('undo', runId, id),
    ]);
    await settler.now(runId);

    const [decided] = await deps.decisions.decisions(runId);
    const isIn = draftShown()?.includes('late evening') ?? false;
    expect(isIn).toBe(decided?.decision === 'applied');
  });
});

describe('dismissing', () => {
  it('asks why, privately, and keeps the reason', async () => {
    const { click, runId, idOf, deps } = await reviewed();
    const id = idOf('evening');
    const asked = await click('dismiss', runId, id);
    if (asked === null) throw new Error('nothing was asked');
    expect(buttonsOf(asked).map(({ label }) => label)).toEqual([
      'It is wrong',
      'Matter of taste',
      'Already known',
      'Out of scope',
    ]);

    const [wrong] = buttonsOf(asked);
    if (wrong === undefined) throw new Error('there is no reason to choose');
    const thanks = await click(wrong.action.verb, runId, wrong.action.commentId);
    expect(thanks && textOf(thanks)).toBe('Thank you, noted.');
    expect(await deps.decisions.decisions(runId)).toMatchObject([
      { subject: id, decision: 'dismissed' },
      { subject: `why/${id}`, decision: 'wrong' },
    ]);

    await click('undo', runId, id);
    const late = await click(wrong.action.verb, runId, id);
    expect(late && textOf(late)).toContain('no longer dismissed');
  });
});
