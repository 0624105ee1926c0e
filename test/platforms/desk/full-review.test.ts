import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comment } from '../../../src/loop/comment.ts';
import { layOutMargin, type MarginNote } from '../../../src/platforms/desk/margin-view.ts';
import { fc } from '../../fast-check.ts';
import { call, finishedRun, openRig, type Rig } from './rig.ts';

function noteOn(number: number, start: number, end: number): MarginNote {
  const comment = {
    id: `1.x.${number}`,
    anchor: { type: 'quote', sentenceId: 'S1', quote: '', match: 'exact', start, end },
  } as unknown as Comment;
  return { number, comment, persona: 'line-editor' };
}

describe('layOutMargin', () => {
  it('puts a remark beside the line it quotes, its number after the last quoted word', () => {
    const text = 'One line.\nTwo very very lines.\r\n\r\nThree.';
    const at = text.indexOf('very very');
    const { rows } = layOutMargin(text, [noteOn(1, at, at + 9)]);
    expect(rows.map(({ notes }) => notes.map(({ number }) => number))).toEqual([[], [1], [], []]);
    expect(rows[1]?.segments).toEqual([
      { text: 'Two ', notes: [], ending: [] },
      { text: 'very very', notes: [1], ending: [1] },
      { text: ' lines.', notes: [], ending: [] },
    ]);
  });

  it('shows every character of every line once, and every quotation whole, however they overlap', () => {
    const place = fc.tuple(fc.nat(60), fc.nat(60));
    const words = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' ', '<b>'), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, fc.array(place, { maxLength: 6 }), (pieces, places) => {
        const text = pieces.join('');
        const notes = places.flatMap(([a, b], at) => {
          const start = Math.min(a, b);
          const end = Math.min(text.length, Math.max(a, b));
          return start < end ? [noteOn(at + 1, start, end)] : [];
        });
        const { rows } = layOutMargin(text, notes);
        const lines = rows.map(({ segments }) => segments.map((each) => each.text).join(''));
        expect(lines).toEqual(text.split(/\r\n|\n/));
        expect(rows.flatMap(({ notes: beside }) => beside)).toHaveLength(notes.length);
        for (const { number, comment } of notes) {
          if (comment.anchor.type !== 'quote') continue;
          const quoted = rows.flatMap(({ segments }) =>
            segments.filter((each) => each.notes.includes(number)).map((each) => each.text),
          );
          const whole = text.slice(comment.anchor.start, comment.anchor.end);
          expect(quoted.join('')).toBe(whole.replace(/[\r\n]/g, ''));
        }
      }),
    );
  });
});

describe('the page of a full review', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await openRig();
  });
  afterAll(() => rig.close());

  const page = async (path: string) => {
    const response = await fetch(`${rig.url}${path}`, { headers: { accept: 'text/html' } });
    return { status: response.status, html: await response.text() };
  };

  it('shows a revision with its remarks, what came of them, the next one beside it and the receipt', async () => {
    const text = 'This is a very very long story.\n\n<script>alert(1)</script> & more';
    const { answer } = await call(rig, 'POST', '/api/channels/announcements/messages', {
      author: 'ines',
      text,
    });
    const asked = await call(rig, 'POST', `/api/messages/${answer.id}/review`, { member: 'ines' });
    const run = await finishedRun(rig, asked.answer.runId);

    const first = await page(`/r/${run.id}`);
    expect(first.status).toBe(200);
    expect(first.html).toContain('<mark>very very</mark>');
    expect(first.html).toContain('dealt with in the next revision');
    expect(first.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
    expect(first.html).not.toContain('<script');
    expect(first.html).toContain('noindex');
    expect(first.html).toContain('best: revision 2');

    const second = await page(`/r/${run.id}?revision=2`);
    expect(second.html).toMatch(/<del>very <\/del>/);
    expect((await page(`/r/${run.id}?revision=9`)).status).toBe(404);
    expect((await page('/r/no-such-run')).status).toBe(404);

    const thread = await page(`${asked.answer.page}?as=ines`);
    expect(thread.html).toContain(`<a href="/r/${run.id}">Open the full review</a>`);
  });

  it('of a private review is there for its requester alone', async () => {
    const wish = { channel: 'announcements', member: 'ines', text: 'A very very quiet word.' };
    const { answer } = await call(rig, 'POST', '/api/commands', wish);
    await finishedRun(rig, answer.runId);
    expect((await page(`/r/${answer.runId}?as=ines`)).status).toBe(200);
    expect((await page(`/r/${answer.runId}?as=noor`)).status).toBe(404);
  });
});
