import { describe, expect, it } from 'vitest';
import {
  mrkdwnToMarkdown,
  readMessage,
  type SlackMessage,
} from '../../../src/platforms/slack/capture.ts';
import { emojiIdentity } from '../../../src/platforms/slack/emoji.ts';
import { NO_NAMES } from '../../../src/platforms/slack/entities.ts';
import { kindOf } from '../../../src/platforms/slack/message-kind.ts';

const read = (message: SlackMessage) => readMessage(message, { nameOf: NO_NAMES });
const rich = (...elements: object[]) => ({ type: 'rich_text', elements }) as never;
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const text = (words: string, style?: object) => ({
  type: 'text',
  text: words,
  ...(style === undefined ? {} : { style }),
});

describe('what people wrote on Slack', () => {
  it('RC-022 stands once, though a message says it twice', () => {
    const link = { type: 'link', url: 'https://ex.org', text: 'here' };
    const message = {
      text: 'See *notes* <https://ex.org|here>',
      blocks: [rich(section(text('See '), text('notes', { bold: true }), text(' '), link))],
    };
    expect(read(message).text).toBe('See **notes** [here](https://ex.org)');
  });

  it('RC-023 is read from the blocks of an app, in order', () => {
    const message = {
      text: '',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Release 4.2' } },
        rich(section(text('We fixed '), text('two', { bold: true }), text(' bugs'))),
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: 'Owner' },
            { type: 'mrkdwn', text: 'Team A' },
          ],
        },
      ] as never,
    };
    const words = read(message).text;
    for (const part of ['Release 4.2', 'We fixed **two** bugs', 'Owner', 'Team A']) {
      expect(words).toContain(part);
    }
  });

  it('RC-024 is never the sentence Slack puts where it has no words', () => {
    const placeholder = 'This message contains an interactive element.';
    expect(read({ text: placeholder }).text).toBe('');
    expect(
      read({ text: placeholder, blocks: [rich(section(text('日本語の文です。')))] }).text,
    ).toBe('日本語の文です。');
  });

  it('RC-036 keeps mentions, links, dates and code as they are', () => {
    const given =
      'Hi <@U0AAA>, see <#C0BBB|release> and <https://ex.org/a?x=1&amp;y=2|the plan> by <!date^1712345678^{date}|5 Apr> :tada: `<@U0AAA>`';
    expect(mrkdwnToMarkdown(given, NO_NAMES)).toBe(
      'Hi <@U0AAA>, see <#C0BBB|release> and [the plan](https://ex.org/a?x=1&y=2) by <!date^1712345678^{date}|5 Apr> :tada: `<@U0AAA>`',
    );
  });

  it('RC-058 decodes each entity once', () => {
    expect(mrkdwnToMarkdown('R&amp;D &lt;b&gt; &amp;lt; done', NO_NAMES)).toBe('R&D <b> &lt; done');
  });

  it('keeps nested and interrupted lists, quotes and code', () => {
    const item = (words: string) => section(text(words));
    const list = (style: string, indent: number, items: string[], offset?: number) => ({
      type: 'rich_text_list',
      style,
      indent,
      elements: items.map(item),
      ...(offset === undefined ? {} : { offset }),
    });
    const message = {
      blocks: [
        rich(
          section(text('Steps\n')),
          list('ordered', 0, ['one']),
          list('bullet', 1, ['inner']),
          list('ordered', 0, ['two'], 1),
          { type: 'rich_text_quote', elements: [text('said')] },
          { type: 'rich_text_preformatted', elements: [text('a < b')] },
          section(text('after')),
        ),
      ],
    };
    expect(read(message).text).toBe(
      'Steps\n1. one\n    - inner\n2. two\n\n> said\n\n```\na < b\n```\nafter',
    );
  });

  it('tells a forwarded message from a link to one, and leaves previews aside', () => {
    const blocks = [rich(section(text('Please look at this')))];
    const shared = { is_share: true, is_msg_unfurl: true, text: 'The forwarded words' };
    expect(read({ blocks, attachments: [shared] }).text).toContain('The forwarded words');
    const linked = {
      is_msg_unfurl: true,
      from_url: 'https://x.slack.com/archives/C/p1',
      text: 'Linked',
    };
    expect(read({ blocks, attachments: [linked] })).toMatchObject({
      text: 'Please look at this',
      notRead: ['a linked message'],
    });
    const preview = { from_url: 'https://ex.org', title: 'A page', text: 'About the page' };
    expect(read({ blocks, attachments: [preview] }).text).toBe('Please look at this');
  });
});

describe('an emoji on Slack', () => {
  it.each([
    [':pencil2:', 'pencil2'],
    ['✏️', 'pencil2'],
    ['+1::skin-tone-4', '+1'],
    ['thumbsup', '+1'],
    ['Refine-It', 'refine-it'],
    ['no_such_emoji', 'no_such_emoji'],
  ])('RC-010 %s is one with %s', (given, same) => {
    expect(emojiIdentity(given)).toBe(emojiIdentity(same));
  });
});

describe('whose a message is', () => {
  const us = { botUser: 'UBOT', botId: 'BBOT', appId: 'ABOT' };
  it.each([
    [{ user: 'U1' }, 'person'],
    [{ user: 'U1', subtype: 'file_share' }, 'person'],
    [{ user: 'U1', subtype: 'thread_broadcast' }, 'person'],
    [{ user: 'U1', subtype: 'channel_join' }, 'system'],
    [{ user: 'U1', subtype: 'channel_topic' }, 'system'],
    [{ subtype: 'bot_message', bot_id: 'B2' }, 'app'],
    [{ bot_id: 'B2', user: 'UB2' }, 'app'],
    [{ bot_id: 'BBOT', subtype: 'bot_message' }, 'own'],
    [{ user: 'USLACKBOT', subtype: 'tombstone' }, 'gone'],
  ])('RC-040 %j is %s', (message, kind) => {
    expect(kindOf(message, us)).toBe(kind);
  });
});
