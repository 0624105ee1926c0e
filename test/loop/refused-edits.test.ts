import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RawComment } from '../../src/loop/comment.ts';
import { fingerprintOf } from '../../src/loop/fingerprint.ts';
import { scriptComment } from '../../src/models/scripted.ts';
import { sharedData } from '../shared-data.ts';
import { screen } from './screen-setup.ts';

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
