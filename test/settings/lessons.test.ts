import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateKeys } from '../../src/keys.ts';
import { builtInPersonas } from '../../src/personas/library.ts';
import type { Verb } from '../../src/review/action.ts';
import { createForgetting } from '../../src/review/forget.ts';
import { keepRetention } from '../../src/review/retention.ts';
import { createSealer } from '../../src/seal.ts';
import { savePersona } from '../../src/settings/library-changes.ts';
import type { Actor } from '../../src/settings/screens.ts';
import type { Database } from '../../src/store/database.ts';
import { createDismissalRepository } from '../../src/store/dismissal-repository.ts';
import { createForgetRepository } from '../../src/store/forget-repository.ts';
import { createSealedRepository } from '../../src/store/sealed-repository.ts';
import { createFakePlatform, type FakePlatform, member, textOf } from '../review/fake-platform.ts';
import { openRoom, panelCritic, type Room } from '../review/room.ts';
import { open } from '../store/open-store.ts';
import {
  ADMIN,
  actor,
  asForm,
  asNote,
  asView,
  MEMBER,
  openHouse,
  valuesOf,
  wordsOf,
} from './house.ts';

const PHRASES = ['going forward', 'in order to', 'at this point', 'with regard to', 'prior to'];
const DRAFT = `We met ${PHRASES.join(' a ferry, ')} the end.`;
const HERE = { workspace: 'local', channel: 'general' };
const THERE = { workspace: 'local', channel: 'hiring' };
const ADA: Actor = actor('ada');

let database: Database;
let platform: FakePlatform;
let room: Room;
let house: Awaited<ReturnType<typeof openHouse>>;
let time: number;

beforeEach(async () => {
  platform = createFakePlatform();
  time = 1_700_000_000_000;
  database = await open(':memory:');
  const now = () => time++;
  room = await openRoom({
    critic: panelCritic({ 'line-editor': PHRASES.map((phrase) => [phrase, `${phrase}!`]) }),
    platform,
    database,
    now,
    settings: { mode: 'critique-only', personas: ['line-editor'] },
    admins: [member('ines'), member('lars')],
  });
  house = await openHouse({ database, now, deps: { now } });
});

afterEach(() => house.close());

/** Reviews a new message and resolves to what is open, by the words it quotes. */
async function review(channel = 'general', more: { delivery?: 'private' } = {}) {
  const outcome = await room.review(platform.write(DRAFT), more, { channel });
  if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
  await room.workAll();
  const { runId } = outcome;
  const run = await room.deps.runs.load(runId);
  const comments = new Map(
    (run?.comments ?? []).map(({ id, comment }) => [
      comment?.anchor.type === 'quote' ? comment.anchor.quote : '',
      id,
    ]),
  );
  return {
    runId,
    said: [...comments.keys()],
    press: (verb: Verb, phrase: string) => room.click(verb, runId, comments.get(phrase)),
  };
}

async function lessonIds(place = HERE, by = ADMIN): Promise<readonly string[]> {
  const view = asView(await house.show('lessons', by, place));
  return view.parts.flatMap(({ menu }) => menu?.options.map(({ address }) => address) ?? []);
}

it('a dismissed suggestion stands among the lessons and is not said again in its channel', async () => {
  const first = await review();
  expect(first.said).toEqual(PHRASES);
  await first.press('dismiss', 'in order to');
  await first.press('why-taste', 'in order to');

  const words = wordsOf(await house.show('lessons', MEMBER, HERE));
  expect(words).toContain('“in order to” → Write “in order to!”.');
  expect(words).toContain('Line editor · matter of taste · 14\u00a0Nov\u00a02023');
  expect((await review()).said).not.toContain('in order to');
  expect((await review('hiring')).said).toContain('in order to');
});

