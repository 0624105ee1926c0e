import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDeaths, createRandom, enumerate } from '../../crash/enumerator.ts';
import { openRig, type Rig } from '../../crash/rig.ts';
import { SEED } from '../../crash/seed.ts';
import { openDiscordStage } from './crash-stage.ts';

const KILLS = 8;

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({}, openDiscordStage);
});
afterAll(() => rig.close());

describe('a process that speaks on Discord and is killed', () => {
  it(`leaves the thread it would have left (${KILLS} kills, seed ${SEED})`, async () => {
    const { path } = await rig.review(null);
    const deaths = chooseDeaths(KILLS, path.length, createRandom(SEED));
    const { killed, damage } = await enumerate((death) => rig.review(death), deaths);

    expect(damage).toEqual([]);
    expect(killed).toBeGreaterThan(KILLS * 0.7);
  }, 240_000);
});
