import { openDesk } from '../../../src/platforms/desk/adapter.ts';
import type { PassKind } from '../../../src/review/pass-store.ts';
import { createPasses } from '../../../src/review/passes.ts';
import { drawPlotOf } from '../../../src/settings/stats-screen.ts';
import { BUILT_IN_LIBRARY } from '../../../src/settings/workspace-library.ts';
import { createSigner } from '../../../src/signer.ts';
import { createDecisionRepository } from '../../../src/store/decision-repository.ts';
import { createDeskRepository } from '../../../src/store/desk-repository.ts';
import { createPassRepository } from '../../../src/store/pass-repository.ts';
import { createRunRepository } from '../../../src/store/run-repository.ts';
import { keepErrors } from '../../logs/keep-errors.ts';
import { createFakePlatform, member } from '../../review/fake-platform.ts';
import { forgettingOn } from '../../review/forgetting-rig.ts';
import { plant } from '../../review/planted.ts';
import { openHouse } from '../../settings/house.ts';
import { open } from '../../store/open-store.ts';
import { listeningReviews } from './core.ts';
import { builtAssets, HEALTH } from './rig.ts';

/** A desk whose chat is closed and whose pages open by link, with planted reviews; Ada is its admin. */
export async function openSignedDesk({
  publicUrl,
  now = Date.now,
  isAdmin = () => true,
}: {
  readonly publicUrl: string;
  readonly now?: () => number;
  readonly isAdmin?: () => boolean;
}) {
  const errors = keepErrors();
  const database = await open(':memory:');
  const { runId } = await plant(database, createFakePlatform());
  const passes = createPasses({
    passes: createPassRepository(database),
    signer: createSigner([Buffer.alloc(32, 5)]),
    publicUrl,
    localUrl: () => null,
    now,
  });
  const house = await openHouse({ database, deps: { passes } });
  const desk = await openDesk({
    store: createDeskRepository(database),
    runs: createRunRepository(database),
    library: async () => BUILT_IN_LIBRARY,
    libraryOf: async () => BUILT_IN_LIBRARY,
    memberName: async (ref) => (ref === member('ada') ? 'Ada' : null),
    access: {
      passes,
      publicUrl,
      memberData: forgettingOn(database).memberData,
      plot: (pass) => drawPlotOf(house.deps, pass),
      isAdmin: async (_member, workspace) => isAdmin() && workspace === 'local',
    },
    door: house.door,
    decisions: createDecisionRepository(database).decisions,
    assetsFolder: await builtAssets(),
    health: HEALTH,
    describeStatus: async () => ({ identity: null, parts: [] }),
    reportError: (error) => errors.push(error),
    now,
  });
  const address = { host: '127.0.0.1', port: 0 };
  const { url } = await desk.listen(listeningReviews().reviews, address, { isClosed: true });
  return {
    ...{ database, errors, passes, runId, url },
    async link(kind: PassKind, subject = '', workspace = 'local') {
      const issued = await passes.issue({ kind, workspace, subject, member: member('ada') });
      if (issued === null) throw new Error('no link');
      return { ...issued, path: (issued.address ?? '').replace(publicUrl, '') };
    },
    async close() {
      await desk.close();
      await database.close();
    },
  };
}
