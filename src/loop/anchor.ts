/*
 * Anchoring: a comment counts only where its quote is found in the text under review.
 *
 * Order, first hit wins: the offset the critic gave (verified) → exact in the named sentence → exact and
 * unique in the text → normalised (case, quotes, dashes, white space) in the same two steps → token-fuzzy
 * at FUZZY_THRESHOLD inside the named sentence. A quote that only an earlier revision contains is stale.
 * Quotes are never repaired: the anchor keeps the words of the draft and says how they were matched.
 * 16 % of the phrases one model "quoted" were not in its draft (Self-Refine's released runs), so a
 * comment without an anchor is dropped and counted, not shown.
 */
import { foldWithOffsets } from '../text/fold.ts';
import type { Range } from '../text/range.ts';
import { type Sentence, sentenceAt, splitSentences } from '../text/sentences.ts';
import { tokenSimilarity, wordsOf } from './similarity.ts';

/** The place a comment points at. Offsets are UTF-16, into the revision the comment was made on. */
export type Anchor =
  | ({
      readonly type: 'quote';
      readonly sentenceId: string;
      readonly quote: string;
      readonly match: 'exact' | 'normalised' | 'fuzzy';
    } & Range)
  | ({
      readonly type: 'section';
      readonly firstSentenceId: string;
      readonly lastSentenceId: string;
    } & Range)
  | { readonly type: 'document' };

/** What a critic says about where its remark belongs. */
export interface Claim {
  readonly quote: string;
  readonly sentenceId?: string;
  readonly lastSentenceId?: string;
  readonly start?: number;
}

export interface AnchorIndex {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** The anchor of a claim, or why there is none. An empty quote is a section or the whole document. */
  locate(claim: Claim): Anchor | 'unanchored' | 'stale_quote';
}

/** Share of tokens that must agree, in order, for a fuzzy match inside the named sentence. */
const FUZZY_THRESHOLD = 0.85;

/** Prepares one revision for locating many quotes; `earlier` are the texts of the revisions before it. */
export function createAnchorIndex(text: string, earlier: readonly string[] = []): AnchorIndex {
  const sentences = splitSentences(text);
  const byId = new Map(sentences.map((sentence) => [sentence.id, sentence]));
  let foldedText: ReturnType<typeof foldWithOffsets> | undefined;
  const fold = () => {
    foldedText ??= foldWithOffsets(text);
    return foldedText;
  };
  const foldedEarlier = new Map<string, string>();

  function quoteAnchor(range: Range, match: 'exact' | 'normalised' | 'fuzzy'): Anchor {
    const sentence = sentenceAt(sentences, range.start);
    return {
      type: 'quote',
      quote: text.slice(range.start, range.end),
      sentenceId: sentence?.id ?? 'S1',
      match,
      ...range,
    };
  }

  function locateSection(claim: Claim): Anchor | 'unanchored' {
    if (claim.sentenceId === undefined) return { type: 'document' };
    const first = byId.get(claim.sentenceId);
    const last = byId.get(claim.lastSentenceId ?? claim.sentenceId);
    if (!first || !last || last.end < first.start) return 'unanchored';
    return {
      type: 'section',
      firstSentenceId: first.id,
      lastSentenceId: last.id,
      start: first.start,
      end: last.end,
    };
  }

  function locateExact(claim: Claim, named: Sentence | undefined): Anchor | null {
    const { quote, start } = claim;
    if (start !== undefined && text.startsWith(quote, start)) {
      return quoteAnchor({ start, end: start + quote.length }, 'exact');
    }
    const hit = onlyHit(candidates(text, quote, named));
    if (hit === null) return null;
    return quoteAnchor({ start: hit, end: hit + quote.length }, 'exact');
  }

  function locateNormalised(claim: Claim, named: Sentence | undefined): Anchor | null {
    const needle = foldWithOffsets(claim.quote).folded.trim();
    if (needle === '') return null;
    const { folded, toOriginal, toFolded } = fold();
    const within = named && { start: toFolded(named.start), end: toFolded(named.end) };
    const hit = onlyHit(candidates(folded, needle, within));
    if (hit === null) return null;
    return quoteAnchor(toOriginal(hit, hit + needle.length), 'normalised');
  }

  function locateFuzzy(claim: Claim, named: Sentence | undefined): Anchor | null {
    if (!named) return null;
    const range = closestWindow(text.slice(named.start, named.end), claim.quote);
    return range === null
      ? null
      : quoteAnchor({ start: named.start + range.start, end: named.start + range.end }, 'fuzzy');
  }

  function isStale(quote: string): boolean {
    const needle = foldWithOffsets(quote).folded.trim();
    if (needle === '') return false;
    return earlier.some((old) => {
      if (old.includes(quote)) return true;
      let folded = foldedEarlier.get(old);
      if (folded === undefined) {
        folded = foldWithOffsets(old).folded;
        foldedEarlier.set(old, folded);
      }
      return folded.includes(needle);
    });
  }

  return {
    text,
    sentences,
    locate(claim) {
      if (claim.quote.trim() === '') return locateSection(claim);
      const named = claim.sentenceId === undefined ? undefined : byId.get(claim.sentenceId);
      return (
        locateExact(claim, named) ??
        locateNormalised(claim, named) ??
        locateFuzzy(claim, named) ??
        (isStale(claim.quote) ? 'stale_quote' : 'unanchored')
      );
    },
  };
}

/** Where `needle` may be meant: wholly inside the place, else begun there (it runs on), else anywhere. */
function candidates(haystack: string, needle: string, place: Range | undefined): number[] {
  const begun = place === undefined ? [] : occurrences(haystack, needle, place);
  const whole = begun.filter((at) => place !== undefined && at + needle.length <= place.end);
  if (whole.length > 0) return whole;
  return begun.length > 0 ? begun : occurrences(haystack, needle);
}

/** The first two offsets at which `needle` begins, overlapping ones too; of a place only those inside it. */
function occurrences(haystack: string, needle: string, place?: Range): number[] {
  const end = place?.end ?? haystack.length;
  const found: number[] = [];
  for (
    let at = haystack.indexOf(needle, place?.start ?? 0);
    at !== -1 && at < end && found.length < 2;
    at = haystack.indexOf(needle, at + 1)
  ) {
    found.push(at);
  }
  return found;
}

/** Two equal candidates are no answer. */
function onlyHit(hits: readonly number[]): number | null {
  return hits.length === 1 ? (hits[0] ?? null) : null;
}

/** The stretch of `sentence` whose words agree best with `quote`, or null below the threshold. */
function closestWindow(sentence: string, quote: string): Range | null {
  const words = wordsOf(sentence);
  const wanted = wordsOf(quote).map((word) => word.value);
  if (wanted.length < 3) return null;
  let best: { range: Range; similarity: number } | null = null;
  for (const size of [wanted.length, wanted.length - 1, wanted.length + 1]) {
    for (let from = 0; from + size <= words.length; from += 1) {
      const window = words.slice(from, from + size);
      const similarity = tokenSimilarity(
        window.map((word) => word.value),
        wanted,
      );
      const first = window[0];
      const last = window.at(-1);
      if (similarity < FUZZY_THRESHOLD || !first || !last) continue;
      if (best === null || similarity > best.similarity) {
        best = { similarity, range: { start: first.start, end: last.end } };
      }
    }
  }
  return best?.range ?? null;
}
