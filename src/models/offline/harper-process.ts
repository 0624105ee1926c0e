// Harper's own process: it needs seconds to load and hundreds of megabytes, which the program should not carry.
import { Dialect, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import type { HarperLint, HarperReply, HarperRequest } from './harper-protocol.ts';

const linters = new Map<string, Promise<LocalLinter>>();

process.on('disconnect', () => process.exit(0));
process.on('message', (request: HarperRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});

async function answer(request: HarperRequest): Promise<HarperReply> {
  try {
    const linter = await linterFor(request);
    const lints = await lint(linter, request.text);
    return { id: request.id, lints };
  } catch (error) {
    return { id: request.id, failure: String(error) };
  }
}

function linterFor({ dialect, disabled }: HarperRequest): Promise<LocalLinter> {
  const key = `${dialect} ${disabled.join(' ')}`;
  const known = linters.get(key);
  if (known) return known;
  const made = openLinter(dialect, disabled);
  linters.set(key, made);
  return made;
}

async function openLinter(
  dialect: HarperRequest['dialect'],
  disabled: readonly string[],
): Promise<LocalLinter> {
  const linter = new LocalLinter({
    binary,
    dialect: dialect === 'en-GB' ? Dialect.British : Dialect.American,
  });
  await linter.setup();
  const config = await linter.getDefaultLintConfig();
  for (const rule of disabled) config[rule] = false;
  await linter.setLintConfig(config);
  return linter;
}

async function lint(linter: LocalLinter, text: string): Promise<HarperLint[]> {
  const groups = await linter.organizedLints(text, { language: 'markdown' });
  return Object.entries(groups).flatMap(([rule, lints]) =>
    lints.map((found) => {
      const span = found.span();
      return {
        rule,
        kind: found.lint_kind(),
        start: span.start,
        end: span.end,
        suggestions: found.suggestions().map((suggestion) => ({
          type: SUGGESTION_TYPES[suggestion.kind()] ?? 'replace',
          text: suggestion.get_replacement_text(),
        })),
      };
    }),
  );
}

/** In the order of Harper's own numbers. */
const SUGGESTION_TYPES = ['replace', 'delete', 'insert'] as const;
