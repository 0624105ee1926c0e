/* The ways in at the desk. */
import type { Wish, Wishes } from './wish.ts';
import { draftOf } from './words.ts';
import type { World } from './world.ts';

interface Answer {
  readonly outcome: string;
  readonly threadId?: string;
}

type Way = (
  world: World,
  number: number,
  member: string,
) => Promise<Pick<Wish, 'way'> & { readonly thread: string }>;

const CHANNEL = 'announcements';

const WAYS: Readonly<Record<string, Way>> = {
  async menu(world, number, member) {
    const thread = await say(world, number, member);
    // Whoever presses twice at once gets one review.
    const times = world.random() < 0.3 ? 2 : 1;
    const press = () => world.ask(`/api/messages/${thread}/review`, { member });
    await Promise.all(Array.from({ length: times }, press));
    return { way: 'shortcut', thread };
  },
  async reaction(world, number, member) {
    const thread = await say(world, number, member);
    await world.ask(`/api/messages/${thread}/reactions`, { member, emoji: 'pencil2' });
    return { way: 'reaction', thread };
  },
  async command(world, number, member) {
    const body = { channel: CHANNEL, member, command: '/refine', text: draftOf(number) };
    const answer = await world.ask<Answer>('/api/commands', body);
    if (answer.threadId === undefined) throw new Error(`a command came to ${answer.outcome}`);
    return { way: 'command', thread: answer.threadId };
  },
};

async function say(world: World, number: number, author: string): Promise<string> {
  const body = { author, text: draftOf(number) };
  return (await world.ask<{ id: string }>(`/api/channels/${CHANNEL}/messages`, body)).id;
}

/** Somebody at the desk wants a review. */
export async function wishAtTheDesk(world: World, wishes: Wishes): Promise<void> {
  const number = wishes.next();
  const { members } = await world.ask<{ members: { id: string }[] }>('/api/members');
  const member = world.pick(members).id;
  const way = WAYS[world.pick(Object.keys(WAYS))];
  if (way === undefined) throw new Error('there is no such way');
  const { thread, ...made } = await way(world, number, member);
  wishes.add({
    number,
    platform: 'desk',
    ...made,
    async said() {
      const path = `/api/threads/${thread}?member=${member}`;
      const { messages } = await world.ask<{ messages: { kind: string; markdown: string }[] }>(
        path,
      );
      return messages.flatMap(({ kind, markdown }) => (kind === 'post' ? [markdown] : []));
    },
    by: member,
    notes: async () =>
      (await world.ask<{ notes: unknown[] }>(`/api/notes?member=${member}`)).notes.length,
  });
}
