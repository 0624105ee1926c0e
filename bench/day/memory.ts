/* How much memory a program needs as the day goes on, and whether that has an end. */
import type { Program } from './world.ts';

/**
 * A process is warm after so many runs: dictionaries, compiled code and statements, and caches with a limit
 * are in use by then.
 */
const WARM_AFTER_RUNS = 100;
/** What is in use may differ by so much from one look to the next: requests under way, code compiled late. */
const NOISE_MB = 4;
/** What it may grow by for each thousand runs beside that. */
const MOST_MB_A_THOUSAND = 1;
/** A line through fewer says nothing. */
const FEWEST = 4;

/** One look at a process. */
export interface Look {
  readonly at: string;
  /** Runs this process has taken up since it started. */
  readonly runs: number;
  /** In use once garbage is collected: objects, and buffers outside the heap. */
  readonly inUseMb: number;
  readonly residentMb: number;
}

/** What was seen of the processes of one program, one list a process. */
export interface Memory {
  look(at: string): Promise<void>;
  /** A new process has taken the place of the old one. */
  isNew(): void;
  /** Lines for people, and what is wrong. */
  report(): { readonly lines: readonly string[]; readonly problems: readonly string[] };
}

/** Watches a program. */
export function watchMemory(program: Program): Memory {
  const lives: Look[][] = [[]];
  return {
    async look(at) {
      const { heapUsed, external, rss } = await program.process.memoryInUse();
      lives.at(-1)?.push({
        at,
        runs: await runsTaken(program),
        inUseMb: (heapUsed + external) / 1e6,
        residentMb: rss / 1e6,
      });
    },
    isNew: () => void lives.push([]),
    report() {
      const judged = lives
        .filter((life) => life.length > 0)
        .map((life) => judgeLife(program.name, life));
      return {
        lines: judged.flatMap(({ lines }) => lines),
        problems: judged.flatMap(({ problems }) => problems),
      };
    },
  };
}

/** What the looks at one process say, and what is wrong with it. */
export function judgeLife(name: string, life: readonly Look[]) {
  const warm = life.filter(({ runs }) => runs >= WARM_AFTER_RUNS);
  const show = (looks: readonly Look[], value: (look: Look) => number) =>
    looks.map((look) => value(look).toFixed(0)).join(' ');
  const lines = [
    `${name}, ${life[0]?.at} to ${life.at(-1)?.at}, ${life.at(-1)?.runs} runs: in use ${show(life, (look) => look.inUseMb)} MB; resident ${show(life, (look) => look.residentMb)} MB`,
  ];
  if (warm.length < FEWEST) return { lines, problems: [] };
  const { perThousand, runs } = lineThrough(warm, ({ inUseMb }) => inUseMb);
  const grown = (perThousand * runs) / 1000;
  const most = NOISE_MB + (MOST_MB_A_THOUSAND * runs) / 1000;
  const resident = lineThrough(warm, ({ residentMb }) => residentMb);
  lines.push(
    `… over its last ${runs} runs in use ${signed(grown)} MB (goal: at most ${most.toFixed(1)}), ${signed(perThousand)} MB a thousand; resident ${signed(resident.perThousand)} MB a thousand`,
  );
  const problems =
    grown > most
      ? [`the ${name} process keeps ${grown.toFixed(1)} MB more after ${runs} runs`]
      : [];
  return { lines, problems };
}

/** Least squares. */
function lineThrough(looks: readonly Look[], value: (look: Look) => number) {
  const mean = (of: (look: Look) => number) =>
    looks.reduce((sum, look) => sum + of(look), 0) / looks.length;
  const [x, y] = [mean(({ runs }) => runs), mean(value)];
  const product = looks.reduce((sum, look) => sum + (look.runs - x) * (value(look) - y), 0);
  const square = looks.reduce((sum, { runs }) => sum + (runs - x) ** 2, 0);
  const runs = (looks.at(-1)?.runs ?? 0) - (looks[0]?.runs ?? 0);
  return { perThousand: square === 0 ? 0 : (product / square) * 1000, runs };
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

async function runsTaken({ process: { url } }: Program): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^bluepencil_run_attempts_total\{attempt="first"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
