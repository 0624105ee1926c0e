import { expect, it } from 'vitest';
import type { LoopEvent, LoopResult } from '../../src/loop/events.ts';
import { createRunRecorder } from '../../src/review/run-recorder.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';
import { open } from '../store/open-store.ts';
import {
  comment,
  critique,
  FIRST_REVISION,
  newRun,
  receipt,
  SECOND_REVISION,
} from '../store/samples.ts';

const RUN = newRun();
const MERGED = critique({ comments: [], verdict: 'accept', dropped: { duplicate: 1 } });
const RESOLVED = comment({ status: 'resolved' });

const RESULT: LoopResult = {
  best: SECOND_REVISION,
  revisions: [FIRST_REVISION, SECOND_REVISION],
  critiques: [critique()],
  stillOpen: [],
  comments: [RESOLVED],
  stopReason: 'max_rounds',
  stopSentence: 'round limit reached',
  limits: [],
  receipt: receipt(),
};

const CHANGES = { numbers: [], names: [], links: [], code: [], quotes: [], certainty: [] };

const EVENTS: readonly LoopEvent[] = [
  { number: 1, type: 'started', personas: ['line-editor'], maxRounds: 1 },
  { number: 2, type: 'revision_created', revision: FIRST_REVISION },
  { number: 3, type: 'critique_received', round: 0, critique: critique() },
  {
    number: 4,
    type: 'revision_assessed',
    round: 0,
    revision: 1,
    critiques: [MERGED],
    comments: [comment()],
    score: 2.75,
    isBest: true,
    limits: [],
  },
  {
    number: 5,
    type: 'revision_refined',
    round: 0,
    revision: SECOND_REVISION,
    edits: [],
    guard: {
      ok: true,
      notADraft: false,
      lengthRatio: 1,
      protectedKept: true,
      lost: CHANGES,
      added: CHANGES,
      changedOutsidePlan: 0,
    },
  },
  { number: 6, type: 'finished', result: RESULT },
];

async function openRecorder() {
  const database = await open(':memory:');
  const store = createRunRepository(database);
  await store.create(RUN);
  return {
    load: () => store.load(RUN.id),
    record: createRunRecorder(store, RUN.id, { now: () => 1_760_000_009_000 }),
    close: () => database.close(),
  };
}

it('keeps every event and what it brings, and ends the run with the last one', async () => {
  const { load, record, close } = await openRecorder();

  for (const event of EVENTS.slice(0, -1)) await record(event);
  expect(await load()).toMatchObject({
    status: 'running',
    end: null,
    revisions: [{ text: FIRST_REVISION.text }, { text: SECOND_REVISION.text }],
    critiques: [
      {
        persona: 'line-editor',
        verdict: 'accept',
        dropped: { duplicate: 1 },
        words: { comments: [], strengths: MERGED.strengths, limits: MERGED.limits },
      },
    ],
    comments: [{ revision: 1, status: 'open', comment: comment() }],
  });

  for (const event of EVENTS.slice(-1)) await record(event);
  const run = await load();
  expect(run).toMatchObject({
    status: 'finished',
    comments: [{ revision: 1, status: 'resolved', comment: RESOLVED }],
    end: {
      stopReason: 'max_rounds',
      bestRevision: 2,
      receipt: receipt(),
      finishedAt: 1_760_000_009_000,
    },
  });
  expect(run?.events.map(({ event }) => event)).toEqual(EVENTS);
  close();
});

it('changes nothing when a resumed run tells everything again', async () => {
  const { load, record, close } = await openRecorder();
  for (const event of EVENTS) await record(event);
  const before = await load();

  for (const event of EVENTS) await record(event);

  expect(await load()).toEqual(before);
  close();
});
