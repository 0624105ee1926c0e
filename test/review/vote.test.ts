import { describe, expect, it } from 'vitest';
import { encodeAction } from '../../src/review/action.ts';
import type { Message } from '../../src/review/message.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { closeDueVotes } from '../../src/review/vote.ts';
import { closedBallot, openBallot } from '../../src/review/vote-message.ts';
import type { Ballot } from '../../src/review/vote-store.ts';
import { createStatsRepository } from '../../src/store/stats-repository.ts';
import { buttonsOf, member, textOf } from './fake-platform.ts';
import { LIFT, setUpLift } from './lift.ts';
import { openRoom, panelCritic } from './room.ts';

const { draft: DRAFT, refined: REFINED, critic: CRITIC } = LIFT;
const DAY = 24 * 3_600_000;
const lift = setUpLift();
const { reviewed } = lift;

const votePost = (): Message => {
  const posts = lift.platform().posts.filter(({ slot }) => slot.slot === 'vote/2');
  expect(posts).toHaveLength(1);
  const [post] = posts;
  if (post === undefined) throw new Error('there is no vote');
  return post.message;
};
const drafts = (message: Message) =>
  message.parts.flatMap(({ isDraft, markdown }) => (isDraft ? [markdown] : []));
const said = (message: Message | null) => (message === null ? '' : textOf(message));
/** Which button stands for the refined draft. */
const refinedChoice = () => (drafts(votePost())[0] === REFINED ? 'vote-a' : 'vote-b');
const originalChoice = () => (refinedChoice() === 'vote-a' ? 'vote-b' : 'vote-a');

