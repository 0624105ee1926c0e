import { describe, expect, it } from 'vitest';
import { memberRef } from '../../../src/platforms/discord/places.ts';
import { CHANNEL } from '../../fakes/discord/state.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';
import { listenTo } from '../lead-script.ts';
import { DRAFT, openNewsroom, resultIn } from './newsroom.ts';

describe('settings inside a server', () => {
  it('show what holds to everybody, and the ways to change it to those who may', async () => {
    const { general, ada, bo } = await openNewsroom();

    const forMember = await bo.command(general, 'refine-admin settings').said('Settings here');
    const forAdmin = await ada.command(general, 'refine-admin settings').said('Settings here');

    expect(forMember.privateTo).toBe(bo.id);
    expect(forMember.text).toContain('Workspace admins can change these');
    expect(forMember.selects).toEqual([]);
    expect(forAdmin.selects.map(({ placeholder }) => placeholder)).toEqual([
      'For this channel…',
      'For the workspace…',
    ]);
  });

  it('are changed in a form, and the next review follows them', async () => {
    const room = await openNewsroom();
    const { discord, general, ada, bo } = room;
    const shown = await ada.command(general, 'refine-admin settings').said('Settings here');
    const [here] = shown.selects;
    const group = here?.options.find(({ value }) => value.includes('settings/here'));
    const opened = await ada.choose(shown, here?.customId ?? '', [group?.value ?? '']).answered();
    const fields = opened.form()?.fields ?? [];

    expect(fields.length).toBeGreaterThan(0);
    const rounds = fields.find(({ customId }) => customId === 'preset');
    expect(rounds).toBeDefined();
    const done = ada.submit(opened, { preset: ['announcement'] });
    const note = await done.said(/announcement|Announcement/);
    expect(note.privateTo).toBe(ada.id);

    const draft = ada.post(general, DRAFT);
    bo.react(draft, '✏️');
    await resultIn(room, draft.id);
    const log = await ada.command(general, 'refine-admin log').said(/Announcement|announcement/);
    expect(log.privateTo).toBe(ada.id);
    expect(discord.violations()).toEqual([]);
  });

  it('hand the log of changes over as a file, to who asked alone', async () => {
    const { discord, server, general, service, ada, bo } = await openNewsroom();
    const by = {
      member: memberRef(ada.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'discord',
    };
    const place = { workspace: server.id, channel: general.id };
    await service.decided.door.submit('settings/here/review@0.0', { preset: 'job-ad' }, by, place);
    const log = await ada.command(general, 'refine-admin log').said('Job ad');
    const note = await ada.click(log, 'Download as CSV').said('The whole log');
    expect(note.privateTo).toBe(ada.id);
    expect(note.files).toMatchObject([{ name: 'bluepencil-log.csv' }]);
    expect(note.files[0]?.text).toContain('Preset,inherited,Job ad');
    const refused = await bo.command(general, 'refine-admin log').said('cannot read the log');
    expect(refused.files).toEqual([]);
    expect(discord.violations()).toEqual([]);
  });

  it.each(['settings', 'log', 'personas', 'presets', 'style'])(
    '%s answers in time',
    async (word) => {
      const { general, ada } = await openNewsroom();
      const asked = await ada.command(general, `refine-admin ${word}`).answered();
      expect(asked.failure()).toBeNull();
      expect(asked.isThinking()).toBe(false);
    },
  );
});

describe('what was decided for a channel', () => {
  it('holds in its forum posts and threads, and stays when it is renamed and converted', async () => {
    const { server, general, service, discord, ada, bo } = await openNewsroom();
    const given = listenTo(service.deps);
    const by = {
      member: memberRef(ada.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'discord',
    };
    const forum = server.channel('ideas', { kind: 'forum' });
    const decide = (channel: string, preset: string) =>
      service.decided.door.submit('settings/here/review@0.0', { preset }, by, {
        workspace: server.id,
        channel,
      });
    await decide(forum.id, 'announcement');
    await decide(general.id, 'job-ad');
    const presetOf = async (message: SeenMessage) => {
      const before = given.length;
      bo.react(message, '✏️');
      await discord.until(() => given.length > before, 'a review');
      return given.at(-1)?.settings.preset;
    };

    const { first } = ada.publish(forum, 'A title', DRAFT);
    if (first === null) throw new Error('no first message');
    expect(await presetOf(first)).toEqual({ value: 'announcement', origin: 'channel' });
    const head = ada.post(general, 'What do you think?');
    const thread = ada.startThread(head, 'Thoughts');
    expect(await presetOf(ada.post(thread, DRAFT))).toEqual({ value: 'job-ad', origin: 'channel' });
    const shown = await ada.command(thread, 'refine-admin settings').said('Job ad');
    expect(shown.text).toContain('Preset: **Job ad** · set in this channel');

    Object.assign(general.channel, { name: 'news', type: CHANNEL.announcement });
    expect(await presetOf(ada.post(general, DRAFT))).toEqual({
      value: 'job-ad',
      origin: 'channel',
    });
    expect(service.errors).toEqual([]);
  });
});

describe('an editor', () => {
  it('may not be named after a member, and members are searched, not listed', async () => {
    const { discord, server, service, ada } = await openNewsroom();
    server.member('marisol');
    const by = {
      member: memberRef(ada.id),
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'discord',
    };
    const write = async (reader: string) => {
      const form = await service.decided.door.show('persona-new', by, { workspace: server.id });
      const checklist = 'Is it plain?\nIs it short?\nIs it kind to whoever reads it?';
      const values = { title: 'Plain talker', reader, checklist, maxComments: '3' };
      const address = form.type === 'note' ? '' : form.address;
      return service.decided.door.submit(address, values, by, { workspace: server.id });
    };
    // A form does not wait long for the search, and a busy machine may take longer.
    const named = () => service.adapter.membersNamed(server.id, ['Marisol']);
    await discord.until(async () => (await named()).length > 0, 'the search');
    expect(JSON.stringify(await write('Whoever thinks as Marisol does.'))).toContain(
      'names “marisol”, a member of this workspace',
    );
    expect(JSON.stringify(await write('Somebody who reads on the quay.'))).not.toContain(
      'a member of this workspace',
    );
    const asked = discord.requests.filter(({ path }) => path.includes('/members'));
    expect(asked.map(({ path }) => path)).toEqual([`/guilds/${server.id}/members/search`]);
    expect(discord.violations()).toEqual([]);
  });

  it('that is not useful is told of to whoever owns the server', async () => {
    const { server, service } = await openNewsroom();
    expect(await service.adapter.adminsOf(server.id)).toEqual([memberRef(server.server.ownerId)]);
    expect(await service.adapter.adminsOf('direct-1')).toEqual([]);
  });
});
