import { describe, expect, it } from 'vitest';
import { encodeAction } from '../../src/review/action.ts';
import { feedbackButtons } from '../../src/review/feedback.ts';
import { feedbackOf, member, textOf } from './fake-platform.ts';
import { setUpLift } from './lift.ts';
import { panelCritic, type RoomOptions } from './room.ts';

const lift = setUpLift();

async function reviewed(options: Partial<RoomOptions> = {}) {
  const room = await lift.reviewed(options);
  return { ...room, said: () => room.deps.feedback.feedback(room.runId) };
}

const buttonsAt = (slot: string) =>
  lift
    .platform()
    .posts.filter((post) => post.slot.slot === slot)
    .flatMap(({ message }) => feedbackOf(message));

describe('feedback', () => {
  it('can be given on every critique and on the closing post', async () => {
    await reviewed();

    for (const { slot, message } of lift.platform().posts) {
      const last = message.parts.at(-1)?.buttons.slice(-2) ?? [];
      expect([slot.slot, last.map(({ title }) => title)]).toEqual([
        slot.slot,
        ['Useful', 'Not useful'],
      ]);
    }
    expect(lift.platform().posts.map(({ slot }) => slot.slot)).toEqual([
      'critique/1/line-editor',
      'result',
    ]);
  });

  it('belongs to the post it was given on, is thanked for in private and can be changed', async () => {
    const { reviews, said } = await reviewed();
    const shown = lift.platform().posts.map(({ message }) => message);
    const give = async (slot: string, at: 0 | 1, by: string) => {
      const action = buttonsAt(slot)[at]?.action;
      if (action === undefined) throw new Error('there is no such button');
      const note = await reviews.act(action, member(by), 'local');
      return note === null ? '' : textOf(note);
    };

    expect(await give('critique/1/line-editor', 1, 'bo')).toContain('Noted as not useful');
    expect(await give('result', 0, 'bo')).toContain('Noted as useful');
    expect(await give('critique/1/line-editor', 0, 'bo')).toContain('Noted as useful');
    await give('critique/1/line-editor', 1, 'ada');
    await give('critique/1/line-editor', 1, 'ada');

    expect(await said()).toEqual([
      { slot: 'critique/1/line-editor', member: member('ada'), usefulness: 'not-useful' },
      { slot: 'critique/1/line-editor', member: member('bo'), usefulness: 'useful' },
      { slot: 'result', member: member('bo'), usefulness: 'useful' },
    ]);
    // Nobody sees in the thread what others think.
    expect(lift.platform().posts.map(({ message }) => message)).toEqual(shown);
  });

  it('is asked for under each critique of a reply for all', async () => {
    const critic = panelCritic({
      'line-editor': [['very very', 'very']],
      'senior-editor': [['about the lift']],
    });
    const { runId } = await reviewed({ critic, settings: { delivery: 'digest' } });

    expect(buttonsAt('result').map(({ action }) => action)).toEqual(
      ['senior-editor', 'line-editor', undefined].flatMap((persona) =>
        feedbackButtons(runId, persona).map(({ action }) => action),
      ),
    );
  });

  it('is not taken for a post that is not there', async () => {
    const { click, runId, said } = await reviewed();

    const note = await click('useful', runId, 'fact-checker');

    expect(note && textOf(note)).toContain('no longer know this review');
    expect(await said()).toEqual([]);
  });

  it('on a private review is its reader’s', async () => {
    const { click, runId, said } = await reviewed({ settings: { delivery: 'private' } });

    for (const by of ['bo', 'root']) {
      const note = await click('not-useful', runId, undefined, member(by));
      expect(note && textOf(note)).toContain('Only the person who asked');
    }
    await click('useful', runId, undefined, member('cy'));

    expect(await said()).toEqual([{ slot: 'result', member: member('cy'), usefulness: 'useful' }]);
  });

  it('fits into a button for the longest name an editor may have', () => {
    const [, notUseful] = feedbackButtons('0c1f4b6e-3a52-4d0e-9b7a-5f2f0a3c9d11', 'e'.repeat(40));
    if (notUseful === undefined) throw new Error('there is no second button');
    expect(encodeAction(notUseful.action).length).toBeLessThanOrEqual(100);
  });
});
