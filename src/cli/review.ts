import { type Config, readConfig } from '../config.ts';
import { type Editors, hasModel, openEditors } from '../editors.ts';
import { HOW_TO_SET_MODEL } from '../how-to-set-model.ts';
import type { KeptRun } from '../kept-run.ts';
import { NO_BUDGET } from '../loop/budget.ts';
import type { LoopResult } from '../loop/events.ts';
import { refineLoop } from '../loop/loop.ts';
import type { Preset } from '../loop/persona.ts';
import type { LoopInput } from '../loop/run.ts';
import { type HouseStyle, NO_HOUSE_STYLE } from '../models/offline/house-style.ts';
import { choosePersonas, choosePreset, usage } from './choose-editors.ts';
import { type DraftInput, readDraft } from './draft-input.ts';
import { harmless } from './harmless.ts';
import { readHouseStyle } from './house-style-file.ts';
import type { CommandIo } from './io.ts';
import { createPaint } from './paint.ts';
import { createProgress } from './progress.ts';
import type { Report, Unfinished } from './report.ts';
import { renderJson } from './report-json.ts';
import { renderMarkdown } from './report-markdown.ts';
import { renderSarif } from './report-sarif.ts';
import { renderText } from './report-text.ts';

export interface ReviewOptions {
  readonly write?: string;
  readonly preset?: string;
  readonly persona: readonly string[];
  readonly rounds?: number;
  readonly edits?: boolean;
  readonly rewrite?: boolean;
  readonly strategy?: LoopInput['strategy'];
  readonly format: 'text' | 'json' | 'markdown' | 'sarif';
  readonly houseStyle?: string;
  readonly workspace?: string;
}

/** Read at most this many characters at a time; a longer draft is refused with its size. */
const MAX_CHARS = 100_000;
/** Sentences wider than this are hard to read; a pipe or a file gets them whole. */
const MAX_WIDTH = 92;

/** Reviews one draft or brief and prints the result; resolves to the exit code. */
export async function reviewCommand(
  file: string | undefined,
  options: ReviewOptions,
  io: CommandIo,
): Promise<number> {
  const config = readConfig(io.env);
  checkUsage(file, options, config);
  const preset = choosePreset(options.preset);
  const personas = choosePersonas(options.persona, preset);
  const { house, left } =
    options.houseStyle === undefined
      ? { house: NO_HOUSE_STYLE, left: [] }
      : await readHouseStyle(options.houseStyle, io.cwd);
  for (const sentence of left) io.stderr.write(`${options.houseStyle}: ${sentence}\n`);
  const source =
    file === undefined
      ? null
      : await readDraft(file, { cwd: io.cwd, stdin: io.stdin, maxChars: MAX_CHARS });
  const editors = await openEditors(config, personas, house, {
    preset,
    ...(io.copyDesk === undefined ? {} : { copyDesk: io.copyDesk }),
  });
  return review({ source, options, editors, preset, house, io });
}

interface Review {
  /** Null when the draft is written from a brief. */
  readonly source: DraftInput | null;
  readonly options: ReviewOptions;
  readonly editors: Editors;
  readonly preset: Preset;
  readonly house: HouseStyle;
  readonly io: CommandIo;
}

async function review(of: Review): Promise<number> {
  const { editors, options, io } = of;
  try {
    const report = await runReview(of);
    // On a terminal both streams are one: the result begins a paragraph of its own.
    if (io.stdout.isTTY && io.stderr.isTTY) io.stderr.write('\n');
    io.stdout.write(render(report, options.format, io));
    // JSON and SARIF go to a program; the other forms tell the failure themselves.
    if (isForPrograms(options.format) && report.result.failure !== undefined) {
      io.stderr.write(`${harmless(report.result.failure.message)}\n`);
    }
    return io.interruptedWith() ?? exitCode(report.result);
  } finally {
    editors.close();
  }
}

