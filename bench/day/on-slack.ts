/* The ways in that Slack has, and what its members do meanwhile. */
import type { Channel, Person, Posted } from '../../test/fakes/slack/people.ts';
import type { Seen } from '../../test/fakes/slack/seen.ts';
import type { Wish, Wishes } from './wish.ts';
import { draftOf, numbersIn } from './words.ts';
import type { World } from './world.ts';

type Way = (
  setting: Setting,
) => Promise<Omit<Wish, 'fate' | 'isForgotten' | 'platform' | 'number'>>;

interface Setting {
  readonly world: World;
  readonly number: number;
  readonly channel: Channel;
  readonly author: Person;
  readonly by: Person;
}

const FORM_WITHIN_MS = 5_000;
/** On a machine that does other things too. */
const PATIENCE_MS = 120_000;

const WAYS: Readonly<Record<string, Way>> = {
  async reaction({ world, number, channel, author, by }) {
    const posted = author.post(channel, draftOf(number));
    by.react(posted, 'pencil2');
    // Some people press twice, and others want the same.
    if (world.random() < 0.2) world.pick(world.slackers).react(posted, 'pencil2');
    return { way: 'reaction', ...underThread(world, { number, channel, posted, by }) };
  },
  async shortcut({ world, number, channel, author, by }) {
    const posted = author.post(channel, draftOf(number));
    await by.shortcut('review_message', posted);
    return { way: 'shortcut', ...underThread(world, { number, channel, posted, by }) };
  },
  async mention({ world, number, channel, by }) {
    const posted = by.mention(channel, draftOf(number));
    return { way: 'mention', ...underThread(world, { number, channel, posted, by }) };
  },
  async command({ world, number, channel, by }) {
    await by.command(channel, '/refine', draftOf(number));
    return { way: 'command', ...inDirectMessages(world, number, by) };
  },
  async 'direct message'({ world, number, by }) {
    by.post(by.dm(), draftOf(number));
    return { way: 'direct message', ...inDirectMessages(world, number, by) };
  },
  async form({ world, number, channel, by }) {
    await by.command(channel, '/refine');
    const opened = world.slack.until(() => by.modal(), 'the form', FORM_WITHIN_MS);
    const form = await opened.catch(() => null);
    // Slack opens no form for who answers late; people then type.
    if (form === null) await by.command(channel, '/refine', draftOf(number));
    else await by.submit(form, { 'Your text': draftOf(number), 'Who sees it': 'Only me' });
    return { way: 'form', ...inDirectMessages(world, number, by) };
  },
};

/** Somebody on Slack wants a review; while the program is replaced only in ways that Slack tells again. */
export async function wishOnSlack(
  world: World,
  wishes: Wishes,
  { isDeploying }: { readonly isDeploying: boolean },
): Promise<void> {
  const number = wishes.next();
  const [channel, author, by] = [
    world.pick(world.channels.slice(0, -2)),
    world.pick(world.slackers),
    world.pick(world.slackers),
  ];
  const told = isDeploying ? ['reaction', 'mention'] : ['reaction', ...Object.keys(WAYS)];
  const way = WAYS[world.pick(told)];
  if (way === undefined) throw new Error('there is no such way');
  wishes.add({ number, platform: 'slack', ...(await way({ world, number, channel, author, by })) });
  // Slack tells some things twice.
  const last = world.slack.deliveries.at(-1);
  if (world.random() < 0.2 && last !== undefined && !isDeploying) void world.slack.redeliver(last);
}

