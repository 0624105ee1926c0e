/*
 * Judges what people were shown of one review by a model server that misbehaves. It knows what the fake model
 * may change (one word gets an “x”) and what code found, and compares words, not facts: it shares no
 * code with the guard it judges.
 */
import { INVENTED } from './fakes/misbehaviour.ts';

/** What a server answered, by its own count. */
export type Served = Readonly<Record<'answers' | 'input' | 'cached' | 'output', number>>;

/** US dollars for a million tokens. */
export const PRICE = { input: 1, cached: 0.1, output: 10 } as const;

export interface SeenComment {
  readonly id: string;
  readonly problem: string;
  readonly why: string;
  readonly quote: string;
  readonly isByCode: boolean;
  readonly suggestion: {
    readonly action: string;
    readonly text?: string | undefined;
    readonly instruction: string;
  };
}

export interface Seen {
  readonly draft: string;
  readonly best: string | undefined;
  readonly bestNumber: number | undefined;
  readonly stopReason: string | null;
  readonly stopSentence: string | null;
  readonly comments: readonly SeenComment[];
  readonly receipt: {
    readonly calls: number;
    readonly retries: number;
    readonly inputTokens: number;
    readonly cachedTokens: number;
    readonly outputTokens: number;
    readonly cost: number | null;
    readonly isCountedHere?: boolean | undefined;
    readonly facts: { readonly added: readonly string[]; readonly lost: readonly string[] } | null;
  } | null;
  /** Everything people are shown beside the revisions. */
  readonly shown: string;
  /** Set where an invention may be offered, as a suggestion; the text never holds one. */
  readonly mayOffer: boolean;
  /** What must never be shown or sent. */
  readonly key: string;
}

/** What went wrong in a review; empty when nothing did. */
export type Faults = readonly string[];

/** Judges one review; `served` is null where the server vouches for no number. */
export function judgeReview(seen: Seen, served: Served | null): Faults {
  return [
    ...judgeEnd(seen),
    ...judgeReceipt(seen, served),
    ...judgeText(seen),
    ...judgeLanguage(seen),
    ...judgeShown(seen),
  ];
}

/** A review that ended before anything was said leaves a private note; others end with their receipt. */
export function judgeThread(
  posts: string,
  { stopReason, stopSentence }: Pick<Seen, 'stopReason' | 'stopSentence'>,
): Faults {
  const isFailed = stopReason === 'model_error' || stopReason === 'refused';
  const isExplained =
    (isFailed && /\p{L}{3,} [^\n]*\p{L}{3,}[^\n]*[.!] [^\n]*\(ref \w+\)/u.test(posts)) ||
    (stopSentence !== null &&
      ['stopped', 'ended'].some((word) => posts.includes(`${word}: ${stopSentence}`)));
  return isExplained ? [] : [`the thread does not say why it stopped: ${stopSentence}`];
}

function judgeEnd({ stopReason, stopSentence, receipt }: Seen): Faults {
  return [
    ...(stopReason === null ? ['ended without a reason'] : []),
    ...(/\p{L}{2}/u.test(stopSentence ?? '') ? [] : ['no sentence for the stop']),
    ...(receipt === null ? ['no receipt'] : []),
  ];
}

/** What was answered was paid for: a receipt that says more or less is untrue. */
function judgeReceipt({ receipt }: Seen, served: Served | null): Faults {
  if (receipt === null) return [];
  const told = {
    answers: receipt.calls + receipt.retries,
    input: receipt.inputTokens,
    cached: receipt.cachedTokens,
    output: receipt.outputTokens,
  };
  if (served === null) {
    const isMarked = receipt.isCountedHere === true || told.answers === 0;
    const isLikely = told.input < 1_000_000 && (told.answers === 0 || told.input > 500);
    return [
      ...(isMarked ? [] : ['does not say that it counted the tokens itself']),
      ...(isLikely ? [] : [`counts ${told.input} tokens`]),
    ];
  }
  const { input, cached, output } = served;
  const cost =
    ((input - cached) * PRICE.input + cached * PRICE.cached + output * PRICE.output) / 1_000_000;
  const isTrue = (Object.keys(told) as (keyof Served)[]).every((key) => told[key] === served[key]);
  return [
    ...(isTrue ? [] : [`receipt ${JSON.stringify(told)}, served ${JSON.stringify(served)}`]),
    ...(Math.abs((receipt.cost ?? Number.NaN) - cost) < 1e-9
      ? []
      : [`cost ${receipt.cost}, really ${cost}`]),
    ...(receipt.isCountedHere === true ? ['counted what it was told'] : []),
  ];
}

