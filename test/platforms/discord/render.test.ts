import { ComponentType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platforms/discord/limits.ts';
import {
  markerOf,
  partOf,
  type Rendered,
  readMarker,
  renderMessage,
} from '../../../src/platforms/discord/render.ts';
import type { Button, Message, MessagePart } from '../../../src/review/message.ts';

const bot = { withName: true } as const;
const part = (markdown: string, more: Partial<MessagePart> = {}): MessagePart => ({
  markdown,
  buttons: [],
  ...more,
});
const message = (...parts: MessagePart[]): Message => ({ identity: null, parts });

interface Component {
  readonly type: number;
  readonly content?: string;
  readonly components?: readonly Component[];
}
const flat = (components: readonly unknown[]): Component[] =>
  (components as Component[]).flatMap((each) => [each, ...flat(each.components ?? [])]);
const textsOf = ({ body }: Rendered) =>
  flat(body.components).flatMap(({ content }) => content ?? []);
const button = (label: string): Button => ({
  label,
  style: 'plain',
  action: { verb: 'undo', runId: 'run-1', commentId: '1.a.1' },
});

describe('a message in Discord’s limits', () => {
  it('RC-042: notifies nobody, whatever stands in it', () => {
    const draft = '@everyone please read, cc <@&555> <@777>';
    const [page] = renderMessage(message(part(draft, { isDraft: true })), bot);

    expect(page?.body.allowed_mentions).toEqual({ parse: [], replied_user: false });
    expect(page && textsOf(page)).toEqual([draft]);
  });

  it('notifies the members a person said yes to, and no role and not everyone', () => {
    const words = 'Hi <@777|Ada> and <@!778>, @everyone, cc <@&555>.';
    const [page] = renderMessage(message(part(words, { notifies: true })), bot);
    expect(page?.body.allowed_mentions).toEqual({
      parse: [],
      users: ['777', '778'],
      replied_user: false,
    });
    expect(page === undefined ? [] : textsOf(page).join()).toContain('Hi <@777> and <@778>,');
  });

  it.each([
    [5, [5]],
    [6, [4, 2]],
    [7, [5, 2]],
    [11, [5, 4, 2]],
  ])('puts %i buttons into rows of %j: none is left alone', (count, rows) => {
    const buttons = Array.from({ length: count }, (_, at) => button(`${at}`));
    const [page] = renderMessage(message(part('Words.', { buttons })), bot);
    const shown = (page?.body.components ?? []).flatMap((each) =>
      each.type === ComponentType.ActionRow ? [each.components] : [],
    );
    expect(shown.map(({ length }) => length)).toEqual(rows);
    const labels = shown.flat().map((each) => ('label' in each ? each.label : ''));
    expect(labels).toEqual(buttons.map(({ label }) => label));
  });

  it('RC-045: shows no previews of links', () => {
    const pages = renderMessage(message(part('https://a.example https://b.example')), bot);
    for (const { body } of pages) expect(body.flags & 4).toBe(4);
  });

  it('RC-048: splits a long answer into messages that are valid by themselves', () => {
    const code = 'const answer = 42; // forty-two\n'.repeat(94);
    const text = `${'Prose it is. '.repeat(115)}\n\n\`\`\`ts\n${code}\`\`\`\n\n${'More prose. '.repeat(17)}`;

    const pages = renderMessage(message(part(text)), bot).map((page) => textsOf(page).join('\n'));

    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page.length).toBeLessThanOrEqual(LIMITS.textChars);
      expect((page.match(/^```/gm) ?? []).length % 2).toBe(0);
    }
    const bare = (given: string) => given.replace(/^```(?:ts)?$/gm, '').replace(/\s/g, '');
    expect(bare(pages.join('\n'))).toBe(bare(text));
  });

  it('shows a draft word for word, and as a file when it needs more than three messages', () => {
    const draft = '| a | b |\n|---|---|\n| 1 | 2 |\n\n#### Deep';
    const [page] = renderMessage(message(part(draft, { isDraft: true })), bot);
    expect(page && textsOf(page)).toEqual([draft]);

    const long = 'A sentence of this very long draft. '.repeat(400);
    const pages = renderMessage(message(part(long, { isDraft: true }), part('The end.')), bot);
    const last = pages.at(-1);
    expect(last?.files.map(({ data }) => data.toString())).toEqual([long]);
    expect(flat(last?.body.components ?? []).some(({ type }) => type === ComponentType.File)).toBe(
      true,
    );
    expect(last?.body.attachments).toEqual([{ id: 0, filename: 'draft.md' }]);
    expect(pages.slice(0, -1).every(({ files }) => files.length === 0)).toBe(true);
  });

  it('RC-059: keeps right-to-left words in order on a button, and untouched in the draft', () => {
    const draft = 'GitHub עודכן: הריצו `npm ci` לפני 12:00!';
    const [page] = renderMessage(
      message(part(draft, { isDraft: true }), part('_now_', { buttons: [button('Undo “עודכן”')] })),
      bot,
    );
    expect(page && textsOf(page)[0]).toBe(draft);
    const label = flat(page?.body.components ?? []).find(
      ({ type }) => type === ComponentType.Button,
    );
    expect(label).toMatchObject({ label: 'Undo “\u2068עודכן\u2069”' });
  });

  it('names the speaker where the message cannot carry the name', () => {
    const identity = { name: 'Line editor', label: 'AI', icon: 'scissors' };
    const [named] = renderMessage({ identity, parts: [part('_revise_')] }, bot);
    const [bare] = renderMessage({ identity, parts: [part('_revise_')] }, { withName: false });
    expect(named && textsOf(named)).toEqual(['**✂️ Line editor · AI** · _revise_']);
    expect(bare && textsOf(bare)).toEqual(['_revise_']);
  });

  it('keeps every limit at once for any message', () => {
    const anyPart = fc.record({
      markdown: fc.oneof(
        fc.string({ maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 5_000 }),
        fc.nat(30).map((lines) => '漢字かな混じり文。'.repeat(lines * 20)),
        fc.constant('```\nx\n```'),
      ),
      buttons: fc.array(fc.constant(button('Undo “x”')), { maxLength: 6 }),
      isDraft: fc.constantFrom(true as const, undefined),
    });
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 30 }), (parts) => {
        const clean = parts.map(({ isDraft, ...rest }) => (isDraft ? { ...rest, isDraft } : rest));
        const pages = renderMessage(message(...clean), { ...bot, marker: 64 });
        for (const [at, page] of pages.entries()) {
          const all = flat(page.body.components);
          const text = textsOf(page).join('');
          expect(all.length).toBeLessThanOrEqual(LIMITS.components);
          expect(all.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(LIMITS.textChars);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_000);
          expect(all.every(({ content }) => content === undefined || content.trim() !== '')).toBe(
            true,
          );
          expect(readMarker(page.body.components)).toBe(64 + Math.min(at, 31));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('makes no message of nothing', () => {
    expect(renderMessage(message(part('', { isDraft: true })), bot)).toEqual([]);
    expect(renderMessage(message(part(''), part('Words.')), bot)).toHaveLength(1);
  });

  it('is known again by its place in its post', () => {
    const first = markerOf({ runId: 'run-1', slot: 'result' });
    expect(partOf(first + 2, first)).toBe(2);
    expect(partOf(markerOf({ runId: 'run-1', slot: 'critique/1/line-editor' }), first)).toBeNull();
    expect(partOf(null, first)).toBeNull();
    expect(first + 31).toBeLessThan(2 ** 31);
  });
});
