import { francAll } from 'franc-min';
import { BLOCK_GAP, maskProse, OBJECT } from './prose.ts';
import { rememberLast } from './remember.ts';
import { COMMON_ENGLISH, STOP_WORDS } from './stop-words.ts';

export interface DetectedLanguage {
  /** ISO 639-1, or `und` when the text does not say. */
  readonly language: string;
  /** 0–1: a share of evidence, not a probability. */
  readonly confidence: number;
}

/** Scripts that name their language by themselves, or nearly. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['han', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['arabic', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['cyrillic', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['devanagari', /\p{Script=Devanagari}/gu],
  ['latin', /\p{Script=Latin}/gu],
];
/** One Chinese character or syllable says as much as a few letters. */
const WEIGHTS: Readonly<Record<string, number>> = { han: 4, kana: 2, ko: 3 };
const MAX_CHARS = 6_000;
const UNKNOWN: DetectedLanguage = { language: 'und', confidence: 0 };

/**
 * The language most of the prose is in; code, addresses and tokens do not count. Says `und` rather
 * than guess: a text with too few known words, or two languages of the same strength, is `und`.
 */
export const detectLanguage: (text: string) => DetectedLanguage = rememberLast(readLanguage);

function readLanguage(text: string): DetectedLanguage {
  const prose = maskProse(text).replaceAll(OBJECT, ' ').replaceAll(BLOCK_GAP, ' ');
  const sample = prose.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARS);
  const { script, share, counts } = dominantScript(sample);
  if (script === null) return UNKNOWN;
  if (script === 'latin') return detectLatin(sample);
  // Kanji alone are Chinese; a text with any real share of kana is Japanese.
  if (script === 'han' || script === 'kana') {
    const kana = counts.get('kana') ?? 0;
    const japanese = kana > 0 && kana * 10 >= (counts.get('han') ?? 0);
    return { language: japanese ? 'ja' : 'zh', confidence: share };
  }
  if (script === 'arabic') return detectArabicScript(sample, share);
  if (script === 'cyrillic') return detectByProfile(sample, CYRILLIC, 'ru', share);
  if (script === 'devanagari') return { language: 'hi', confidence: share };
  return { language: script, confidence: share };
}

/** The direction of the first letter that has one; a text without any reads left to right. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const prose = maskProse(text);
  const first = (STRONG.exec(prose) ?? STRONG.exec(text))?.[0];
  return first !== undefined && RTL.test(first) ? 'rtl' : 'ltr';
}

const STRONG = /\p{L}/u;
const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}]/u;

function dominantScript(sample: string): {
  script: string | null;
  share: number;
  counts: Map<string, number>;
} {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [name, pattern] of SCRIPTS) {
    const count = (sample.match(pattern)?.length ?? 0) * (WEIGHTS[name] ?? 1);
    counts.set(name, count);
    total += count;
  }
  const together = new Map(counts);
  together.set('han', (counts.get('han') ?? 0) + (counts.get('kana') ?? 0));
  together.delete('kana');
  const [script, count] = [...together].reduce((best, next) => (next[1] > best[1] ? next : best));
  if (total === 0 || count < 2) return { script: null, share: 0, counts };
  return { script, share: count / total, counts };
}

const WORDS = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const LATIN: Readonly<Record<string, string>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  por: 'pt',
  ita: 'it',
  nld: 'nl',
  swe: 'sv',
  pol: 'pl',
  tur: 'tr',
  ind: 'id',
  ces: 'cs',
  ron: 'ro',
  hun: 'hu',
  vie: 'vi',
  jav: 'jv',
  uzn: 'uz',
  hau: 'ha',
};
const CYRILLIC: Readonly<Record<string, string>> = {
  rus: 'ru',
  ukr: 'uk',
  srp: 'sr',
  bul: 'bg',
  bel: 'be',
};

/** Little words decide; trigrams decide only for longer texts in a language without a list. */
function detectLatin(sample: string): DetectedLanguage {
  const words = (sample.toLowerCase().replaceAll('’', "'").match(WORDS) ?? []).slice(0, 1_000);
  if (words.length === 0) return UNKNOWN;
  const scores = Object.entries(STOP_WORDS)
    .map(([language, known]) => ({
      language,
      hits: words.filter((word) => known.has(word)).length,
      kinds: new Set(words.filter((word) => known.has(word))).size,
    }))
    .sort((a, b) => b.hits - a.hits);
  const [first, second] = scores;
  if (first === undefined) return UNKNOWN;
  const lead = first.hits - (second?.hits ?? 0);
  const share = first.hits / words.length;
  const isClear = first.kinds >= 2 && share >= 0.15 && lead >= Math.max(1, first.hits * 0.25);
  if (isClear) return { language: first.language, confidence: Math.min(1, share * 2) };
  if (looksEnglish(words, scores)) return { language: 'en', confidence: 0.4 };
  return words.length < 12 ? UNKNOWN : detectByProfile(sample, LATIN, null, 0.5);
}

/** A terse message may hold no little word at all: `Build broken again, anyone investigating?` */
function looksEnglish(
  words: readonly string[],
  scores: readonly { readonly language: string; readonly hits: number }[],
): boolean {
  const hitsOf = (language: string) =>
    scores.find((score) => score.language === language)?.hits ?? 0;
  const english = hitsOf('en');
  const others = scores.filter(({ language }) => language !== 'en').map(({ hits }) => hits);
  if (words.length < 3 || words.some((word) => /[^a-z']/.test(word))) return false;
  const common = words.filter((word) => COMMON_ENGLISH.has(word)).length;
  const shaped = words.filter(
    (word) => ENGLISH_SHAPE.test(word) && !COMMON_ENGLISH.has(word),
  ).length;
  const evidence = english + common + shaped / 2;
  return (
    english + common >= 1 &&
    evidence >= Math.max(1.5, words.length / 4) &&
    evidence > Math.max(...others)
  );
}

const ENGLISH_SHAPE =
  /(?:ing|ed|ly|tion|tions|ness|ments?|ould|ight|ough|ers?|ble|'s|'t|'re|'ve|'ll|'m)$|^(?:wh|th|un)|ck|sh|ee|oo/;

function detectArabicScript(sample: string, share: number): DetectedLanguage {
  // Letters only Persian or Urdu use.
  if (/[ٹڈڑںےہ]/.test(sample)) return { language: 'ur', confidence: share };
  const persian = sample.match(/[پچژگیک]/g)?.length ?? 0;
  const letters = sample.match(/\p{Script=Arabic}/gu)?.length ?? 1;
  return { language: persian / letters > 0.02 ? 'fa' : 'ar', confidence: share };
}

/** Trigram profile, kept only when it leads clearly or the script has a likely language anyway. */
function detectByProfile(
  sample: string,
  codes: Readonly<Record<string, string>>,
  likely: string | null,
  confidence: number,
): DetectedLanguage {
  const [first, second] = francAll(sample, { only: Object.keys(codes), minLength: 10 });
  const [code = 'und', score = 0] = first ?? [];
  const language = codes[code] ?? null;
  const leads = score - (second?.[1] ?? 0) >= 0.03;
  if (language !== null && (leads || language === likely)) return { language, confidence };
  return likely === null ? UNKNOWN : { language: likely, confidence: confidence / 2 };
}