it('a lesson is let hold everywhere, taken away, brought back, and learned anew', async () => {
  const first = await review();
  await first.press('dismiss', 'prior to');
  const [address = ''] = await lessonIds();
  const form = asForm(await house.show(`${address}/edit`, ADMIN, HERE));
  const saved = await house.submit(
    form.address,
    { where: 'everywhere', reason: 'wrong' },
    ADMIN,
    HERE,
  );
  expect(asNote(saved).markdown).toContain('It holds in every channel. Why: it is wrong.');
  expect((await review('hiring')).said).not.toContain('prior to');
  expect(wordsOf(await house.show('lessons', ADMIN, THERE))).toContain('it is wrong · everywhere');

  asView(await house.show(`${address}/remove`, ADMIN, HERE));
  expect(asNote(await house.submit(`${address}/remove`, {}, ADMIN, HERE)).isDone).toBe(true);
  expect(await lessonIds()).toEqual([]);
  expect((await review('hiring')).said).toContain('prior to');
  const again = await review();
  expect(again.said).toContain('prior to');

  await again.press('dismiss', 'prior to');
  expect(await lessonIds()).toHaveLength(1);
  expect((await review()).said).not.toContain('prior to');
  await house.submit(`${address}/restore`, {}, ADMIN, HERE);
  expect((await review('hiring')).said).not.toContain('prior to');
});

it('what is dismissed in a private review holds in those of who did it, and is there for nobody else', async () => {
  const first = await review('general', { delivery: 'private' });
  await first.press('dismiss', 'at this point');
  expect((await review('general', { delivery: 'private' })).said).not.toContain('at this point');
  expect((await review()).said).toContain('at this point');
  expect(wordsOf(await house.show('lessons', ADA, HERE))).toContain('in your private reviews');
  const [address = ''] = await lessonIds(HERE, ADA);
  expect(await lessonIds()).toEqual([]);
  expect(asNote(await house.show(address, ADMIN, HERE)).isDone).toBe(false);
  expect(asNote(await house.submit(`${address}/remove`, {}, ADMIN, HERE)).isDone).toBe(false);

  // It is theirs to change, whoever may change those of the channel.
  const form = asForm(await house.show(`${address}/edit`, ADA, HERE));
  await house.submit(form.address, { where: 'everywhere' }, ADA, HERE);
  expect((await review('hiring')).said).toContain('at this point');
  expect((await review('hiring', { delivery: 'private' })).said).not.toContain('at this point');
  await house.submit(`${address}/remove`, {}, ADA, HERE);
  expect((await review('general', { delivery: 'private' })).said).toContain('at this point');
});

it('what is dismissed in private and in public is two lessons', async () => {
  await (await review('general', { delivery: 'private' })).press('dismiss', 'prior to');
  await (await review()).press('dismiss', 'prior to');
  expect(await lessonIds(HERE, ADA)).toHaveLength(2);
  const [address = ''] = await lessonIds();
  await house.submit(`${address}/remove`, {}, ADMIN, HERE);
  expect((await review()).said).toContain('prior to');
  expect((await review('general', { delivery: 'private' })).said).not.toContain('prior to');
});

it('members see the lessons and only those who may change them do; the log says who', async () => {
  const first = await review();
  await first.press('dismiss', 'prior to');
  const [address = ''] = await lessonIds();
  expect(JSON.stringify(await house.show(address, MEMBER, HERE))).not.toContain('remove');
  for (const part of ['remove', 'restore', 'edit']) {
    const refused = asNote(
      await house.submit(`${address}/${part}`, { where: 'everywhere' }, MEMBER, HERE),
    );
    expect(refused).toMatchObject({ isDone: false });
    expect(refused.markdown).toContain('You cannot change the lessons.');
  }
  expect(await lessonIds()).toHaveLength(1);
  // What belongs to another channel is not there.
  expect(asNote(await house.show(address, ADMIN, THERE)).isDone).toBe(false);
  expect(asNote(await house.submit(`${address}/remove`, {}, ADMIN, THERE)).isDone).toBe(false);

  await house.submit(`${address}/remove`, {}, ADMIN, HERE);
  const log = wordsOf(await house.show('log', ADMIN, HERE));
  expect(log).toMatch(/Ines · \*Lesson [0-9a-f]{12}\* taken away/);
});

