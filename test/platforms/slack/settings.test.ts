import { describe, expect, it } from 'vitest';
import { memberRef } from '../../../src/platforms/slack/places.ts';
import { SCOPES } from '../../../src/platforms/slack/scopes.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import { listenTo } from '../lead-script.ts';
import { DRAFT } from './rig.ts';
import { setUpRigs } from './rigs.ts';

const open = setUpRigs();

describe('settings on Slack', () => {
  it('show what applies and where from, and open as forms', async () => {
    const { ines, channel, slack } = await open();
    const { body } = await ines.command(channel, '/refine', 'settings');
    expect(body).toMatchObject({ response_type: 'ephemeral' });
    const shown = channel.messages(ines).find(({ privateTo }) => privateTo === ines.id);
    expect(shown?.buttons.length).toBeGreaterThan(0);
    await ines.click(shown as NonNullable<typeof shown>, shown?.buttons[0] ?? '');
    const next = () =>
      channel.messages(ines).find(({ privateTo, text }) => privateTo && text.includes('starts'));
    await slack.until(next, 'the trigger emoji');
  });
});

describe('the log of changes as a file', () => {
  const askFor = async (options: Parameters<typeof open>[0] = {}) => {
    const rig = await open(options);
    const { ines, channel, slack, acme, decided } = rig;
    const by = {
      member: memberRef(acme.id, ines.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'slack',
    };
    const place = { workspace: acme.id, channel: channel.id };
    await decided.door.submit('settings/here/review@0.0', { preset: 'job-ad' }, by, place);
    await ines.command(channel, '/refine', 'settings log');
    const shown = () => channel.messages(ines).findLast(({ privateTo }) => privateTo === ines.id);
    const log = shown();
    if (log === undefined) throw new Error('no log');
    await ines.click(log, 'Download as CSV');
    const said = () => shown()?.text.replaceAll('`', '') ?? '';
    await slack.until(() => said() !== log.text.replaceAll('`', ''), 'an answer');
    const inDirect = () =>
      ines
        .dm()
        .messages(ines)
        .flatMap(({ files }) => files);
    return { ...rig, said, inDirect };
  };

  it('comes in direct messages, and nobody else is shown it', async () => {
    const { said, inDirect, channel, tomek, slack } = await askFor();
    expect(said()).toContain('It is in our direct messages, for you alone.');
    const [file] = await slack.until(() => (inDirect().length > 0 ? inDirect() : null), 'a file');
    expect(file).toMatchObject({ name: 'bluepencil-log.csv' });
    expect(file?.content).toContain('Preset,inherited,Job ad');
    expect(channel.messages(tomek).flatMap(({ files }) => files)).toEqual([]);
  });

  it('without the permission is told how else it is had', async () => {
    const scopes = SCOPES.filter((scope) => scope !== 'files:write');
    const { said, inDirect, slack } = await askFor({ slack: { app: { scopes } } });
    expect(said()).toContain('I could not hand the file over.');
    expect(said()).toContain('bluepencil log bluepencil-log.csv --workspace');
    expect(inDirect()).toEqual([]);
    expect(slack.callsOf('files.getUploadURLExternal')).toEqual([]);
  });
});

describe('what was decided for a channel', () => {
  it('holds in its threads, and stays when it is renamed and made private', async () => {
    const { ines, tomek, channel, slack, acme, decided, deps } = await open();
    const given = listenTo(deps);
    const by = {
      member: memberRef(acme.id, ines.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'slack',
    };
    const place = { workspace: acme.id, channel: channel.id };
    await decided.door.submit('settings/here/review@0.0', { preset: 'job-ad' }, by, place);
    const presetOf = async (message: Posted) => {
      const before = given.length;
      tomek.react(message, 'pencil2');
      await slack.until(() => given.length > before, 'a review');
      return given.at(-1)?.settings.preset;
    };

    const head = ines.post(channel, 'What do you think?');
    const reply = ines.post(channel, DRAFT, { thread: head });
    expect(await presetOf(reply)).toEqual({ value: 'job-ad', origin: 'channel' });
    Object.assign(channel.record, { name: 'jobs', kind: 'private' });
    expect(await presetOf(ines.post(channel, `${DRAFT} Again.`))).toEqual({
      value: 'job-ad',
      origin: 'channel',
    });
    await slack.until(() => channel.message(reply)?.reactions.white_check_mark, 'the end');
  });
});

describe('an editor', () => {
  it('may not be named after a member of the workspace, whom Slack lists once', async () => {
    const { ines, slack, acme, decided, app } = await open();
    acme.member('Marisol Quint');
    const by = {
      member: memberRef(acme.id, ines.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'slack',
    };
    const write = async (reader: string) => {
      const form = await decided.door.show('persona-new', by, { workspace: acme.id });
      const checklist = 'Is it plain?\nIs it short?\nIs it kind to whoever reads it?';
      const values = { title: 'Plain talker', reader, checklist, maxComments: '3' };
      const address = form.type === 'note' ? '' : form.address;
      return decided.door.submit(address, values, by, { workspace: acme.id });
    };
    // A form does not wait long for the list, and a busy machine may take longer.
    await expect
      .poll(() => app.membersNamed(acme.id), { timeout: 20_000 })
      .toContain('Marisol Quint');
    expect(JSON.stringify(await write('Whoever reads as Marisol Quint does.'))).toContain(
      'names “Marisol Quint”, a member of this workspace',
    );
    expect(JSON.stringify(await write('Somebody who reads on the quay.'))).not.toContain(
      'a member of this workspace',
    );
    const asked = slack.calls.filter(({ method }) => method === 'users.list');
    expect(asked).toHaveLength(1);
    expect(await app.adminsOf(acme.id)).toContain(memberRef(acme.id, ines.id));
    expect(await app.membersNamed('T0UNKNOWN')).toEqual([]);
  });
});

describe('a channel that gets another id', () => {
  it('keeps what was decided for it', async () => {
    const { ines, channel, slack, acme, decided } = await open();
    const actor = {
      member: memberRef(acme.id, ines.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'slack',
    };
    const place = { workspace: acme.id, channel: channel.id };
    const view = await decided.door.show('settings', actor, place);
    const menu =
      view.type === 'view' ? view.parts.find((part) => part.menu !== undefined)?.menu : null;
    const address = menu?.options[0]?.address ?? '';
    const form = await decided.door.show(address, actor, place);
    if (form.type !== 'form') throw new Error('a form');
    await decided.door.submit(form.address, { rounds: '3' }, actor, place);
    expect((await decided.settings(place)).rounds.value).toBe(3);

    const moved = { ...place, channel: channel.changeId() };
    await slack.settled();
    expect((await decided.settings(moved)).rounds).toEqual({ value: 3, origin: 'channel' });
  });
});

describe('reviews in a channel that gets another id', () => {
  it('are found again: the same message is not reviewed twice', async () => {
    const { ines, tomek, channel, slack, quiet, database } = await open();
    const draft = ines.post(channel, DRAFT);
    tomek.react(draft, 'pencil2');
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark, 'the review');
    await quiet();
    const old = channel.id;
    const moved = { channel: channel.changeId(), ts: draft.ts };
    await slack.settled();

    tomek.unreact(moved, 'pencil2');
    tomek.react(moved, 'pencil2');
    const note = await slack.until(
      () => channel.messages(tomek).find(({ text }) => text.includes('has not changed')),
      'the note',
    );
    expect(JSON.stringify(note.blocks)).toContain(`/archives/${moved.channel}/`);
    await quiet();
    expect(channel.thread(moved).filter(({ by }) => by === 'Bluepencil')).toHaveLength(1);

    const { claims, posts, requests } = database.tables;
    const kept = await database.read((db) => [
      db.select().from(requests),
      db.select().from(claims),
      db.select().from(posts),
    ]);
    expect(JSON.stringify(kept)).not.toContain(`:${old}:`);
  });
});

describe('the Home tab', () => {
  it('tells what can be asked, lists the last reviews and leads to the settings', async () => {
    const { ines, tomek, channel, slack, quiet } = await open();
    ines.openHome();
    const first = await slack.until(() => ines.home(), 'the Home tab');
    expect(first.text).toContain('None yet.');
    const draft = ines.post(channel, DRAFT);
    ines.react(draft, 'pencil2');
    await slack.until(() => channel.message(draft)?.reactions.white_check_mark);
    await quiet();
    ines.openHome();
    const home = await slack.until(() => {
      const now = ines.home();
      return now?.text.includes('done') ? now : null;
    }, 'the review in the list');
    expect(home.text).toContain('Line editor');
    // Statistics are for those who may change settings.
    expect(home.text).toContain('Reviews, the last 90 days');
    tomek.openHome();
    const others = await slack.until(() => tomek.home(), 'the Home tab of another');
    expect(others.text).not.toContain('the last 90 days');
    await ines.click(home, 'Settings');
    const modal = await slack.until(() => ines.modal(), 'the settings');
    expect(modal.controls.length).toBeGreaterThan(0);
  });
});
