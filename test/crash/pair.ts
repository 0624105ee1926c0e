import { setTimeout as sleep } from 'node:timers/promises';
import type { Life } from './life.ts';
import type { Death, Outcome, Watch } from './rig.ts';
import type { Seen } from './stage.ts';

/** Two processes on one database, and a way to ask one of them for the review and wait for its end. */
export interface Pair {
  readonly lives: Life[];
  readonly watch: Watch;
  readonly finishIn: (life: Life) => Promise<Seen>;
}

/**
 * One review over two processes; whoever is at the chosen point dies there, and the other goes on. It is
 * gone from the pair afterwards.
 */
export async function killOneOfTwo(
  { lives, watch, finishIn }: Pair,
  death: Death | null,
): Promise<Outcome> {
  const [first] = lives as [Life];
  let victim: Life | null = null;
  let isOver = false;
  const dead = new Promise<null>((resolve) => {
    const kill = () => {
      // The moment may come after the end: it must not kill in the next story.
      if (isOver) return;
      victim ??= watch.life ?? first;
      void victim.kill().then(() => resolve(null));
    };
    if (death?.type === 'moment') void sleep(death.afterMs).then(kill);
    if (death?.type !== 'boundary') return;
    watch.mayPass = (_name, count) => {
      if (count === death.at) kill();
      // Only the victim stands still.
      return victim === null || watch.life !== victim;
    };
  });
  const done = await Promise.race([
    finishIn(first).catch((error: unknown) => (victim === null ? Promise.reject(error) : dead)),
    dead,
  ]);
  isOver = true;
  const killed = victim as Life | null;
  const path = [...watch.path];
  const common = { repeated: watch.repeated, path, exitCode: null };
  if (killed === null && done !== null) {
    return { ...done, ...common, errors: first.errors.splice(0), killedAt: null };
  }
  await dead;
  watch.mayPass = () => true;
  lives.splice(0, 2, ...lives.filter((each) => each !== killed));
  const [survivor] = lives as [Life];
  const seen = await finishIn(survivor);
  const errors = survivor.errors.splice(0);
  return { ...seen, ...common, errors, killedAt: path.at(-1) ?? 'start' };
}
