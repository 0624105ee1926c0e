import { expect, it } from 'vitest';
import type { Database } from '../../src/store/database.ts';
import { openPostgres } from '../../src/store/postgres-database.ts';
import { fc } from '../fast-check.ts';
import { createSchema, onPostgres, POSTGRES_MIGRATIONS } from '../store/engines.ts';
import { open } from '../store/open-store.ts';
import { createFakePlatform, member } from './fake-platform.ts';
import { openRoom, panelCritic } from './room.ts';

const CRITIC = panelCritic({ 'line-editor': [['in the time of the night', 'last night']] });

/** What platforms do with one message: people ask, deliveries repeat, come late and come out of order. */
const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      interaction: fc.integer({ min: 1, max: 4 }),
      by: fc.constantFrom('ada', 'bo', 'cy'),
      trigger: fc.constantFrom('reaction' as const, 'shortcut' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'work' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'pause' as const }) },
);

it('begins one run for a claim and posts nothing twice, whatever comes in whichever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (happenings) => {
      const database = await open(':memory:');
      try {
        await expectOneReview(database, happenings);
      } finally {
        database.close();
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

onPostgres((store) => {
  it('begins one run for a claim over processes, too', async () => {
    const schema = await createSchema();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(happening, { minLength: 1, maxLength: 8 }),
          async (happenings) => {
            const database = await openPostgres(schema.url, {
              migrationsFolder: POSTGRES_MIGRATIONS,
            });
            try {
              await expectOneReview(database, happenings);
            } finally {
              await database.close();
              await schema.empty();
            }
          },
        ),
        { numRuns: 8 },
      );
    } finally {
      await schema.drop();
    }
    expect(store.engine).toBe('PostgreSQL');
  }, 240_000);
});

type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

async function expectOneReview(database: Database, happenings: readonly Happening[]) {
  const platform = createFakePlatform();
  const message = platform.write('The export was fixed in the time of the night, we think.');
  let room = await openRoom({ critic: CRITIC, platform, database });
  const accepted = new Map<number, Set<string>>();
  const pending: Promise<unknown>[] = [];

  for (const each of happenings) {
    if (each.type === 'work') pending.push(room.workAll());
    if (each.type === 'pause') await Promise.all(pending.splice(0));
    // A process that is gone leaves its jobs held; the next one takes them over.
    if (each.type === 'crash') room = await openRoom({ critic: CRITIC, platform, database });
    if (each.type !== 'ask') continue;
    const { interaction, by, trigger } = each;
    const more = { interactionId: `event-${interaction}`, requester: member(by), trigger };
    const asked = room.review(message, {}, more).then((outcome) => {
      if (outcome.type !== 'accepted') return;
      const runs = accepted.get(interaction) ?? new Set();
      accepted.set(interaction, runs.add(outcome.runId));
    });
    pending.push(asked);
  }
  await Promise.all(pending);
  await room.workAll();

  // One thing that happened is one run, however often it was told.
  for (const runs of accepted.values()) expect(runs.size).toBe(1);
  const slots = platform.posts.map(({ slot }) => slot.slot);
  expect(slots).toEqual([...new Set(slots)]);
  expect(new Set(platform.posts.map(({ slot }) => slot.runId)).size).toBe(
    accepted.size > 0 ? 1 : 0,
  );
  if (accepted.size > 0) {
    expect(slots).toEqual(['critique/1/line-editor', 'result']);
    expect(platform.lastStatus(message)).toBe('done');
  }
  expect(await room.deps.requests.unfinished(message)).toEqual([]);
}
