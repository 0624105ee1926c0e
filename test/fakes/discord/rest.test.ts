import {
  type ForumChannel,
  PermissionFlagsBits,
  type TextChannel,
  type ThreadChannel,
} from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { PERMISSION } from './permissions.ts';
import { REAL_LIMITS } from './rate-limits.ts';
import { codeOf, createBench } from './rig.ts';

const bench = createBench();
afterEach(() => bench.end());

describe('permissions', () => {
  it('have the numbers of the client', () => {
    const ours: [bigint, bigint][] = [
      [PERMISSION.manageWebhooks, PermissionFlagsBits.ManageWebhooks],
      [PERMISSION.sendMessagesInThreads, PermissionFlagsBits.SendMessagesInThreads],
      [PERMISSION.manageServer, PermissionFlagsBits.ManageGuild],
      [PERMISSION.createPublicThreads, PermissionFlagsBits.CreatePublicThreads],
      [PERMISSION.manageThreads, PermissionFlagsBits.ManageThreads],
      [PERMISSION.useExternalApps, PermissionFlagsBits.UseExternalApps],
      [PERMISSION.readMessageHistory, PermissionFlagsBits.ReadMessageHistory],
      [PERMISSION.sendPolls, PermissionFlagsBits.SendPolls],
      [PERMISSION.createPrivateThreads, PermissionFlagsBits.CreatePrivateThreads],
    ];
    for (const [own, real] of ours) expect(own).toBe(real);
  });

  it.each([
    ['viewChannel', 50001],
    ['sendMessages', 50013],
    ['attachFiles', 50013],
    ['embedLinks', 50013],
  ] as const)('without %s a post is refused with %i', async (name, code) => {
    const { newsroom, client } = await bench.start();
    const place = newsroom.channel('quiet', { nobodyMay: [], botMayNot: [name] });
    const posted = client.rest.post(`/channels/${place.id}/messages`, {
      body: { content: 'x', embeds: [{ title: 'x' }] },
      files: [{ name: 'a.txt', data: 'a' }],
    });
    expect(await codeOf(posted)).toBe(code);
    expect(place.messages()).toEqual([]);
  });

  it('of threads are their own', async () => {
    const { discord, newsroom, client, ada } = await bench.start();
    const place = newsroom.channel('quiet', {
      botMayNot: ['sendMessagesInThreads', 'addReactions'],
    });
    const draft = ada.post(place, 'x');
    const channel = (await client.channels.fetch(place.id)) as TextChannel;
    const message = await channel.messages.fetch(draft.id);
    const thread = await message.startThread({ name: 'x' });
    expect(await codeOf(thread.send('x'))).toBe(50013);
    expect(await codeOf(message.react('👀'))).toBe(50013);
    ada.react(draft, '👀');
    expect(await codeOf(message.react('👀'))).toBe('done');
    place.deny('createPublicThreads', 'readMessageHistory');
    const other = ada.post(place, 'y');
    expect(
      await codeOf(
        client.rest.post(`/channels/${place.id}/messages/${other.id}/threads`, {
          body: { name: 'x' },
        }),
      ),
    ).toBe(50001);
    expect(
      await codeOf(
        client.rest.post(`/channels/${place.id}/messages`, {
          body: { content: 'x', message_reference: { message_id: other.id } },
        }),
      ),
    ).toBe(160002);
    expect(discord.place(other.id)).toBeNull();
  });
});

