import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/settings/change.ts';
import {
  may,
  PERMISSIONS,
  type Permission,
  ROLES,
  roleOf,
} from '../../src/settings/permissions.ts';
import {
  type Actor,
  type FormValues,
  type LogFile,
  type Screen,
  START,
} from '../../src/settings/screens.ts';
import { ROOM_NAMES } from '../../src/settings/settings-door.ts';
import { addressesIn } from './addresses.ts';
import { ADMIN, actor, asForm, openHouse, valuesOf } from './house.ts';

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
  'open the pages': 'admin',
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
  'open the pages': ({ submit }, by) => submit('browser', {}, by),
  'export decisions': ({ door }, by) => door.exportDecisions(by, { workspace: 'w' }),
  'forget for others': ({ show }, by) => show('forget/workspace', by),
};

const REFUSED = /(?:You|Guests) cannot|Only workspace admins can/;

type Act = readonly [pattern: RegExp, example: string, permission: Permission | null];
const FORM: FormValues = {
  title: 'Plain talker',
  reader: 'Somebody.',
  sample: 'A text to try.',
  retentionDays: '7',
  managers: ['desk:zoe'],
  emoji: ':rocket:',
  'guide.1': 'Be plain.',
  file: 'utilise,use',
};

/** Everything the door does, by what its address looks like; null: for everybody, on what is their own. */
const ACTIONS: readonly Act[] = [
  [/^settings\/here\/\w+$/, 'settings/here/privacy', 'change a channel'],
  [/^settings\/all\/access$/, 'settings/all/access', 'change who may'],
  [/^settings\/all\/\w+$/, 'settings/all/privacy', 'change the workspace'],
  [/^reset\/here\/\w+$/, 'reset/here/mode', 'change a channel'],
  [/^reset\/all\/\w+$/, 'reset/all/mode', 'change the workspace'],
  [/^browser$/, 'browser', 'open the pages'],
  [/^emoji\/here\/(?:add|remove\/.+)$/, 'emoji/here/remove/mag', 'change a channel'],
  [/^emoji\/all\/(?:add|remove\/.+)$/, 'emoji/all/remove/mag', 'change the workspace'],
  [/^persona\/[^/]+\/try$/, 'persona/line-editor/try', 'try'],
  ...['edit', 'copy', 'rest', 'wake', 'up', 'down', 'delete', 'save', 'save/copy', 'restore/1'].map(
    (part): Act => [
      new RegExp(`^persona/[^/]+/${part.replace('1', '\\d+')}$`),
      `persona/line-editor/${part}`,
      'change personas',
    ],
  ),
  [/^persona\/[^/]+\/discard$/, 'persona/line-editor/discard', null],
  [/^persona-new$/, 'persona-new', 'change personas'],
  [/^persona-new\/save$/, 'persona-new/save', 'change personas'],
  ...['edit', 'copy', 'rest', 'wake', 'delete', 'restore/1'].map(
    (part): Act => [
      new RegExp(`^preset/[^/]+/${part.replace('1', '\\d+')}$`),
      `preset/job-ad/${part}`,
      'change presets',
    ],
  ),
  [/^preset-new$/, 'preset-new', 'change presets'],
  [/^style\/test$/, 'style/test', 'try'],
  ...['guide', 'words', 'import', 'reset', 'restore/1'].map(
    (part): Act => [
      new RegExp(`^style/(?:here|all)/${part.replace('1', '\\d+')}$`),
      `style/all/${part}`,
      'change the house style',
    ],
  ),
  ...['edit', 'remove', 'restore'].map(
    (part): Act => [
      new RegExp(`^lesson/[^/]+/${part}$`),
      `lesson/0123456789ab/${part}`,
      'change lessons',
    ],
  ),
  [/^lowered\/[^/]+\/\w+$/, 'lowered/line-editor/tone', 'change lessons'],
  [/^log\/(?:csv|jsonl)$/, 'log/csv', 'read the log'],
  [/^forget\/(?:channel|workspace)\/all\/\w+$/, 'forget/workspace/all/words', 'forget for others'],
  [/^forget\/(?:mine|thread)\/[^/]+\/\w+$/, 'forget/mine/all/words', null],
  [/^forget\/data$/, 'forget/data', null],
];

