import { describe, expect, it } from 'vitest';
import { messageRef } from '../../../src/platforms/slack/places.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import { REFINED, setUpStages, waitingCritic } from './cases.ts';
import { DRAFT, type SlackRigOptions } from './rig.ts';

const stageFor = setUpStages();
const open = async (options: SlackRigOptions = {}) => {
  const stage = await stageFor(options);
  const { app, acme, channel } = stage;
  const read = (at: Posted) => app.source.read(messageRef(acme.id, channel.id, at.ts), 'message');
  return { ...stage, read };
};

describe('what is read, as it went wrong elsewhere', () => {
  it('RC-022 the target of a thread of one is not its own context', async () => {
    const { ines, channel, read } = await open();
    expect(await read(ines.post(channel, DRAFT))).toMatchObject({ text: DRAFT, context: [] });
  });

  it.each([
    ['a picture', { words: '', file: true }],
    ['emoji alone', { words: ':tada: :tada:', file: false }],
    ['blanks and zero-width spaces', { words: ' \u200B \u200B ', file: false }],
  ])(
    'RC-028 %s: no editor is asked, and one private sentence says that there is no text',
    async (_, given) => {
      const { ines, tomek, channel, slack, note, publicPosts, quiet } = await open({
        critic: { critique: () => Promise.reject(new Error('an editor was asked')) },
      });
      const picture = ines.file(Buffer.from([137, 80, 78, 71]), {
        name: 'cat.png',
        mimetype: 'image/png',
        filetype: 'png',
      });
      const posted = ines.post(channel, given.words, given.file ? { files: [picture] } : {});
      tomek.react(posted, 'pencil2');
      const told = await note(tomek, 'no text');
      expect(told.text).toContain(given.file ? 'cat.png' : 'text');
      await quiet();
      await slack.settled();
      expect(publicPosts()).toEqual([]);
      expect(channel.message(posted)?.reactions).not.toHaveProperty('eyes');
    },
  );

  it('RC-033 a long thread: its root, the target and the newest before it, and the gap is named', async () => {
    const { ines, tomek, channel, read } = await open({ slack: { rateLimits: 'off' } });
    const root = ines.post(channel, 'The root of it all.');
    let target: Posted = root;
    for (let reply = 1; reply <= 430; reply += 1) {
      const words = reply === 429 ? 'FINAL TEXT 429' : `Reply number ${reply}.`;
      const posted = tomek.post(channel, words, { thread: root });
      if (reply === 429) target = posted;
    }
    const captured = await read(target);
    expect(captured?.text).toBe('FINAL TEXT 429');
    const [first, ...newest] = captured?.context ?? [];
    expect(first).toContain('The root of it all.');
    expect(captured?.contextLeftOut).toBe(419);
    expect(newest).toEqual(
      Array.from({ length: 9 }, (_, at) => expect.stringContaining(`Reply number ${420 + at}.`)),
    );
  });

  it('RC-039 a root that becomes a tombstone ends the run, and its sentence is never reviewed', async () => {
    const { critic, begun, goOn } = waitingCritic();
    const { ines, tomek, channel, slack, quiet, runs, answersUnder } = await open({ critic });
    const root = ines.post(channel, DRAFT);
    const reply = tomek.post(channel, 'Looks good to me.', { thread: root });
    tomek.react(root, 'pencil2');
    await begun;
    ines.remove(root);
    await slack.settled();
    goOn();
    await quiet();
    expect((await runs()).map(({ stopReason }) => stopReason)).toEqual(['source_deleted']);
    expect(answersUnder(root)).toEqual([]);

    await tomek.shortcut('review_thread', reply);
    await slack.settled();
    await quiet();
    expect(channel.messages().filter(({ botId }) => botId !== null)).toEqual([]);
    expect((await runs()).filter(({ stopReason }) => stopReason === 'satisfied')).toEqual([]);
  });

  it('RC-040 join notices, file reactions and app posts start nothing; a broadcast reply does, in its thread', async () => {
    const { acme, ines, tomek, channel, slack, quiet, over, publicPosts, runs } = await open();
    const joined = ines.post(channel, 'Ines joined.', { subtype: 'channel_join' });
    const topic = ines.post(channel, 'Ines set the topic.', { subtype: 'channel_topic' });
    const deploy = acme.otherApp('Deploybot').post(channel, 'Deployed a very very new build.');
    for (const posted of [joined, topic, deploy]) tomek.react(posted, 'pencil2');
    await slack.settled();
    await quiet();
    expect(publicPosts().filter(({ by }) => by === 'Bluepencil')).toEqual([]);
    expect((await runs()).filter(({ status }) => status === 'finished')).toEqual([]);

    const root = ines.post(channel, 'Who writes about the lift?');
    const shown = tomek.post(channel, DRAFT, { thread: root, broadcast: true });
    ines.react(shown, 'pencil2');
    await over(shown);
    expect(channel.thread(root).at(-1)?.text).toContain(REFINED);
  });

  it('RC-041 what it said in the thread before is neither draft nor context of the next review', async () => {
    const { ines, tomek, channel, over, read } = await open();
    const root = ines.post(channel, DRAFT);
    tomek.react(root, 'pencil2');
    await over(root);
    const second = tomek.post(channel, 'My own words about it.', { thread: root });
    const captured = await read(second);
    expect(captured?.text).toBe('My own words about it.');
    expect(captured?.context).toEqual([expect.stringContaining(DRAFT)]);
  });

  it('RC-094 one preset for every way in: the channel’s own', async () => {
    const { ines, tomek, channel, slack, over, runs, decided, acme } = await open();
    const by = {
      member: 'slack:x:y' as never,
      isAdmin: true,
      roles: [],
      isExternal: false,
      via: 'slack',
    };
    const place = { workspace: acme.id, channel: channel.id };
    const form = await decided.door.show('settings/here/review', by, place);
    if (form.type !== 'form') throw new Error(JSON.stringify(form).slice(0, 300));
    await decided.door.submit(form.address, { preset: 'release-notes' }, by, place);
    expect((await decided.settings(place)).preset).toEqual({
      value: 'release-notes',
      origin: 'channel',
    });
    const root = ines.post(channel, DRAFT);
    const reply = tomek.post(channel, `${DRAFT} Again.`, { thread: root });
    ines.react(reply, 'pencil2');
    await over(reply);
    await tomek.shortcut('review_message', root);
    await slack.until(() => channel.message(root)?.reactions.white_check_mark, 'the second');
    await slack.until(
      () =>
        channel.thread(root).filter(({ text }) => text.includes('Audience: customer')).length === 2,
      'both answers of the channel’s editors',
    );
    expect(await runs()).toHaveLength(2);
  });
});
