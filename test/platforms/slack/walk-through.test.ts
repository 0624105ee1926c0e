import { afterEach, describe, expect, it } from 'vitest';
import { DRAFT, openSlackRig, type SlackRig, type SlackRigOptions } from './rig.ts';

const rigs: SlackRig[] = [];

afterEach(async () => {
  for (const rig of rigs.splice(0)) {
    expect(rig.slack.violations()).toEqual([]);
    expect(rig.errors).toEqual([]);
    await rig.close();
  }
});

const REFINED = 'This is a very long story about the lift.';

for (const transport of ['socket', 'http'] as const) {
  const open = async (options: SlackRigOptions = {}): Promise<SlackRig> => {
    const rig = await openSlackRig({ ...options, slack: { transport, ...options.slack } });
    rigs.push(rig);
    return rig;
  };

  describe(`a review on Slack over ${transport}`, () => {
    it('answers a reaction in the thread, under editors’ names, and marks the message', async () => {
      const { ines, tomek, channel, slack, acme, quiet } = await open();
      const draft = ines.post(channel, DRAFT);
      tomek.react(draft, 'pencil2');
      await slack.until(() => channel.message(draft)?.reactions.white_check_mark, 'the end');
      await quiet();

      const thread = channel.thread(draft);
      expect(thread.map(({ by }) => by)).toEqual(['Line editor · AI', 'Bluepencil']);
      const [critique, result] = thread;
      expect(critique?.text).toContain('> very very\n');
      expect(critique?.fallback).toContain('“very very”');
      expect(result?.text).toContain(REFINED);
      expect(result?.buttons).toEqual(['Show changes', 'Use this', 'Another round', '👍', '👎']);
      expect(channel.message(draft)?.reactions.white_check_mark).toEqual([acme.bot.id]);
      expect(channel.message(draft)?.reactions.eyes ?? []).toEqual([]);
      expect(thread.flatMap(({ notified }) => notified)).toEqual([]);
      expect(thread.some(({ isBroadcast, previews }) => isBroadcast || previews)).toBe(false);
    });

    it('finds the reply that was reacted to and answers under its parent', async () => {
      const { ines, tomek, channel, slack, quiet } = await open();
      const root = ines.post(channel, 'Who writes about the lift?');
      const reply = tomek.post(channel, DRAFT, { thread: root });
      ines.react(reply, 'scissors');
      await slack.until(() => channel.message(reply)?.reactions.white_check_mark, 'the end');
      await quiet();

      expect(channel.messages().filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
      expect(channel.thread(root).at(-1)?.text).toContain(REFINED);
    });

    it('reviews a text of a command in direct messages, with the draft at the head', async () => {
      const { ines, channel, slack, quiet } = await open();
      const { seen, body } = await ines.command(channel, '/refine', DRAFT);
      expect(seen).toBe('ok');
      expect(JSON.stringify(body)).toContain('direct messages');
      const dm = await slack.until(() => ines.dm(), 'direct messages');
      await slack.until(
        () => dm.messages().some(({ text }) => text.includes(REFINED)),
        'the answer',
      );
      await quiet();

      const [head, ...answers] = dm.messages();
      expect(head?.text).toContain(DRAFT);
      expect(answers.every(({ threadTs }) => threadTs === head?.ts)).toBe(true);
      expect(answers.at(-1)?.buttons).toContain('Share in channel');
      expect(channel.messages().filter(({ privateTo }) => privateTo === null)).toEqual([]);

      await ines.click(answers.at(-1) as (typeof answers)[0], 'Share in channel');
      const preview = await slack.until(
        () => dm.messages().find(({ buttons }) => buttons.includes('Share it')),
        'the preview',
      );
      await ines.click(preview, 'Share it');
      await slack.until(() => channel.messages().some(({ text }) => text.includes(REFINED)));
    });

    it('puts a text into the channel when it is asked to', async () => {
      const { ines, channel, slack, quiet } = await open();
      await ines.command(channel, '/refine', `--public ${DRAFT}`);
      const head = await slack.until(() =>
        channel.messages().find(({ text }) => text.includes(DRAFT)),
      );
      await slack.until(() => channel.thread(head).some(({ text }) => text.includes(REFINED)));
      await quiet();
      expect(head.text).toContain('ines.valtari');
      expect(head.notified).toEqual([]);
    });

    it('opens a form, reviews what is written in it, and says what is missing', async () => {
      const { ines, channel, slack, quiet } = await open();
      await ines.command(channel, '/refine');
      const form = await slack.until(() => ines.modal(), 'the form');
      expect(form.text).toContain('threads');
      const empty = await ines.submit(form, {});
      expect(Object.values(empty.errors ?? {})).toEqual([expect.stringContaining('no text')]);

      const { errors } = await ines.submit(form, { 'Your text': DRAFT, 'Who sees it': 'Only me' });
      expect(errors).toBeNull();
      const dm = await slack.until(() => ines.dm(), 'direct messages');
      await slack.until(() => dm.messages().some(({ text }) => text.includes(REFINED)));
      await quiet();
    });

    it('takes both shortcuts, also where it is not in the channel', async () => {
      const { ines, tomek, channel, acme, slack, quiet } = await open();
      const draft = ines.post(channel, DRAFT);
      tomek.post(channel, 'Looks fine to me.', { thread: draft });
      ines.post(channel, 'It is over now.', { thread: draft });
      await tomek.shortcut('review_thread', draft);
      await slack.until(() => channel.message(draft)?.reactions.white_check_mark);
      expect(channel.thread(draft).at(-1)?.text).toContain('It is over now.');

      const secret = acme.channel('secret', { kind: 'private', withBot: false });
      const hidden = ines.post(secret, `Also hidden: ${DRAFT}`);
      await ines.shortcut('review_message', hidden);
      const dm = await slack.until(() => ines.dm(), 'direct messages');
      await slack.until(() =>
        dm.messages().some(({ text }) => text.includes('Also hidden: This is a very long')),
      );
      await ines.shortcut('review_thread', hidden);
      await quiet();
      const notes = await slack.until(() => {
        const found = secret.messages(ines).filter(({ privateTo }) => privateTo === ines.id);
        return found.length > 1 && found;
      }, 'both notes');
      expect(notes.map(({ text }) => text)).toEqual([
        expect.stringContaining('/invite @Bluepencil'),
        expect.stringContaining('/invite @Bluepencil'),
      ]);
    });

    it('hears its name once, in the channel and in a thread', async () => {
      const { ines, tomek, channel, slack, deps, quiet } = await open();
      const draft = ines.post(channel, DRAFT);
      tomek.mention(channel, 'review', { thread: draft });
      await slack.until(() => channel.message(draft)?.reactions.white_check_mark);
      await quiet();
      expect(channel.thread(draft).filter(({ by }) => by === 'Bluepencil')).toHaveLength(1);

      const mention = tomek.mention(channel, `${DRAFT} Really.`);
      await slack.until(() => channel.thread(mention).some(({ text }) => text.includes('Really.')));
      await quiet();
      expect(channel.thread(mention).at(-1)?.text).not.toContain('@Bluepencil');
      expect(deps).toBeDefined();
    });

    it('carries out clicks under its posts', async () => {
      const { ines, tomek, channel, slack, quiet } = await open();
      const draft = ines.post(channel, DRAFT);
      tomek.react(draft, 'pencil2');
      await slack.until(() => channel.message(draft)?.reactions.white_check_mark);
      await quiet();
      const [critique, result] = channel.thread(draft);
      if (critique === undefined || result === undefined) throw new Error('two posts');

      await ines.click(result, 'Show changes');
      const notes = () => channel.messages(ines).filter(({ privateTo }) => privateTo === ines.id);
      await slack.until(() => notes().some(({ text }) => text.includes('change')), 'the changes');
      await ines.click(critique, 'Undo');
      await slack.until(() => channel.thread(draft)[0]?.text.includes('Undone'), 'the undoing');
      await ines.click(result, 'Use this');
      await slack.until(() => channel.thread(draft)[1]?.text.includes('chosen'), 'the choice');
    });

    it('answers direct messages in their threads', async () => {
      const { ines, slack, quiet } = await open();
      const said = ines.post(ines.dm(), DRAFT);
      const dm = await slack.until(() => ines.dm());
      await slack.until(() => dm.thread(said).some(({ text }) => text.includes(REFINED)));
      await quiet();
      expect(dm.message(said)?.reactions).toHaveProperty('white_check_mark');
    });

    it('says what it does, privately', async () => {
      const { ines, channel } = await open();
      const { body } = await ines.command(channel, '/refine', 'help');
      expect(body).toMatchObject({ response_type: 'ephemeral' });
      expect(JSON.stringify(body)).toContain('Review this message');
      expect(JSON.stringify((await ines.command(channel, '/refine', 'status')).body)).toContain(
        'No review is running',
      );
    });
  });
}
