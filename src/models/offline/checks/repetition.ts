import { DOUBLED_ON_PURPOSE } from '../doubled-on-purpose.ts';
import { type Draft, type DraftCheck, offerComment } from '../draft.ts';
import type { Range, RawComment } from '../rule.ts';

/** Shorter sentences are refrains: “No known issues.” */
const MIN_WORDS = 8;
const MIN_CHARACTERS_WITHOUT_SPACES = 14;

const DOUBLED_WORD =
  /(?<![\p{L}\p{N}\p{M}_'’.@#/-])(\p{L}[\p{L}\p{M}]{2,})[ \t]+\1(?![\p{L}\p{N}\p{M}_'’@/-]|\.\p{L})/gu;
/** Particles and pronouns that Chinese and Japanese never double. */
const DOUBLED_CJK =
  /(的)的(?!确|確)|(を)を|(が)が(?=[\p{Script=Han}\p{Script=Katakana}])|(我们|你们|他们|因为|所以|但是|如果|我們|你們|他們|因為)\s?\4|(です)です|(という)という|(から)から/gu;

/** Words, sentences and paragraphs that stand in the draft twice. */
export const findRepetitions: DraftCheck = (draft) => [
  ...doubledWords(draft),
  ...repeatedSentences(draft),
];

function doubledWords({ masked, text }: Draft): RawComment[] {
  const words = [...masked.matchAll(DOUBLED_WORD)].filter(
    (match) =>
      !DOUBLED_ON_PURPOSE.has(match[1]?.toLowerCase() ?? '') &&
      match[1] === match[1]?.toLowerCase(),
  );
  return [...words, ...masked.matchAll(DOUBLED_CJK)].map((match) => {
    const word = match.slice(1).find((group) => group !== undefined) ?? '';
    const range = { start: match.index, end: match.index + match[0].length };
    return offerComment(text, range, word, {
      rule: 'repeated-word',
      severity: 'minor',
      kind: 'rule',
      problem: `“${word}” stands here twice.`,
      why: 'A doubled word makes the reader go back and check what is missing.',
      instruction: `Keep one “${word}”.`,
    });
  });
}

/** Farther apart, a sentence may be a step that comes back; this near, it is a slip of copy and paste. */
const MAX_SENTENCES_APART = 4;

function repeatedSentences({ text, masked, sentences, map }: Draft): RawComment[] {
  const seen = new Map<string, number>();
  const prose = map.blocks.filter((block) => block.type === 'paragraph');
  return sentences.flatMap((sentence, index) => {
    // Items and cells of a form repeat themselves on purpose.
    if (!prose.some((block) => block.start <= sentence.start && sentence.end <= block.end))
      return [];
    const words = masked.slice(sentence.start, sentence.end);
    const key = words
      .replace(/[^\p{L}\p{N}\uFFFC]+/gu, ' ')
      .trim()
      .toLowerCase();
    if (!isLongEnough(key) || key.includes('\uFFFC')) return [];
    const before = seen.get(key);
    seen.set(key, index);
    if (before === undefined || index - before > MAX_SENTENCES_APART) return [];
    return [repeatedSentence(text, sentence)];
  });
}

function repeatedSentence(text: string, { start, end }: Range): RawComment {
  return {
    kind: 'style',
    severity: 'minor',
    quote: text.slice(start, end),
    start,
    problem: 'The draft has just said this sentence, word for word.',
    why: 'Readers wonder what they have missed between the two.',
    suggestion: { action: 'delete', instruction: 'Keep one of the two.' },
    rule: 'repeated-sentence',
    trust: 'offered',
  };
}

function isLongEnough(key: string): boolean {
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    key,
  );
  return isSpaced
    ? key.split(' ').length >= MIN_WORDS
    : key.length >= MIN_CHARACTERS_WITHOUT_SPACES;
}
