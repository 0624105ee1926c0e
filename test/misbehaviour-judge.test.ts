import { describe, expect, it } from 'vitest';
import { judgeReview, judgeThread, type Seen, type SeenComment } from './misbehaviour-judge.ts';

const DRAFT =
  'We moved the (old) kitchen on Monday.\n\nIt may smell of paint for a while: open a window.';

const byCode = (quote: string, text: string) => comment(quote, { action: 'replace', text }, true);
const byEditor = (quote: string, action: string) => comment(quote, { action });

function comment(
  quote: string,
  suggestion: { action: string; text?: string },
  isByCode = false,
): SeenComment {
  return {
    ...{ id: '1', problem: '?', why: '—', quote, isByCode },
    suggestion: { instruction: '→', ...suggestion },
  };
}

const FREE = { calls: 0, retries: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

function faultsOf(best: string, more: Partial<Seen> = {}) {
  const seen: Seen = {
    ...{ draft: DRAFT, best, bestNumber: 2, stopReason: 'satisfied', comments: [], shown: best },
    ...{ stopSentence: 'nothing left to fix', mayOffer: false, key: 'sk-1' },
    receipt: { ...FREE, cost: 0, facts: { added: [], lost: [] } },
    ...more,
  };
  return judgeReview(seen, { answers: 0, input: 0, cached: 0, output: 0 });
}

describe('the judge of misbehaviour finds no fault with', () => {
  it.each([
    ['the planned word', DRAFT.replace('moved', 'movedx'), []],
    [
      'a fix of code',
      DRAFT.replace('while: open', 'while. Open'),
      [byCode('while: open', 'while. Open')],
    ],
    [
      'a sentence an editor wanted gone',
      DRAFT.replace('\n\nIt may smell of paint for a while: open a window.', ''),
      [byEditor('It may smell of paint for a while: open a window.', 'delete')],
    ],
    ['a wish to delete that was not carried out', DRAFT, [byEditor('It may smell', 'delete')]],
  ] as const)('%s', (_what, best, comments) => {
    expect(faultsOf(best, { comments })).toEqual([]);
  });

  it('a character nobody sees that is gone from a word', () => {
    const draft = DRAFT.replace('kitchen', 'kit\u200bchen');
    expect(faultsOf(DRAFT.replace('moved', 'movedx'), { draft })).toEqual([]);
  });
});

describe('the judge of misbehaviour finds', () => {
  it.each([
    ['a new word', DRAFT.replace('window', 'window Zorblax'), 'added “Zorblax”'],
    ['a lost word', DRAFT.replace(' may', ''), 'lost “may”'],
    ['an exchanged word', DRAFT.replace('Monday', 'Friday'), 'added “Friday”'],
    [
      'another order',
      DRAFT.replace('moved the (old)', 'the (old) moved'),
      'changed the order of words',
    ],
    ['joined paragraphs', DRAFT.replace('\n\n', ' '), 'changed the paragraphs'],
    ['quotation marks around everything', `"${DRAFT}"`, 'added the mark "'],
    ['a lost bracket', DRAFT.replace('(old)', 'old'), 'lost the mark ('],
    ['a hidden character', DRAFT.replace('old', 'o\u200bld'), 'hid U+200b in the text'],
    ['what code did not ask for', DRAFT.replace('while:', 'while;'), 'added the mark ;'],
  ])('%s', (_what, best, fault) => {
    expect(faultsOf(best)).toContain(fault);
  });

  it('a sentence gone that an editor wanted otherwise, not gone', () => {
    const sentence = 'It may smell of paint for a while: open a window.';
    const best = DRAFT.replace(sentence, '').trim();
    for (const comments of [[], [byEditor(sentence, 'replace')], [byEditor('paint', 'delete')]]) {
      expect(faultsOf(best, { comments })).toContain('lost “window”');
    }
  });

  it('more gone than an editor wanted', () => {
    const best = 'We moved the (old) kitchen on Monday.';
    expect(faultsOf(best, { comments: [byEditor('It may smell', 'delete')] })).toContain(
      'lost “paint”',
    );
  });

  it('a fact that is gone, whoever wanted it gone, and a doubt that nobody wanted gone', () => {
    const doubt = { ...FREE, cost: 0, facts: { added: [], lost: ['may'] } };
    expect(faultsOf(DRAFT, { receipt: doubt })).toContain('says it lost “may”');
    const facts = { added: [], lost: ['Monday'] };
    const receipt = { ...FREE, cost: 0, facts };
    const comments = [byEditor('on Monday', 'delete')];
    expect(faultsOf(DRAFT.replace(' on Monday', ''), { receipt, comments })).toContain(
      'says it lost “Monday”',
    );
  });
});

describe('the judge of misbehaviour reads in a thread', () => {
  const failed = { stopReason: 'model_error', stopSentence: 'the model failed' };
  const ended = { stopReason: 'plateau', stopSentence: 'nothing more was gained' };
  it.each([
    [
      'a note',
      failed,
      'There is no model “m” here. Check OPENAI_BASE_URL, which ends in /v1. (ref a1)',
    ],
    ['a receipt', ended, '1 round · stopped: nothing more was gained'],
    ['a note before anything was said', ended, 'It ended: nothing more was gained. (ref a1)'],
    ['a receipt of a failure', failed, '2 calls · stopped: the model failed'],
  ])('why it stopped, from %s', (_what, run, posts) => {
    expect(judgeThread(posts, run)).toEqual([]);
  });

  it.each([
    ['nothing', failed, ''],
    ['a number alone', failed, '404. (ref a1)'],
    ['a sentence nobody can look up', failed, 'There is no model “m” here.'],
    ['a note where it did not fail', ended, 'There is no model “m” here. Ask again. (ref a1)'],
    ['another reason', ended, '1 round · stopped: nothing left to fix'],
  ])('no reason in %s', (_what, run, posts) => {
    expect(judgeThread(posts, run)).toHaveLength(1);
  });
});