it('remarks of one kind that are dismissed again and again weigh one step less there, until they count in full again', async () => {
  const first = await review();
  for (const phrase of PHRASES.slice(0, 2)) await first.press('dismiss', phrase);
  await first.press('accept', 'prior to');
  const lowered = async () => (await house.lessons.inForce(HERE, null)).lowered;
  expect(await lowered()).toEqual([]);
  await first.press('dismiss', PHRASES[2] ?? '');
  expect(await lowered()).toMatchObject([{ persona: 'line-editor', kind: 'clarity' }]);
  expect((await house.lessons.inForce(THERE, null)).lowered).toEqual([]);

  const outcome = await room.review(platform.write(DRAFT));
  if (outcome.type !== 'accepted') throw new Error('not accepted');
  await room.workAll();
  const severities = (await room.deps.runs.load(outcome.runId))?.comments.map(
    ({ severity }) => severity,
  );
  expect(new Set(severities)).toEqual(new Set(['minor']));

  const view = asView(await house.show('lessons', ADMIN, HERE));
  expect(wordsOf(view)).toContain('3 of its last 4 such remarks were dismissed');
  const again = view.parts
    .flatMap(({ buttons }) => buttons)
    .find(({ label }) => /full/.test(label));
  await house.submit(again?.address ?? '', {}, ADMIN, HERE);
  expect(await lowered()).toEqual([]);
});

it('an editor that is not useful too often says so to admins, once for each of its versions', async () => {
  const told = () => platform.notes.filter(({ message }) => message.identity !== null);
  const page = async () => wordsOf(await house.show('persona/line-editor', ADMIN, HERE));
  const { runId } = await review();
  const answer = (verb: Verb, name: string) => room.click(verb, runId, 'line-editor', member(name));
  expect(await page()).toContain('Nobody has said yet whether this version is useful.');
  for (let at = 0; at < 18; at += 1) await answer('useful', `reader-${at}`);
  await answer('not-useful', 'tomek');
  expect(await page()).toContain('1 of 19 answers of the last 90 days say “not useful”: too few');
  await answer('not-useful', 'noor');
  // Two of twenty are ten percent, and the line is past that.
  expect(told()).toEqual([]);
  expect(await page()).toContain('2 of 20 answers of the last 90 days say “not useful” (10 %).');
  await answer('not-useful', 'ada');
  expect(told().map(({ to }) => to)).toEqual([member('ines'), member('lars')]);
  const [note] = told();
  expect(note?.message.identity?.name).toBe('Line editor');
  expect(note === undefined ? '' : textOf(note.message)).toContain(
    'Of the last 21 answers about my replies, 3 said “not useful” (14 %)',
  );
  expect(await page()).toContain('more than one in ten');
  await answer('not-useful', 'reader-1');
  expect(told()).toHaveLength(2);
  expect(wordsOf(await house.show('log', ADMIN, HERE))).toContain(
    'told admins that 3 of 21 replies were not useful',
  );
  expect(JSON.stringify(await house.show('persona/line-editor', MEMBER, HERE))).not.toContain(
    'not useful',
  );

  // Who cannot be written to reads it where they come in, by right or by role.
  const keeper = actor('zoe', { roles: ['desk:role:keepers'] });
  await house.submit('settings/all/access@0.0', { managers: ['desk:role:keepers'] }, ADMIN, HERE);
  for (const page of ['settings', 'personas']) {
    for (const by of [ADMIN, keeper]) {
      expect(wordsOf(await house.show(page, by, HERE))).toContain(
        '**Line editor** was found not useful too often: 3 of 21 answers (14 %)',
      );
    }
    expect(wordsOf(await house.show(page, MEMBER, HERE))).not.toContain('not useful too often');
  }

  // A new version begins with a clean sheet.
  const persona = builtInPersonas.find(({ id }) => id === 'line-editor');
  const raw = { ...persona, reader: 'Somebody on the quay with one minute.' };
  await savePersona(house.deps, { workspace: 'local', raw, base: 0 }, ADMIN);
  expect(await page()).toContain('Nobody has said yet whether this version is useful.');
  expect(wordsOf(await house.show('settings', ADMIN, HERE))).not.toContain('not useful too often');
});