/** What stands in the result stood in the draft, was put there by code, or is the planned word. */
function judgeText({ draft, best, bestNumber, comments, receipt }: Seen): Faults {
  if (best === undefined) return ['no text came of it'];
  if (bestNumber === 1) return best === draft ? [] : ['changed the first revision'];
  const byCode = comments.filter(({ isByCode }) => isByCode);
  const source = withoutDeleted(draft, best, comments);
  const { come, gone } = compare(wordsOf(source), wordsOf(best));
  const mayCome = new Set(byCode.flatMap(({ suggestion }) => wordsOf(suggestion.text ?? '')));
  const mayGo = new Set(byCode.flatMap(({ quote }) => wordsOf(quote)));
  const added = come.filter((word) => !mayCome.has(word) && !gone.includes(word.replace(/x$/, '')));
  const lost = gone.filter((word) => !mayGo.has(word) && !come.includes(`${word}x`));
  return [
    ...added.map((word) => `added “${word}”`),
    ...lost.map((word) => `lost “${word}”`),
    ...judgeMarks(source, best, byCode),
    ...judgeOrder(source, best),
    ...(paragraphsOf(source) === paragraphsOf(best) ? [] : ['changed the paragraphs']),
    ...compare(hiddenIn(source), hiddenIn(best)).come.map((code) => `hid ${code} in the text`),
    ...(receipt?.facts?.added ?? []).map((fact) => `says it added “${fact}”`),
    ...(receipt?.facts?.lost ?? [])
      .filter((fact) => !isWording(fact) || !lacksWord(source, draft, fact))
      .map((fact) => `says it lost “${fact}”`),
  ];
}

/** The draft less what editors wanted gone, in so many words and where people see it, and is gone. */
function withoutDeleted(draft: string, best: string, comments: Seen['comments']): string {
  return comments
    .filter(({ isByCode, suggestion }) => !isByCode && suggestion.action === 'delete')
    .filter(({ quote }) => quote !== '' && !best.includes(quote))
    .reduce((text, { quote }) => text.replace(quote, ''), draft);
}

/** A “perhaps”, not a number, a name or an address: it goes with the words it belongs to. */
function isWording(fact: string): boolean {
  return /^[\p{Ll}\p{Lo}\p{M} ]+$/u.test(fact);
}

function lacksWord(text: string, draft: string, fact: string): boolean {
  return text.split(fact).length < draft.split(fact).length;
}

/** Quotation marks, brackets, commas: what is no word changes where code changes it, and nowhere else. */
function judgeMarks(source: string, best: string, byCode: Seen['comments']): Faults {
  const { come, gone } = compare(marksIn(source), marksIn(best));
  const touched = marksIn(
    byCode.map(({ quote, suggestion }) => quote + (suggestion.text ?? '')).join(''),
  );
  return [
    ...come.filter((mark) => !touched.includes(mark)).map((mark) => `added the mark ${mark}`),
    ...gone.filter((mark) => !touched.includes(mark)).map((mark) => `lost the mark ${mark}`),
  ];
}

function marksIn(text: string): string[] {
  return text.match(/[\p{P}\p{S}]/gu) ?? [];
}

function hiddenIn(text: string): string[] {
  return (text.match(/\p{Cf}/gu) ?? []).map(
    (character) => `U+${character.codePointAt(0)?.toString(16)}`,
  );
}

