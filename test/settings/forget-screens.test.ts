import { afterEach, describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import { createFakePlatform } from '../review/fake-platform.ts';
import { plant, plantedIn } from '../review/planted.ts';
import { PLANTED } from '../review/planted-words.ts';
import { open } from '../store/open-store.ts';
import { ADMIN, actor, asNote, asView, openHouse, wordsOf } from './house.ts';

const HERE = { workspace: 'local', channel: 'general' };
const ADA = actor('ada', { member: 'desk:ada' as MemberRef });
const CY = actor('cy', { member: 'desk:cy' as MemberRef });

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function openPlanted() {
  const database = await open(':memory:');
  const planted = await plant(database, createFakePlatform());
  const house = await openHouse({ database });
  closers.push(() => database.close());
  return { ...house, ...planted };
}

const labels = (screen: Parameters<typeof asView>[0]) =>
  asView(screen).parts.flatMap(({ buttons }) => buttons.map(({ label }) => label));

describe('/refine forget', () => {
  it('shows what is kept, and to members nothing about others', async () => {
    const { show } = await openPlanted();

    const mine = await show('forget', ADA, HERE);
    const theirs = await show('forget', ADMIN, HERE);

    expect(wordsOf(mine)).toContain('I keep the words of 3 reviews');
    expect(wordsOf(mine)).toContain('after 30 days');
    expect(labels(mine)).toEqual(['Forget my reviews…', 'Get my data']);
    expect(labels(theirs)).toEqual([
      'Get my data',
      'Forget this channel…',
      'Forget the workspace…',
    ]);
    expect(wordsOf(theirs)).toContain('This channel: 4 reviews. The workspace: 4 reviews.');
  });

  it('says what would go before anything goes', async () => {
    const { show, database } = await openPlanted();

    const asked = await show('forget/mine/all', ADA, HERE);

    expect(wordsOf(asked)).toMatch(/3 reviews in \d threads?, the oldest from \d{4}-\d\d-\d\d/);
    expect(wordsOf(asked)).toContain('Backups that were made before keep what they hold');
    expect(labels(asked)).toEqual(['Forget the words', 'Forget words and posts', 'Back']);
    const [rows] = await database.read((db) => [db.select().from(db.tables.texts)]);
    expect(plantedIn(JSON.stringify(rows))).toContain(PLANTED.draft);
  });

  it('deletes a member’s own words and no others', async () => {
    const { submit, show, database } = await openPlanted();

    const note = asNote(await submit('forget/mine/all/words', {}, CY, HERE));

    expect(note.markdown).toContain('Gone: the words of 1 review.');
    expect(wordsOf(await show('forget', ADA, HERE))).toContain('3 reviews');
    const [rows] = await database.read((db) => [db.select().from(db.tables.texts)]);
    expect(JSON.stringify(rows)).not.toContain(PLANTED.given);
  });

  it.each(['channel', 'workspace'])('refuses a member the whole %s', async (what) => {
    const { show, submit } = await openPlanted();

    const shown = asNote(await show(`forget/${what}/all`, ADA, HERE));
    const done = asNote(await submit(`forget/${what}/all/words`, {}, ADA, HERE));

    for (const { markdown, isDone } of [shown, done]) {
      expect(markdown).toContain('You cannot delete the words of other people’s reviews.');
      expect(isDone).toBe(false);
    }
    expect(wordsOf(await show('forget', ADA, HERE))).toContain('3 reviews');
  });

  it('lets a guest who is named an admin forget nothing but their own', async () => {
    const { submit } = await openPlanted();
    const guest = actor('eve', { isAdmin: true, isExternal: true });

    const note = asNote(await submit('forget/workspace/all/words', {}, guest, HERE));

    expect(note.isDone).toBe(false);
  });

  it('deletes a thread: for a member their reviews in it, for an admin all', async () => {
    const { show, submit, runId } = await openPlanted();

    const [option] = asView(await show('forget', CY, HERE)).parts.flatMap(
      ({ menu }) => menu?.options ?? [],
    );
    expect(option?.label).toMatch(/UTC · 1 review$/);
    const ofCy = await submit(`forget/thread/${runId}/words`, {}, CY, HERE);
    expect(asNote(ofCy).markdown).toMatch(/Gone: the words of 1 review|nothing left/);
    const ofAll = await submit(`forget/thread/${runId}/words`, {}, ADMIN, HERE);
    expect(asNote(ofAll).markdown).toContain('Gone: the words of');
  });

  it('knows no thread of another workspace', async () => {
    const { show, submit, runId } = await openPlanted();
    const elsewhere = { workspace: 'other', channel: 'general' };

    for (const screen of [
      await show(`forget/thread/${runId}`, ADMIN, elsewhere),
      await submit(`forget/thread/${runId}/words`, {}, ADMIN, elsewhere),
    ]) {
      expect(asNote(screen).markdown).toContain('no longer know that thread');
    }
    expect(wordsOf(await show('forget', ADA, HERE))).toContain('3 reviews');
  });

  it('hands a member a link to their data', async () => {
    const { submit } = await openPlanted();

    const note = asNote(await submit('forget/data', {}, ADA, HERE));

    expect(note.markdown).toMatch(/https:\/\/pencil\.example\/data\/[\w-]{24}\.[\w-]{43}\)/);
  });
});
