import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import { makeTempFolder } from '../store/temp-folder.ts';
import { ADMIN, asForm, OTHER_ADMIN, openHouse, valuesOf, WORKSPACE } from './house.ts';

let folder: ReturnType<typeof makeTempFolder>;
let here: Awaited<ReturnType<typeof openHouse>>;
let there: Awaited<ReturnType<typeof openHouse>>;

describe('two services on one database', () => {
  beforeEach(async () => {
    folder = makeTempFolder();
    here = await openHouse({ database: await open(folder.file('shared.db')) });
    there = await openHouse({ database: await open(folder.file('shared.db')) });
  });

  afterEach(async () => {
    await here.close();
    await there.close();
    folder.remove();
  });

  it('see at once what the other changed', async () => {
    await here.resolve();
    const form = asForm(await there.show('settings/here/review'));
    await there.submit(form.address, { ...valuesOf(form), rounds: '3' });
    expect((await here.resolve()).rounds.value).toBe(3);
  });

  it('lose no change of different settings, however they interleave', async () => {
    const forms = await Promise.all([
      here.show('settings/all/review'),
      there.show('settings/all/delivery', OTHER_ADMIN),
      here.show('settings/all/privacy'),
      there.show('settings/all/size', OTHER_ADMIN),
    ]);
    const [review, delivery, privacy, size] = forms.map(asForm);
    if (!review || !delivery || !privacy || !size) throw new Error('no forms');
    await Promise.all([
      here.submit(review.address, { ...valuesOf(review), rounds: '2' }),
      there.submit(
        delivery.address,
        { ...valuesOf(delivery), consent: 'author-only' },
        OTHER_ADMIN,
      ),
      here.submit(privacy.address, { ...valuesOf(privacy), retentionDays: '7' }),
      there.submit(size.address, { ...valuesOf(size), maxDraftChars: '9000' }, OTHER_ADMIN),
    ]);
    expect(await here.resolve()).toMatchObject({
      rounds: { value: 2 },
      consent: { value: 'author-only' },
      retentionDays: { value: 7 },
      maxDraftChars: { value: 9000 },
    });
    expect(
      (await here.store.history({ workspace: 'w', kind: 'settings', key: '' })).map(
        ({ version }) => version,
      ),
    ).toEqual([4, 3, 2, 1]);
  });

  it('let one of two win the same setting, and tell the other', async () => {
    const mine = asForm(await here.show('settings/all/review'));
    const theirs = asForm(await there.show('settings/all/review', OTHER_ADMIN));
    const outcomes = await Promise.all([
      here.submit(mine.address, { ...valuesOf(mine), rounds: '2' }, ADMIN),
      there.submit(theirs.address, { ...valuesOf(theirs), rounds: '4' }, OTHER_ADMIN),
    ]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual(['form', 'note']);
    const told = outcomes.find(({ type }) => type === 'form');
    expect(JSON.stringify(told)).toContain('changed *Rounds*');
    expect(await here.store.history({ workspace: 'w', kind: 'settings', key: '' })).toHaveLength(1);
  });
});

/** An admin in a process of their own: it says when it is ready, and goes on when it is told to. */
function startAdmin(where: string, name: string, emoji: readonly string[]) {
  const script = fileURLToPath(new URL('./admin-child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, where, name, ...emoji], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told: string[] = [];
  /** What it says next, what it was told aside. */
  const next = async (what: 'ready' | 'saved') => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error(`${name} ended before it was ${what}`);
      const said = JSON.parse(value) as { ready?: string; saved?: string; told?: string };
      if (said[what] !== undefined) return said[what];
      if (said.told !== undefined) told.push(said.told);
    }
  };
  return { told, next, go: () => child.stdin.write('go\n'), ended: once(child, 'exit') };
}

async function changeInTwo(where: string) {
  const [mine, theirs] = [
    ['rocket', 'wave', 'tada', 'eyes'],
    ['fire', 'memo', 'bulb', 'ship'],
  ] as const;
  const admins = [startAdmin(where, 'ines', mine), startAdmin(where, 'lars', theirs)];
  for (let round = 0; round < mine.length; round += 1) {
    await Promise.all(admins.map(({ next }) => next('ready')));
    for (const { go } of admins) go();
    await Promise.all(admins.map(({ next }) => next('saved')));
    for (const { go } of admins) go();
  }
  for (const { ended } of admins) expect((await ended)[0]).toBe(0);
  return { emoji: [...mine, ...theirs], told: admins.map(({ told }) => told) };
}

onEveryEngine((engine) => {
  it('two admins in two processes lose nothing, and whoever was later is told what changed', async () => {
    const where = engine.url();
    const { emoji, told } = await changeInTwo(where);
    const house = await openHouse({ database: engine.database() });
    const kept = Object.keys((await house.resolve(WORKSPACE)).triggerEmoji.value);
    expect(kept).toEqual(expect.arrayContaining(emoji));
    // Of two forms opened on the same version, exactly one finds it as it was.
    expect(told.flat()).toHaveLength(emoji.length / 2);
    for (const sentence of told.flat()) {
      expect(sentence).toMatch(/^While you had this open: (?:Ines|Lars) changed \*Trigger emoji\*/);
    }
    const history = await house.store.history({ workspace: 'w', kind: 'settings', key: '' });
    expect(history.map(({ version }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  }, 120_000);
});
