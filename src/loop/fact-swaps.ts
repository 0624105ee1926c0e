/*
 * Facts that are all still there and yet say something else, because two of them traded places. Numbers
 * that name what they count are told apart by that; other numbers, dates, mentions and names have to keep
 * their order within a changed stretch.
 */
import type { Fact } from '../text/facts.ts';
import { detectLanguage } from '../text/language.ts';
import type { Range } from '../text/range.ts';
import { clip } from './clip.ts';
import type { SentenceGroup } from './sentence-groups.ts';

export interface SwapInput {
  readonly before: string;
  readonly after: string;
  /** The old text with every planned replacement made. */
  readonly expected: string;
  /** The changed stretches. */
  readonly groups: readonly SentenceGroup[];
  readonly old: readonly Fact[];
  readonly now: readonly Fact[];
  /** The facts of the expected text. */
  readonly wanted: readonly Fact[];
}

/** Names the facts that traded places, unless the plan alone would have them trade. */
export function findSwaps(input: SwapInput): string[] {
  return [...findFactSwaps(input), ...findNameSwaps(input)];
}

/** Numbers, dates and mentions that kept their counts but traded places within one changed stretch. */
function findFactSwaps({ groups, old, now, wanted }: SwapInput): string[] {
  const planned = wanted.map((fact) => fact.value).join('\n');
  return groups.flatMap((group) =>
    (['number', 'date', 'mention'] as const).flatMap((kind) => {
      const was = mistakable(old.filter((fact) => fact.kind === kind && isIn(fact, group.before)));
      const is = mistakable(now.filter((fact) => fact.kind === kind && isIn(fact, group.after)));
      const before = was.map((fact) => fact.value);
      const after = is.map((fact) => fact.value);
      const at = before.findIndex((value, position) => value !== after[position]);
      if (at === -1 || !isSameBag(before, after) || planned.includes(after.join('\n'))) return [];
      const [one, other] = [clip(was[at]?.text ?? ''), clip(is[at]?.text ?? '')];
      return [`“${one}” and “${other}” changed places`];
    }),
  );
}

/**
 * Names that traded places within a changed stretch. They are looked for by their words: at the start of a
 * sentence a name may not be seen as one. "Ana told Ben" and "Ben was told by Ana" say the same.
 */
function findNameSwaps({ before, after, expected, groups, old, now }: SwapInput): string[] {
  const known = [...old, ...now].flatMap(({ kind, text }) => (kind === 'name' ? [text] : []));
  const isNounful = detectLanguage(before).language === 'de';
  return groups.flatMap((group) => {
    const proper = isNounful
      ? []
      : [...capitalsIn(before, group.before), ...capitalsIn(after, group.after)];
    const names = [...new Set([...known, ...proper])];
    if (names.length < 2) return [];
    const was = orderOf(names, before.slice(group.before.start, group.before.end));
    const is = orderOf(names, after.slice(group.after.start, group.after.end));
    const at = was.names.findIndex((name, position) => name !== is.names[position]);
    const isSwap = at !== -1 && was.doers === is.doers && isSameBag(was.names, is.names);
    if (!isSwap || expected.includes(after.slice(group.after.start, group.after.end))) return [];
    return [`“${clip(was.names[at] ?? '')}” and “${clip(is.names[at] ?? '')}” changed places`];
  });
}

/**
 * Words with a capital in the middle of a sentence: `Sales` and `Legal` are names there, and ordinary words
 * wherever a sentence begins with them. German writes every noun so.
 */
function capitalsIn(text: string, { start, end }: Range): string[] {
  const stretch = text.slice(start, end);
  return [...stretch.matchAll(CAPITAL)].flatMap(({ 0: word }) => (word === 'I' ? [] : [word]));
}

const CAPITAL = /(?<=[\p{Ll}\p{N},;:]\s)\p{Lu}[\p{L}\p{M}]+/gu;

const DOER = /(?<!\p{L})(?:by|von|durch|par|por)\s+$/iu;

/** The names a stretch holds, in order, and how many of them stand behind a "by". */
function orderOf(names: readonly string[], stretch: string) {
  const found: { readonly name: string; readonly start: number }[] = [];
  let left = stretch;
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    for (let at = left.indexOf(name); at !== -1; at = left.indexOf(name, at + name.length)) {
      found.push({ name, start: at });
      left = left.slice(0, at) + '\u0000'.repeat(name.length) + left.slice(at + name.length);
    }
  }
  found.sort((a, b) => a.start - b.start);
  return {
    names: found.map(({ name }) => name),
    doers: found.filter(({ start }) => DOER.test(stretch.slice(0, start))).length,
  };
}

/** Of the numbers, those that say by themselves what they count cannot trade places unnoticed. */
function mistakable(facts: readonly Fact[]): readonly Fact[] {
  const nouns = facts.map(nounOf);
  return facts.filter((_fact, at) => {
    const noun = nouns[at];
    return noun === undefined || nouns.indexOf(noun) !== nouns.lastIndexOf(noun);
  });
}

/** What a number counts, if it is a plain number with a noun. */
export function nounOf({ kind, value }: Fact): string | undefined {
  return kind === 'number' ? /^[\d.]+ (\p{L}{2,}.*)$/u.exec(value)?.[1] : undefined;
}

function isSameBag(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join('\n') === b.toSorted().join('\n');
}

function isIn(fact: Range, range: Range): boolean {
  return range.start <= fact.start && fact.end <= range.end;
}
