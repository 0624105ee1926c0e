import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/review/message.ts';
import type { Messenger } from '../../src/review/messenger.ts';
import {
  type MemberRef,
  type MessageRef,
  parseRef,
  type ThreadRef,
} from '../../src/review/refs.ts';
import type { Source } from '../../src/review/source.ts';

/** A message as its platform shows it. */
export interface Shown {
  readonly ref: MessageRef;
  readonly markdown: string;
  /** The one member who sees it; null for everybody. */
  readonly privateTo: MemberRef | null;
  /** Labels of its buttons, in order. */
  readonly buttons: readonly string[];
  /** The name it is posted under. */
  readonly speaker: string;
}

/** A platform with people on it, for the contract below. */
export interface ContractPlatform {
  readonly messenger: Messenger;
  readonly source: Source;
  /** How long one message of the platform may be. */
  readonly maxChars: number;
  readonly author: MemberRef;
  readonly other: MemberRef;
  /** Says something in the channel, or in a thread. */
  say(by: MemberRef, text: string, thread?: ThreadRef): Promise<MessageRef>;
  threadOf(message: MessageRef): ThreadRef;
  channelOf(thread: ThreadRef): ThreadRef | null;
  /** Everything in a thread but its first message, as everybody and nobody sees it. */
  shown(thread: ThreadRef): Promise<readonly Shown[]>;
  /** The states the platform shows on a message, e.g. reactions of the bot. */
  states(message: MessageRef): Promise<readonly string[]>;
  remove(message: MessageRef): Promise<void>;
  /** Reacts with a trigger emoji as a member; resolves to the requests that reached the core. */
  trigger(message: MessageRef, by: MemberRef, times?: number): Promise<number>;
  close(): Promise<void>;
}

const message = (markdown: string, more: Partial<Message> = {}): Message => ({
  identity: null,
  parts: [{ markdown, buttons: [] }],
  ...more,
});
const slot = (name: string) => ({ runId: 'run-1', slot: name });
const bare = (text: string) => text.replace(/\s/g, '');

