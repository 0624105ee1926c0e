import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, POSTGRES_URL, type TestSchema } from '../store/engines.ts';
import { chooseDeaths, createRandom, enumerate } from './enumerator.ts';
import { openRig, type Rig } from './rig.ts';
import { SEED } from './seed.ts';

const KILLS = 12;
/** Each takes a little longer: there is more to start. */
const KILLS_ON_POSTGRES = 8;
const STOPS = 6;
const STOPS_ON_POSTGRES = 4;
/** The closing critiques: after all three nothing is asked any more. */
const LAST_STEP = /^after saveStep critique\/2\//;

let rig: Rig;

describe('on SQLite', () => {
  beforeAll(async () => {
    rig = await openRig();
  });
  afterAll(() => rig.close());

  comesToTheSameThread(KILLS);

  staysStopped(STOPS);
});

describe.skipIf(POSTGRES_URL === '')('on PostgreSQL', () => {
  let schema: TestSchema;
  beforeAll(async () => {
    schema = await createSchema();
    rig = await openRig({ database: schema.url });
  });
  afterAll(async () => {
    await rig.close();
    await schema.drop();
  });

  comesToTheSameThread(KILLS_ON_POSTGRES);
  staysStopped(STOPS_ON_POSTGRES);

  it(`goes on in another process when the one at work is killed (${KILLS_ON_POSTGRES} kills, seed ${SEED})`, async () => {
    const { path } = await rig.reviewOnTwo(null);
    // No shutdowns here: those are told of above.
    const deaths = chooseDeaths(KILLS_ON_POSTGRES, path.length, createRandom(SEED)).filter(
      ({ type }) => type !== 'shutdown',
    );
    const { killed, damage } = await enumerate((death) => rig.reviewOnTwo(death), deaths);

    expect(damage).toEqual([]);
    expect(killed).toBeGreaterThan(deaths.length * 0.8);
  }, 600_000);
});

function comesToTheSameThread(kills: number): void {
  it(`comes to the same thread wherever it was killed (${kills} kills, seed ${SEED})`, async () => {
    const { path } = await rig.review(null);
    const { killed, damage } = await enumerate(
      (death) => rig.review(death),
      chooseDeaths(kills, path.length, createRandom(SEED)),
    );

    expect(damage).toEqual([]);
    expect(killed).toBeGreaterThan(kills * 0.7);
  }, 600_000);
}

function staysStopped(stops: number): void {
  it(`stays stopped when it is killed just after a stop (${stops} times, seed ${SEED})`, async () => {
    const random = createRandom(SEED);
    const whole = await rig.review(null);
    for (let at = 0; at < stops; at += 1) {
      const death = { at: 30 + random(60), later: 1 + random(6) };
      const seen = await rig.review({ type: 'stop', ...death });
      const about = `${JSON.stringify(death)}, killed at ${seen.killedAt}`;

      const wish = seen.path.indexOf('before saveStep end');
      const isStopped = seen.path.includes('after saveStep end');
      // A death in the middle leaves open whether the wish was still written down; and a run that has
      // nothing more to ask may be finished before it hears of it.
      const isOpen = !isStopped && wish !== -1;
      const isLate = seen.path.slice(0, wish).filter((each) => LAST_STEP.test(each)).length >= 3;
      const ends = isOpen || isLate ? ['stopped', 'done'] : [isStopped ? 'stopped' : 'done'];
      expect(ends, about).toContain(seen.status);
      const slots = seen.posts.map(({ slot }) => slot);
      expect(slots, about).toEqual([...new Set(slots)]);
      expect(
        seen.posts.flatMap(({ buttons }) => buttons),
        about,
      ).not.toContain('Stop');
      if (seen.status === 'done') expect(slots, about).toEqual(whole.posts.map(({ slot }) => slot));
      expect([seen.repeated, seen.errors], about).toEqual([[], []]);
    }
  }, 600_000);
}
