import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDeaths, createRandom, enumerate } from '../../crash/enumerator.ts';
import { openRig, type Rig } from '../../crash/rig.ts';
import { SEED } from '../../crash/seed.ts';
import { createSchema, POSTGRES_URL, type TestSchema } from '../../store/engines.ts';
import { openSlackStage } from './crash-stage.ts';

const KILLS = 8;
const KILLS_OF_TWO = 4;

let rig: Rig;

describe('a process that speaks on Slack and is killed', () => {
  beforeAll(async () => {
    rig = await openRig({}, openSlackStage);
  });
  afterAll(() => rig.close());

  it(`leaves the thread it would have left (${KILLS} kills, seed ${SEED})`, async () => {
    const { path } = await rig.review(null);
    const deaths = chooseDeaths(KILLS, path.length, createRandom(SEED));
    const { killed, damage } = await enumerate((death) => rig.review(death), deaths);

    expect(damage).toEqual([]);
    expect(killed).toBeGreaterThan(KILLS * 0.7);
  }, 600_000);
});

describe.skipIf(POSTGRES_URL === '')('two processes that speak on Slack over PostgreSQL', () => {
  let schema: TestSchema;
  beforeAll(async () => {
    schema = await createSchema();
    rig = await openRig({ database: schema.url }, openSlackStage);
  });
  afterAll(async () => {
    await rig.close();
    await schema.drop();
  });

  it(`go on with each other's reviews (${KILLS_OF_TWO} kills, seed ${SEED})`, async () => {
    const { path } = await rig.reviewOnTwo(null);
    const deaths = chooseDeaths(KILLS_OF_TWO, path.length, createRandom(SEED)).filter(
      ({ type }) => type !== 'shutdown',
    );
    const { killed, damage } = await enumerate((death) => rig.reviewOnTwo(death), deaths);

    expect(damage).toEqual([]);
    expect(killed).toBeGreaterThan(0);
  }, 600_000);
});