describe('the wording of a lesson', () => {
  async function edit(values: Record<string, string>, by = ADMIN) {
    const [address = ''] = await lessonIds();
    const form = asForm(await house.show(`${address}/edit`, by, HERE));
    return house.submit(form.address, { ...valuesOf(form), ...values }, by, HERE);
  }

  it('is corrected, and then what it says now does not come back, in any sentence', async () => {
    await (await review()).press('dismiss', 'prior to');
    expect((await review()).said).not.toContain('prior to');
    expect(asNote(await edit({})).markdown).toContain('Nothing was different');

    const saved = asNote(await edit({ quote: 'with regard to', fix: 'with regard to!' }));
    expect(saved.markdown).toContain('It is about other words now');
    expect(wordsOf(await house.show('lessons', ADMIN, HERE))).toContain('“with regard to”');
    const { said } = await review();
    expect(said).toContain('prior to');
    expect(said).not.toContain('with regard to');

    // Two words are known with their sentence; a person’s own words in every one.
    await edit({ quote: 'prior to', fix: 'prior to!' });
    const elsewhere = platform.write(`Another day ${PHRASES.join(' a train, ')} the rest.`);
    const outcome = await room.review(elsewhere);
    await room.workAll();
    const comments =
      outcome.type === 'accepted' ? (await room.deps.runs.load(outcome.runId))?.comments : [];
    const quotes = comments?.map(({ comment }) =>
      comment?.anchor.type === 'quote' ? comment.anchor.quote : '',
    );
    expect(quotes).toContain('with regard to');
    expect(quotes).not.toContain('prior to');
    const log = wordsOf(await house.show('log', ADMIN, HERE));
    expect(log).toContain('it is about other words now');
    expect(log).not.toContain('prior to');
  });

  it('cannot be emptied, and what was typed beside it stays', async () => {
    await (await review()).press('dismiss', 'prior to');
    const form = asForm(await edit({ quote: ' ', fix: 'before' }));
    expect(form.problems).toMatchObject([{ field: 'quote' }]);
    expect(valuesOf(form)).toMatchObject({ fix: 'before' });
    expect(wordsOf(await house.show('lessons', ADMIN, HERE))).toContain('“prior to”');
  });

  it('goes with the words of its review', async () => {
    const first = await review();
    await first.press('dismiss', 'prior to');
    await edit({ quote: 'with regard to', fix: 'zquan instead' });
    await room.deps.forgets.erase([first.runId], time);
    const [rows] = await database.read((db) => [db.select().from(db.tables.texts)]);
    expect(JSON.stringify(rows.filter(({ runId }) => runId === first.runId))).not.toContain(
      'zquan',
    );
    const [entries] = await database.read((db) => [db.select().from(db.tables.settingEntries)]);
    expect(JSON.stringify(entries)).not.toContain('zquan');
  });
});

