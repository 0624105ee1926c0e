import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRun } from '../../src/review/thread-reader.ts';
import {
  buttonsOf,
  channelThread,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room, type RoomOptions } from './room.ts';

const DRAFT =
  'Hi all, the export was fixed by us in the time of the night. A number of reports may have been sent twice between 17:09 and 23:42. Details: https://status.example.com/i/812';

const CRITIC = panelCritic({
  'senior-editor': [['in the time of the night', 'last night']],
  'line-editor': [['A number of reports']],
});

let platform: FakePlatform;
const rooms: Room[] = [];

beforeEach(() => {
  platform = createFakePlatform();
});

afterEach(() => {
  for (const room of rooms.splice(0)) room.database.close();
});

async function room(options: Partial<RoomOptions> = {}) {
  const opened = await openRoom({ critic: CRITIC, platform, ...options });
  rooms.push(opened);
  return opened;
}

async function reviewed(options: Partial<RoomOptions> = {}, draft = DRAFT) {
  const opened = await room(options);
  const message = platform.write(draft);
  const outcome = await opened.review(message);
  if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
  await opened.workAll();
  return { ...opened, message, runId: outcome.runId };
}

const slots = () => platform.posts.map(({ slot }) => slot.slot);
const post = (slot: string) => {
  const found = platform.posts.find((each) => each.slot.slot === slot);
  if (found === undefined) throw new Error(`nothing was posted as ${slot}`);
  return found.message;
};
const labels = (slot: string) => buttonsOf(post(slot)).map(({ label }) => label);

