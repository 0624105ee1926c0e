import { InvalidArgumentError, Option } from 'commander';
import { ARMS } from '../evaluation/arms.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import type { AddCommand } from './add-command.ts';
import type { EvalOptions } from './eval.ts';
import type { ReviewOptions } from './review.ts';
import { wrap } from './wrap.ts';

const HELP_WIDTH = 80;

/** `bluepencil review`: one draft, in the terminal. */
export const addReview: AddCommand = (program, io, finish) => {
  program
    .command('review')
    .description('Review a draft: comments that quote it, and a refined draft.')
    .argument('[FILE]', 'a Markdown or text file, or - for standard input')
    .option('--write <brief>', 'write the draft from a brief first (needs a model)')
    .option('--preset <name>', 'the editors for one kind of text (default: "general")')
    .addOption(
      new Option('--persona <name>', 'one editor; repeat for more')
        .argParser(collect)
        .default([], 'those of the preset'),
    )
    .option('--rounds <n>', 'refine up to n times, 1 to 4 (default: 1)', parseRounds)
    .addOption(
      new Option('--edits', 'change only what was commented on (default)').conflicts('rewrite'),
    )
    .addOption(new Option('--rewrite', 'let the writer rewrite the draft (needs a model)'))
    .addOption(
      new Option('--strategy <name>', 'the plan of model calls').choices([
        'self-refine',
        'three-step',
        'one-shot',
        'best-of-n',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'how to print the result')
        .choices(['text', 'json', 'markdown', 'sarif'])
        .default('text'),
    )
    .option(
      '--house-style <file>',
      'names to keep, words to avoid, dialect (YAML, JSON, Vale, CSV)',
    )
    .option('--workspace <file>', 'keep the run in this SQLite file')
    .addHelpText('after', () => reviewHelp())
    .action(async (file: string | undefined, options: ReviewOptions) => {
      const { reviewCommand } = await import('./review.ts');
      finish(await reviewCommand(file, options, io));
    });
};

function reviewHelp(): string {
  const ids = (library: readonly { readonly id: string }[]) =>
    wrap(library.map(({ id }) => id).join(', '), '  ', HELP_WIDTH);
  return [
    '',
    'Presets:',
    ids(builtInPresets),
    '',
    'Personas:',
    ids(builtInPersonas),
    '',
    'Exit codes:',
    '  0  nothing blocking is open',
    '  1  a blocking comment is open',
    '  2  the command, its input or the model could not be used',
    '',
    'Examples:',
    '  bluepencil review draft.md',
    '  git show HEAD:notes.md | bluepencil review - --preset release-notes',
    '  bluepencil review draft.md --format json > review.json',
  ].join('\n');
}

/** `bluepencil eval`: ways of working, measured on texts of one’s own. */
export const addEval: AddCommand = (program, io, finish) => {
  const many = (flags: string, about: string) => new Option(flags, about).argParser(collect);
  program
    .command('eval')
    .description('Measure ways of working on texts of your own with your model and a judge.')
    .argument('[FILES...]', 'drafts, or .jsonl files of {"draft": "…"} and {"brief": "…"}')
    .addOption(
      many(
        '--arm <name>',
        'one way of working; repeat for more, all are compared with the first',
      ).default([], 'three-step, self-refine'),
    )
    .option('--judge <model>', 'who compares (default: JUDGE_MODEL)')
    .option('--preset <name>', 'the editors for one kind of text (default: "general")')
    .addOption(
      many('--persona <name>', 'one editor; repeat for more').default([], 'those of the preset'),
    )
    .option('--rounds <n>', 'refine up to n times, 1 to 4 (default: the preset’s)', parseRounds)
    .option(
      '--votes <file>',
      'see whether the judge decides as people did: a file of bluepencil export',
    )
    .option('--dry-run', 'say how many calls it would take, and make none')
    .addOption(
      new Option('--format <format>', 'for people, or for programs')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', () => evalHelp())
    .action(async (files: string[], options: EvalOptions) => {
      const { evalCommand } = await import('./eval.ts');
      finish(await evalCommand(files, options, io));
    });
};

function evalHelp(): string {
  return ['', 'Arms:', ...ARMS.map(({ id, about }) => `  ${id.padEnd(12)} ${about}`)].join('\n');
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function parseRounds(value: string): number {
  if (!/^[1-4]$/.test(value.trim())) {
    throw new InvalidArgumentError('Rounds go from 1 to 4.');
  }
  return Number(value);
}