/** In the last channel but one authors are asked first: one says yes, the next one no. */
export async function wishWithConsent(
  world: World,
  wishes: Wishes,
  saysYes: boolean,
): Promise<void> {
  const number = wishes.next();
  const channel = world.channels.at(-2) as Channel;
  const [author, by] = [world.pick(world.slackers), world.pick(world.slackers)];
  const posted = author.post(channel, draftOf(number));
  by.react(posted, 'pencil2');
  wishes.add({
    number,
    platform: 'slack',
    way: saysYes ? 'consent given' : 'consent refused',
    fate: saysYes || author === by ? 'review' : 'declined',
    ...underThread(world, { number, channel, posted, by }),
  });
  if (author === by) return;
  const label = saysYes ? 'Review in thread' : 'No, thanks';
  const question = await world.slack.until(
    () =>
      author
        .dm()
        .messages(author)
        .findLast(({ buttons }) => buttons.includes(label)),
    'the question to an author',
    PATIENCE_MS,
  );
  await author.click(question, label);
}

/** In the last channel words live as long as their review. */
export function wishWithoutKeeping(world: World, wishes: Wishes): void {
  const number = wishes.next();
  const channel = world.channels.at(-1) as Channel;
  const by = world.pick(world.slackers);
  const posted = world.pick(world.slackers).post(channel, draftOf(number));
  by.react(posted, 'pencil2');
  wishes.add({
    number,
    platform: 'slack',
    way: 'no retention',
    isForgotten: true,
    ...underThread(world, { number, channel, posted, by }),
  });
}

/** Somebody takes their words away while the editors read them. */
export async function wishAndRemove(world: World, wishes: Wishes): Promise<void> {
  const number = wishes.next();
  const channel = world.channels[0] as Channel;
  const by = world.pick(world.slackers);
  const asked = world.model.server.requests.length;
  const posted = by.post(channel, draftOf(number));
  by.react(posted, 'pencil2');
  await world.slack.until(
    () =>
      world.model.server.requests.slice(asked).some(({ prompt }) => numbersIn(prompt).has(number)),
    'a question to the model',
    PATIENCE_MS,
  );
  by.remove(posted);
  wishes.add({
    number,
    platform: 'slack',
    way: 'removed',
    fate: 'removed',
    isForgotten: true,
    ...underThread(world, { number, channel, posted, by }),
  });
}

function underThread(
  world: World,
  {
    number,
    channel,
    posted,
    by,
  }: {
    readonly number: number;
    readonly channel: Channel;
    readonly posted: Posted;
    readonly by: Person;
  },
) {
  return {
    said: () =>
      channel
        .thread(posted)
        .filter(isSaidToAll)
        .map(({ text }) => text),
    by: by.id,
    notes: () => notesTo(world, by),
    buttons: () =>
      channel
        .thread(posted)
        .filter(isSaidToAll)
        .map(({ ts, buttons }) => ({ post: ts, labels: buttons })),
    async press(post: string, label: string) {
      const on = channel.thread(posted).find(({ ts }) => ts === post);
      if (on !== undefined) await by.click(on, label);
    },
    edit: () => {
      const author = world.slackers.find(({ id }) => id === channel.thread(posted)[0]?.user);
      author?.edit(posted, `${draftOf(number)} Thanks!`);
    },
  };
}

function inDirectMessages(world: World, number: number, by: Person) {
  return {
    said: () => {
      const all = by.dm().messages(by);
      const heads = all.filter(
        ({ threadTs, text }) => threadTs === null && numbersIn(text).has(number),
      );
      return all
        .filter(({ threadTs }) => heads.some(({ ts }) => ts === threadTs))
        .filter(isSaidToAll)
        .map(({ text }) => text);
    },
    by: by.id,
    notes: () => notesTo(world, by),
  };
}

/** By Bluepencil or one of its editors, for all who are there. */
function isSaidToAll({ privateTo, botId }: Seen): boolean {
  return privateTo === null && botId !== null;
}

/** What one member alone was told. */
function notesTo({ channels }: World, by: Person): number {
  const inChannels = channels.flatMap((each) => each.messages(by));
  const direct = by
    .dm()
    .messages(by)
    // What vanishes again is from nobody that Slack names.
    .filter(({ botId, privateTo }) => botId !== null || privateTo === by.id);
  return direct.length + inChannels.filter(({ privateTo }) => privateTo === by.id).length;
}
