import { describe, expect, it } from 'vitest';
import { judgeLog, judgeModel, judgeResults, type Result } from '../../bench/day/judge.ts';
import { judgeLife, type Look } from '../../bench/day/memory.ts';
import type { Wish } from '../../bench/day/wish.ts';
import { draftOf, PLANTED, REDUNDANT, refinedOf } from '../../bench/day/words.ts';

const REMARK = `> ${REDUNDANT}\n→ Write “to”.`;

function wish(number: number, more: Partial<Wish> = {}): Wish {
  return {
    number,
    platform: 'slack',
    way: 'reaction',
    fate: 'review',
    isForgotten: false,
    said: () => [],
    by: 'U1',
    notes: () => 0,
    ...more,
  };
}

const whole = (number: number): Result => ({
  wish: wish(number),
  said: [REMARK, `*Refined draft*\n> ${refinedOf(number)}`],
  isReviewed: true,
});
const without = (more: Partial<Wish> = {}): Result => ({
  wish: wish(1, more),
  said: [],
  isReviewed: false,
});
const wrongs = (results: readonly Result[], mayFail = false) =>
  judgeResults(results, () => mayFail);

describe('the judge of a day', () => {
  it('has nothing to say about reviews that are whole', async () => {
    expect(await wrongs([whole(1), whole(2)])).toEqual([]);
  });

  it('sees what stands twice, and what stands under somebody else’s words', async () => {
    const { said, ...rest } = whole(1);
    expect(await wrongs([{ ...rest, said: [...said, REMARK] }])).toEqual([
      expect.stringContaining('something stands there twice'),
    ]);
    expect(await wrongs([{ ...rest, said: [...said, draftOf(2)] }])).toEqual([
      expect.stringContaining('words of wish 2 stand there'),
    ]);
  });

  it('sees a result without the remark it comes from', async () => {
    const { said, ...rest } = whole(1);
    expect(await wrongs([{ ...rest, said: said.slice(1) }])).toEqual([
      expect.stringContaining('without the remark'),
    ]);
  });

  it('sees a review that did not come, in a bad hour only when nobody was told', async () => {
    expect(await wrongs([without({ notes: () => 1 })])).toEqual([
      expect.stringContaining('nothing was wrong with the model'),
    ]);
    expect(await wrongs([without({ notes: () => 1 })], true)).toEqual([]);
    expect(await wrongs([without()], true)).toEqual([
      expect.stringContaining('0 notes for reviews without a post, of the wishes 1'),
    ]);
  });

  it('sees a review its author had declined', async () => {
    const result = { ...whole(1), wish: wish(1, { fate: 'declined' }) };
    expect(await wrongs([result])).toEqual([expect.stringContaining('was declined')]);
    const { said: _, ...rest } = result;
    const model = { server: { requests: [{ prompt: draftOf(1) }], violations: [] } };
    expect(judgeModel({ model } as never, [{ ...rest, said: [], isReviewed: false }])).toEqual([
      'wish 1 was read although its author said no',
    ]);
  });

  it('sees words, names, tokens and stray lines in a log', () => {
    const log = [
      `{"level":50,"msg":"${PLANTED}"}\n`,
      '{"level":30,"msg":"a-token"}\n',
      'at somewhere (file.js:1)\n',
    ];
    const { problems } = judgeLog({ log, secrets: ['a-token'] } as never);
    expect(problems).toEqual([
      expect.stringContaining('Quetzalcoatl'),
      expect.stringContaining('a-token'),
      expect.stringContaining('no JSON'),
    ]);
  });
});

describe('the judge of memory', () => {
  const life = (inUseMb: (runs: number) => number): readonly Look[] =>
    Array.from({ length: 21 }, (_, at) => at * 100).map((runs) => ({
      at: `${runs}`,
      runs,
      inUseMb: inUseMb(runs),
      residentMb: 200,
    }));

  it('lets a process warm up and its figures tremble', () => {
    const { problems } = judgeLife(
      'chat',
      life((runs) => (runs < 100 ? 60 : 80 + (runs % 300) / 150)),
    );
    expect(problems).toEqual([]);
  });

  it('sees five megabytes a thousand runs', () => {
    const { problems } = judgeLife(
      'chat',
      life((runs) => 80 + (runs / 1000) * 5),
    );
    expect(problems).toEqual([expect.stringMatching(/chat process keeps 9\.\d MB more/)]);
  });
});
