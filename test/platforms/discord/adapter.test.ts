import { LIMITS } from '../../../src/platforms/discord/limits.ts';
import {
  memberRef,
  messageRef,
  readMemberRef,
  readMessageRef,
  readThreadRef,
  threadRef,
} from '../../../src/platforms/discord/places.ts';
import { readMarker } from '../../../src/platforms/discord/render.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../../../src/review/refs.ts';
import type { SeenMessage } from '../../fakes/discord/views.ts';
import { type ContractPlatform, describeAdapter } from '../adapter-contract.ts';
import { openRig } from './rig.ts';

describeAdapter('Discord', async (): Promise<ContractPlatform> => {
  const rig = await openRig();
  const { discord, server, general, ada, bo, adapter } = rig;
  const people = new Map([ada, bo].map((person) => [person.id, person]));
  const whoIs = (ref: MemberRef) => people.get(readMemberRef(ref) ?? '') ?? ada;
  const at = (ref: MessageRef) => {
    const spoken = readMessageRef(ref);
    return { id: spoken?.message ?? '', channelId: spoken?.channel ?? '' };
  };
  const refOf = (message: SeenMessage, isDirect: boolean): MessageRef => {
    const place = {
      server: isDirect ? null : server.id,
      channel: message.channelId,
      message: message.id,
    };
    const marker = readMarker(message.components);
    if (marker === null) return messageRef(place);
    const parts = (discord.place(message.channelId)?.messages() ?? []).filter(
      ({ components }) =>
        Math.floor((readMarker(components) ?? 0) / 32) === Math.floor(marker / 32),
    ).length;
    const webhook = message.isWebhook ? message.authorId : null;
    return messageRef({ ...place, marker, parts, webhook });
  };
  const show = (message: SeenMessage, privateTo: MemberRef | null) => ({
    ref: refOf(message, privateTo !== null),
    markdown: message.text.replace(/\n+-# About [^\n]*$/, ''),
    privateTo,
    buttons: message.buttons.map(({ label }) => label),
    speaker: message.author,
  });
  /** Notes in direct messages: what neither opens nor answers a private review. */
  const notes = () =>
    [...people.values()].flatMap((person) =>
      (discord.place(person.direct().id)?.messages() ?? [])
        .filter(
          ({ answersTo, components }) => answersTo === null && readMarker(components) === null,
        )
        .map((message) => show(message, memberRef(person.id))),
    );

  return {
    messenger: adapter.messenger,
    source: adapter.source,
    channelOf: adapter.channelOf,
    maxChars: LIMITS.textChars,
    author: memberRef(ada.id),
    other: memberRef(bo.id),
    async say(by, text, thread) {
      const spot = thread === undefined ? null : readThreadRef(thread);
      if (spot?.kind !== 'under') {
        const said = whoIs(by).post(general, text);
        return messageRef({ server: server.id, channel: said.channelId, message: said.id });
      }
      const opened =
        discord.place(spot.message)?.id ??
        whoIs(by).startThread({ id: spot.message, channelId: spot.channel }, 'Talk').id;
      const said = whoIs(by).post(opened, text);
      return messageRef({ server: server.id, channel: opened, message: said.id });
    },
    threadOf(message) {
      const { id, channelId } = at(message);
      const spot = { server: server.id, channel: channelId, message: id, asker: bo.id };
      return threadRef({ kind: 'under', ...spot });
    },
    async shown(thread: ThreadRef) {
      const spot = readThreadRef(thread);
      if (spot?.kind === 'under') {
        const posts = discord.place(spot.message)?.messages() ?? [];
        return [...posts.map((message) => show(message, null)), ...notes()];
      }
      const channel = spot?.channel ?? '';
      const owner = [...people.values()].find((person) => person.direct().id === channel);
      return (discord.place(channel)?.messages() ?? [])
        .filter(({ answersTo }) => spot?.kind === 'in' && answersTo === spot.message)
        .map((message) => show(message, owner === undefined ? null : memberRef(owner.id)));
    },
    async states(message) {
      const { id, channelId } = at(message);
      const found = discord
        .place(channelId)
        ?.messages()
        .find((each) => each.id === id);
      return Object.entries(found?.reactions ?? {})
        .filter(([, names]) => names.includes('Bluepencil'))
        .map(([emoji]) => emoji);
    },
    async remove(message) {
      ada.remove(at(message));
    },
    async trigger(message, by, times = 1) {
      rig.requests.length = 0;
      const person = whoIs(by);
      const answers = () =>
        (discord.place(person.direct().id)?.messages() ?? []).filter(({ text }) =>
          text.includes('There is no review'),
        ).length;
      const before = answers();
      person.react(at(message), '✏️', { times, isBurst: times > 1 });
      // Answered after everything that came before it, whether that asked for anything or not.
      person.post(general, `<@${discord.bot.id}> stop`);
      await discord.until(() => answers() > before, 'the bot to have heard');
      return rig.requests.length;
    },
    close: rig.close,
  };
});
