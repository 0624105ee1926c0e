/* The ways in that Discord has. */
import type { Person } from '../../test/fakes/discord/people.ts';
import type { SeenMessage } from '../../test/fakes/discord/views.ts';
import type { Wish, Wishes } from './wish.ts';
import { draftOf, numbersIn } from './words.ts';
import type { World } from './world.ts';

interface Setting {
  readonly world: World;
  readonly number: number;
  readonly room: World['rooms'][number];
  readonly author: Person;
  readonly by: Person;
}

type Way = (setting: Setting) => Omit<Wish, 'fate' | 'isForgotten' | 'platform' | 'number'>;

const WAYS: Readonly<Record<string, Way>> = {
  reaction({ world, number, room, author, by }) {
    const posted = author.post(room, draftOf(number));
    by.react(posted, '✏️');
    if (world.random() < 0.2) world.pick(world.discorders).react(posted, '✏️');
    return { way: 'reaction', ...inThread(world, posted, by) };
  },
  menu({ world, number, room, author, by }) {
    const posted = author.post(room, draftOf(number));
    by.menu(posted, 'Review this message');
    return { way: 'shortcut', ...inThread(world, posted, by) };
  },
  mention({ world, number, room, by }) {
    const posted = by.post(room, `<@${world.discord.bot.id}> ${draftOf(number)}`);
    return { way: 'mention', ...inThread(world, posted, by) };
  },
  command({ world, number, room, by }) {
    by.command(room, 'refine', { text: draftOf(number) });
    return { way: 'command', ...inDirectMessages(world, number, by, null) };
  },
  'direct message'({ world, number, by }) {
    const { id } = by.post(by.direct(), draftOf(number));
    return { way: 'direct message', ...inDirectMessages(world, number, by, id) };
  },
};

/** Somebody on Discord wants a review; while nobody is connected only in ways that are told again. */
export function wishOnDiscord(
  world: World,
  wishes: Wishes,
  { isAway }: { readonly isAway: boolean },
): void {
  const number = wishes.next();
  const [room, author, by] = [
    world.pick(world.rooms),
    world.pick(world.discorders),
    world.pick(world.discorders),
  ];
  const way = WAYS[isAway ? 'reaction' : world.pick(Object.keys(WAYS))];
  if (way === undefined) throw new Error('there is no such way');
  wishes.add({ number, platform: 'discord', ...way({ world, number, room, author, by }) });
}

function inThread(world: World, posted: SeenMessage, by: Person) {
  return {
    said: () => saidIn(world, posted.id),
    by: by.id,
    notes: () => notesTo(world, by),
  };
}

/** One private review follows the other there; what is about this one answers its message or holds its words. */
function inDirectMessages(world: World, number: number, by: Person, answered: string | null) {
  return {
    said: () =>
      (world.discord.place(by.direct().id)?.messages() ?? [])
        .filter(({ isApp }) => isApp)
        .filter(
          ({ answersTo, text }) =>
            (answered !== null && answersTo === answered) || numbersIn(text).has(number),
        )
        .map(({ text }) => text),
    by: by.id,
    notes: () => notesTo(world, by),
  };
}

function saidIn(world: World, place: string): readonly string[] {
  const messages = world.discord.place(place)?.messages() ?? [];
  return messages.filter(({ isApp, isWebhook }) => isApp || isWebhook).map(({ text }) => text);
}

/** What one member alone was told. */
function notesTo(world: World, by: Person): number {
  const direct = saidIn(world, by.direct().id).length;
  const privately = world.rooms.map((each) => each.seenBy(by).length - each.messages().length);
  return privately.reduce((sum, each) => sum + each, direct);
}
