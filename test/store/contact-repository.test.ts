import { beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../src/review/consent-store.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../../src/review/refs.ts';
import { createContactRepository } from '../../src/store/contact-repository.ts';
import { createInstallationRepository } from '../../src/store/installation-repository.ts';
import { onEveryEngine } from './engines.ts';

const AT = 1_760_000_000_123;
const QUESTION: Question = {
  id: 'run-1',
  message: 'discord:1:2:3' as MessageRef,
  author: 'discord:ada' as MemberRef,
  requester: 'discord:bo' as MemberRef,
  workspace: '1',
  channel: '2',
  platform: 'discord',
  thread: 'discord:1:2' as ThreadRef,
  scope: 'message',
  trigger: 'reaction',
  options: {
    preset: null,
    personas: ['line-editor'],
    rounds: null,
    editStyle: null,
    delivery: null,
    again: false,
  },
  askedAt: AT,
};

onEveryEngine((engine) => {
  let contacts: ReturnType<typeof createContactRepository>;
  beforeEach(() => {
    contacts = createContactRepository(engine.database());
  });

  describe('questions to authors', () => {
    it('are asked once a message, also by many at once', async () => {
      const standing = await Promise.all(
        ['run-1', 'run-2', 'run-3'].map((id) => contacts.ask({ ...QUESTION, id })),
      );
      expect(standing.filter((one) => one === null)).toHaveLength(1);
      expect(await contacts.ask({ ...QUESTION, id: 'run-4' })).toMatchObject({ answer: null });
      expect(
        await contacts.ask({ ...QUESTION, message: 'm' as MessageRef, id: 'run-5' }),
      ).toBeNull();
    });

    it('come back as they were asked, and as asked again by the same run', async () => {
      await contacts.ask(QUESTION);
      expect(await contacts.ask(QUESTION)).toBeNull();
      expect(await contacts.find('run-1')).toEqual({ ...QUESTION, answer: null });
      expect(await contacts.find('run-2')).toBeNull();
    });

    it('take the first answer and keep it', async () => {
      await contacts.ask(QUESTION);
      const answers = await Promise.all([
        contacts.answer('run-1', 'thread', AT + 1),
        contacts.answer('run-1', 'no', AT + 1),
      ]);
      expect(new Set(answers).size).toBe(1);
      expect(await contacts.answer('run-1', 'private', AT + 2)).toBe(answers[0]);
      expect(await contacts.answer('run-2', 'no', AT)).toBeNull();
    });

    it('are settled by one alone', async () => {
      await contacts.ask(QUESTION);
      const won = await Promise.all([1, 2, 3].map((more) => contacts.settle('run-1', AT + more)));
      expect(won.filter(Boolean)).toHaveLength(1);
    });

    it('are due when silence lasted, or an answer was left lying', async () => {
      const due = async (askedBefore: number, answeredBefore = 0) =>
        (await contacts.due({ askedBefore, answeredBefore })).map(({ id }) => id);
      await contacts.ask(QUESTION);
      expect(await due(AT)).toEqual([]);
      expect(await due(AT + 1)).toEqual(['run-1']);

      await contacts.answer('run-1', 'thread', AT + 10);
      expect(await due(AT + 1_000, AT + 10)).toEqual([]);
      expect(await due(AT + 1_000, AT + 11)).toEqual(['run-1']);

      await contacts.settle('run-1', AT + 12);
      expect(await due(AT + 1_000, AT + 1_000)).toEqual([]);
    });
  });

  describe('what is said once', () => {
    it('is said by the first of many, until it is taken back', async () => {
      const hint = { platform: 'discord', workspace: '1', subject: 'channel/2' };
      const told = await Promise.all([1, 2, 3].map(() => contacts.tell(hint, AT)));
      expect(told.filter(Boolean)).toHaveLength(1);
      expect(await contacts.tell({ ...hint, subject: 'welcome' }, AT)).toBe(true);

      await contacts.takeBack(hint);
      expect(await contacts.tell(hint, AT)).toBe(true);
      expect(await contacts.tell({ ...hint, subject: 'welcome' }, AT)).toBe(false);
    });
  });

  describe('where the app is', () => {
    it('keeps when it left, and forgets that when it is back', async () => {
      const installations = createInstallationRepository(engine.database());
      const many = Array.from({ length: 1_201 }, (_, at) => `server-${at}`);
      await installations.arrived('discord', many, AT);
      await installations.arrived('discord', many, AT + 1);
      expect((await installations.standing('discord')).toSorted()).toEqual(many.toSorted());
      expect(await installations.standing('slack')).toEqual([]);

      await installations.remove('discord', 'server-7', AT + 2);
      expect(await installations.standing('discord')).not.toContain('server-7');
      const { tables, read } = engine.database();
      const [rows] = await read((db) => [db.select().from(tables.installations)]);
      expect(rows.filter(({ removedAt }) => removedAt !== null)).toEqual([
        expect.objectContaining({ workspace: 'server-7', removedAt: new Date(AT + 2) }),
      ]);

      await installations.arrived('discord', ['server-7'], AT + 3);
      expect(await installations.standing('discord')).toContain('server-7');
    });
  });
});
