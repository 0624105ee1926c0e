import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningReviews } from './core.ts';
import { call, openDeskWith } from './rig.ts';

describe('uploaded files', () => {
  const core = listeningReviews();
  let desk: Awaited<ReturnType<typeof openDeskWith>>;
  beforeAll(async () => {
    desk = await openDeskWith(core.reviews);
  });
  afterAll(() => desk.close());

  const upload = (name: string, bytes: Uint8Array) =>
    call(desk, 'POST', '/api/files', { name, data: Buffer.from(bytes).toString('base64') });

  it('become part of the draft', async () => {
    core.requests.length = 0;
    const { answer: file } = await upload('note.md', Buffer.from('﻿# Note\n\nThe lift is out.'));
    const { answer } = await call(desk, 'POST', '/api/commands', {
      channel: 'announcements',
      member: 'ines',
      text: '',
      files: [file.id],
    });

    expect(core.requests[0]?.target).toEqual({
      type: 'draft',
      text: '# Note\n\nThe lift is out.',
      notRead: [],
      fromFile: true,
    });
    expect(
      (await call(desk, 'GET', `/api/threads/${answer.threadId}`)).answer.messages[0].files,
    ).toMatchObject([{ name: 'note.md' }]);
  });

  it.each([
    ['letter.pdf', Buffer.from('%PDF'), 415, /I read \.txt, \.md and \.docx/],
    ['latin.txt', Buffer.from([0x48, 0xe4]), 422, /not in UTF-8.*Save it as UTF-8/],
    ['binary.txt', Buffer.from([72, 0, 1, 2]), 422, /not a text file/],
    ['empty.txt', Buffer.from('  \n'), 422, /has no text in it/],
    ['broken.docx', Buffer.from('PK nothing'), 422, /cannot be read as a Word document/],
    ['long.txt', Buffer.from('a'.repeat(400_001)), 413, /has 400,001 characters/],
    ['huge.txt', Buffer.alloc(4_000_001, 97), 413, /has 4\.0 MB/],
  ])('refuses %s with a sentence', async (name, bytes, status, sentence) => {
    const refused = await upload(name, bytes);

    expect(refused.status).toBe(status);
    expect(refused.answer.error).toMatch(sentence);
  });

  it('reads UTF-16 as Windows writes it', async () => {
    const { answer } = await upload('w.txt', Buffer.from('\uFEFFGrüße', 'utf16le'));
    expect(answer).toMatchObject({ chars: 5 });
  });
});