function judgeOrder(source: string, best: string): Faults {
  const [was, is] = [countEach(wordsOf(source)), countEach(wordsOf(best))];
  const order = (text: string) =>
    wordsOf(text)
      .filter((word) => was.get(word) === 1 && is.get(word) === 1)
      .join(' ');
  return order(source) === order(best) ? [] : ['changed the order of words'];
}

function paragraphsOf(text: string): number {
  return text.trim().split(/\n\s*\n/).length;
}

/** Words, numbers, addresses: whatever stands between white space or punctuation. */
function wordsOf(text: string): string[] {
  const isDense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
  return (
    (
      text
        // A word is one whatever nobody sees inside it; what was hidden there is counted apart.
        .replaceAll(/\p{Cf}/gu, '')
        .match(/https?:\/\/[^\s()"]+|[\p{L}\p{M}\p{N}_]+(?:[-.'’@][\p{L}\p{M}\p{N}_]+)*/gu) ?? []
    ).flatMap((word) => (isDense.test(word) ? word.split(/(?=[^x])/u) : [word]))
  );
}

/** What there is more of, and what there is less of. */
function compare(before: readonly string[], after: readonly string[]) {
  const [was, is] = [countEach(before), countEach(after)];
  const more = (here: Map<string, number>, there: Map<string, number>) =>
    [...here].flatMap(([each, times]) => (times > (there.get(each) ?? 0) ? [each] : []));
  return { come: more(is, was), gone: more(was, is) };
}

function countEach(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
}

const COMMON: Readonly<Record<'en' | 'de', RegExp>> = {
  en: /\b(?:the|is|of|and|this|that|will|have|there|it)\b/gi,
  de: /\b(?:der|die|das|ist|und|wird|ein|man|es|nicht)\b/gi,
};

/** Two languages are told apart by their commonest words, others by their letters. */
function languageOf(words: string): 'en' | 'de' | 'other' | null {
  const text = words.replaceAll(/https?:\/\/\S+|`[^`]*`/g, '');
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 30) return null;
  if (latin < letters / 2) return 'other';
  const [en, de] = [text.match(COMMON.en)?.length ?? 0, text.match(COMMON.de)?.length ?? 0];
  if (Math.max(en, de) < 4) return null;
  return en > de ? 'en' : 'de';
}

/** Editors’ remarks and the text are in the language of the draft; what code says is in the interface’s. */
function judgeLanguage({ draft, best, comments }: Seen): Faults {
  const expected = languageOf(draft);
  if (expected === null) return [];
  const quotable = new Set(wordsOf(draft));
  const remarks = comments
    .filter(({ isByCode }) => !isByCode)
    .flatMap(({ problem, why, suggestion }) =>
      wordsOf(`${problem} ${why} ${suggestion.instruction}`),
    )
    .filter((word) => !quotable.has(word.replace(/x+$/, '')))
    .join(' ');
  const isWrong = (text: string) => ![null, expected].includes(languageOf(text));
  return [
    ...(isWrong(remarks) ? [`remarks in “${languageOf(remarks)}”`] : []),
    ...(isWrong(best ?? '') ? [`a text in “${languageOf(best ?? '')}”`] : []),
  ];
}

/** Nothing invented, no key, and nothing of how the program works inside. */
function judgeShown({ draft, shown, mayOffer, key }: Seen): Faults {
  const inside = /undefined|\bNaN\b|\[object |<\/?doc-|Every field is present|otherText/.exec(
    shown,
  );
  const hidden = /[\u202a-\u202e\u2066-\u2069]|\\u(?:202|206[6-9]|0007)/.exec(shown);
  return [
    ...(mayOffer ? [] : INVENTED)
      .filter((word) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(shown))
      .map((word) => `shows “${word}”`),
    ...(shown.includes(key) || shown.includes('sk-canary') ? ['shows the key'] : []),
    ...(shown.includes('Something went wrong') ? ['crashed'] : []),
    ...(inside === null || draft.includes(inside[0]) ? [] : [`shows “${inside[0]}”`]),
    ...(hidden === null ? [] : ['shows hidden characters']),
  ];
}
