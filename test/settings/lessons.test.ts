import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtInPersonas } from '../../src/personas/library.ts';
import type { Verb } from '../../src/review/action.ts';
import { savePersona } from '../../src/settings/library-changes.ts';
import type { Actor } from '../../src/settings/screens.ts';
import { createFakePlatform, type FakePlatform, member, textOf } from '../review/fake-platform.ts';
import { openRoom, panelCritic, type Room } from '../review/room.ts';
import { open } from '../store/open-store.ts';
import { ADMIN, actor, asForm, asNote, asView, MEMBER, openHouse, wordsOf } from './house.ts';

const PHRASES = ['going forward', 'in order to', 'at this point', 'with regard to', 'prior to'];
const DRAFT = `We met ${PHRASES.join(' a ferry, ')} the end.`;
const HERE = { workspace: 'local', channel: 'general' };
const THERE = { workspace: 'local', channel: 'hiring' };
const ADA: Actor = actor('ada');

let platform: FakePlatform;
let room: Room;
let house: Awaited<ReturnType<typeof openHouse>>;
let time: number;

beforeEach(async () => {
  platform = createFakePlatform();
  time = 1_700_000_000_000;
  const database = await open(':memory:');
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

async function lessonIds(place = HERE): Promise<readonly string[]> {
  const view = asView(await house.show('lessons', ADMIN, place));
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

it('the words of a private review are shown to nobody who was not there', async () => {
  const first = await review('general', { delivery: 'private' });
  await first.press('dismiss', 'at this point');
  const others = await house.show('lessons', ADMIN, HERE);
  expect(JSON.stringify(others)).not.toContain('at this point');
  expect(wordsOf(others)).toContain('a suggestion in a private review');
  const [address = ''] = await lessonIds();
  expect(JSON.stringify(await house.show(address, ADMIN, HERE))).not.toContain('at this point');
  expect(wordsOf(await house.show('lessons', ADA, HERE))).toContain('“at this point”');
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
  const lowered = async () => (await house.lessons.inForce(HERE)).lowered;
  expect(await lowered()).toEqual([]);
  await first.press('dismiss', PHRASES[2] ?? '');
  expect(await lowered()).toMatchObject([{ persona: 'line-editor', kind: 'clarity' }]);
  expect((await house.lessons.inForce(THERE)).lowered).toEqual([]);

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

  // A new version begins with a clean sheet.
  const persona = builtInPersonas.find(({ id }) => id === 'line-editor');
  const raw = { ...persona, reader: 'Somebody on the quay with one minute.' };
  await savePersona(house.deps, { workspace: 'local', raw, base: 0 }, ADMIN);
  expect(await page()).toContain('Nobody has said yet whether this version is useful.');
});
