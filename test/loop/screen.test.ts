import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAnchorIndex } from '../../src/loop/anchor.ts';
import type { RawComment } from '../../src/loop/comment.ts';
import { fingerprintOf } from '../../src/loop/fingerprint.ts';
import { type Lowered, screenComments } from '../../src/loop/screen.ts';
import { scriptComment } from '../../src/models/scripted.ts';
import { extractFacts } from '../../src/text/facts.ts';
import { findProtectedSpans } from '../../src/text/protected-spans.ts';
import { sharedData } from '../shared-data.ts';

const TEXT =
  'Run `teh script` on Nimbuss with Ms Okoro before 9 January. The output, which is long, is of course, saved.';
const NAMES = ['Nimbuss', 'Okoro'];

function screen(
  raw: readonly RawComment[],
  more: {
    dismissed?: string[];
    lowered?: readonly Lowered[];
    maxComments?: number;
    made?: { from: string; to: string }[];
    text?: string;
    persona?: string;
  } = {},
) {
  const { text = TEXT, persona = 'line-editor' } = more;
  const facts = extractFacts(text, { names: NAMES });
  return screenComments(
    {
      index: createAnchorIndex(text),
      protectedSpans: findProtectedSpans(text, { names: NAMES }),
      facts,
      language: 'en',
      knownFacts: new Set(facts.map(({ value }) => value)),
      dismissed: new Set(more.dismissed ?? []),
      lowered: more.lowered ?? [],
      made: more.made ?? [],
    },
    { round: 1, source: { persona }, raw, maxComments: more.maxComments ?? 5 },
  );
}

describe('RC-081 what is off limits', () => {
  it.each([
    ['code', scriptComment('teh', 'the')],
    ['a house name', scriptComment('Nimbuss', 'Nimbus')],
    ['a surname', scriptComment('Ms Okoro', 'Ms Odor')],
  ])('drops a remark that would change %s', (_what, raw) => {
    expect(screen([raw])).toEqual({ comments: [], dropped: { protected: 1 } });
  });

  it('keeps a remark whose change leaves the name inside its quote alone', () => {
    const raw = scriptComment('Nimbuss with Ms Okoro before', 'Nimbuss with Ms Okoro ahead of');
    expect(screen([raw]).comments).toHaveLength(1);
  });

  it('drops a remark that quotes words the draft does not have', () => {
    expect(screen([scriptComment('the Nimbus cluster', 'x')]).dropped).toEqual({ unanchored: 1 });
  });
});

describe('L8 a remark is dropped', () => {
  it.each([
    'Make it more engaging.',
    'Improve the flow.',
    'Consider revising this.',
    'This could be clearer.',
    'Add more detail.',
  ])('when its advice fits every text: %s', (instruction) => {
    const raw = {
      ...scriptComment('The output', 'unused'),
      suggestion: { action: 'replace' as const, instruction },
    };
    expect(screen([raw]).dropped).toEqual({ generic: 1 });
  });

  it('when it only repeats the problem', () => {
    const raw = {
      ...scriptComment('The output', 'unused'),
      problem: 'The sentence is long.',
      suggestion: { action: 'replace' as const, instruction: 'the sentence is long' },
    };
    expect(screen([raw]).dropped).toEqual({ generic: 1 });
  });

  it('when it offers no fix, or the same words again', () => {
    const none = {
      ...scriptComment('long', 'x'),
      suggestion: { action: 'replace' as const, instruction: ' ' },
    };
    expect(screen([none, scriptComment('long', 'long')]).dropped).toEqual({ no_fix: 2 });
  });

  it('but not when vague words come with exact ones', () => {
    const raw = {
      ...scriptComment('which is long', 'a long one'),
      suggestion: {
        action: 'replace' as const,
        text: 'a long one',
        instruction: 'Improve the flow.',
      },
    };
    expect(screen([raw]).comments).toHaveLength(1);
  });
});

it('a suggestion with a fact from nowhere asks about it', () => {
  const [invented, kept] = screen([
    scriptComment('is long', 'has 4,000 lines'),
    scriptComment('before 9 January', 'before 9 January, please'),
  ]).comments;
  expect(invented?.question).toBe('Is it right that “4,000 lines” comes in?');
  expect(kept?.question).toBeUndefined();
});

const gone = (quote: string): RawComment => ({
  ...scriptComment(quote, 'x'),
  suggestion: { action: 'delete', instruction: 'Cut it.' },
});