/** What every adapter promises, whatever its platform. */
export function describeAdapter(name: string, open: () => Promise<ContractPlatform>): void {
  const on = (title: string, test: (platform: ContractPlatform) => Promise<void>) =>
    it(title, async () => {
      const platform = await open();
      try {
        await test(platform);
      } finally {
        await platform.close();
      }
    });
  const start = async (platform: ContractPlatform, text = 'Our draft.') => {
    const source = await platform.say(platform.author, text);
    return { source, thread: platform.threadOf(source) };
  };

  describe(`${name} as an adapter`, () => {
    on('posts into the thread under the persona’s name, with its buttons', async (platform) => {
      const { thread } = await start(platform);
      const ref = await platform.messenger.post(
        thread,
        {
          identity: { name: 'Line editor', label: 'AI', icon: 'scissors' },
          parts: [
            { markdown: 'First remark.', buttons: [] },
            {
              markdown: 'Second remark.',
              buttons: [
                { label: 'Accept', style: 'plain', action: { verb: 'accept', runId: 'run-1' } },
              ],
            },
          ],
        },
        slot('critique/1/line-editor'),
      );

      const [shown] = await platform.shown(thread);
      expect(shown?.ref).toBe(ref);
      expect(shown?.speaker).toContain('Line editor');
      expect(shown?.markdown).toContain('First remark.');
      expect(shown?.markdown).toContain('Second remark.');
      expect(shown?.buttons).toEqual(['Accept']);
      expect(shown?.privateTo).toBeNull();
    });

    on('posts a slot once, finds it again and keeps slots apart', async (platform) => {
      const { thread } = await start(platform);
      expect(await platform.messenger.find(thread, slot('result'))).toBeNull();

      const ref = await platform.messenger.post(thread, message('Done.'), slot('result'));

      expect(await platform.messenger.find(thread, slot('result'))).toBe(ref);
      expect(await platform.messenger.find(thread, slot('other'))).toBeNull();
    });

    on('posts in the channel of a thread, and finds that again', async (platform) => {
      const { thread } = await start(platform);
      const channel = platform.channelOf(thread);
      if (channel === null) throw new Error('the thread is in no channel');
      const words = message(
        Array.from({ length: 120 }, (_, at) => `Paragraph ${at} of it.`).join('\n\n'),
      );
      expect(await platform.messenger.find(channel, slot('post/2'))).toBeNull();
      const ref = await platform.messenger.post(channel, words, slot('post/2'));

      expect(await platform.messenger.find(channel, slot('post/2'))).toBe(ref);
      expect(await platform.shown(thread)).toEqual([]);
      await platform.messenger.update(ref, message('Shorter.'));
      expect(await platform.messenger.find(channel, slot('post/2'))).not.toBeNull();
    });

    on('replaces what a post says', async (platform) => {
      const { thread } = await start(platform);
      const ref = await platform.messenger.post(thread, message('Reading.'), slot('result'));

      await platform.messenger.update(ref, message('Read.'));

      expect((await platform.shown(thread)).map(({ markdown }) => markdown)).toEqual(['Read.']);
    });

    on('splits what is too long without breaking a fence or an emoji', async (platform) => {
      const { thread } = await start(platform);
      const line = 'const family = "👩‍👩‍👧‍👦"; // 🇩🇪\n';
      const lines = Math.ceil((platform.maxChars * 2.5) / line.length);
      const code = `\`\`\`ts\n${line.repeat(lines)}\`\`\``;

      await platform.messenger.post(thread, message(code), slot('result'));

      const shown = await platform.shown(thread);
      expect(shown.length).toBeGreaterThan(2);
      for (const { markdown } of shown) {
        expect(markdown.length).toBeLessThanOrEqual(platform.maxChars);
        expect(markdown.match(/^```/gm)).toHaveLength(2);
        expect(markdown.replaceAll('👩‍👩‍👧‍👦', '').replaceAll('🇩🇪', '')).not.toMatch(
          /[\u200D\uD800-\uDFFF]/,
        );
      }
      const words = shown.map(({ markdown }) => markdown.replace(/^```(?:ts)?$/gm, ''));
      expect(bare(words.join(''))).toBe(bare(line.repeat(lines)));
    });

    on('finds the first part of a post in several, and shortens it in place', async (platform) => {
      const { thread } = await start(platform);
      const long = 'One more sentence about it. '.repeat(platform.maxChars / 10);
      const ref = await platform.messenger.post(thread, message(long), slot('result'));
      expect((await platform.shown(thread)).length).toBeGreaterThan(1);
      expect(await platform.messenger.find(thread, slot('result'))).toBe(ref);

      await platform.messenger.update(ref, message('Short.'));

      const left = (await platform.shown(thread)).map(({ markdown }) => markdown);
      expect(left.filter((markdown) => markdown !== '')).toEqual(['Short.']);
    });

    on(
      'deletes a post with all its parts, also one that is gone, and no other',
      async (platform) => {
        const { thread } = await start(platform);
        const long = 'One more sentence about it. '.repeat(platform.maxChars / 10);
        const ref = await platform.messenger.post(thread, message(long), slot('result'));
        await platform.messenger.post(thread, message('Another one.'), slot('other'));

        await platform.messenger.remove(ref);
        await platform.messenger.remove(ref);

        const left = (await platform.shown(thread)).map(({ markdown }) => markdown);
        expect(left.filter((markdown) => markdown !== '')).toEqual(['Another one.']);
      },
    );

    on(
      'RC-097: asks once, at the end, whether a post in several parts was useful',
      async (platform) => {
        const { thread } = await start(platform);
        const long = 'One more sentence about it. '.repeat(platform.maxChars / 10);
        const button = (label: string, verb: 'useful' | 'not-useful') =>
          ({ label, style: 'plain', action: { verb, runId: 'run-1' } }) as const;
        const asked = [button('👍', 'useful'), button('👎', 'not-useful')];
        const parts = [
          { markdown: long, buttons: [] },
          { markdown: '', buttons: asked },
        ];

        await platform.messenger.post(thread, message('', { parts }), slot('result'));

        const shown = await platform.shown(thread);
        expect(shown.length).toBeGreaterThan(1);
        expect(shown.map(({ buttons }) => buttons)).toEqual([
          ...shown.slice(1).map(() => []),
          ['👍', '👎'],
        ]);
      },
    );

    on('shows one state at a time on the source', async (platform) => {
      const { source } = await start(platform);
      const seen: string[] = [];
      for (const state of ['queued', 'working', 'done', 'working', 'stopped'] as const) {
        await platform.messenger.status(source, state);
        const states = await platform.states(source);
        expect(states).toHaveLength(1);
        seen.push(states.join());
      }
      expect(new Set([seen[1], seen[2], seen[4]]).size).toBe(3);
    });

    on('has no state to show on a message that is gone', async (platform) => {
      const { source } = await start(platform);
      await platform.messenger.status(source, 'working');
      await platform.remove(source);

      await platform.messenger.status(source, 'stopped');
    });

    on('whispers to one member alone', async (platform) => {
      const { thread } = await start(platform);

      const sent = await platform.messenger.whisper(platform.other, thread, message('Psst.'));

      expect(sent).toBe('delivered');
      const shown = await platform.shown(thread);
      expect(shown.filter(({ markdown }) => markdown === 'Psst.')).toEqual(
        shown.filter(({ privateTo }) => privateTo === platform.other),
      );
      expect(shown).toHaveLength(1);
    });

    on('says that a stranger cannot be reached', async (platform) => {
      const { thread } = await start(platform);
      const stranger = `${parseRef(platform.other).platform}:nobody` as MemberRef;

      const sent = await platform.messenger.whisper(stranger, thread, message('Psst.'));

      expect(sent).toBe('undeliverable');
      expect(await platform.messenger.privateThread(stranger, thread, 'Words.')).toBeNull();
      expect(await platform.shown(thread)).toEqual([]);
    });

    on('writes to one member where nobody else reads, and not to a stranger', async (platform) => {
      const { thread } = await start(platform);
      const { messenger, author } = platform;
      const stranger = `${parseRef(author).platform}:nobody` as MemberRef;

      expect(await messenger.tellDirectly(author, message('For you.'))).toBe('delivered');
      expect(await messenger.tellDirectly(stranger, message('For you.'))).toBe('undeliverable');
      const seen = await platform.shown(thread);
      expect(seen.filter(({ privateTo }) => privateTo !== author)).toEqual([]);
    });

    on('opens one private thread per member and place', async (platform) => {
      const { thread } = await start(platform);
      const { thread: elsewhere } = await start(platform, 'Another draft.');
      const mine = await platform.messenger.privateThread(platform.author, thread, 'Words.');
      if (mine === null) throw new Error('no private thread');

      expect(await platform.messenger.privateThread(platform.author, thread, 'Words.')).toBe(mine);
      expect(await platform.messenger.privateThread(platform.author, mine, 'Words.')).toBe(mine);
      expect(await platform.messenger.privateThread(platform.author, elsewhere, 'Words.')).not.toBe(
        mine,
      );
      expect(await platform.messenger.privateThread(platform.other, thread, 'Words.')).not.toBe(
        mine,
      );
      await platform.messenger.post(mine, message('For you.'), slot('result'));
      expect((await platform.shown(mine)).map(({ privateTo }) => privateTo)).toEqual([
        platform.author,
      ]);
      expect(await platform.shown(thread)).toEqual([]);
    });

    on('deletes the head of a private thread, and opens another when asked', async (platform) => {
      const { thread } = await start(platform);
      const { messenger, author } = platform;
      const first = await messenger.privateThread(author, thread, 'Words.');
      if (first === null) throw new Error('no private thread');
      await messenger.post(first, message('For you.'), slot('result'));

      await messenger.removeHead(first);
      await messenger.removeHead(first);

      const second = await messenger.privateThread(author, thread, 'Words.');
      expect(second).not.toBe(first);
      expect(await messenger.privateThread(author, thread, 'Words.')).toBe(second);
    });

    on('leaves what people said at the head of a thread', async (platform) => {
      const { source, thread } = await start(platform, 'Words of a person.');

      await platform.messenger.removeHead(thread);

      expect((await platform.source.read(source, 'message'))?.text).toBe('Words of a person.');
    });

    on('reads a message with its author, to the last character', async (platform) => {
      const text = '  Zoë’s “draft” 👩‍👩‍👧‍👦\n\n```\ncode  \n```\n- שלום\n- 話題';
      const { source } = await start(platform, text);

      const captured = await platform.source.read(source, 'message');

      expect(captured).toMatchObject({ text, author: platform.author, scope: 'message' });
      expect((await platform.source.read(source, 'message'))?.hash).toBe(captured?.hash);
    });

    on(
      'reads a thread as its author’s words, others’ as context, its own not at all',
      async (platform) => {
        const { source, thread } = await start(platform, 'First.');
        await platform.say(platform.other, 'Looks good.', thread);
        await platform.messenger.post(thread, message('A critique.'), slot('critique'));
        await platform.messenger.whisper(platform.author, thread, message('A note.'));
        await platform.say(platform.author, 'Second.', thread);

        const captured = await platform.source.read(source, 'thread');

        expect(captured?.text).toBe('First.\n\nSecond.');
        expect(captured?.context).toEqual(['Looks good.']);
      },
    );

    on(
      'RC-041 reads a reply with its root and what came before it, but for its own posts',
      async (platform) => {
        const { thread } = await start(platform, 'Root.');
        await platform.say(platform.other, 'A question.', thread);
        await platform.messenger.post(thread, message('A critique.'), slot('critique'));
        const reply = await platform.say(platform.other, 'An answer.', thread);
        await platform.say(platform.author, 'Thanks.', thread);

        const captured = await platform.source.read(reply, 'message');

        expect(captured).toMatchObject({ text: 'An answer.', author: platform.other });
        expect(captured?.context).toEqual(['Root.', 'A question.']);
      },
    );

    on('reads nothing where nothing is, or where it spoke itself', async (platform) => {
      const { source, thread } = await start(platform);
      const post = await platform.messenger.post(thread, message('A post.'), slot('result'));
      await platform.remove(source);

      expect(await platform.source.read(source, 'message')).toBeNull();
      expect(await platform.source.read(post, 'message')).toBeNull();
    });

    on(
      'asks the core for a person’s reaction, and not for one on its own post',
      async (platform) => {
        const { source, thread } = await start(platform);
        const post = await platform.messenger.post(thread, message('A post.'), slot('result'));

        expect(await platform.trigger(source, platform.other)).toBe(1);
        expect(await platform.trigger(post, platform.other)).toBe(0);
      },
    );

    on('asks once for the same reaction told several times', async (platform) => {
      const { source } = await start(platform);

      expect(await platform.trigger(source, platform.other, 4)).toBe(1);
    });
  });
}
