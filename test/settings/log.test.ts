import { afterEach, beforeEach, expect, it } from 'vitest';
import { savePersona } from '../../src/settings/library-changes.ts';
import type { LogFile } from '../../src/settings/screens.ts';
import { ADMIN, actor, asForm, asNote, MEMBER, openHouse, valuesOf, WORKSPACE } from './house.ts';

let house: Awaited<ReturnType<typeof openHouse>>;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

async function log(format: 'csv' | 'jsonl', by = ADMIN): Promise<LogFile> {
  const file = await house.door.exportLog(format, by, WORKSPACE);
  if (file.type !== 'file') throw new Error(file.markdown);
  return file;
}

async function change(values: Readonly<Record<string, string>>, address = 'settings/all/review') {
  const form = asForm(await house.show(address));
  await house.submit(form.address, { ...valuesOf(form), ...values });
}

it('the log as a file says when, who, where, what, from and to, the newest first', async () => {
  await change({ rounds: '2' });
  await change({ rounds: '3' }, 'settings/here/review');
  const csv = await log('csv');
  expect(csv).toMatchObject({ name: 'bluepencil-log.csv', mediaType: 'text/csv' });
  expect(csv.text.split('\r\n')).toEqual([
    'time,who,member,via,channel,what,from,to',
    '2023-11-14T22:13:20.001Z,Ines,desk:ines,desk,c,Rounds,inherited,3',
    '2023-11-14T22:13:20.000Z,Ines,desk:ines,desk,,Rounds,inherited,2',
    '',
  ]);
  const lines = (await log('jsonl')).text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: '2023-11-14T22:13:20.001Z',
      who: 'Ines',
      member: 'desk:ines',
      via: 'desk',
      channel: 'c',
      what: 'Rounds',
      from: 'inherited',
      to: '3',
    },
    expect.objectContaining({ channel: null, to: '2' }),
  ]);
});

it('words that a table program would run, split or break stay words', async () => {
  const [raw] = (await house.books.open('w')).library.personas;
  const title = '=cmd, "quoted" word';
  await savePersona(house.deps, { workspace: 'w', raw: { ...raw, title }, base: 0 }, ADMIN);
  await change({ model: '=HYPERLINK("x"),y' }, 'settings/all/method');
  const { text } = await log('csv');
  expect(text).toContain('"\'=HYPERLINK(""x""),y"');
  expect(text).toContain('"Editor “=cmd, ""quoted"" word”"');
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});

it('nobody takes the log away who may not read it', async () => {
  await change({ rounds: '2' });
  expect(await house.door.exportLog('csv', MEMBER, WORKSPACE)).toMatchObject({
    type: 'note',
    isDone: false,
    markdown: expect.stringContaining('You cannot read the log of changes.'),
  });
  const guest = actor('x', { isAdmin: true, isExternal: true });
  expect(await house.door.exportLog('jsonl', guest, WORKSPACE)).toMatchObject({ type: 'note' });
});

it('where files can be handed over the log comes with a note, and the note says how else it is had', async () => {
  const wish = (by = ADMIN) => house.submit('log/jsonl', {}, by);
  expect(JSON.stringify(await house.show('log'))).not.toContain('Download');
  expect(asNote(await wish())).toMatchObject({ isDone: false });
  await change({ rounds: '2' });
  const shown = JSON.stringify(await house.show('log'));
  expect(shown).toContain('"address":"log/csv","does":"do"');
  const { file, isDone } = asNote(await wish());
  expect(isDone).toBe(true);
  expect(file).toMatchObject({ name: 'bluepencil-log.jsonl', text: (await log('jsonl')).text });
  expect(file?.otherwise).toContain(
    '`bluepencil log bluepencil-log.jsonl --workspace w --format jsonl`',
  );
  const refused = asNote(await wish(MEMBER));
  expect(refused.isDone).toBe(false);
  expect(refused.file).toBeUndefined();
});
