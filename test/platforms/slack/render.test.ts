import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/platforms/slack/capture.ts';
import { NO_NAMES } from '../../../src/platforms/slack/entities.ts';
import { renderMessage } from '../../../src/platforms/slack/render.ts';
import type { Message } from '../../../src/review/message.ts';
import { getValidator } from '../../fakes/slack/validate.ts';

const say = (...markdown: string[]): Message => ({
  identity: null,
  parts: markdown.map((each) => ({ markdown: each, buttons: [] })),
});
const validator = await getValidator();
const findings = (message: Message) =>
  renderMessage(message).flatMap((post) =>
    validator.call('chat.postMessage', {
      channel: 'C1',
      ...post,
      unfurl_links: false,
      unfurl_media: false,
    }),
  );
/** The words of posts, as they would be read back. */
const words = (message: Message) =>
  renderMessage(message).map(
    (post) => readMessage({ ...post } as never, { nameOf: NO_NAMES }).text,
  );
const json = (message: Message) => JSON.stringify(renderMessage(message));

describe('what we post on Slack', () => {
  it('RC-052 RC-053 stays inside the limits and loses nothing', () => {
    for (const text of [
      'x'.repeat(3_042),
      `${'word '.repeat(590)}${'&'.repeat(40)}`,
      `${'"a`b`" '.repeat(750)}x`,
      'A line of words. '.repeat(500),
    ]) {
      const message = say(text);
      expect(findings(message)).toEqual([]);
      const posts = renderMessage(message);
      expect(posts.length).toBeLessThanOrEqual(3);
      expect(posts.every((post) => post.text.length > 0 && post.text.length < 500)).toBe(true);
      expect(words(message).join('').replace(/\s/g, '').length).toBe(
        text.replace(/\s/g, '').length,
      );
    }
    expect(findings(say(...Array.from({ length: 60 }, (_, at) => `Finding ${at}`)))).toEqual([]);
  });

  it.each([
    '<!here> <!channel> <!everyone> <@U0AAA> <!subteam^S0BBB>',
    '@here and @channel and @everyone',
    '```\n<!channel> @here\n```',
    '_<!here> in small print_',
    '[<!channel>](https://ex.org)',
  ])('notifies nobody: %s', (markdown) => {
    const sent = json(say(markdown));
    expect(sent).not.toMatch(/"type":"(?:user|usergroup|broadcast|channel)"/);
    for (const post of renderMessage(say(markdown))) {
      expect(post.text).not.toMatch(/<[!@#]|@(?:here|channel|everyone)\b/);
      for (const block of post.blocks) {
        if (block.type === 'context') expect(block.elements[0]).toMatchObject({ verbatim: true });
      }
    }
  });

  it('RC-054 leaves no marks outside code', () => {
    const shown = renderMessage(
      say(
        '**Status:**OK',
        '请**注意：**以下',
        '**a **b** c**',
        '## Note **well**',
        '***both***',
        '`**kwargs`',
        '| **x** | y |\n|---|---|\n| 1 | 2 |',
      ),
    ).flatMap(({ text }) => text);
    expect(shown.join(' ').replace('**kwargs', '')).not.toMatch(/\*\*|##/);
    expect(json(say('`**kwargs`'))).toContain('**kwargs');
    expect(renderMessage(say('**Status:**OK, see https://ex.org'))[0]?.blocks).toMatchObject([
      {
        elements: [
          {
            elements: [
              { text: 'Status:', style: { bold: true } },
              { type: 'text', text: 'OK, see ' },
              { type: 'link', url: 'https://ex.org' },
            ],
          },
        ],
      },
    ]);
    // What is no pair of marks, or escaped, stays as it was written.
    for (const stars of ['f(**a) and g(**b)', '\\*\\*Status:\\*\\*OK', '2 ** 3']) {
      expect(json(say(stars))).toContain(stars.replaceAll('\\', ''));
    }
  });

  it('RC-056 aligns tables, wide characters counted twice, and keeps lists nested', () => {
    const table = '| 名前 | n |\n| --- | --- |\n| 東京 | 1 |\n| ab | 22 |';
    const sent = json(say(table));
    expect(sent).not.toContain('---');
    expect(sent).toContain('東京  1');
    expect(sent).toContain('ab    22');
    const lists = renderMessage(say('- a\n  - b\n    - c'))[0]?.blocks[0];
    expect(lists).toMatchObject({ elements: [{ indent: 0 }, { indent: 1 }, { indent: 2 }] });
  });

  it('RC-057 RC-058 leaves addresses and identifiers alone', () => {
    const sent = json(
      say(
        'https://ex.org/src/__tests__/a_b_c.ts#L8 valid_markup_skip [P-1 a|b](https://ex.org/p|q) R&D https://ex.org/?a=1&b=2',
      ),
    );
    for (const url of ['https://ex.org/src/__tests__/a_b_c.ts#L8', 'https://ex.org/?a=1&b=2']) {
      expect(sent).toContain(`"url":"${url}"`);
    }
    expect(sent).toContain('valid_markup_skip');
    expect(sent).toMatch(/"url":"https:\/\/ex\.org\/p(?:\||%7C)q"/);
    expect(sent).not.toContain('&#');
    expect(json(say('[\\[P-1\\] a|b](https://ex.org/p|q)'))).toContain(
      '{"type":"link","url":"https://ex.org/p|q","text":"[P-1] a|b"}',
    );
    expect(json(say('<https://ex.org|here>'))).toContain(
      '{"type":"link","url":"https://ex.org","text":"here"}',
    );
    expect(json(say("We've R&D at https://ex.org/?a=1&b=2 & more"))).toContain(
      '"url":"https://ex.org/?a=1&b=2"},{"type":"text","text":" & more"}',
    );
  });

  it('RC-059 begins a line of right-to-left words with its own first character', () => {
    const item = '- Slack تم تحديث التطبيق';
    expect(
      words({ identity: null, parts: [{ markdown: item, buttons: [], isDraft: true }] }),
    ).toEqual([item]);
    const draft = 'GitHub עודכן: הריצו `npm ci` לפני 12:00!';
    const message: Message = {
      identity: null,
      parts: [{ markdown: draft, buttons: [], isDraft: true }],
    };
    expect(words(message)).toEqual([`> ${draft}`]);
  });

  it('notifies members only where a person said yes, and never by a notification’s own words', () => {
    const markdown =
      '**Hi <@U7|Cem>**, `<@U8|Ada>` and <@U9>:\n\n- <@U7|Cem>\n\n```\n<@U1|Bo>\n```';
    const mentioned = (message: Message) =>
      [...json(message).matchAll(/"type":"user","user_id":"(\w+)"/g)].map(([, id]) => id);
    const live: Message = { identity: null, parts: [{ markdown, buttons: [], notifies: true }] };

    expect(mentioned(live)).toEqual(['U7', 'U9', 'U7']);
    expect(mentioned(say(markdown))).toEqual([]);
    expect(findings(live)).toEqual([]);
    const [post] = renderMessage(live);
    expect(post?.text).not.toMatch(/<@|U7/);
    expect(json(live)).toContain('"@Ada"');
    expect(json(live)).toContain('@Bo');
    // Whoever writes our own marks into a draft mentions nobody by them.
    const forged: Message = {
      identity: null,
      parts: [{ markdown: '\uE000U666\uE001x\uE002', buttons: [], notifies: true }],
    };
    expect(mentioned(forged)).toEqual([]);
  });

  it('shows dates, emoji and mentions in words people can read', () => {
    const [shown] = words(say('By <!date^1712345678^{date}|5 Apr>, <@U1|Ines> :tada:'));
    expect(shown).toBe('By 5 Apr, @Ines 🎉');
  });
});

describe('what a notification says', () => {
  it('keeps parts apart that stand in lines of their own', () => {
    const [post] = renderMessage(
      say('**Refined draft** · revision 2', 'It works.', 'Changed: 1 place'),
    );
    expect(post?.text).toBe('Refined draft · revision 2. It works. Changed: 1 place');
  });

  it('is not troubled by a part that is buttons alone', () => {
    const button = {
      label: '👍',
      action: { verb: 'stop', runId: '00000000-0000-4000-8000-000000000000' },
      style: 'plain',
    } as const;
    const message: Message = {
      identity: null,
      parts: [
        { markdown: 'Said.', buttons: [] },
        { markdown: ' ', buttons: [button] },
      ],
    };
    const [post] = renderMessage(message);
    expect(post?.blocks.map(({ type }) => type)).toEqual(['rich_text', 'actions']);
    expect(post?.text).toBe('Said.');
    expect(findings(message)).toEqual([]);
  });

  it.each([
    [5, [5]],
    [6, [4, 2]],
    [10, [5, 5]],
    [11, [5, 4, 2]],
  ])('leaves none of %i buttons alone in a row', (count, rows) => {
    const buttons = Array.from({ length: count }, (_, at) => ({
      label: `Button ${at}`,
      action: { verb: 'undo', runId: '00000000-0000-4000-8000-000000000000', commentId: `c${at}` },
      style: 'plain',
    })) as unknown as Message['parts'][number]['buttons'];
    const message: Message = { identity: null, parts: [{ markdown: 'Said.', buttons }] };
    const [post] = renderMessage(message);
    const found = post?.blocks.flatMap((block) =>
      block.type === 'actions' ? [block.elements.length] : [],
    );
    expect(found).toEqual(rows);
    expect(findings(message)).toEqual([]);
  });
});