describe('a blind vote', () => {
  it('is opened by the author, the requester or an admin, who are asked who shall choose', async () => {
    const { click, runId, reviews } = await reviewed({ admins: [member('root')] });
    const labels = async (by: string) =>
      buttonsOf((await click('vote', runId, undefined, member(by))) as Message).map(
        ({ label }) => label,
      );

    expect(await labels('ada')).toEqual(['Everybody in the thread', 'Only me']);
    expect(await labels('cy')).toEqual(['Everybody in the thread']);
    expect(await labels('root')).toEqual(['Everybody in the thread']);
    expect(said(await click('vote', runId, undefined, member('bo')))).toContain('Only the person');
    expect(said(await click('vote-team', runId, undefined, member('bo')))).toContain('Only the');
    expect(lift.platform().posts.some(({ slot }) => slot.slot.startsWith('vote/'))).toBe(false);

    // The command asks about the last review a member asked for in the channel.
    const place = { workspace: 'local', channel: 'general' };
    expect(said(await reviews.vote(member('cy'), place))).toContain('Who shall choose?');
    expect(said(await reviews.vote(member('bo'), place))).toContain('nothing to vote on');
    const elsewhere = { workspace: 'local', channel: 'random' };
    expect(said(await reviews.vote(member('cy'), elsewhere))).toContain('nothing to vote on');
  });

  it('shows both texts in an order that is drawn once, and nothing that tells them apart', async () => {
    const { click, runId, deps } = await reviewed();
    await Promise.all([
      click('vote-team', runId),
      click('vote-team', runId, undefined, member('cy')),
    ]);
    const post = votePost();
    const before = JSON.stringify(post);
    await click('vote-team', runId);

    expect(JSON.stringify(votePost())).toBe(before);
    expect(drafts(post).toSorted()).toEqual([DRAFT, REFINED].toSorted());
    const ballot = await deps.votes.ballot({ runId, audience: 'team', revision: 2 });
    expect(drafts(post)[0]).toBe(ballot?.a === 'refined' ? REFINED : DRAFT);
    expect(buttonsOf(post).map(({ label }) => label)).toEqual(['A', 'B', 'Close the vote']);
  });

  it('says the same in words and ids whichever text is A', () => {
    const ballot: Ballot = {
      ...{ runId: 'run', audience: 'team', revision: 2, a: 'original' },
      ...{ originalChars: 3, refinedChars: 3, openedAt: 0, closesAt: DAY, closedAt: null },
    };
    const one = openBallot(ballot, { original: 'one', refined: 'two' });
    const other = openBallot({ ...ballot, a: 'refined' }, { original: 'two', refined: 'one' });

    expect(one).toEqual(other);
    const ids = buttonsOf(one).map(({ action }) => encodeAction(action));
    expect(JSON.stringify([one, ids])).not.toMatch(/original|refined/);
  });

  it('keeps votes secret and changeable until it is closed by hand, then tells the count', async () => {
    const { click, runId } = await reviewed();
    await click('vote-team', runId);
    const open = JSON.stringify(votePost());
    const vote = (verb: 'vote-a' | 'vote-b', by: string) =>
      click(verb, runId, 'team-2', member(by));

    expect(said(await vote(originalChoice(), 'bo'))).toContain('stays secret');
    await vote(refinedChoice(), 'bo');
    await vote(refinedChoice(), 'dee');
    await vote(refinedChoice(), 'dee');
    await vote(originalChoice(), 'ada');
    expect(JSON.stringify(votePost())).toBe(open);
    expect(said(await click('vote-close', runId, 'team-2', member('bo')))).toContain('Only the');
    expect(JSON.stringify(votePost())).toBe(open);

    const letter = refinedChoice() === 'vote-a' ? 'A' : 'B';
    await click('vote-close', runId, 'team-2', member('cy'));
    expect(said(votePost())).toContain(
      `**The vote is closed.** **${letter}** wins with 2 of 3 votes: the refined draft.`,
    );
    expect(said(votePost())).toContain(`**${letter}**, the refined draft · 2 votes`);
    expect(buttonsOf(votePost())).toEqual([]);
    expect(said(await vote('vote-a', 'eve'))).toContain('closed');
    expect(said(votePost())).toContain('2 of 3 votes');
  });

  it('closes by itself after a day, also when the process was away, and says so once', async () => {
    let at = 1_760_000_000_000;
    const now = () => at;
    const { click, runId, database } = await reviewed({ now });
    await click('vote-team', runId);
    await click(refinedChoice(), runId, 'team-2', member('bo'));
    at += DAY - 1;
    const restarted = await openRoom({ critic: CRITIC, platform: lift.platform(), database, now });
    await closeDueVotes(restarted.deps);
    expect(buttonsOf(votePost())).toHaveLength(3);

    at += 1;
    await Promise.all([closeDueVotes(restarted.deps), closeDueVotes(restarted.deps)]);
    expect(said(votePost())).toContain('wins with 1 of 1 vote');
    const updates = lift.platform().updates.length;
    await closeDueVotes(restarted.deps);
    expect(lift.platform().updates).toHaveLength(updates);
  });

  it('is open for as long as the channel has it, which later changes leave alone', async () => {
    let at = 1_760_000_000_000;
    const now = () => at;
    const { click, runId, deps, database } = await reviewed({ now, settings: { voteHours: 72 } });
    expect(said(await click('vote-team', runId))).toContain('closes by itself in 3 days');
    expect(said(votePost())).toContain('secret until this closes: in 3 days');
    await click(refinedChoice(), runId, 'team-2', member('bo'));

    const setUp = { critic: CRITIC, platform: lift.platform(), database, now };
    const restarted = await openRoom({ ...setUp, settings: { voteHours: 1 } });
    await restarted.click('vote-team', runId);
    at += 2 * DAY;
    await closeDueVotes(restarted.deps);
    expect(buttonsOf(votePost())).toHaveLength(3);
    at += DAY;
    await closeDueVotes(restarted.deps);
    expect(said(votePost())).toContain('wins with 1 of 1 vote');

    await click('vote-me', runId);
    const ballot = await deps.votes.ballot({ runId, audience: 'author', revision: 2 });
    expect((ballot?.closesAt ?? 0) - (ballot?.openedAt ?? 0)).toBe(3 * DAY);
  });

  it('shows a result that a crash kept back', async () => {
    const { click, runId, deps, database } = await reviewed();
    await click('vote-team', runId);
    // Closed, and the process ended before the post was changed.
    await deps.votes.close({ runId, audience: 'team', revision: 2 });
    const restarted = await openRoom({ critic: CRITIC, platform: lift.platform(), database });
    await closeDueVotes(restarted.deps);

    expect(said(votePost())).toContain('Nobody voted.');
  });

  it('asks the author alone, who learns at once what was chosen', async () => {
    const { click, runId, deps } = await reviewed();
    expect(said(await click('vote-me', runId, undefined, member('cy')))).toContain(
      'author’s alone',
    );
    const asked = (await click('vote-me', runId)) as Message;
    expect(drafts(asked).toSorted()).toEqual([DRAFT, REFINED].toSorted());
    expect(buttonsOf(asked).map(({ label }) => label)).toEqual(['A', 'B']);
    expect(await click('vote-me', runId)).toEqual(asked);
    expect(said(await click('vote-a', runId, 'author-2', member('cy')))).toContain(
      'author’s alone',
    );

    const isRefinedA = drafts(asked)[0] === REFINED;
    const told = await click(isRefinedA ? 'vote-a' : 'vote-b', runId, 'author-2');
    expect(said(told)).toContain('the refined draft. Thank you');
    expect(await deps.votes.tally({ runId, audience: 'author', revision: 2 })).toEqual({
      original: 0,
      refined: 1,
    });
    expect(said(await click('vote-me', runId))).toContain('You chose');
    expect(lift.platform().posts.some(({ slot }) => slot.slot.startsWith('vote/'))).toBe(false);
    expect(await deps.votes.unrevealed()).toEqual([]);
  });

  it('is about what the author wrote also where the review went on', async () => {
    const { click, runId, workAll, reviews, deps, database } = await reviewed();
    await reviews.say({ runId, text: 'say it is safe', id: 'said-1' }, member('ada'), 'local');
    await workAll();
    const later = lift.platform().posts.at(-1)?.slot.runId ?? '';
    expect(later).not.toBe(runId);
    const current = (await readRun(deps, later))?.thread?.state.current;
    expect(current?.text).not.toBe(DRAFT);
    await click('vote-team', later);
    const post = lift.platform().posts.find(({ slot }) => slot.slot.startsWith('vote/'));
    if (post === undefined) throw new Error('there is no vote');
    expect(drafts(post.message).toSorted()).toEqual([DRAFT, current?.text].toSorted());

    const number = current?.number ?? 0;
    await click('vote-close', later, `team-${number}`);
    const closed = lift.platform().posts.find(({ slot }) => slot.slot.startsWith('vote/'));
    expect(closed === undefined ? [] : drafts(closed.message).toSorted()).toEqual(
      [DRAFT, current?.text].toSorted(),
    );
    const [exported] = await createStatsRepository(database).voted('local', ['general']);
    expect(exported).toMatchObject({
      originalChars: DRAFT.length,
      texts: { original: DRAFT, refined: current?.text },
    });
  });

  it('never puts a private review before others', async () => {
    const { click, runId } = await reviewed({
      settings: { delivery: 'private', blindVote: true },
    });
    const asked = await click('vote', runId, undefined, member('ada'));
    expect(buttonsOf(asked as Message).map(({ label }) => label)).toEqual(['Only me']);

    expect(said(await click('vote-team', runId))).toContain('nothing to vote on');
    expect(said(await click('vote-a', runId, 'team-2', member('bo')))).toContain('Only the person');
    expect(lift.platform().posts.some(({ slot }) => slot.slot.startsWith('vote/'))).toBe(false);
  });

  it('is opened by itself where the channel wants it, once, also when the run is taken up again', async () => {
    const { work, runId } = await reviewed({ settings: { blindVote: true } });
    votePost();
    await work(runId, 2);
    await work(runId, 3);
    votePost();
  });

  it('is not opened on a draft nobody changed', async () => {
    const { click, runId } = await reviewed({
      critic: panelCritic({}),
      settings: { blindVote: true },
    });

    expect(said(await click('vote', runId))).toContain('nothing to vote on');
    expect(lift.platform().posts.map(({ slot }) => slot.slot)).toEqual(['result']);
  });

  it('tells the count also when the words are gone', () => {
    const ballot: Ballot = {
      ...{ runId: 'run', audience: 'team', revision: 2, a: 'original' },
      ...{ originalChars: 3, refinedChars: 3, openedAt: 0, closesAt: DAY, closedAt: DAY },
    };
    const told = closedBallot(ballot, { original: 4, refined: 4 }, null);
    expect(said(told)).toBe('**The vote is closed.** A tie, with 4 votes for each.');
  });
});
