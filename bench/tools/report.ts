const ROUNDS = 15;

/** What a median should come to, in the unit of what is measured; words where there is no figure to reach. */
export type Goal =
  | { readonly under: number }
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | string;

/** Runs `work` a few times and prints median, fastest and slowest in milliseconds. */
export function report(name: string, goal: Goal, work: () => void): void {
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
  goal: Goal,
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

/**
 * Prints numbers measured elsewhere in the same form, and whether their goal is met: a missed one makes the
 * process end with 1. What could not be measured is said, and misses every goal.
 */
export function print(name: string, goal: Goal, values: readonly number[], unit = 'ms'): void {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const missing = values.length - sorted.length;
  const isMet = missing === 0 && median !== undefined && reaches(goal, median);
  if (!isMet) process.exitCode = 1;
  const figures = [
    ...describeValues(sorted, unit),
    ...(missing > 0 ? [`${missing} of ${values.length} not measured`] : []),
  ];
  process.stdout.write(`${name}: ${figures.join(', ')} (${describe(goal, isMet)})\n`);
}

function describeValues(sorted: readonly number[], unit: string): readonly string[] {
  const [fastest, slowest] = [sorted[0], sorted.at(-1)];
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined || fastest === undefined || slowest === undefined) {
    return ['nothing measured'];
  }
  if (sorted.length === 1) return [`${show(median)} ${unit}`];
  return [
    `median ${show(median)} ${unit}`,
    `${show(fastest)}–${show(slowest)}`,
    `n=${sorted.length}`,
  ];
}

/** What a goal says, and whether it was met. */
function describe(goal: Goal, isMet: boolean): string {
  const end = isMet ? 'met' : 'MISSED';
  if (typeof goal === 'string') return isMet ? goal : `${goal}: ${end}`;
  const [sign, figure] = read(goal);
  return `goal ${sign} ${figure.toLocaleString('en')}: ${end}`;
}

/** Whether a figure is as good as its goal. */
function reaches(goal: Goal, value: number): boolean {
  if (typeof goal === 'string') return true;
  const [sign, figure] = read(goal);
  return sign === '<' ? value < figure : sign === '≤' ? value <= figure : value >= figure;
}

function read(goal: Exclude<Goal, string>): readonly ['<' | '≤' | '≥', number] {
  if ('under' in goal) return ['<', goal.under];
  return 'atMost' in goal ? ['≤', goal.atMost] : ['≥', goal.atLeast];
}

function show(value: number): string {
  return value.toFixed(Math.abs(value) < 10 && !Number.isInteger(value) ? 1 : 0);
}
