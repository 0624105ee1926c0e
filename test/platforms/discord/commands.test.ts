import { describe, expect, it } from 'vitest';
import {
  ADMIN_WORDS,
  COMMAND_TEXTS,
  LOCALES,
  OPTIONS,
} from '../../../src/platforms/discord/command-words.ts';
import { buildCommands } from '../../../src/platforms/discord/commands.ts';
import { isSame } from '../../../src/platforms/discord/registration.ts';
import { COMMAND_WORDS } from '../../../src/review/command-grammar.ts';
import { openRig } from './rig.ts';

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;
const writes = (rig: Awaited<ReturnType<typeof openRig>>) =>
  rig.discord.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/commands'));

describe('the commands', () => {
  it('have names and descriptions in every language that Discord takes', () => {
    for (const { name, description } of [
      ...Object.values(OPTIONS),
      ...Object.values(ADMIN_WORDS),
    ]) {
      for (const locale of ['en', ...LOCALES] as const) {
        expect(name[locale]).toMatch(NAME);
        expect(name[locale]).toBe(name[locale].toLowerCase());
        expect(description[locale].length).toBeGreaterThan(0);
        expect(description[locale].length).toBeLessThanOrEqual(100);
      }
    }
    for (const text of Object.values(COMMAND_TEXTS)) {
      for (const locale of LOCALES) expect(text[locale].length).toBeLessThanOrEqual(100);
    }
  });

  it('have no two options of one name in any language', () => {
    const lists = [
      [
        OPTIONS.text,
        OPTIONS.file,
        OPTIONS.preset,
        OPTIONS.persona,
        OPTIONS.rounds,
        OPTIONS.private,
      ],
      [OPTIONS.brief, OPTIONS.preset, OPTIONS.rounds, OPTIONS.private],
      Object.values(ADMIN_WORDS),
    ];
    for (const list of lists) {
      for (const locale of ['en', ...LOCALES] as const) {
        const names = list.map(({ name }) => name[locale]);
        expect(new Set(names).size).toBe(names.length);
      }
    }
  });

  it('hold every admin word of the grammar', () => {
    const words = Object.keys(ADMIN_WORDS).map((word) => (word === 'log' ? 'settings log' : word));
    expect(words.toSorted()).toEqual(COMMAND_WORDS.toSorted());
  });

  it('are the same with what Discord adds, and not when a word differs', () => {
    const wanted = buildCommands();
    const answered = wanted.map((command) => ({
      ...command,
      id: '1',
      version: '2',
      nsfw: false,
      dm_permission: true,
    }));
    expect(isSame(answered as never, wanted)).toBe(true);
    const changed = answered.map((command) =>
      command.name === 'refine' ? { ...command, description: 'x' } : command,
    );
    expect(isSame(changed as never, wanted)).toBe(false);
    expect(isSame([], wanted)).toBe(false);
  });

  it('are written once and not again at the next start', async () => {
    const rig = await openRig();
    expect(writes(rig)).toHaveLength(1);
    const again = await rig.another();
    expect(writes(rig)).toHaveLength(1);
    await again.close();
    await rig.close();
  });

  it('leave no second list where they were registered for one server', async () => {
    const rig = await openRig();
    const again = await rig.another({ server: rig.server.id });
    const scopes = rig.discord.commands().map(({ serverId }) => serverId);
    expect(new Set(scopes)).toEqual(new Set([rig.server.id]));
    await again.close();
    await rig.close();
  });
});