describe('a suggestion that would take away what the draft says nowhere else', () => {
  const asking = (raw: RawComment) => screen([raw]).comments.map(({ question }) => question);
  it.each([
    ['a date', gone(' before 9 January'), '“9 January” goes'],
    ['a date put vaguely', scriptComment('before 9 January', 'soon'), '“9 January” goes'],
    [
      'a date that becomes another',
      scriptComment('before 9 January', 'before 19 January'),
      '“9 January” goes and “19 January” comes in',
    ],
  ])('asks about it: %s', (_what, raw, change) => {
    expect(asking(raw)).toEqual([`Is it right that ${change}?`]);
  });

  it.each([
    ['words that state nothing', gone(' of course,')],
    ['the same date written otherwise', scriptComment('before 9 January', 'before January 9')],
    [
      'the date between other words',
      scriptComment('before 9 January. The', 'before 9 January: the'),
    ],
  ])('asks nothing: %s', (_what, raw) => {
    expect(asking(raw)).toEqual([undefined]);
  });
});

describe('a suggestion that would change how sure a draft is', () => {
  const draft =
    'It may take an hour. You should not wait. Please do not hesitate to ask. We run daily.';
  const asking = (raw: RawComment) => screen([raw], { text: draft }).comments[0]?.question;

  it.each([
    ['a doubt', scriptComment('may take', 'takes'), '“may” goes'],
    ['a “not”', scriptComment('should not wait', 'should wait'), '“not” goes'],
    ['a new “not”', scriptComment('We run daily', 'We do not run daily'), '“not” comes in'],
  ])('asks about it: %s', (_what, raw, change) => {
    expect(asking(raw)).toBe(`Is it right that ${change}?`);
  });

  it.each([
    ['the same doubt in other words', scriptComment('It may take', 'Perhaps it takes')],
    ['a duty put shorter', scriptComment('You should not wait', 'Do not wait')],
    ['a polite phrase', scriptComment('do not hesitate to ask', 'ask')],
    ['a whole sentence', gone('You should not wait.')],
  ])('asks nothing: %s', (_what, raw) => {
    expect(asking(raw)).toBeUndefined();
  });
});

it('more remarks than a persona may make are cut to its worst ones', () => {
  const { comments, dropped } = screen(
    [
      scriptComment('Run', 'Start', { severity: 'nit' }),
      scriptComment('before', 'ahead of', { severity: 'major' }),
      scriptComment('saved', 'kept', { severity: 'minor' }),
    ],
    { maxComments: 2 },
  );
  expect(comments.map(({ id }) => id)).toEqual(['1.line-editor.2', '1.line-editor.3']);
  expect(dropped).toEqual({ over_cap: 1 });
});

describe('what people refused again and again', () => {
  const lowered = [{ persona: 'line-editor', kind: 'style' }] as const;
  const weighs = (more: Partial<RawComment>) =>
    screen([scriptComment('of course, ', '', more)], { lowered }).comments[0]?.severity;

  it.each([
    ['major', 'minor'],
    ['minor', 'nit'],
    ['nit', 'nit'],
    // What would stop a draft is no matter of habit.
    ['blocking', 'blocking'],
  ] as const)('weighs one step less: %s is %s', (severity, less) => {
    expect(weighs({ kind: 'style', severity })).toBe(less);
  });

  it('of another kind, or found by a rule, weighs what it weighed', () => {
    expect(weighs({ kind: 'tone', severity: 'major' })).toBe('major');
    expect(weighs({ kind: 'style', severity: 'major', rule: 'word/of-course' })).toBe('major');
  });
});

