import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/review/message.ts';
import { liveMentions } from '../../src/review/shown-text.ts';
import {
  buttonsOf,
  channelThread,
  createFakePlatform,
  type FakePlatform,
  member,
  textOf,
} from './fake-platform.ts';
import { openRoom, panelCritic, type Room } from './room.ts';

const DRAFT =
  'The export was fixed in the time of the night by <@U7|Cem Aydin> and <!subteam^S1|@support>. <!channel> please look.';
const REFINED = DRAFT.replace('in the time of the night', 'last night');

let platform: FakePlatform;
let opened: Room | null = null;
beforeEach(() => {
  platform = createFakePlatform();
});
afterEach(() => {
  opened?.database.close();
  opened = null;
});

/** A finished review and the note that hands its text over. */
async function chosen(draft = DRAFT) {
  opened = await openRoom({
    platform,
    critic: panelCritic({ 'senior-editor': [['in the time of the night', 'last night']] }),
  });
  const outcome = await opened.review(platform.write(draft));
  if (outcome.type !== 'accepted') throw new Error(textOf(outcome.note));
  await opened.workAll();
  const note = await opened.click('use', outcome.runId);
  return { room: opened, runId: outcome.runId, note };
}
const buttonIn = (note: Message | null) => (note === null ? [] : buttonsOf(note))[0]?.action;
const inChannel = () => platform.posts.filter(({ slot }) => slot.slot.startsWith('post/'));

describe('Post in channel', () => {
  it('shows what will stand there and whom it notifies before anything is posted', async () => {
    const { room, runId, note } = await chosen();
    expect(buttonIn(note)).toMatchObject({ verb: 'post', commentId: 'revision-2' });
    const preview = await room.click('post', runId, 'revision-2');

    expect(preview === null ? '' : textOf(preview)).toBe(
      [
        '**This is what the channel will see.** It notifies **@Cem Aydin**.',
        'The export was fixed last night by @Cem Aydin and @support. @channel please look.',
        '_By ada, edited with Bluepencil_',
      ].join('\n'),
    );
    expect(buttonIn(preview)).toMatchObject({ verb: 'post-now', commentId: 'revision-2' });
    expect(inChannel()).toEqual([]);
  });

  it('posts it once in the channel, with live mentions of members and of nobody else', async () => {
    const { room, runId } = await chosen();
    const answers = await Promise.all([
      room.click('post-now', runId, 'revision-2'),
      room.click('post-now', runId, 'revision-2'),
    ]);

    expect(answers.map((note) => (note === null ? '' : textOf(note)).slice(0, 9))).toEqual([
      ...['Posted in', 'Posted in'],
    ]);
    const [post, another] = inChannel();
    expect(another).toBeUndefined();
    expect(post?.thread).toBe(channelThread);
    expect(post?.message.identity).toBeNull();
    expect(post?.message.parts).toEqual([
      {
        markdown:
          'The export was fixed last night by <@U7|Cem Aydin> and @support. @channel please look.',
        buttons: [],
        notifies: true,
      },
      { markdown: '_By ada, edited with Bluepencil_', buttons: [] },
    ]);
  });

  it('says so when nobody is notified', async () => {
    const { room, runId } = await chosen('The export was fixed in the time of the night.');
    const preview = await room.click('post', runId, 'revision-2');

    expect(preview === null ? '' : textOf(preview)).toContain('Nobody is notified by it.');
    await room.click('post-now', runId, 'revision-2');
    expect(inChannel()[0]?.message.parts[0]).not.toHaveProperty('notifies');
  });

  it('is the author’s to do', async () => {
    const { room, runId } = await chosen();
    for (const verb of ['post', 'post-now'] as const) {
      const note = await room.click(verb, runId, 'revision-2', member('bo'));
      expect(note === null ? '' : textOf(note)).toContain('The text is its author’s');
    }
    expect(inChannel()).toEqual([]);
  });

  it('previews anew when the text has changed since', async () => {
    const { room, runId } = await chosen();
    const note = await room.click('post-now', runId, 'revision-1');

    expect(note === null ? '' : textOf(note)).toContain('what the channel will see');
    expect(inChannel()).toEqual([]);
  });
});

describe('mentions that notify', () => {
  it('are those of members, each named once', () => {
    expect(liveMentions(`${REFINED} Again <@U7>, <@!42|Ada>.`)).toEqual({
      markdown:
        'The export was fixed last night by <@U7|Cem Aydin> and @support. @channel please look. Again <@U7>, <@!42|Ada>.',
      names: ['Cem Aydin', 'Ada'],
    });
  });

  it('are none in code', () => {
    const code = 'Type `<@U1|Ada>`:\n```\n<@U2|Bo>\n```\n<@U3|Cem>';
    expect(liveMentions(code)).toEqual({
      markdown: 'Type `@Ada`:\n```\n@Bo\n```\n<@U3|Cem>',
      names: ['Cem'],
    });
  });

  it('are fifty at most', () => {
    const crowd = Array.from({ length: 60 }, (_, at) => `<@U${at}|M${at}>`).join(' ');
    const { markdown, names } = liveMentions(crowd);
    expect(names).toHaveLength(50);
    expect(markdown.match(/<@U\d+\|M\d+>/g)).toHaveLength(50);
    expect(markdown).toContain('@M59');
  });
});