describe('a review in its thread', () => {
  it('posts one reply per persona that has something to say, then the refined draft', async () => {
    const { message, errors } = await reviewed();

    expect(errors).toEqual([]);
    expect(slots()).toEqual(['critique/1/senior-editor', 'critique/1/line-editor', 'result']);
    expect(post('critique/1/senior-editor').identity).toMatchObject({
      name: 'Senior editor',
      label: 'AI',
    });
    expect(post('result').identity).toBeNull();
    const draft = post('result').parts.find(({ isDraft }) => isDraft);
    expect(draft?.markdown).toBe(DRAFT.replace('in the time of the night', 'last night'));
    expect(platform.statuses.map(({ state }) => state)).toEqual(['queued', 'working', 'done']);
    expect(platform.lastStatus(message)).toBe('done');
    expect(platform.notes).toEqual([]);
  });

  it('quotes, says why and what to do, and offers what a person can do about it', async () => {
    await reviewed();

    // What the reply says of the first revision is not overtaken by the closing critique.
    expect(post('critique/1/senior-editor').parts[0]?.markdown).toBe('_revise_');
    const [, comment] = post('critique/1/line-editor').parts;
    expect(comment?.markdown).toContain('“A number of reports” — ');
    expect(comment?.markdown).toContain('→ Who did');
    expect(labels('critique/1/line-editor')).toEqual(['Accept', 'Dismiss']);
    expect(labels('critique/1/senior-editor')).toEqual(['Undo']);
    expect(labels('result')).toEqual(['Show changes', 'Use this', 'Another round']);
    const text = textOf(post('result'));
    expect(text).toContain('Nothing to add: Skeptical reader.');
    expect(text).toContain('Changed: 1 place');
    expect(text).toMatch(/Still open.*: 1, above/);
    expect(post('result').parts.at(-1)?.markdown).toMatch(/stopped: .*your answer/);
  });

  it('ends the status even when an earlier one arrives late', async () => {
    const { messenger } = platform;
    const show = messenger.status;
    messenger.status = async (source, state) => {
      if (state === 'queued') await new Promise((resolve) => setTimeout(resolve, 30));
      await show(source, state);
    };
    const { message } = await reviewed();

    expect(platform.statuses.map(({ state }) => state)).toEqual(['queued', 'working', 'done']);
    expect(platform.lastStatus(message)).toBe('done');
  });

  it('RC-069: says once that a clean draft is good to go', async () => {
    const { runId, deps } = await reviewed(
      { critic: panelCritic({}) },
      'The build is green. Deploy starts at 14:00 UTC.',
    );

    expect(slots()).toEqual(['result']);
    expect(textOf(post('result'))).toContain('Good to go');
    expect(labels('result')).toEqual([]);
    const run = await deps.runs.load(runId);
    expect(run?.end?.receipt).toMatchObject({ rounds: 1, calls: 3 });
    expect(run?.revisions).toHaveLength(1);
  });

  it('RC-065: answers in digest mode with one post, whatever the number of rounds', async () => {
    await reviewed({ settings: { delivery: 'digest', rounds: 3 } });

    expect(slots()).toEqual(['result']);
    const text = textOf(post('result'));
    expect(text).toContain('**Senior editor** · AI');
    expect(text).toContain('“A number of reports”');
  });

  it('never makes more posts than personas and two, over several rounds', async () => {
    const words = ['export', 'fixed', 'reports', 'twice', 'Details'];
    const everybody = panelCritic(
      Object.fromEntries(
        ['senior-editor', 'line-editor', 'skeptical-reader'].map((id) => [
          id,
          words.map((word): [string, string] => [word, `${word} (${id})`]),
        ]),
      ),
    );
    await reviewed({ critic: everybody, settings: { rounds: 4 } });

    expect(platform.posts.length).toBeLessThanOrEqual(3 + 2);
    expect(new Set(slots()).size).toBe(slots().length);
  });

  it('tells a remark of several editors once, with how many agree', async () => {
    await reviewed({
      critic: panelCritic({
        'senior-editor': [['A number of reports', 'Some reports']],
        'line-editor': [['A number of reports', 'Some reports']],
      }),
    });

    const all = platform.posts.map(({ message }) => textOf(message)).join('\n');
    expect(all.match(/“A number of reports” — /g)).toHaveLength(1);
    expect(all).toContain('2 of 3 editors');
    expect(slots()).toEqual(['critique/1/senior-editor', 'result']);
  });

  it('keeps a right-to-left quote on a line of its own', async () => {
    const draft = 'نص طويل جدا يصعب فهمه. שלום לכולם.';
    await reviewed({ critic: panelCritic({ 'line-editor': [['نص طويل جدا']] }) }, draft);

    const [, comment] = post('critique/1/line-editor').parts;
    expect(comment?.markdown.split(/\s*\n/)[0]).toBe('نص طويل جدا');
  });

  it('shows mentions as plain names and keeps their tokens in the stored text', async () => {
    const draft =
      'Thanks <@U12345|Ada> and <!here>, the export was fixed in the time of the night.';
    const { deps, runId } = await reviewed({}, draft);

    for (const { message } of platform.posts) expect(textOf(message)).not.toMatch(/<[@!]/);
    expect(textOf(post('result'))).toContain('@Ada');
    const run = await deps.runs.load(runId);
    expect(run?.revisions.at(-1)?.text).toContain('<@U12345|Ada>');
  });

  it('goes on without a persona that fails, and says so', async () => {
    const { message } = await reviewed({
      critic: {
        critique: (persona, ...rest) =>
          persona.id === 'line-editor'
            ? Promise.reject(new Error('no answer'))
            : CRITIC.critique(persona, ...rest),
      },
    });

    expect(slots()).toEqual(['critique/1/senior-editor', 'result']);
    expect(textOf(post('result'))).toContain('Could not answer this time: Line editor.');
    expect(platform.lastStatus(message)).toBe('done');
  });

  it('does not ask again in another round what the author has taken on', async () => {
    const critic = panelCritic({ 'skeptical-reader': [['Details']] });
    const first = await reviewed({ critic });
    const known = await readRun(first.deps, first.runId);
    const [id = ''] = [...(known?.thread?.state.comments.keys() ?? [])];
    await first.click('accept', first.runId, id);
    await first.settler.now(first.runId, { all: true });
    expect(textOf(post('critique/1/skeptical-reader'))).toContain('the words are yours to write');

    const before = platform.posts.length;
    await first.click('refine', first.runId);
    await first.workAll();
    const said = platform.posts.slice(before).map(({ message }) => textOf(message));
    expect(said).not.toEqual([]);
    expect(said.join()).not.toContain('Details”');
  });

  it('says that all it found had been decided here before, and not that something is left', async () => {
    const critic = panelCritic({ 'line-editor': [['A number of reports', 'Some reports']] });
    const first = await reviewed({ critic });
    const known = await readRun(first.deps, first.runId);
    const [id = ''] = [...(known?.thread?.state.comments.keys() ?? [])];
    await first.click('dismiss', first.runId, id);

    const again = platform.write(DRAFT);
    const outcome = await first.review(again);
    await first.workAll();
    const runId = outcome.type === 'accepted' ? outcome.runId : '';
    const last = platform.posts.findLast(({ slot }) => slot.runId === runId);
    expect(last && textOf(last.message)).toContain('had been decided here before');
    expect(last && textOf(last.message)).not.toContain('what is left');
  });

  it('does not call a draft good to go that not everybody read, and can be asked again', async () => {
    const clean = panelCritic({});
    await reviewed({
      critic: {
        critique: (persona, ...rest) =>
          persona.id === 'line-editor'
            ? Promise.reject(new Error('no answer'))
            : clean.critique(persona, ...rest),
      },
    });

    const text = textOf(post('result'));
    expect(text).toContain('Those of us who read it found nothing worth changing.');
    expect(text).toContain('Could not answer this time: Line editor.');
    expect(text).not.toContain('Good to go');
    expect(labels('result')).toEqual(['Run again']);
  });

  it('tells the requester alone when no persona could answer', async () => {
    const { message, runId } = await reviewed({
      critic: { critique: () => Promise.reject(new Error('secret detail')) },
    });

    expect(platform.posts).toEqual([]);
    expect(platform.notes).toHaveLength(1);
    const [told] = platform.notes;
    expect(told?.to).toBe(member('ada'));
    expect(textOf(told?.message ?? post(''))).toContain(runId.slice(0, 8));
    expect(textOf(told?.message ?? post(''))).not.toContain('secret');
    expect(platform.lastStatus(message)).toBe('stopped');
  });

  it('names what was not read', async () => {
    const opened = await room();
    await opened.review(platform.write(DRAFT, { notRead: ['a picture'] }));
    await opened.workAll();

    expect(textOf(post('result'))).toContain('Not read: a picture.');
  });

  it('RC-041: reviews a reply without anything the bot said before', async () => {
    const seen: string[] = [];
    const { message, ...opened } = await reviewed();
    const reply = platform.write('I would rather say it in the time of the night.', {
      author: member('bo'),
      in: message,
    });
    const watching = await room({
      database: opened.database,
      critic: {
        critique: (persona, revision, view, signal) => {
          seen.push(JSON.stringify({ text: revision.text, view }));
          return CRITIC.critique(persona, revision, view, signal);
        },
      },
    });
    rooms.pop();
    await watching.review(reply, {}, { interactionId: 'second' });
    await watching.workAll();

    expect(seen.length).toBeGreaterThan(0);
    for (const input of seen.slice(0, 3)) {
      expect(input).toContain('I would rather say it');
      expect(input).not.toContain('hard to follow');
    }
  });

  it('RC-041 gives the editors the root of a reply under review, once for the whole run', async () => {
    const seen: (readonly string[] | undefined)[] = [];
    const root = platform.write('Shall we write it down?');
    const reply = platform.write(DRAFT, { author: member('bo'), in: root });
    const opened = await room({
      critic: {
        critique: (persona, revision, view, signal) => {
          seen.push(view.thread?.before);
          return CRITIC.critique(persona, revision, view, signal);
        },
      },
    });
    await opened.review(reply);
    platform.edit(root, 'Something else.');
    await opened.workAll();
    expect(new Set(seen.map(String))).toEqual(new Set(['Something else.']));
    const [run] = await opened.deps.requests.recent(member('ada'), 1);
    const kept = await opened.deps.runs.recallStep(run?.runId ?? '', 'context');
    expect(JSON.parse(kept ?? '')).toMatchObject({ before: ['Something else.'], after: [] });
  });

  it('takes the whole thread of the author when asked to, and nobody else’s words', async () => {
    const opened = await room();
    const root = platform.write('First part, in the time of the night.');
    platform.write('Other people’s words.', { author: member('bo'), in: root });
    platform.write('Second part.', { in: root });
    await opened.request({ target: { type: 'message', message: root, scope: 'thread' } });
    await opened.workAll();

    const draft = post('result').parts.find(({ isDraft }) => isDraft)?.markdown;
    expect(draft).toBe('First part, last night.\n\nSecond part.');
  });

  it('answers words of a command where only the requester reads', async () => {
    const opened = await room();
    await opened.request({
      trigger: 'command',
      target: { type: 'draft', text: DRAFT, notRead: [] },
    });
    await opened.workAll();

    expect(platform.posts).toHaveLength(3);
    for (const { thread } of platform.posts) expect(thread).not.toBe(channelThread);
    expect(labels('result')).toContain('Share in channel');
    expect(platform.statuses).toEqual([]);
  });

  it('writes from a brief and shows the draft', async () => {
    const { applyingWriter } = await import('../loop/harness.ts');
    const words =
      'We move to the new office on Monday the fourth, and everybody packs a box before Friday.';
    const opened = await room({ writer: applyingWriter([words]), critic: panelCritic({}) });
    await opened.request({ trigger: 'command', target: { type: 'brief', text: 'the move' } });
    await opened.workAll();

    expect(slots()).toEqual(['result']);
    expect(post('result').parts.find(({ isDraft }) => isDraft)?.markdown).toBe(words);
    expect(labels('result')).toEqual(['Use this', 'Another round', 'Share in channel']);
  });
});
