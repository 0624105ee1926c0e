import { formatRef, type MessageRef } from '../../src/review/refs.ts';
import { member, textOf } from '../review/fake-platform.ts';
import { openPlatformServer } from './platform-server.ts';
import type { OpenStage } from './stage.ts';

/** The fake platform in the test's own memory. */
export const openMemoryStage: OpenStage = async (accepted) => {
  const server = await openPlatformServer(async (name) => {
    if (name !== 'find' && name !== 'read') await accepted(name);
  });
  const { platform } = server;
  return {
    child: 'test/crash/child.ts',
    reach: server.url,
    write: (text) => platform.write(text),
    placeOf: (source, name) => ({
      thread: threadOf(source),
      requester: member(name),
      channel: `channel-${name}`,
    }),
    see(source) {
      const posts = platform.posts.filter(({ thread }) => thread === threadOf(source));
      const plain = (text: string, runId: string) => text.replaceAll(runId, 'RUN');
      return {
        posts: posts.map(({ slot, message }) => ({
          slot: slot.slot,
          text: plain(textOf(message), slot.runId),
          buttons: message.parts.flatMap(({ buttons }) => buttons.map(({ label }) => label)),
        })),
        status: platform.lastStatus(source),
        notes: platform.notes.splice(0).map(({ message }) => textOf(message)),
        runs: new Set(posts.map(({ slot }) => slot.runId)).size,
      };
    },
    close: () => server.close(),
  };
};

function threadOf(source: MessageRef) {
  return formatRef<'thread'>('desk', ['general', source]);
}
