import { createDeskMessenger } from '../../../src/platforms/desk/messenger.ts';
import {
  BOT,
  memberRef,
  messageRef,
  readMemberRef,
  readRef,
  threadRef,
} from '../../../src/platforms/desk/places.ts';
import { encodeAction } from '../../../src/review/action.ts';
import type { MemberRef, MessageRef, ThreadRef } from '../../../src/review/refs.ts';
import type { ReviewRequest } from '../../../src/review/reviews.ts';
import { type ContractPlatform, describeAdapter } from '../adapter-contract.ts';
import { call, openDeskWith } from './rig.ts';

const MAX_CHARS = 2_000;

describeAdapter('the desk', async (): Promise<ContractPlatform> => {
  const requests: ReviewRequest[] = [];
  const opened = await openDeskWith({
    request: async (request) => {
      requests.push(request);
      return { type: 'accepted', runId: 'run-1' };
    },
    act: async () => null,
    trySample: async () => null,
    say: async () => ({ identity: null, parts: [] }),
    vote: async () => ({ identity: null, parts: [] }),
    listensIn: async () => true,
    endorse: async () => null,
    sourceDeleted: async () => {},
  });
  const { workspace, source } = opened.desk;
  const idOf = (ref: MessageRef | ThreadRef) => readRef(ref)?.message ?? readRef(ref)?.root ?? '';
  const whoIs = (ref: MemberRef) => readMemberRef(ref) ?? '';

  return {
    messenger: createDeskMessenger(workspace, { maxChars: MAX_CHARS }),
    source,
    channelOf: opened.desk.channelOf,
    maxChars: MAX_CHARS,
    author: memberRef('ines'),
    other: memberRef('tomek'),
    async say(by, text, thread) {
      const place = thread === undefined ? null : readRef(thread);
      const said = await workspace.say({
        channel: place?.channel ?? 'announcements',
        root: place?.root ?? null,
        author: whoIs(by),
        text,
      });
      return messageRef(said);
    },
    threadOf: (message) => {
      const { channel = '', root = null } = readRef(message) ?? {};
      return threadRef({ channel, root, id: root ?? '' });
    },
    async shown(thread) {
      const [, ...rest] = await workspace.thread(idOf(thread), 'all');
      return rest.map((message) => ({
        ref: messageRef(message),
        markdown: message.text,
        privateTo: message.privateTo === null ? null : memberRef(message.privateTo),
        buttons: (message.parts ?? []).flatMap(({ buttons }) =>
          buttons.map(({ action, label }) => {
            encodeAction(action);
            return label;
          }),
        ),
        speaker: message.identity?.name ?? message.author,
      }));
    },
    async states(message) {
      const { reactions } = await workspace.message(idOf(message));
      return reactions.filter(({ members }) => members.includes(BOT)).map(({ emoji }) => emoji);
    },
    remove: async (message) => {
      await workspace.remove(idOf(message), null);
    },
    async trigger(message, by, times = 1) {
      requests.length = 0;
      const path = `/api/messages/${idOf(message)}/reactions`;
      for (let time = 0; time < times; time += 1) {
        await call(opened, 'POST', path, { member: whoIs(by), emoji: 'pencil2' });
      }
      return requests.length;
    },
    close: opened.close,
  };
});
