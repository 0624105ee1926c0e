import type { RawComment } from '../../loop/comment.ts';
import type { Draft } from './draft.ts';
import { englishSegments } from './english-segments.ts';
import type { HouseStyle } from './house-style.ts';
import type { Lexicon } from './lexicon.ts';
import type { Passage } from './passage.ts';
import type { Rule, RuleContext } from './rule.ts';
import { findApostropheCharacters } from './rules/apostrophe-character.ts';
import { findLowerCaseI } from './rules/capital-i.ts';
import { findBareContractions } from './rules/contraction.ts';
import { findDoubledWords } from './rules/doubled-word.ts';
import { findHardSentences } from './rules/hard-sentence.ts';
import { findIndefiniteArticles } from './rules/indefinite-article.ts';
import { findKeyboardSlips } from './rules/keyboard-slip.ts';
import { findMisspellings } from './rules/misspelling.ts';
import { findOpenCompounds } from './rules/open-compound.ts';
import { findUnknownWords } from './rules/unknown-word.ts';

/** In the order in which they claim a place: first what is applied, then what is offered. */
const RULES: readonly Rule[] = [
  findApostropheCharacters,
  findBareContractions,
  findOpenCompounds,
  findLowerCaseI,
  findDoubledWords,
  findMisspellings,
  findKeyboardSlips,
  findIndefiniteArticles,
  findUnknownWords,
];

/** What the rules for English know about one draft. */
export interface English extends RuleContext {
  /** The share of words whose sentence reads as English, 0–1. */
  readonly share: number;
}

/** Prepares the questions the rules for English ask. */
export function readEnglish(
  passage: Passage,
  { lexicon, house }: { readonly lexicon: Lexicon; readonly house: HouseStyle },
): English {
  const names = new Set([...house.names, ...house.allowed].map((name) => name.toLowerCase()));
  const isName = (word: string) => names.has(word.toLowerCase());
  const isEnglish = englishSegments(passage, lexicon, isName);
  const share = passage.words.filter(isEnglish).length / Math.max(1, passage.words.length);
  return { lexicon, house, isName, isEnglish, share };
}

/** What the rules for English find in one draft. */
export function findEnglishFaults(passage: Passage, draft: Draft, english: English): RawComment[] {
  const comments = RULES.flatMap((rule) => rule(passage, english));
  return english.share < 0.5 ? comments : [...comments, ...findHardSentences(draft)];
}
