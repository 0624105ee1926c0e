/* Who may press what under a review that everybody sees. A verb that is added later has to be put down here. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERBS, type Verb } from '../../src/review/action.ts';
import { readRun } from '../../src/review/thread-reader.ts';
import { createFakePlatform, type FakePlatform, member, textOf } from './fake-platform.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

/** The author wrote the text, somebody else asked for its review, and Bo only reads along. */
const ROLES = { author: 'ada', requester: 'cy', admin: 'root', other: 'bo' } as const;
type Role = keyof typeof ROLES;
const EVERYBODY: readonly Role[] = ['author', 'requester', 'admin', 'other'];
const THOSE_CONCERNED: readonly Role[] = ['author', 'requester', 'admin'];

const MAY: Partial<Record<Verb, readonly Role[]>> = {
  accept: THOSE_CONCERNED,
  dismiss: THOSE_CONCERNED,
  'why-wrong': THOSE_CONCERNED,
  'why-taste': THOSE_CONCERNED,
  'why-known': THOSE_CONCERNED,
  'why-scope': THOSE_CONCERNED,
  undo: THOSE_CONCERNED,
  'put-back': THOSE_CONCERNED,
  'refine-accepted': THOSE_CONCERNED,
  'close-links': THOSE_CONCERNED,
  vote: THOSE_CONCERNED,
  'vote-team': THOSE_CONCERNED,
  // A review of a public message can be asked for by anybody who reads it.
  refine: EVERYBODY,
  again: EVERYBODY,
  use: ['author', 'admin'],
  post: ['author', 'admin'],
  'post-now': ['author', 'admin'],
  share: ['requester'],
  'share-now': ['requester'],
  'vote-me': ['author'],
  changes: EVERYBODY,
  result: EVERYBODY,
  open: EVERYBODY,
};

/** These need a run under way, a ballot, a question or a post of their own: who may is tried where that is. */
const ELSEWHERE: Partial<Record<Verb, string>> = {
  stop: 'respond.test.ts',
  replace: 'replace-source.test.ts',
  'replace-now': 'replace-source.test.ts',
  useful: 'feedback.test.ts',
  'not-useful': 'feedback.test.ts',
  'vote-a': 'vote.test.ts',
  'vote-b': 'vote.test.ts',
  'vote-close': 'vote.test.ts',
  'consent-thread': 'consent.test.ts',
  'consent-private': 'consent.test.ts',
  'consent-no': 'consent.test.ts',
  'try-sample': 'first-contact.test.ts',
};

const ABOUT_COMMENT: readonly Verb[] = [
  ...([
    'accept',
    'dismiss',
    'undo',
    'put-back',
    'why-wrong',
    'why-taste',
    'why-known',
    'why-scope',
  ] as const),
];
const ABOUT_TEXT: readonly Verb[] = ['post-now', 'share-now'];
const REFUSED = /^(?:Only the person who asked|The text is its author’s|This vote is its author’s)/;

it('has a line for every verb', () => {
  const known = [...Object.keys(MAY), ...Object.keys(ELSEWHERE)];
  expect(known.sort()).toEqual([...VERBS].sort());
});

describe('under a review that everybody sees', () => {
  let platform: FakePlatform;
  let room: Room;
  beforeEach(async () => {
    platform = createFakePlatform();
    room = await openRoom({
      platform,
      admins: [member('root')],
      publicUrl: 'https://desk.example.org',
      settings: { mode: 'guided' },
      critic: panelCritic({ 'line-editor': [['in the time of the night', 'last night']] }),
    });
  });
  afterEach(() => room.database.close());

  async function kept() {
    const rows = await room.database.read((db) => {
      const { decisions, requests, votes, passes } = db.tables;
      return [
        db.select().from(decisions),
        db.select().from(requests),
        db.select().from(votes),
        db.select().from(passes),
      ];
    });
    return JSON.stringify([rows, platform.posts]);
  }

  /** What the verb is about, after what has to come before it. */
  async function prepare(verb: Verb, runId: string): Promise<string | undefined> {
    const known = await readRun(room.deps, runId);
    const [comment] = [...(known?.thread?.state.comments.keys() ?? [])];
    const before = verb === 'undo' || verb.startsWith('why') ? 'dismiss' : null;
    if (before !== null) await room.click(before, runId, comment);
    if (verb === 'refine-accepted') await room.click('accept', runId, comment);
    if (ABOUT_TEXT.includes(verb)) return 'revision-1';
    return ABOUT_COMMENT.includes(verb) ? comment : undefined;
  }

  const cases = Object.entries(MAY).flatMap(([verb, may]) =>
    EVERYBODY.map((role) => ({ verb: verb as Verb, role, is: may.includes(role) })),
  );
  it.each(cases)('$verb by the $role: $is', async ({ verb, role, is }) => {
    const draft = 'Hi all, it was fixed in the time of the night, and the lift works again.';
    const message = platform.write(draft);
    const outcome = await room.review(message, {}, { requester: member('cy') });
    if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
    await room.workAll();
    const subject = await prepare(verb, outcome.runId);
    const before = await kept();

    const answer = await room.click(verb, outcome.runId, subject, member(ROLES[role]));
    const says = answer === null ? '' : textOf(answer);
    expect({ says, isRefused: REFUSED.test(says) }).toEqual({ says, isRefused: !is });
    if (!is) expect(await kept()).toBe(before);
  });
});
