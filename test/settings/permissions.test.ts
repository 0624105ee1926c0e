import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/settings/change.ts';
import {
  may,
  PERMISSIONS,
  type Permission,
  ROLES,
  roleOf,
} from '../../src/settings/permissions.ts';
import type { Actor, LogFile, Screen } from '../../src/settings/screens.ts';
import { ADMIN, actor, openHouse } from './house.ts';

type House = Awaited<ReturnType<typeof openHouse>>;

const MANAGERS = ['slack:U1', 'discord:role:9', 'desk:noor'];

/** How each platform tells who somebody is. */
const PEOPLE: readonly (readonly [string, Readonly<Record<string, Actor>>])[] = [
  [
    'slack',
    {
      admin: actor('x', { member: 'slack:U9' as Actor['member'], isAdmin: true }),
      manager: actor('x', { member: 'slack:U1' as Actor['member'] }),
      member: actor('x', { member: 'slack:U2' as Actor['member'] }),
      guest: actor('x', { member: 'slack:U1' as Actor['member'], isExternal: true }),
    },
  ],
  [
    'discord',
    {
      admin: actor('x', { isAdmin: true, roles: ['discord:role:1'] }),
      manager: actor('x', { roles: ['discord:role:1', 'discord:role:9'] }),
      member: actor('x', { roles: ['discord:role:1'] }),
      guest: actor('x', { roles: ['discord:role:9'], isExternal: true }),
    },
  ],
  [
    'desk',
    {
      admin: actor('ines', { isAdmin: true }),
      manager: actor('noor'),
      member: actor('lars'),
      guest: actor('noor', { isExternal: true, isAdmin: true }),
    },
  ],
];

const TABLE: Readonly<Record<Permission, string>> = {
  see: 'admin manager member guest',
  try: 'admin manager member',
  'change a channel': 'admin manager',
  'change the workspace': 'admin manager',
  'change what is locked': 'admin',
  'change who may': 'admin',
  'change personas': 'admin manager',
  'change presets': 'admin manager',
  'change the house style': 'admin manager',
  'change lessons': 'admin manager',
  'read the log': 'admin manager',
  'see the statistics': 'admin manager',
  'export decisions': 'admin',
  'forget for others': 'admin',
};

describe.each(PEOPLE)('on %s', (_platform, people) => {
  it.each(ROLES)('a %s may do what the table says and nothing else', (role) => {
    const person = people[role];
    if (person === undefined) throw new Error(role);
    expect(roleOf(person, MANAGERS)).toBe(role);

    const allowed = Object.keys(PERMISSIONS).filter((each) => may(role, each as Permission));
    const expected = Object.entries(TABLE)
      .filter(([, roles]) => roles.split(' ').includes(role))
      .map(([permission]) => permission);
    expect(allowed).toEqual(expected);
  });
});

/** What each permission is for, done through the door; a fresh workspace has two settings decided already. */
const DONE: Readonly<Record<Permission, (house: House, by: Actor) => Promise<Screen | LogFile>>> = {
  see: ({ show }, by) => show('settings', by),
  try: ({ submit }, by) => submit('persona/line-editor/try', { sample: 'A text.' }, by),
  'change a channel': ({ submit }, by) =>
    submit('settings/here/review@0.0', { mode: 'guided' }, by),
  'change the workspace': ({ submit }, by) =>
    submit('settings/all/review@0.1', { mode: 'guided' }, by),
  'change what is locked': ({ submit }, by) =>
    submit('settings/here/review@0.0', { rounds: '3' }, by),
  'change who may': ({ submit }, by) =>
    submit('settings/all/access@0.1', { managers: ['desk:zoe'] }, by),
  'change personas': ({ submit }, by) => submit('persona/line-editor/down', {}, by),
  'change presets': ({ submit }, by) => submit('preset/job-ad/rest', {}, by),
  'change the house style': ({ submit }, by) =>
    submit('style/all/guide@0.0', { 'guide.1': 'Be plain.' }, by),
  'change lessons': ({ submit }, by) => submit('lowered/line-editor/tone', {}, by),
  'read the log': ({ submit }, by) => submit('log/csv', {}, by),
  'see the statistics': ({ show }, by) => show('stats', by),
  'export decisions': ({ door }, by) => door.exportDecisions(by, { workspace: 'w' }),
  'forget for others': ({ show }, by) => show('forget/workspace', by),
};

const REFUSED = /cannot|Only workspace admins can/;

describe.each(PEOPLE)('through the door, on %s', (_platform, people) => {
  it.each(ROLES)(
    'a %s is let do what the table says, and refused the rest with nothing changed',
    async (role) => {
      const person = people[role];
      if (person === undefined) throw new Error(role);
      for (const permission of Object.keys(DONE) as Permission[]) {
        const house = await openHouse();
        try {
          const decided = { managers: MANAGERS, locks: ['rounds'] };
          await changeSettings(
            house.deps,
            { workspace: 'w', channel: null, set: decided, reset: [] },
            ADMIN,
          );
          const before = await house.store.current('w');
          const screen = await DONE[permission](house, person);
          const after = await house.store.current('w');
          if (TABLE[permission].split(' ').includes(role)) {
            expect(screen.type === 'note' && !screen.isDone, permission).toBe(false);
            if (permission.startsWith('change')) expect(after, permission).not.toEqual(before);
          } else {
            expect(screen.type, permission).toBe('note');
            expect(JSON.stringify(screen), permission).toMatch(REFUSED);
            expect(after, permission).toEqual(before);
          }
        } finally {
          await house.close();
        }
      }
    },
  );
});
