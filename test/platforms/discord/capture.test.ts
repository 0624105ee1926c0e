import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberRef, messageRef } from '../../../src/platforms/discord/places.ts';
import type { MessageId, PostOptions } from '../../fakes/discord/people.ts';
import { makeDocx, wordParagraph } from '../../files/docx.ts';
import { openRig, type Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const read = (message: MessageId, scope: 'message' | 'thread' = 'message') =>
  rig.adapter.source.read(
    messageRef({ server: rig.server.id, channel: message.channelId, message: message.id }),
    scope,
  );
const readPost = async (text: string, options: PostOptions = {}) =>
  read(rig.ada.post(rig.general, text, options));

describe('what is read of a message', () => {
  it('RC-026: reads a forward, whose own words are empty', async () => {
    const original = rig.bo.post(rig.general, 'Draft: we open at 9');

    expect(await readPost('', { forward: original })).toMatchObject({
      text: 'Draft: we open at 9',
      author: memberRef(rig.ada.id),
    });
  });

  it('reads text files, also the one a long paste becomes, and names what it cannot read', async () => {
    const captured = await readPost('Hello.', {
      files: [
        { name: 'message.txt', text: 'A long paste.' },
        { name: 'note.docx', bytes: makeDocx(wordParagraph('From Word.')) },
        { name: 'lift.png', bytes: new Uint8Array([1]), type: 'image/png' },
        { name: 'broken.txt', bytes: new Uint8Array([72, 0, 1]) },
      ],
      stickers: ['Wave'],
      poll: { question: { text: 'When?' }, answers: [] },
    });

    expect(captured).toMatchObject({
      text: 'Hello.\n\nA long paste.\n\nFrom Word.',
      fromFile: true,
    });
    expect(captured?.notRead).toEqual([
      'a picture',
      '“broken.txt” is not a text file, whatever its name says',
      'the sticker “Wave”',
      'the poll',
    ]);
  });

  it('takes what a reply answers to as context, never as draft', async () => {
    const question = rig.bo.post(rig.general, 'Can you write it?');
    const captured = await readPost('Here it is.', { replyTo: question });

    expect(captured).toMatchObject({ text: 'Here it is.', context: ['Can you write it?'] });
  });

  it('reads a forum post as its first message, also from a thread’s scope', async () => {
    const forum = rig.server.channel('ideas', { kind: 'forum' });
    const post = rig.ada.publish(forum, 'A title', 'The first words.');
    rig.bo.post(post.id, 'Nice!');
    rig.ada.post(post.id, 'And more.');

    expect(await read({ id: post.id, channelId: post.id })).toMatchObject({
      text: 'The first words.',
    });
    expect(await read({ id: post.id, channelId: post.id }, 'thread')).toMatchObject({
      text: 'The first words.\n\nAnd more.',
      context: ['Nice!'],
    });
  });

  it('finds the message a thread hangs on, which stands in the channel above', async () => {
    const draft = rig.ada.post(rig.general, 'At the head.');
    const thread = rig.bo.startThread(draft, 'Talk');

    expect(await read({ id: draft.id, channelId: thread.id })).toMatchObject({
      text: 'At the head.',
    });
  });

  it('RC-028: gives no words for pictures and stickers alone, and says what they were', async () => {
    expect(await readPost('', { stickers: ['Wave'] })).toMatchObject({
      text: '',
      notRead: ['the sticker “Wave”'],
    });
  });

  it('RC-031: reads nothing of a message that is gone', async () => {
    const draft = rig.ada.post(rig.general, 'Soon gone.');
    rig.ada.remove(draft);
    expect(await read(draft)).toBeNull();
  });
});
