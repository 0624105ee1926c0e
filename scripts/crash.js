// node scripts/crash.js [--kills N] [--seed N] [--postgres URL [--two]]: kills a review at every point and at
// random moments, and checks after each restart that its thread is the one it would have been; with --two
// there is no restart, a second process on the same database goes on. Ends with 1 when a thread differs.
import { parseArgs } from 'node:util';
import { chooseDeaths, createRandom, enumerate } from '../test/crash/enumerator.ts';
import { openRig } from '../test/crash/rig.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    postgres: { type: 'string' },
    two: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);

const rig = await openRig(values.postgres === undefined ? {} : { database: values.postgres });
const review = values.two ? (death) => rig.reviewOnTwo(death) : (death) => rig.review(death);
const { path } = await review(null);
const deaths = chooseDeaths(kills, path.length, createRandom(seed)).filter(
  ({ type }) => !values.two || type !== 'shutdown',
);
const counts = new Map();
let done = 0;
const { killed, damage } = await enumerate(review, deaths, ({ type }, { killedAt }, found) => {
  for (const line of found) process.stdout.write(`${line}\n`);
  done += 1;
  if (done % 25 === 0) process.stderr.write(`${done} of ${deaths.length}\n`);
  const name = killedAt === null ? `${type}, not reached` : type;
  counts.set(name, (counts.get(name) ?? 0) + 1);
});
await rig.close();

const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
process.stdout.write(
  `seed ${seed}: ${killed} kills (${kinds}), ${path.length} boundaries, ${damage.length} damaged\n`,
);
process.exit(damage.length === 0 ? 0 : 1);