describe('L11 what people refused', () => {
  const refused = screen([scriptComment('of course, ', '', { kind: 'style' })]).comments[0];

  it('does not come back under another kind', () => {
    const again = screen([scriptComment('of course, ', '', { kind: 'tone', severity: 'nit' })], {
      dismissed: [refused?.fingerprint ?? ''],
    });
    expect(again).toEqual({ comments: [], dropped: { dismissed_before: 1 } });
  });

  it('does not forbid the same small change in another sentence', () => {
    const comma = (sentence: string) => fingerprintOf({ quote: ',', fix: '', sentence });
    expect(comma('The output, which is long.')).not.toBe(comma('Hello, Ana.'));
    const phrase = (sentence: string) =>
      fingerprintOf({ quote: 'which is of course', fix: 'which is', sentence });
    expect(phrase('One.')).toBe(phrase('Two.'));
  });

  it.skipIf(sharedData === null)('catches every repeat in people’s recorded decisions', () => {
    const rows = readFileSync(`${sharedData}/loop/r3_system_human_edits.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedEdit);
    const repeats = rows.filter((row) => refusedEarlier(rows, row, isSamePair));
    const caught = rows.filter((row) => refusedEarlier(rows, row, isSameFingerprint));
    expect(repeats).toHaveLength(45);
    expect(
      repeats.filter(({ before, after }) => Math.max(before.length, after.length) > 2).length,
    ).toBeGreaterThanOrEqual(13);
    expect(repeats.filter((row) => !caught.includes(row))).toEqual([]);
    const relabelled = repeats.filter((row) =>
      rows.every(
        (old) => !isEarlierRefusal(old, row) || !isSamePair(old, row) || old.intent !== row.intent,
      ),
    );
    expect(relabelled.length).toBeGreaterThanOrEqual(40);
    const wronglyCaught = caught.filter(
      (row) => row.decision === 'accept' && !repeats.includes(row),
    );
    expect(wronglyCaught).toEqual([]);
  });
});

/** A recorded edit as a remark on a sentence that holds it, from an editor and under a label. */
function raise(row: RecordedEdit, persona: string, kind: RawComment['kind'], dismissed: string[]) {
  const lead = 'The authors say that ';
  const text = `${lead}${row.before} in the second part of their paper.`;
  const quote = row.before === '' ? 'say that' : row.before;
  const start = row.before === '' ? text.indexOf(quote) : lead.length;
  const instruction = `Write “${row.after}” there.`;
  const suggestion = {
    action: row.before === '' ? 'insert' : 'replace',
    text: row.after,
    instruction,
  } as const;
  return screen([{ ...scriptComment(quote, 'x'), kind, sentenceId: 'S1', start, suggestion }], {
    dismissed,
    text,
    persona,
  });
}

it.skipIf(sharedData === null)(
  'L11 lets none of the 45 refused edits through again under another label and another editor',
  () => {
    const rows = readFileSync(`${sharedData}/loop/r3_system_human_edits.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedEdit);
    const outcomes = rows.flatMap((row) => {
      const old = rows.find((each) => isEarlierRefusal(each, row) && isSamePair(each, row));
      if (old === undefined) return [];
      const first = raise(old, 'line-editor', 'clarity', []);
      const [comment] = first.comments;
      if (comment === undefined) return Object.keys(first.dropped);
      const again = raise(row, 'senior-editor', 'style', [comment.fingerprint]);
      return again.comments.length > 0 ? ['came back'] : Object.keys(again.dropped);
    });
    expect(outcomes).toHaveLength(45);
    expect(outcomes.filter((outcome) => outcome === 'came back')).toEqual([]);
    // The rest has no words to hang a remark on, or changes what no remark may.
    expect(outcomes.filter((outcome) => outcome === 'dismissed_before').length).toBeGreaterThan(30);
  },
);

interface RecordedEdit {
  readonly annotator: string;
  readonly doc: string;
  readonly depth: number;
  readonly before: string;
  readonly after: string;
  readonly intent: string;
  readonly decision: 'accept' | 'reject';
}

type Comparison = (old: RecordedEdit, row: RecordedEdit) => boolean;

const documentOf = ({ doc }: RecordedEdit) => doc.replace(/-depth-\d+$/, '');

const isEarlierRefusal: Comparison = (old, row) =>
  old.decision === 'reject' &&
  old.depth < row.depth &&
  old.annotator === row.annotator &&
  documentOf(old) === documentOf(row);

/** White space is no part of an edit. */
const isSamePair: Comparison = (old, row) =>
  old.before.trim() === row.before.trim() && old.after.trim() === row.after.trim();

const isSameFingerprint: Comparison = (old, row) => fingerprint(old) === fingerprint(row);

/** The recorded spans come without their sentences; the document stands for it. */
const fingerprint = (row: RecordedEdit) =>
  fingerprintOf({ quote: row.before, fix: row.after, sentence: documentOf(row) });

function refusedEarlier(rows: readonly RecordedEdit[], row: RecordedEdit, same: Comparison) {
  return rows.some((old) => isEarlierRefusal(old, row) && same(old, row));
}

it('drops what would undo an earlier round, and nothing else', () => {
  const made = [{ from: 'lengthy', to: 'long' }];
  const back = screen([scriptComment('long', 'Lengthy')], { made });
  expect(back.dropped).toEqual({ reversal: 1 });
  const onwards = screen([scriptComment('long', 'tiring')], { made });
  expect(onwards.comments).toHaveLength(1);
});
