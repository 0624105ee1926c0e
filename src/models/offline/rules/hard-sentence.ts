import type { Draft } from '../draft.ts';
import { askComment } from '../draft.ts';
import type { RawComment } from '../rule.ts';

/** A sentence is hard when it is this long and at least this tangled; either alone is a matter of taste. */
const MIN_WORDS = 45;
const MIN_KNOTS = 5;
/** More of them say the same thing again. */
const MAX_COMMENTS = 3;

const KNOT =
  /[;:(]|,|\s[–—]\s|\b(?:which|that|because|although|though|while|whereas|unless|until|if|when|where|who|whose)\b/giu;
const SEAM = /(?:;|,\s(?:and|but|so|which|because|while|although|whereas)\b|\s[–—]\s)/giu;

/** English sentences that are both long and tangled, with the place where they come apart best. */
export function findHardSentences({ text, masked, sentences, map }: Draft): RawComment[] {
  const prose = map.blocks.filter(
    (block) => block.type === 'paragraph' || block.type === 'listItem',
  );
  const hard = sentences.flatMap(({ start, end }) => {
    if (!prose.some((block) => block.start <= end && start <= block.end)) return [];
    const sentence = masked.slice(start, end);
    const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
    const knots = sentence.match(KNOT)?.length ?? 0;
    // An enumeration is long without being hard.
    const commas = sentence.match(/,/g)?.length ?? 0;
    if (words < MIN_WORDS || knots < MIN_KNOTS || commas > words / 6) return [];
    return [{ start, end, words, seam: middleSeam(sentence) }];
  });
  return hard
    .sort((a, b) => b.words - a.words)
    .slice(0, MAX_COMMENTS)
    .map(({ start, end, words, seam }) =>
      askComment(
        text,
        { start, end },
        {
          rule: 'hard-sentence',
          severity: 'nit',
          kind: 'clarity',
          problem: `This sentence carries ${words} words and several thoughts at once.`,
          why: 'Readers lose the beginning before they reach the end.',
          instruction:
            seam === null
              ? 'Say the main point first and give the rest a sentence of its own.'
              : `Make it two sentences: the second could begin after “${tail(text.slice(start, start + seam))}”.`,
        },
      ),
    );
}

/** Where the sentence comes apart nearest to its middle, as an offset in it; null when nowhere near. */
function middleSeam(sentence: string): number | null {
  const middle = sentence.length / 2;
  const seams = [...sentence.matchAll(SEAM)]
    .map((match) => match.index)
    .filter((at) => at > sentence.length * 0.2 && at < sentence.length * 0.85)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return seams[0] ?? null;
}

function tail(text: string): string {
  return text.trim().split(/\s+/).slice(-4).join(' ');
}
