import { describe, expect, it } from 'vitest';
import { numberRevisions, type RelatedRun } from '../../src/review/numbering.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { onEveryEngine } from '../store/engines.ts';
import { createFakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const CRITIC = panelCritic({
  'senior-editor': [['in the time of the night', 'last night']],
  'line-editor': [['at the hour of noon', 'at noon']],
});
const DRAFT = 'It broke in the time of the night. It was fixed at the hour of noon.';

const run = (
  runId: string,
  more: Partial<Omit<RelatedRun, 'revisions'>> & { readonly made: readonly number[] },
): RelatedRun => ({
  ...{ runId, claim: `message/${runId}`, createdAt: more.made[0] ?? 0, bestRevision: 2, ...more },
  revisions: more.made.map((madeAt, at) => ({
    ...{ number: at + 1, chars: 10 + (at === 0 ? 1 : at + 1), madeAt, isDecided: at > 1 },
  })),
});
const numbersOf = (runId: string, related: readonly RelatedRun[]) => [
  ...numberRevisions(runId, related).values(),
];

describe('the number people know a revision by', () => {
  it('is its own where a run is alone', () => {
    expect(numbersOf('one', [])).toEqual([]);
  });

  it('goes on over a run that follows, whose first text has a number already', () => {
    const first = run('one', { made: [10, 20] });
    const follow = { ...run('two', { claim: 'wish/one', made: [30, 40] }), createdAt: 30 };
    const revisions = follow.revisions.map((each) =>
      each.number === 1 ? { ...each, chars: 12 } : each,
    );
    const related = [first, { ...follow, revisions }];
    expect(numbersOf('one', related)).toEqual([1, 2]);
    expect(numbersOf('two', related)).toEqual([2, 3]);
  });

  it('is never given twice, also where people decide about an earlier run later', () => {
    const first = run('one', { made: [10, 20, 50] });
    const follow = run('two', { claim: 'refine/one', made: [30, 40] });
    const related = [first, follow];
    expect(numbersOf('one', related)).toEqual([1, 2, 5]);
    // Its first text is none of those the other run had: it counts.
    expect(numbersOf('two', related)).toEqual([3, 4]);
  });
});

onEveryEngine((engine) => {
  it('is unique over all that is asked of one draft, and private reviews count apart', async () => {
    let at = 1_760_000_000_000;
    const database = engine.database();
    const platform = createFakePlatform();
    const now = () => at++;
    const room = await openRoom({ critic: CRITIC, platform, database, now });
    const message = platform.write(DRAFT);
    const asked = await room.review(message);
    await room.workAll();
    const alone = await room.review(message, { delivery: 'private' }, { requester: member('cy') });
    await room.workAll();
    if (asked.type !== 'accepted' || alone.type !== 'accepted') throw new Error('not accepted');
    await room.click('undo', asked.runId, '1.line-editor.1');
    await room.settler.now(asked.runId);
    await room.click('refine', asked.runId);
    await room.workAll();
    const last = platform.posts.at(-1)?.slot.runId ?? '';
    await room.click('undo', asked.runId, '1.senior-editor.1');
    await room.settler.now(asked.runId);

    const numbers = async (runId: string) => [
      ...((await readRun(room.deps, runId))?.thread?.numbers.values() ?? []),
    ];
    expect(await numbers(asked.runId)).toEqual([1, 2, 3, 4]);
    expect((await numbers(last))[0]).toBe(3);
    expect(await numbers(alone.runId)).toEqual([]);
    const result = platform.posts.find(
      ({ slot }) => slot.runId === asked.runId && slot.slot === 'result',
    );
    expect(result === undefined ? '' : textOf(result.message)).toContain('revision 2');
  });
});