describe('messages', () => {
  it('are listed around, before and after one, newest first', async () => {
    const { general, ada, channel } = await bench.start();
    const ids = Array.from({ length: 9 }, (_, at) => ada.post(general, `${at}`).id);
    const words = async (query: { around?: string; before?: string; after?: string }) =>
      [...(await channel.messages.fetch({ limit: 3, cache: false, ...query })).values()].map(
        ({ content }) => content,
      );
    expect(await words({ around: ids[4] ?? '' })).toEqual(['5', '4', '3']);
    expect(await words({ before: ids[4] ?? '' })).toEqual(['3', '2', '1']);
    expect(await words({ after: ids[4] ?? '' })).toEqual(['7', '6', '5']);
  });

  it.each([
    ['two thousand and one characters', { content: 'x'.repeat(2001) }, 50035],
    ['nothing', { content: ' ' }, 50006],
    [
      'six rows',
      {
        content: 'x',
        components: Array.from({ length: 6 }, (_, at) => ({
          type: 1,
          components: [{ type: 2, style: 1, label: 'x', custom_id: `${at}` }],
        })),
      },
      50035,
    ],
    [
      'one custom id twice',
      {
        content: 'x',
        components: [
          {
            type: 1,
            components: [1, 2].map(() => ({ type: 2, style: 1, label: 'x', custom_id: 'same' })),
          },
        ],
      },
      50035,
    ],
    [
      'words beside components of the new kind',
      { content: 'x', flags: 1 << 15, components: [{ type: 10, content: 'y' }] },
      50035,
    ],
    [
      'too much text in new components',
      { flags: 1 << 15, components: [1, 2].map(() => ({ type: 10, content: 'y'.repeat(2001) })) },
      50035,
    ],
    [
      'seven thousand characters of embeds',
      { embeds: [1, 2].map(() => ({ description: 'x'.repeat(3500) })) },
      50035,
    ],
    [
      'both ways to say who is notified',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      50035,
    ],
  ])('of %s are refused', async (_what, body, code) => {
    const { discord, general, client } = await bench.start();
    expect(await codeOf(client.rest.post(`/channels/${general.id}/messages`, { body }))).toBe(code);
    discord.takeViolations();
  });

  it('with a misspelt key are taken, and told', async () => {
    const { discord, general, client } = await bench.start();
    await client.rest.post(`/channels/${general.id}/messages`, {
      body: { content: 'x', allowedMentions: {} },
    });
    expect(discord.takeViolations().join()).toContain('allowedMentions');
  });

  it('notify whom the rules say, at edits again', async () => {
    const { general, ada, client, newsroom } = await bench.start();
    const bob = newsroom.member('bob');
    const post = (body: object) =>
      client.rest.post(`/channels/${general.id}/messages`, { body }) as Promise<{ id: string }>;
    await post({ content: `${ada.mention} @everyone` });
    await post({ content: `${ada.mention}`, allowed_mentions: { parse: [] } });
    const { id } = await post({
      content: `${ada.mention} ${bob.mention}`,
      allowed_mentions: { users: [bob.id] },
    });
    await client.rest.patch(`/channels/${general.id}/messages/${id}`, {
      body: { content: ada.mention },
    });
    expect(general.messages().map(({ pings }) => pings.users)).toEqual([
      [ada.id],
      [],
      [bob.id, ada.id],
    ]);
    expect(general.messages()[0]?.pings.everyone).toBe(false);
  });

  it('of others can be neither edited nor deleted', async () => {
    const { general, ada, client } = await bench.start();
    const path = `/channels/${general.id}/messages/${ada.post(general, 'x').id}` as const;
    expect(await codeOf(client.rest.patch(path, { body: { content: 'y' } }))).toBe(50005);
    expect(await codeOf(client.rest.delete(path))).toBe(50013);
    expect(await codeOf(client.rest.get(`/channels/${general.id}/messages/1`))).toBe(10008);
    expect(await codeOf(client.rest.get('/channels/1'))).toBe(10003);
  });

  it('carry files that are read from signed links while these last', async () => {
    const { discord, general, ada, channel } = await bench.start();
    const draft = ada.post(general, '', { files: [{ name: 'message.txt', text: 'A long draft' }] });
    const { attachments } = await channel.messages.fetch(draft.id);
    const url = attachments.first()?.url ?? '';
    expect(await (await fetch(url)).text()).toBe('A long draft');
    discord.pass(25 * 60 * 60_000);
    expect((await fetch(url)).status).toBe(404);
    const fresh = await channel.messages.fetch({ message: draft.id, force: true });
    expect((await fetch(fresh.attachments.first()?.url ?? '')).status).toBe(200);
    await channel.send({ files: [{ attachment: Buffer.from('ours'), name: 'draft.md' }] });
    expect(general.messages()[1]?.files).toEqual([{ name: 'draft.md', text: 'ours' }]);
  });

  it('of a forward hold the words in a snapshot, a reply what it answers', async () => {
    const { discord, general, ada, channel, client } = await bench.start();
    const first = ada.post(general, 'first');
    const forward = ada.post(general, '', { forward: first });
    const reply = ada.post(general, 'reply', { replyTo: first });
    const read = await channel.messages.fetch(forward.id);
    expect(read.content).toBe('');
    expect(read.messageSnapshots.first()?.content).toBe('first');
    ada.remove(first);
    const raw = (await client.rest.get(`/channels/${general.id}/messages/${reply.id}`)) as {
      referenced_message: unknown;
    };
    expect(raw.referenced_message).toBeNull();
    expect(discord.violations()).toEqual([]);
  });
});