describe('a lesson whose words are gone', () => {
  const DAY_MS = 86_400_000;
  const afterItsTime = () => keepRetention({ ...room.deps, now: () => time + 31 * DAY_MS });
  const marks = async () => {
    const [rows] = await database.read((db) => [db.select().from(db.tables.lessonMarks)]);
    return rows.length;
  };

  it('still holds, says that its words are forgotten, and can be moved and taken away', async () => {
    await (await review()).press('dismiss', 'prior to');
    await afterItsTime();

    const words = wordsOf(await house.show('lessons', ADMIN, HERE));
    expect(words).toContain('_words forgotten_ · Line editor · 14\u00a0Nov\u00a02023');
    const [address = ''] = await lessonIds();
    expect(wordsOf(await house.show(address, ADMIN, HERE))).toContain('Its words are forgotten');
    const again = await review();
    expect(again.said).toEqual(PHRASES.filter((phrase) => phrase !== 'prior to'));
    // Dismissed anew or not, the same suggestion stands once.
    await again.press('dismiss', 'in order to');
    expect(await lessonIds()).toHaveLength(2);

    const form = asForm(await house.show(`${address}/edit`, ADMIN, HERE));
    expect(Object.keys(valuesOf(form))).toEqual(['where', 'reason']);
    await house.submit(form.address, { where: 'everywhere' }, ADMIN, HERE);
    expect((await review('hiring')).said).not.toContain('prior to');
    await house.submit(`${address}/remove`, {}, ADMIN, HERE);
    expect((await review()).said).toContain('prior to');
  });

  it('leaves nothing that can be read or guessed without its key', async () => {
    const first = await review();
    await first.press('dismiss', 'prior to');
    const stored = await room.deps.runs.load(first.runId);
    const prints = stored?.comments.map(({ comment }) => comment?.fingerprint ?? '') ?? [];
    expect(prints).toHaveLength(PHRASES.length);
    await afterItsTime();
    const [rows, texts] = await database.read((db) => [
      db.select().from(db.tables.lessonMarks),
      db.select().from(db.tables.texts),
    ]);
    expect(rows).toMatchObject([
      { runId: first.runId, mark: expect.stringMatching(/^[\da-f]{32}$/) },
    ]);
    for (const print of prints) expect(JSON.stringify([rows, texts])).not.toContain(print);
  });

  it('holds after its author forgets and after its message is deleted; a channel or workspace that is forgotten keeps nothing', async () => {
    const { forget } = createForgetting(room.deps);
    const dismissed = async () => {
      await (await review()).press('dismiss', 'prior to');
    };
    await dismissed();
    await forget({ workspace: 'local', member: member('ada') }, { posts: false });
    expect((await review()).said).not.toContain('prior to');
    expect(await marks()).toBe(1);
    await (await review()).press('dismiss', 'in order to');

    await forget({ workspace: 'local', channel: 'general' }, { posts: false });
    expect(await marks()).toBe(0);
    const afresh = await review();
    expect(afresh.said).toContain('prior to');
    await afresh.press('dismiss', 'prior to');
    await room.deps.forgets.erase([afresh.runId], time, { endedAs: 'source_deleted' });
    expect((await review()).said).not.toContain('prior to');

    await forget({ workspace: 'local' }, { posts: false });
    const [keys] = await database.read((db) => [db.select().from(db.tables.lessonKeys)]);
    expect([await marks(), keys]).toEqual([0, []]);
  });

  it('that was taken back before its words went leaves no mark in force', async () => {
    const first = await review();
    await first.press('dismiss', 'prior to');
    await first.press('accept', 'prior to');
    await afterItsTime();
    expect(await marks()).toBe(0);
    expect(await lessonIds()).toEqual([]);
  });

  it('is marked with a key that is sealed where there is one to seal with, also later, and follows a new one', async () => {
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const keys = async () => {
      const [rows] = await database.read((db) => [db.select().from(db.tables.lessonKeys)]);
      return rows;
    };
    const held = async (...with_: Buffer[]) => {
      const store = createDismissalRepository(database, createSealer(with_));
      return (await store.dismissals('local', ['general'], 9)).map(({ mark }) => mark);
    };
    const first = await review();
    await first.press('dismiss', 'prior to');
    await createForgetRepository(database).erase([first.runId], time);
    const [plain] = await keys();
    expect(plain?.keyId).toBeNull();
    const [mark = ''] = await held(old);
    const [sealed] = await keys();
    expect(sealed).toMatchObject({ keyId: expect.any(String) });
    expect(sealed?.secret).not.toContain(plain?.secret);
    expect(await held(old)).toEqual([mark]);

    await rotateKeys(createSealedRepository(database), [fresh, old]);
    expect(await held(fresh)).toEqual([mark]);
    // What no key opens is left aside; lessons with words hold all the same.
    expect(await held(old)).toEqual([]);
    await (await review()).press('dismiss', 'in order to');
    expect(await held(old)).toHaveLength(1);
    expect(await rotateKeys(createSealedRepository(database), [old])).toEqual({
      changed: 0,
      ready: 0,
    });
  });
});
