import { type Config, readConfig } from '../config.ts';
import { type Editors, hasModel, modelNames, openEditors } from '../editors.ts';
import { ARMS, type Arm } from '../evaluation/arms.ts';
import { evaluate } from '../evaluation/evaluate.ts';
import { compareWithPeople, votesIn } from '../evaluation/people.ts';
import { plannedCalls } from '../evaluation/planned-calls.ts';
import { summarise } from '../evaluation/summary.ts';
import type { Item } from '../evaluation/try-arm.ts';
import { HOW_TO_SET_MODEL } from '../how-to-set-model.ts';
import { NO_BUDGET } from '../loop/budget.ts';
import type { Persona } from '../loop/persona.ts';
import type { LoopDeps, LoopInput } from '../loop/run.ts';
import { NO_HOUSE_STYLE } from '../models/offline/house-style.ts';
import { count } from '../review/words.ts';
import { findNearest } from '../text/nearest.ts';
import { choosePersonas, choosePreset, usage } from './choose-editors.ts';
import { readItems, readRows } from './eval-items.ts';
import { type Measured, renderEvaluation } from './eval-report.ts';
import { harmless } from './harmless.ts';
import type { CommandIo } from './io.ts';
import { createPaint } from './paint.ts';

export interface EvalOptions {
  readonly arm: readonly string[];
  readonly judge?: string;
  readonly preset?: string;
  readonly persona: readonly string[];
  readonly rounds?: number;
  readonly votes?: string;
  readonly dryRun?: boolean;
  readonly format: 'text' | 'json';
}

/** What a review does against what it does without its last look. */
const DEFAULT_ARMS = ['three-step', 'self-refine'];

/** Requests wait for one another at the model already; this bounds what is kept in memory. */
const ITEMS_AT_ONCE = 4;

/** Measures ways of working on drafts and briefs of one's own; resolves to the exit code. */
export async function evalCommand(
  files: readonly string[],
  options: EvalOptions,
  io: CommandIo,
): Promise<number> {
  const wish = await readWish(files, options, io);
  io.stderr.write(`${planWords(wish)}\n`);
  if (options.dryRun) return 0;
  const editors = await openEditors(wish.config, wish.personas, NO_HOUSE_STYLE);
  try {
    const { evaluation, people } = await measure(wish, editors, io);
    const measured: Measured = {
      models: modelNames(wish.config),
      planned: wish.items.length,
      done: new Set(evaluation.rows.map(({ item }) => item)).size,
      arms:
        wish.items.length === 0 ? [] : wish.arms.map(({ id }) => summarise(id, evaluation.rows)),
      judging: evaluation.judging,
      unjudged: evaluation.unjudged,
      people,
    };
    const written =
      options.format === 'json'
        ? JSON.stringify({ ...measured, rows: evaluation.rows }, null, 2)
        : harmless(renderEvaluation(measured));
    io.stdout.write(`${written}\n`);
    const hasFailed = evaluation.rows.some(({ failure }) => failure !== null);
    return io.interruptedWith() ?? (hasFailed ? 1 : 0);
  } finally {
    editors.close();
  }
}

/** What somebody wants measured, read and checked. */
interface Wish {
  readonly config: Config;
  readonly personas: readonly Persona[];
  readonly rounds: number;
  readonly arms: readonly Arm[];
  readonly items: readonly Item[];
  readonly voted: ReturnType<typeof votesIn> | null;
}

async function readWish(
  files: readonly string[],
  options: EvalOptions,
  io: CommandIo,
): Promise<Wish> {
  const env = options.judge === undefined ? io.env : { ...io.env, JUDGE_MODEL: options.judge };
  const config = readConfig(env);
  if (files.length === 0 && options.votes === undefined) {
    throw usage('Name drafts to work on: bluepencil eval drafts/*.md, or a set of them as .jsonl');
  }
  if (!hasModel(config)) throw usage(`Measuring a model needs one. ${HOW_TO_SET_MODEL}`);
  const preset = choosePreset(options.preset);
  return {
    config,
    personas: choosePersonas(options.persona, preset),
    rounds: options.rounds ?? preset.rounds,
    arms: chooseArms(options.arm),
    items: await readItems(files, io),
    voted: options.votes === undefined ? null : await readVotes(options.votes, io),
  };
}

async function readVotes(file: string, io: CommandIo) {
  const rows = await readRows(file, io);
  return votesIn(rows.map(({ row }) => row));
}

async function measure(wish: Wish, editors: Editors, io: CommandIo) {
  const { items, arms, voted } = wish;
  const { judge, panel } = editors;
  const paint = createPaint(io.stderr, io.env);
  const tell = (line: string) => io.stderr.write(`${paint.faint(harmless(line))}\n`);
  const evaluation = await evaluate(
    {
      loopDeps: loopDepsOf(editors),
      inputFor: (item) => inputFor(item, wish, editors),
      judge,
      concurrency: ITEMS_AT_ONCE,
      onItem: ({ id }, rows) => {
        const ends = rows.map((row) => `${row.arm}: ${row.failure ?? row.stopReason}`);
        tell(`${id} · ${ends.join(' · ')}`);
      },
    },
    { items, arms, signal: io.signal },
  );
  if (voted === null) return { evaluation, people: null };
  const agreement = await compareWithPeople(judge, voted.votes, panel, io.signal);
  return { evaluation, people: { ...agreement, left: voted.left } };
}

function loopDepsOf({ critic, writer, judge, check, foresee, reportError }: Editors): LoopDeps {
  return {
    ...{ critic, writer, judge, check, reportError },
    budget: { ...NO_BUDGET, foresee },
    step: (_key, work) => work(),
    now: () => performance.now(),
    inbox: () => [],
  };
}

/** The arm decides on the strategy and the edit style. */
function inputFor({ draft, brief }: Item, { rounds }: Wish, editors: Editors): LoopInput {
  return {
    ...{ draft, brief, maxRounds: rounds },
    personas: editors.panel,
    mode: 'auto',
    editStyle: 'edits',
    strategy: 'self-refine',
    names: editors.namesIn(draft ?? brief),
    dismissed: [],
    lowered: [],
    limits: {},
  };
}

function chooseArms(names: readonly string[]): readonly Arm[] {
  const ids = ARMS.map(({ id }) => id);
  return [...new Set(names.length === 0 ? DEFAULT_ARMS : names)].map((name) => {
    const arm = ARMS.find(({ id }) => id === name);
    if (arm !== undefined) return arm;
    const nearest = findNearest(name, ids);
    const hint = nearest === null ? '' : ` Did you mean “${nearest}”?`;
    throw usage(`There is no arm “${name}”.${hint} There are: ${ids.join(', ')}.`);
  });
}

function planWords({ items, arms, voted, personas, rounds }: Wish): string {
  const votes = voted?.votes.length ?? 0;
  const calls = plannedCalls(arms, items, { personas: personas.length, rounds }) + 2 * votes;
  const texts =
    items.length === 0 ? [] : [`${count(items.length, 'text')} × ${count(arms.length, 'arm')}`];
  const parts = [...texts, ...(voted === null ? [] : [count(votes, 'vote')])];
  return `${parts.join(' and ')}: up to ${count(calls, 'model call')}, the judge’s among them.`;
}
