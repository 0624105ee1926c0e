import { type ChatPlatforms, openChatPlatforms } from './chat-platforms.ts';
import type { Ground } from './ground.ts';
import { HOW_TO_SET_MODEL } from './how-to-set-model.ts';
import { packageVersion, pathTo } from './package-root.ts';
import { type Desk, openDesk } from './platforms/desk/adapter.ts';
import { WORKSPACE as DESK_WORKSPACE } from './platforms/desk/places.ts';
import { statusMessage } from './review/help.ts';
import { readMemberData } from './review/member-data.ts';
import { decidedChannels } from './settings/decided-channels.ts';
import { moveReviews } from './store/channel-move.ts';
import type { UseCaseParts } from './use-case-parts.ts';

/** The desk, and every chat platform that is switched on; nobody is listened to yet. */
export async function openPlatforms(
  ground: Ground,
  { stores, editors, platforms, kept, shared, decided }: UseCaseParts,
  trouble: () => Promise<string | null>,
): Promise<{ readonly desk: Desk; readonly chats: ChatPlatforms }> {
  const { config, logger, metrics, report, storage, onClose } = ground;
  const { welcome } = shared.firstContact;
  const describeStatus = async () =>
    statusMessage({
      version: packageVersion(),
      model: editors.model,
      modelTrouble: editors.modelTrouble(),
      howToSetModel: HOW_TO_SET_MODEL,
      queue: await storage.queue.stats(),
    });
  const reportError = (error: unknown, ref: string) => report(error, { ref });
  const common = { door: decided.door, describeStatus, welcome, reportError };
  const desk = await openDesk({
    ...common,
    decisions: stores.decisions.decisions,
    store: stores.desk,
    runs: kept.runs,
    settings: (channel) => decided.settings({ workspace: DESK_WORKSPACE, channel }),
    library: () => decided.library(DESK_WORKSPACE),
    libraryOf: decided.library,
    memberName: platforms.nameOf,
    access: {
      passes: kept.passes,
      publicUrl: config.publicUrl,
      // Who may act for others at the desk itself is the desk's own question.
      isAdmin: async (member, workspace) =>
        workspace === DESK_WORKSPACE
          ? !chats.isClosed && desk.adminsOf().includes(member)
          : chats.isAdmin(member, workspace),
      memberData: (of) => readMemberData(kept, of),
      plot: decided.drawPlot,
    },
    admins: config.deskAdmins,
    assetsFolder: pathTo('dist/desk'),
    health: { trouble, metrics: metrics.render },
    wire: storage.wire,
  });
  onClose(() => desk.close());
  const chats: ChatPlatforms = await openChatPlatforms(config, {
    ...common,
    settings: decided.settings,
    library: decided.library,
    decidedChannels: async (workspace) => decidedChannels(await stores.settings.current(workspace)),
    instances: storage.instances,
    recent: stores.requests.recent,
    moveChannel: async (move) => {
      // Reviews first: they are found by the channel they still name.
      await moveReviews(storage.database, move);
      await stores.settings.moveChannel(move.workspace, move.from, move.to);
    },
    renameEmoji: decided.renameEmoji,
    installations: stores.installations,
    warn: (platform, sentence) => logger.warn({ platform }, sentence),
    rateLimited: (platform) => metrics.chatRateLimits.inc({ platform }),
    log: (platform, what, about) => logger.info({ platform, ...about }, what),
  });
  onClose(() => chats.close());
  return { desk, chats };
}