function checkUsage(file: string | undefined, options: ReviewOptions, config: Config): void {
  if (file === undefined && options.write === undefined) {
    throw usage('Name a file to review, or - for standard input: bluepencil review draft.md');
  }
  if (file !== undefined && options.write !== undefined) {
    throw usage(`Either review “${file}” or --write a new draft, not both.`);
  }
  if (options.write?.trim() === '') {
    throw usage('The brief is empty. Say what to write: --write "two lines on the new office"');
  }
  if (hasModel(config)) return;
  if (options.write !== undefined)
    throw usage(`Writing a draft needs a model. ${HOW_TO_SET_MODEL}`);
  if (options.rewrite) {
    throw usage(`Rewriting a draft needs a model; without one, --edits works. ${HOW_TO_SET_MODEL}`);
  }
}

function buildInput({ source, options, preset, editors, house }: Review): LoopInput {
  const wantsRewrite = options.rewrite ?? (source === null && !options.edits);
  return {
    draft: source?.text ?? null,
    brief: options.write ?? '',
    personas: editors.panel,
    maxRounds: options.rounds ?? preset.rounds,
    mode: 'auto',
    editStyle: wantsRewrite ? 'rewrite' : 'edits',
    strategy: options.strategy ?? 'self-refine',
    names: [...house.names, ...house.allowed, ...editors.namesIn(source?.text ?? '')],
    dismissed: [],
    lowered: [],
    limits: {},
  };
}

async function runReview(of: Review): Promise<Report> {
  const { source, options, editors, io } = of;
  const input = buildInput(of);
  const kept = options.workspace === undefined ? null : await beginRun(options.workspace, input);
  const progress = createProgress(io.stderr, createPaint(io.stderr, io.env), {
    name: source?.name ?? 'the brief',
    personas: editors.panel,
  });
  const loop = refineLoop(
    {
      critic: editors.critic,
      writer: editors.writer,
      judge: editors.judge,
      budget: { ...NO_BUDGET, foresee: editors.foresee },
      check: editors.check,
      step: kept?.step ?? ((_key, work) => work()),
      now: () => performance.now(),
      inbox: () => [],
      reportError: editors.reportError,
    },
    input,
    io.signal,
  );
  const unfinished: Unfinished[] = [];
  try {
    let next = await loop.next();
    while (!next.done) {
      progress(next.value);
      if (next.value.type === 'critique_failed') {
        const { persona, round, reason } = next.value;
        unfinished.push({ persona, round, reason });
      }
      await kept?.record(next.value);
      next = await loop.next();
    }
    return { name: source?.name ?? null, result: next.value, editors, unfinished };
  } finally {
    kept?.close();
  }
}

async function beginRun(file: string, input: LoopInput): Promise<KeptRun> {
  // The database takes longer to load than most reviews need it.
  const { keepRun } = await import('../kept-run.ts');
  return keepRun(file, {
    workspace: 'local',
    // The glossary knows no platform for a command line; the desk is the one of this machine.
    platform: 'desk',
    trigger: 'command',
    requester: null,
    status: 'running',
    planVersion: 1,
    options: {
      personas: input.personas.map(({ id }) => id),
      rounds: input.maxRounds,
      editStyle: input.editStyle,
      strategy: input.strategy,
    },
    given: input.draft === null ? { brief: input.brief } : { draft: input.draft },
  });
}

function isForPrograms(format: ReviewOptions['format']): boolean {
  return format === 'json' || format === 'sarif';
}

function render(report: Report, format: ReviewOptions['format'], io: CommandIo): string {
  if (format === 'json') return renderJson(report);
  if (format === 'sarif') return renderSarif(report);
  if (format === 'markdown') return renderMarkdown(report);
  const { isTTY, columns } = io.stdout;
  const width = isTTY === true && columns ? Math.min(columns, MAX_WIDTH) : Number.POSITIVE_INFINITY;
  return renderText(report, { paint: createPaint(io.stdout, io.env), width });
}

function exitCode(result: LoopResult): number {
  if (result.failure !== undefined) return 2;
  return result.stillOpen.some((comment) => comment.severity === 'blocking') ? 1 : 0;
}
