/* Which deaths a review has to survive, and what counts as having survived one. */
import type { Death, Outcome } from './rig.ts';

/** A number generator that gives the same deaths for the same seed. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Deaths spread over all boundaries of a review; every fifth at a random moment, every tenth while the process shuts down. */
export function chooseDeaths(
  count: number,
  boundaries: number,
  random: (below: number) => number,
): readonly Death[] {
  const offset = random(boundaries);
  const stepped = Math.ceil(count * 0.7);
  return Array.from({ length: count }, (_, at): Death => {
    if (at < stepped) {
      const spread = Math.floor((at * boundaries) / Math.min(stepped, boundaries));
      return { type: 'boundary', at: 1 + ((offset + spread) % boundaries) };
    }
    if (at % 3 === 0) return { type: 'shutdown', at: 1 + random(boundaries), later: random(12) };
    return { type: 'moment', afterMs: 5 + random(250) };
  });
}

/** Says what is wrong with a review that was killed, compared with the one nobody disturbed; nothing when all is well. */
export function findDamage(seen: Outcome, whole: Outcome): readonly string[] {
  const wrong: string[] = [];
  const compare = (what: string, is: unknown, was: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(was)) return;
    wrong.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`);
  };
  compare('slots', slotsOf(seen), slotsOf(whole));
  compare('posts', seen.posts, whole.posts);
  compare('status', seen.status, whole.status);
  compare('notes', seen.notes, whole.notes);
  compare('runs', seen.runs, 1);
  compare('calls made again', seen.repeated, []);
  compare('errors', seen.errors, []);
  return wrong;
}

/** Kills a review once for each death; resolves to what was damaged. */
export async function enumerate(
  review: (death: Death | null) => Promise<Outcome>,
  deaths: readonly Death[],
  hear: (death: Death, seen: Outcome, damage: readonly string[]) => void = () => undefined,
): Promise<{ readonly killed: number; readonly damage: readonly string[] }> {
  const whole = await review(null);
  const damage: string[] = [];
  let killed = 0;
  for (const death of deaths) {
    const seen = await review(death);
    if (seen.killedAt !== null) killed += 1;
    const about = `${JSON.stringify(death)}, killed at ${seen.killedAt}`;
    const found = findDamage(seen, whole).map((what) => `${about}: ${what}`);
    damage.push(...found);
    hear(death, seen, found);
  }
  return { killed, damage };
}

const slotsOf = ({ posts }: Outcome) => posts.map(({ slot }) => slot);
