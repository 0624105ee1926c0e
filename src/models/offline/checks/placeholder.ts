import { askComment, BLOCK_GAP, type DraftCheck, FILL_INS } from '../draft.ts';

/** Each matches something an author leaves to be filled in later, in prose with code blotted out. */
const PATTERNS: readonly RegExp[] = [
  ...FILL_INS,
  new RegExp(`(?<=[\\s:(])(?:_{4,}|\\?{3,})(?=[\\s.,;)${BLOCK_GAP}]|$)`, 'gu'),
];

/** Outside code, but read as HTML or as a token and therefore blotted out. */
const MARKUP_PATTERNS: readonly RegExp[] = [
  /<(?:name|date|company|product|version|number|amount|location|customer|team|email|first ?name|last ?name|url)>/giu,
  /\{\{\s*(?!(?:end|else|if|range|with|include)\b)[\p{L}_][\p{L}\p{N}_. -]{0,40}\s*\}\}/gu,
];

/** “a TODO list”, “TODO comments”: the word is used, not left behind. */
const USED_AS_WORD_AFTER =
  /^\s(?:lists?|items?|comments?|apps?|tags?|markers?|notes?|files?|placeholders?)\b/iu;
const USED_AS_WORD_BEFORE =
  /(?:\b(?:a|an|the|your|my|our|each|every|no|any|these|those|all|of)\s|["“'‘])$/iu;

/** Placeholders that were left in. */
export const findPlaceholders: DraftCheck = ({ text, masked, map }) => {
  const spans = [
    ...map.blocks.filter((block) => block.type === 'code' || block.type === 'frontMatter'),
    ...map.parts.filter((part) => part.type === 'code' || part.type === 'target'),
  ];
  const inCode = (at: number) => spans.some((span) => span.start <= at && at < span.end);
  const found = [
    ...PATTERNS.flatMap((pattern) => [...masked.matchAll(pattern)]),
    ...MARKUP_PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]).filter(
      (match) => !inCode(match.index) && !isRealTag(text, match[0]),
    ),
  ];
  return found
    .filter((match) => !isUsedAsWord(masked, match.index, match[0]))
    .map((match) => {
      const end = match.index + match[0].trimEnd().length;
      const quote = text.slice(match.index, end);
      return askComment(
        text,
        { start: match.index, end },
        {
          rule: 'placeholder',
          severity: 'blocking',
          kind: 'rule',
          problem: `“${quote}” is still a placeholder.`,
          why: 'Readers will see it exactly as it stands.',
          instruction: 'What belongs here? Fill it in, or take the sentence out.',
        },
      );
    });
};

function isUsedAsWord(masked: string, start: number, word: string): boolean {
  if (!/^(?:TODO|FIXME|TB[DCA]|XXX)/.test(word)) return false;
  const before = masked.slice(Math.max(0, start - 12), start);
  if (word.startsWith('XXX') && /\p{Lu}\p{Ll}+\s$/u.test(before)) return true;
  return (
    USED_AS_WORD_AFTER.test(masked.slice(start + word.length)) || USED_AS_WORD_BEFORE.test(before)
  );
}

/** `<date>` with its closing tag is markup somebody meant. */
function isRealTag(text: string, tag: string): boolean {
  return tag.startsWith('<') && text.includes(`</${tag.slice(1)}`);
}
