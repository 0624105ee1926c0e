import { createForgetting } from '../../src/review/forget.ts';
import { readMemberData } from '../../src/review/member-data.ts';
import { createPasses } from '../../src/review/passes.ts';
import type { FindPlatform } from '../../src/review/platform.ts';
import type { RunsUnderWay } from '../../src/review/runs-under-way.ts';
import { createRunsUnderWay } from '../../src/review/runs-under-way.ts';
import { createSigner } from '../../src/signer.ts';
import type { Database } from '../../src/store/database.ts';
import { createDecisionRepository } from '../../src/store/decision-repository.ts';
import { createForgetRepository } from '../../src/store/forget-repository.ts';
import { createPassRepository } from '../../src/store/pass-repository.ts';
import { createPostRepository } from '../../src/store/post-repository.ts';
import { createRequestRepository } from '../../src/store/request-repository.ts';
import { createRunRepository } from '../../src/store/run-repository.ts';

/** Forgetting and links over a test's database, on whatever platforms it has. */
export function forgettingOn(
  database: Database,
  options: {
    readonly platform?: FindPlatform;
    readonly underWay?: RunsUnderWay;
    readonly now?: () => number;
    /** Null, unless set: links are for this machine. */
    readonly publicUrl?: string | null;
    readonly errors?: unknown[];
  } = {},
) {
  const { now = Date.now, publicUrl = null } = options;
  const { platform = () => null, underWay = createRunsUnderWay(), errors = [] } = options;
  const forgets = createForgetRepository(database);
  const runs = createRunRepository(database, { now });
  return {
    forgets,
    memberData: (of: Parameters<typeof readMemberData>[1]) =>
      readMemberData({ forgets, runs, now }, of),
    passes: createPasses({
      passes: createPassRepository(database),
      signer: createSigner([Buffer.alloc(32, 5)]),
      publicUrl,
      localUrl: () => 'https://pencil.example',
      now,
    }),
    forgetting: createForgetting({
      forgets,
      runs,
      requests: createRequestRepository(database),
      posts: createPostRepository(database),
      decisions: createDecisionRepository(database, { now }),
      underWay,
      platform,
      isAdmin: async () => false,
      now,
      reportError: (error) => errors.push(error),
    }),
  };
}