/** Rooms in which nothing is done, only shown. */
const SHOWN_ALONE = ['personas', 'presets', 'lessons', 'stats'];

describe('every action', () => {
  it.each(PEOPLE)(
    'is let be done or refused on %s as the table says',
    async (_platform, people) => {
      const house = await openHouse();
      try {
        const decided = { managers: MANAGERS };
        await changeSettings(
          house.deps,
          { workspace: 'w', channel: null, set: decided, reset: [] },
          ADMIN,
        );
        const before = await house.store.current('w');
        for (const role of ROLES) {
          const person = people[role];
          if (person === undefined) throw new Error(role);
          for (const [, address, permission] of ACTIONS) {
            if (permission !== null && may(role, permission)) continue;
            const told = JSON.stringify(await house.submit(address, FORM, person));
            if (permission === null) expect(told, address).not.toMatch(REFUSED);
            else expect(told, `${role} ${address}`).toMatch(REFUSED);
          }
        }
        expect(await house.store.current('w')).toEqual(before);
      } finally {
        await house.close();
      }
    },
  );

  it.each(ACTIONS)('%s is refused to nobody who may', async (pattern, address, permission) => {
    expect(address).toMatch(pattern);
    const house = await openHouse();
    try {
      await changeSettings(
        house.deps,
        { workspace: 'w', channel: null, set: { managers: MANAGERS }, reset: [] },
        ADMIN,
      );
      const [, [, people] = []] = PEOPLE;
      const role = ROLES.findLast((each) => permission === null || may(each, permission));
      const person = people?.[role ?? 'admin'];
      if (person === undefined) throw new Error(role);
      const told = JSON.stringify(await house.submit(address, FORM, person));
      expect(told).not.toMatch(REFUSED);
    } finally {
      await house.close();
    }
  });

  it('that a button or form anywhere leads to stands in the table', async () => {
    const house = await openHouse();
    try {
      for (const address of ['persona/line-editor/rest', 'persona/food-critic/down']) {
        await house.submit(address, {}, ADMIN);
      }
      const edit = asForm(await house.show('persona/fact-checker/edit'));
      await house.submit(edit.address, { ...valuesOf(edit), maxComments: '2' });
      const style = asForm(await house.show('style/all/guide'));
      await house.submit(style.address, { 'guide.1': 'Be plain.' });
      const found = new Set<string>();
      const queue: string[] = [...Object.values(START), 'emoji', 'lessons'];
      const seen = new Set(queue);
      for (const address of queue) {
        const screen = await house.show(address);
        if (screen.type === 'form') found.add(screen.address.replace(/@.*/, ''));
        const parts = screen.type === 'view' ? screen.parts : [];
        for (const button of parts.flatMap(({ buttons }) => buttons)) {
          if (button.does === 'do') found.add(button.address);
        }
        for (const next of addressesIn(screen)) {
          if (seen.has(next) || found.has(next)) continue;
          seen.add(next);
          queue.push(next);
        }
      }
      expect(found.size).toBeGreaterThan(60);
      const unknown = [...found].filter(
        (address) => !ACTIONS.some(([pattern]) => pattern.test(address)),
      );
      expect(unknown).toEqual([]);
    } finally {
      await house.close();
    }
  });

  it('stands under a room that there is, and every room has one', () => {
    const rooms = new Set(ACTIONS.map(([, address]) => address.split('/')[0]));
    expect([...rooms, ...SHOWN_ALONE].toSorted()).toEqual([...ROOM_NAMES].toSorted());
  });

  it('is checked by each permission that there is, or is none of the door’s addresses', () => {
    const used = new Set(ACTIONS.map(([, , permission]) => permission));
    const elsewhere = ['see', 'change what is locked', 'see the statistics', 'export decisions'];
    const expected = Object.keys(PERMISSIONS).filter((each) => !elsewhere.includes(each));
    expect([...used].filter((each) => each !== null).toSorted()).toEqual(expected.toSorted());
  });
});

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
            // Without a public address there is no page to open, for nobody.
            const isUndone = screen.type === 'note' && !screen.isDone;
            expect(isUndone, permission).toBe(permission === 'open the pages');
            expect(JSON.stringify(screen), permission).not.toMatch(REFUSED);
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
