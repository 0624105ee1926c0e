import type { RawComment } from '../../loop/comment.ts';
import { contains } from '../../text/range.ts';
import type { English } from './english-rules.ts';
import type { HarperLinter } from './harper.ts';
import type { HarperLint } from './harper-protocol.ts';
import { HARPER_REMARKS, NOISY_HARPER_RULES } from './harper-rules.ts';
import type { Passage } from './passage.ts';

/** At most this many replacements are named. */
const MAX_OFFERS = 3;

/** What Harper's rules offer for the English prose of one draft; null when Harper did not answer. */
export async function findGrammarFaults(
  harper: HarperLinter,
  passage: Passage,
  english: English,
  signal: AbortSignal,
): Promise<RawComment[] | null> {
  const { dialect } = english.house;
  const disabled = [...NOISY_HARPER_RULES];
  const lints = await harper.lint(
    passage.text,
    dialect === undefined ? { disabled } : { dialect, disabled },
    signal,
  );
  if (lints === null) return null;
  return lints
    .filter(
      (lint) => !NOISY_HARPER_RULES.has(lint.rule) && isInEnglishProse(lint, passage, english),
    )
    .flatMap((lint) => render(lint, passage.text));
}

function isInEnglishProse(lint: HarperLint, passage: Passage, english: English): boolean {
  if (!passage.prose.some((range) => contains(range, lint))) return false;
  const words = passage.words.filter((word) => word.start < lint.end && lint.start < word.end);
  if (lint.rule === 'ItsPossessive' && !followsPreposition(passage, lint.start)) return false;
  return (
    words.length > 0 && words.every((word) => english.isEnglish(word) && !english.isName(word.text))
  );
}

/** “it's” is a slip for “its” after these; elsewhere (“I think it's Omar”) the rule is wrong too often. */
const BEFORE_POSSESSIVE = new Set(
  'of in on at by for from with to into onto and or has have had through under over after before'.split(
    ' ',
  ),
);

function followsPreposition(passage: Passage, start: number): boolean {
  const at = passage.words.findIndex((word) => word.start >= start);
  return BEFORE_POSSESSIVE.has(passage.words[at - 1]?.lower ?? '');
}

/** Harper's own sentences are many hands' work; its category chooses one of ours. */
function render(lint: HarperLint, text: string): RawComment[] {
  const quote = text.slice(lint.start, lint.end);
  const remark = HARPER_REMARKS[lint.kind];
  const [first] = lint.suggestions;
  if (remark === undefined || first === undefined || quote.trim() === '') return [];
  return [
    {
      kind: remark.kind,
      severity: remark.kind === 'style' ? 'nit' : 'minor',
      quote,
      start: lint.start,
      problem: remark.problem(quote),
      why: remark.why,
      suggestion: {
        action: first.type,
        ...(first.type === 'delete' ? {} : { text: first.text }),
        instruction: instructionFor(lint),
      },
      rule: `grammar/${lint.rule}`,
      trust: 'offered',
    },
  ];
}

function instructionFor({ suggestions }: HarperLint): string {
  const [first] = suggestions;
  if (first?.type === 'delete') return 'Leave it out.';
  if (first?.type === 'insert') return `Add “${first.text.trim()}” after it.`;
  const texts = suggestions.filter(({ type }) => type === 'replace').map(({ text }) => text);
  return `Perhaps ${texts
    .slice(0, MAX_OFFERS)
    .map((text) => `“${text}”`)
    .join(' or ')}?`;
}
