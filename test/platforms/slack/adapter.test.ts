import { readMessage, type SlackMessage } from '../../../src/platforms/slack/capture.ts';
import { NO_NAMES } from '../../../src/platforms/slack/entities.ts';
import { createSlackMessenger } from '../../../src/platforms/slack/messenger.ts';
import {
  memberRef,
  messageRef,
  readMemberRef,
  readMessageRef,
  readThreadRef,
  threadRef,
} from '../../../src/platforms/slack/places.ts';
import { identify, openWorkspace } from '../../../src/platforms/slack/workspace.ts';
import type { MessageRef } from '../../../src/review/refs.ts';
import type { Posted } from '../../fakes/slack/people.ts';
import type { Seen } from '../../fakes/slack/seen.ts';
import { type ContractPlatform, describeAdapter, type Shown } from '../adapter-contract.ts';
import { listeningReviews, openSlackRig } from './rig.ts';

const MAX_CHARS = 2_000;

describeAdapter('Slack', async (): Promise<ContractPlatform> => {
  const { requests, reviews } = listeningReviews();
  const rig = await openSlackRig({ reviews, slack: { rateLimits: 'off' } });
  const { slack, acme, ines, tomek, app } = rig;
  const { signal } = new AbortController();
  const at = { apiUrl: slack.apiUrl, signal, rateLimited: () => undefined };
  const workspace = openWorkspace(await identify(acme.botToken, at), at);
  const messenger = createSlackMessenger({
    workspaces: { find: async (id) => (id === acme.id ? workspace : null) },
    warn: () => undefined,
    onDeadToken: () => undefined,
    maxChars: MAX_CHARS,
  });
  const people = new Map([ines, tomek].map((person) => [person.id, person]));
  const who = (ref: Parameters<typeof readMemberRef>[0]) => {
    const person = people.get(readMemberRef(ref)?.member ?? '');
    if (person === undefined) throw new Error(`nobody is ${ref}`);
    return person;
  };
  const postedAt = (ref: MessageRef): Posted => {
    const place = readMessageRef(ref);
    return { channel: place?.channel ?? '', ts: place?.parts[0] ?? '' };
  };
  /** What of one message goes with the first of its post, as the adapter's refs have it. */
  const refOf = (seen: Seen, all: readonly Seen[]): MessageRef => {
    const payload = (of: Seen) =>
      (of.metadata as { event_payload?: { run?: string; slot?: string } } | null)?.event_payload;
    const mine = payload(seen);
    const parts = all.filter(
      (each) =>
        mine?.run !== undefined &&
        payload(each)?.run === mine.run &&
        payload(each)?.slot === mine.slot,
    );
    return messageRef(
      acme.id,
      seen.channel,
      ...(parts.length > 0 ? parts.map(({ ts }) => ts) : [seen.ts]),
    );
  };
  const shownOf = (seen: Seen, all: readonly Seen[]): Shown => ({
    ref: refOf(seen, all),
    markdown: readMessage(seen as unknown as SlackMessage, { nameOf: NO_NAMES }).text.trim(),
    privateTo:
      seen.privateTo === null ? privateTo(seen.channel) : memberRef(acme.id, seen.privateTo),
    buttons: seen.buttons,
    speaker: seen.by,
  });
  /** Direct messages are read by the one member who is in them. */
  const privateTo = (channel: string) => {
    const owner = [...people.values()].find((person) => person.dm()?.id === channel);
    return owner === undefined ? null : memberRef(acme.id, owner.id);
  };

  return {
    messenger,
    source: app.source,
    channelOf: app.channelOf,
    maxChars: MAX_CHARS,
    author: memberRef(acme.id, ines.id),
    other: memberRef(acme.id, tomek.id),
    async say(by, text, thread) {
      const place = thread === undefined ? null : readThreadRef(thread);
      const posted = who(by).post(rig.channel, text, place?.root ? { thread: place.root } : {});
      return messageRef(acme.id, posted.channel, posted.ts);
    },
    threadOf: (message) => threadRef(acme.id, postedAt(message).channel, postedAt(message).ts),
    async shown(thread) {
      const { channel = '', root = '' } = readThreadRef(thread) ?? {};
      const place =
        channel === rig.channel.id
          ? rig.channel
          : [ines, tomek].find((each) => each.dm()?.id === channel)?.dm();
      const replies = place?.thread(root ?? '') ?? [];
      // A note in a thread nobody has open is shown in its channel.
      const notes = rig.channel
        .messages()
        .filter((seen) => seen.privateTo !== null && seen.threadTs === null);
      const all = channel === rig.channel.id ? [...replies, ...notes] : replies;
      return all.map((seen) => shownOf(seen, all));
    },
    async states(message) {
      const reactions = rig.channel.message(postedAt(message))?.reactions ?? {};
      return Object.entries(reactions).flatMap(([name, users]) =>
        users.includes(acme.bot.id) ? [name] : [],
      );
    },
    remove: async (message) => ines.remove(postedAt(message)),
    async trigger(message, by, times = 1) {
      requests.length = 0;
      who(by).react(postedAt(message), 'pencil2');
      await slack.settled();
      const last = slack.deliveries.at(-1);
      for (let time = 1; time < times && last !== undefined; time += 1) await slack.redeliver(last);
      return requests.length;
    },
    close: rig.close,
  };
});
