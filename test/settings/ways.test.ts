import { expect, it } from 'vitest';
import { importLibrary } from '../../src/settings/library-exchange.ts';
import type { FormValues } from '../../src/settings/screens.ts';
import { ADMIN, actor, asForm, asNote, openHouse } from './house.ts';

const TEXT: FormValues = {
  title: 'Plain talker',
  icon: '🗣️',
  reader: 'Somebody who reads this on the quay in the rain.',
  ignores: 'Spelling: the copy editor has it.',
  maxComments: '4',
  checklist:
    'major: Could a ten-year-old say back what to do?\nminor: Is every long word worth it?\nminor: Is every abbreviation spelled out once?',
  'criterion.1': '',
  'criterion.2': '',
  'criterion.3': '',
  'criterion.4': '',
  'example.1': '',
  'example.2': '',
  'example.3': '',
  'example.4': '',
  sample: '',
};

const YAML = `personas:
  - id: plain-talker
    title: Plain talker
    icon: speaking_head
    reader: Somebody who reads this on the quay in the rain.
    checklist:
      - { id: could-a-ten-year-old-say-back-what-t, question: "Could a ten-year-old say back what to do?", severityIfFailed: major }
      - { id: is-every-long-word-worth-it, question: "Is every long word worth it?", severityIfFailed: minor }
      - { id: is-every-abbreviation-spelled-out-on, question: "Is every abbreviation spelled out once?", severityIfFailed: minor }
    ignores: ["Spelling: the copy editor has it."]
    maxComments: 4
`;

type House = Awaited<ReturnType<typeof openHouse>>;

/** Where there is room for one step at a time, as in a chat. */
async function inSteps(house: House, via: string) {
  const by = actor('ines', { isAdmin: true, via });
  let form = asForm(await house.show('persona-new', by));
  for (;;) {
    const names = form.steps[form.at]?.fields.map(({ name }) => name) ?? [];
    const values = Object.fromEntries(names.map((name) => [name, TEXT[name]]));
    const next = await house.submit(form.address, values, by);
    if (next.type === 'note') return expect(next.isDone).toBe(true);
    form = asForm(next);
    expect(form.problems).toEqual([]);
  }
}

async function atOnce(house: House) {
  const form = asForm(await house.show('persona-new'));
  asNote(await house.submit(form.address, TEXT, ADMIN));
}

async function fromFile(house: House) {
  await importLibrary(house.deps, { workspace: 'w', text: YAML, name: 'x.yaml' }, { via: 'file' });
}

it('the same editor written in a chat, on a page or in a file ends in the same rows', async () => {
  const rows = async (write: (house: House) => Promise<unknown>) => {
    const house = await openHouse();
    try {
      await write(house);
      const current = await house.store.current('w');
      return current.map(({ kind, key, version, body }) => ({ kind, key, version, body }));
    } finally {
      await house.close();
    }
  };
  const page = await rows(atOnce);
  expect(page).toHaveLength(1);
  expect(await rows((house) => inSteps(house, 'slack'))).toEqual(page);
  expect(await rows((house) => inSteps(house, 'discord'))).toEqual(page);
  expect(await rows(fromFile)).toEqual(page);
});
