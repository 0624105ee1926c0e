import { createHash } from 'node:crypto';
import type { Range } from '../../text/range.ts';
import type { HarperLinter } from './harper.ts';
import type { HarperLint } from './harper-protocol.ts';

/** Paragraphs whose findings are kept: several drafts of a usual length. */
const MAX_REMEMBERED = 500;

/**
 * A linter that asks about a paragraph once. A refined draft differs from the one before in a few of
 * them, so its second reading takes a fraction of the first. Keys are hashes: no text is kept.
 */
export function rememberParagraphs(harper: HarperLinter): HarperLinter {
  const known = new Map<string, readonly HarperLint[]>();

  function remember(key: string, lints: readonly HarperLint[]): void {
    known.delete(key);
    known.set(key, lints);
    const [oldest] = known.keys();
    if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  return {
    close: () => harper.close(),
    async lint(text, options, signal) {
      signal.throwIfAborted();
      const paragraphs = splitParagraphs(text).map((range) => {
        const words = text.slice(range.start, range.end);
        return { ...range, words, key: hash(JSON.stringify([options.dialect, words])) };
      });
      const found = new Map<string, readonly HarperLint[]>();
      for (const { key } of paragraphs) {
        const lints = known.get(key);
        if (lints !== undefined) found.set(key, lints);
      }
      const fresh = paragraphs.filter(({ key }) => !found.has(key));
      if (fresh.length > 0) {
        const asked = joinParagraphs(fresh);
        const lints = await harper.lint(asked.text, options, signal);
        if (lints === null) return null;
        for (const { key, start, end } of asked.places) {
          const own = lints.filter((lint) => start <= lint.start && lint.end <= end);
          found.set(
            key,
            own.map((lint) => shift(lint, -start)),
          );
        }
      }
      for (const [key, lints] of found) remember(key, lints);
      return paragraphs.flatMap(({ key, start }) =>
        (found.get(key) ?? []).map((lint) => shift(lint, start)),
      );
    },
  };
}

/** The stretches between blank lines; a fence cut in two does no harm, nothing in code is reported. */
function splitParagraphs(text: string): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(/\r?\n(?:[^\S\n]*\r?\n)+/g)) {
    if (index > start) ranges.push({ start, end: index });
    start = index + gap.length;
  }
  if (start < text.length) ranges.push({ start, end: text.length });
  return ranges;
}

function joinParagraphs(paragraphs: readonly { readonly words: string; readonly key: string }[]) {
  let text = '';
  const places = paragraphs.map(({ words, key }) => {
    if (text !== '') text += '\n\n';
    const start = text.length;
    text += words;
    return { key, start, end: text.length };
  });
  return { text, places };
}

function shift(lint: HarperLint, by: number): HarperLint {
  return { ...lint, start: lint.start + by, end: lint.end + by };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
