import type { RawComment } from '../../loop/comment.ts';
import { findNames } from '../../text/house-names.ts';
import { detectLanguage } from '../../text/language.ts';
import { proseRanges } from '../../text/prose.ts';
import { runChecks } from './checks.ts';
import { readDraft } from './draft.ts';
import { findEnglishFaults, readEnglish } from './english-rules.ts';
import type { HarperLinter } from './harper.ts';
import { findGrammarFaults } from './harper-findings.ts';
import type { HouseStyle } from './house-style.ts';
import type { Lexicon } from './lexicon.ts';
import { GRAMMAR_MISSED, languageLimit } from './limits.ts';
import { groupOffers, keepOnePerPlace } from './one-per-place.ts';
import { readPassage } from './passage.ts';
import { findHouseWords } from './rules/house-word.ts';

export interface InspectOptions {
  readonly house: HouseStyle;
  /** ISO 639 code of the draft's language, where the caller knows it; detected otherwise. */
  readonly language?: string;
}

export interface Inspection {
  readonly comments: readonly RawComment[];
  /** Plain sentences about what could not be checked. */
  readonly limits: readonly string[];
}

/** Reads one draft without any model and says what an editor would mark. */
export interface CopyEditor {
  /** Never changes the text. Rejects only when aborted. */
  inspect(text: string, options: InspectOptions, signal: AbortSignal): Promise<Inspection>;
}

export interface CopyEditorDeps {
  readonly lexicon: Lexicon;
  /** Absent or null: grammar offers are left out, everything else works. */
  readonly harper?: HarperLinter | null;
}

/** A copy editor over the installed word lists, with Harper's grammar rules where it is given. */
export function createCopyEditor({ lexicon, harper = null }: CopyEditorDeps): CopyEditor {
  return {
    inspect: async (text, { house, language }, signal) => {
      signal.throwIfAborted();
      const names = findNames(text, [...house.names, ...house.allowed]);
      const passage = readPassage(text, proseRanges(text), names);
      const draft = readDraft(text);
      const limits: string[] = [];

      const english = readEnglish(passage, { lexicon, house });
      const detected = languageOf(text, language, english.share);
      const comments = [
        ...findHouseWords(passage, house, { offLimits: names, language: detected }),
        ...runChecks(draft),
      ];
      // A draft in several languages is read line by line: each rule asks whether its sentence is English.
      if (detected === 'en' || detected === 'und')
        comments.push(...findEnglishFaults(passage, draft, english));
      const limit = languageLimit(detected);
      if (limit !== null && passage.words.length > 0) limits.push(limit);

      if (detected === 'en' && harper !== null) {
        const grammar = await findGrammarFaults(harper, passage, english, signal);
        if (grammar === null) limits.push(GRAMMAR_MISSED);
        else comments.push(...grammar);
      }
      return { comments: groupOffers(keepOnePerPlace(comments)), limits };
    },
  };
}

/** Short drafts say too little for a detector, but enough when most of their words are English. */
function languageOf(text: string, known: string | undefined, englishShare: number): string {
  if (known !== undefined) return known;
  const { language } = detectLanguage(text);
  return language === 'und' && englishShare >= 0.8 ? 'en' : language;
}
