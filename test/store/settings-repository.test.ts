import { beforeEach, describe, expect, it } from 'vitest';
import type { MemberRef } from '../../src/review/refs.ts';
import type { EntryStore } from '../../src/settings/entry-store.ts';
import { createSettingsRepository } from '../../src/store/settings-repository.ts';
import { onEveryEngine } from './engines.ts';

const BY = 'desk:ines' as MemberRef;
const MADE = { by: BY, via: 'desk' };

onEveryEngine((engine) => {
  let store: EntryStore;
  let time: number;

  beforeEach(async () => {
    time = 1_700_000_000_000;
    const database = engine.database();
    store = createSettingsRepository(database, { now: () => time++ });
  });

  const rounds = (base: number, body: unknown, key = '', workspace = 'w') =>
    ({ workspace, kind: 'settings', key, base, body }) as const;

  describe('what workspaces decide', () => {
    it('keeps every version and shows the newest', async () => {
      expect(await store.save([rounds(0, { rounds: 2 })], MADE)).toBe(true);
      expect(await store.save([rounds(1, { rounds: 3 })], MADE)).toBe(true);

      expect(await store.current('w')).toMatchObject([
        { key: '', version: 2, body: { rounds: 3 }, by: BY, via: 'desk', savedAt: time - 1 },
      ]);
      const history = await store.history({ workspace: 'w', kind: 'settings', key: '' });
      expect(history.map(({ version, body }) => [version, body])).toEqual([
        [2, { rounds: 3 }],
        [1, { rounds: 2 }],
      ]);
      expect(await store.current('other')).toEqual([]);
    });

    it('saves nothing of a change that comes too late', async () => {
      await store.save([rounds(0, { rounds: 2 })], MADE);

      const late = [rounds(0, { rounds: 4 }, 'c'), rounds(0, { rounds: 4 })];
      expect(await store.save(late, MADE)).toBe(false);

      expect((await store.current('w')).map(({ key, version }) => [key, version])).toEqual([
        ['', 1],
      ]);
    });

    it('tells by its clock that something changed', async () => {
      const before = await store.clock('w');
      await store.save([rounds(0, { rounds: 2 })], MADE);
      const after = await store.clock('w');
      await store.save([rounds(0, { rounds: 4 })], MADE);

      expect(after).not.toBe(before);
      expect(await store.clock('w')).toBe(after);
      expect(await store.clock('other')).toBe(0);
    });

    it('lists changes with what they replaced, the newest first', async () => {
      await store.save([rounds(0, { rounds: 2 })], MADE);
      await store.save([rounds(0, { rounds: 1 }, 'c')], { by: null, via: 'file' });
      await store.save([rounds(1, null)], MADE);

      const changes = await store.changes('w', 10);
      expect(changes.map(({ entry, before }) => [entry.key, entry.body, before?.body])).toEqual([
        ['', null, { rounds: 2 }],
        ['c', { rounds: 1 }, undefined],
        ['', { rounds: 2 }, undefined],
      ]);
      expect(await store.changes('w', 1)).toHaveLength(1);
    });

    it('follows a channel to its new id, and never over what that one has', async () => {
      await store.save([rounds(0, { rounds: 2 }, 'old'), rounds(0, { rounds: 3 }, 'busy')], MADE);
      const clock = await store.clock('w');

      await store.moveChannel('w', 'old', 'new');
      await store.moveChannel('w', 'new', 'busy');

      expect((await store.current('w')).map(({ key, body }) => [key, body])).toEqual([
        ['busy', { rounds: 3 }],
        ['new', { rounds: 2 }],
      ]);
      expect(await store.clock('w')).not.toBe(clock);
    });

    it('keeps what was typed into a form until it is finished', async () => {
      const key = { workspace: 'w', member: BY, form: 'persona/plain-talker' };
      expect(await store.formDraft(key)).toBeNull();

      await store.keepFormDraft(key, { title: 'Plain' });
      await store.keepFormDraft(key, { title: 'Plain talker' });
      expect(await store.formDraft(key)).toEqual({ title: 'Plain talker' });
      expect(await store.formDraft({ ...key, member: 'desk:lars' as MemberRef })).toBeNull();

      await store.keepFormDraft(key, null);
      expect(await store.formDraft(key)).toBeNull();
    });
  });
});
