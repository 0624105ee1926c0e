const ROUNDS = 15;

/** Runs `work` a few times and prints median, fastest and slowest in milliseconds. */
export function report(name: string, goal: string, work: () => void): void {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  print(name, goal, times);
}

/** The same for asynchronous work, with its own number of rounds. */
export async function reportAsync(
  name: string,
  goal: string,
  work: () => Promise<void>,
  rounds = ROUNDS,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  print(name, goal, times);
}

/** Prints numbers measured elsewhere in the same form. */
export function print(name: string, goal: string, values: readonly number[], unit = 'ms'): void {
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const show = (value: number | undefined) =>
    (value ?? Number.NaN).toFixed(value !== undefined && value < 10 ? 1 : 0);
  process.stdout.write(
    `${name}: median ${show(median)} ${unit}, ${show(sorted[0])}–${show(sorted.at(-1))} (n=${sorted.length}; ${goal})\n`,
  );
}