describe('threads', () => {
  it('at rest refuse edits and reactions, wake when spoken in, and stay shut when locked', async () => {
    const { discord, general, ada, channel } = await bench.start();
    const draft = ada.post(general, 'x');
    const thread = await (await channel.messages.fetch(draft.id)).startThread({ name: 'x' });
    const post = await thread.send('ours');
    const place = discord.place(thread.id);
    place?.archive();
    expect(await codeOf(post.edit('y'))).toBe(50083);
    expect(await codeOf(post.react('👀'))).toBe(50083);
    expect(await codeOf(thread.send('awake'))).toBe('done');
    expect(await codeOf(post.edit('y'))).toBe('done');
    place?.lock();
    expect(await codeOf(thread.send('z'))).toBe(160005);
    expect(await codeOf(thread.setArchived(false))).toBe(160005);
  });

  it('hang on their message, which stays in the channel', async () => {
    const { discord, general, ada, channel, client } = await bench.start();
    const draft = ada.post(general, 'x');
    await (await channel.messages.fetch(draft.id)).startThread({ name: 'x' });
    expect(await codeOf(client.rest.get(`/channels/${draft.id}/messages/${draft.id}`))).toBe(10008);
    const [starter] = discord.place(draft.id)?.everything() ?? [];
    expect(starter).toMatchObject({ type: 21, content: '', answersTo: draft.id });
  });

  it('leave a line in the channel when more was said since', async () => {
    const { general, ada, channel } = await bench.start();
    const draft = ada.post(general, 'x');
    ada.post(general, 'y');
    await (await channel.messages.fetch(draft.id)).startThread({ name: 'A review' });
    expect(general.everything().map(({ type, content }) => [type, content])).toEqual([
      [0, 'x'],
      [0, 'y'],
      [18, 'A review'],
    ]);
    expect((await channel.messages.fetch({ limit: 1 })).first()?.system).toBe(true);
  });

  it('of forums are their posts', async () => {
    const { discord, newsroom, ada, client } = await bench.start();
    const forum = newsroom.channel('drafts', { kind: 'forum', tags: ['draft'] });
    const post = ada.publish(forum, 'Title', 'The draft', { isLate: true });
    const thread = (await client.channels.fetch(post.id)) as ThreadChannel;
    expect(await codeOf(thread.send('x'))).toBe(40058);
    post.speak();
    expect(await codeOf(thread.send('x'))).toBe('done');
    expect((await thread.fetchStarterMessage())?.content).toBe('The draft');
    expect(
      await codeOf(client.rest.post(`/channels/${forum.id}/messages`, { body: { content: 'x' } })),
    ).toBe(50008);
    const own = await ((await client.channels.fetch(forum.id)) as ForumChannel).threads.create({
      name: 'Ours',
      message: { content: 'hello' },
    });
    expect(discord.place(own.id)?.messages()[0]?.content).toBe('hello');
  });

  it('exist in text and announcement channels only', async () => {
    const { newsroom, ada, client } = await bench.start();
    for (const [kind, code] of [
      ['voice', 50024],
      ['announcement', 'done'],
    ] as const) {
      const place = newsroom.channel(kind, { kind });
      const { id } = ada.post(place, 'x');
      const made = client.rest.post(`/channels/${place.id}/messages/${id}/threads`, {
        body: { name: 'x' },
      });
      expect(await codeOf(made)).toBe(code);
    }
    const direct = ada.post(ada.direct(), 'x');
    const made = client.rest.post(`/channels/${direct.channelId}/messages/${direct.id}/threads`, {
      body: { name: 'x' },
    });
    expect(await codeOf(made)).toBe(50024);
  });
});

describe('direct messages', () => {
  it('reach members who want them', async () => {
    const { discord, newsroom, ada, client } = await bench.start();
    const shy = newsroom.member('shy', { isClosed: true });
    const far = discord.person('far');
    await (await client.users.fetch(ada.id)).send('hello');
    expect(
      discord
        .place(ada.direct().id)
        ?.messages()
        .map(({ content }) => content),
    ).toEqual(['hello']);
    expect(await codeOf((await client.users.fetch(shy.id)).send('hello'))).toBe(50007);
    expect(await codeOf((await client.users.fetch(far.id)).send('hello'))).toBe(50007);
    expect(await codeOf(client.users.fetch('123'))).toBe(10013);
  });
});

describe('every place', () => {
  it('is told in the shapes of the specification', async () => {
    const { newsroom, general, ada, client } = await bench.start();
    const { id: post } = ada.post(general, 'x', { files: [{ name: 'a.txt', text: 'x' }] });
    ada.startThread({ id: post, channelId: general.id }, 'x');
    newsroom.channel('drafts', { kind: 'forum', tags: ['draft'] });
    newsroom.channel('speech', { kind: 'voice' });
    newsroom.emoji('pen');
    const application = client.application.id;
    const ask = (path: `/${string}`) => client.rest.get(path);
    await ask('/users/@me');
    await ask('/users/@me/guilds');
    await ask(`/users/${ada.id}`);
    await ask('/applications/@me');
    await ask('/gateway/bot');
    for (const part of [
      '',
      '/channels',
      '/roles',
      '/emojis',
      '/threads/active',
      `/members/${ada.id}`,
    ])
      await ask(`/guilds/${newsroom.id}${part}`);
    for (const part of ['', '/webhooks', '/messages', '/threads/archived/public'])
      await ask(`/channels/${general.id}${part}`);
    await ask(`/channels/${post}`);
    await ask(`/channels/${post}/thread-members`);
    await ask(`/applications/${application}/commands`);
    await client.rest.post('/users/@me/channels', { body: { recipient_id: ada.id } });
  });
});

describe('limits', () => {
  const ask = (apiUrl: string, path: string, token: string, body?: object) =>
    fetch(`${apiUrl}/v10${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it('are told with every answer and refuse what is too much', async () => {
    const { discord, general } = await bench.start({ limits: REAL_LIMITS });
    const post = () =>
      ask(discord.apiUrl, `/channels/${general.id}/messages`, discord.token, { content: 'x' });
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await post()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await post();
    expect(refused.headers.get('x-ratelimit-scope')).toBe('user');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await refused.json()).toMatchObject({ global: false, retry_after: expect.any(Number) });
    expect(general.messages()).toHaveLength(5);
    discord.pass(5000);
    expect((await post()).status).toBe(200);
  });

  it('hold over everything a bot asks in a second', async () => {
    const { discord } = await bench.start({ limits: { ...REAL_LIMITS, globalPerSecond: 5 } });
    const asked = Array.from({ length: 30 }, (_, at) =>
      ask(discord.apiUrl, at % 2 === 0 ? '/users/@me' : '/users/@me/guilds', discord.token),
    );
    const answers = await Promise.all(asked);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('x-ratelimit-global')).toBe('true');
  });

  it('end in a ban for who is refused too often', async () => {
    const { discord } = await bench.start({ limits: { ...REAL_LIMITS, invalidPerTenMinutes: 2 } });
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1)
      statuses.push((await ask(discord.apiUrl, '/users/@me', 'wrong')).status);
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('trouble', () => {
  it('loses an answer after everything was done', async () => {
    const { discord, general, channel } = await bench.start();
    discord.trouble({ method: 'POST', path: /messages$/, how: 'lost', times: 1 });
    expect(await codeOf(channel.send('once'))).not.toBe('done');
    expect(general.messages()).toHaveLength(1);
  });

  it('breaks a connection before anything was done', async () => {
    const { discord, general, channel } = await bench.start();
    discord.trouble({ method: 'POST', how: 'refused', times: 1 });
    expect(await codeOf(channel.send('once'))).not.toBe('done');
    expect(general.messages()).toEqual([]);
    discord.trouble({
      method: 'POST',
      how: { status: 403, code: 200000, message: 'AutoMod' },
      times: 1,
    });
    expect(await codeOf(channel.send('once'))).toBe(200000);
  });

  it('counts what was refused, as the ban does', async () => {
    const { discord, newsroom, client } = await bench.start();
    const place = newsroom.channel('quiet', { botMayNot: ['sendMessages'] });
    for (let at = 0; at < 3; at += 1)
      await codeOf(client.rest.post(`/channels/${place.id}/messages`, { body: { content: 'x' } }));
    expect(discord.limits.invalid()).toBe(3);
    discord.pass(11 * 60_000);
    expect(discord.limits.invalid()).toBe(0);
  });

  it('forgets a server the bot was removed from', async () => {
    const { discord, newsroom, general, client } = await bench.start();
    newsroom.removeBot();
    await discord.until(() => !client.guilds.cache.has(newsroom.id));
    expect(await codeOf(client.rest.get(`/channels/${general.id}`))).toBe(50001);
    expect(await codeOf(client.rest.get(`/guilds/${newsroom.id}`))).toBe(10004);
  });
});
