/*
 * How a text speaks is its author's: whether readers are addressed as friends or formally, and which English
 * it is spelt in. A writer's model has habits of its own in both.
 */
import { detectLanguage } from '../text/language.ts';
import type { Comment } from './comment.ts';
import { wordsOf } from './similarity.ts';

export interface VoiceInput {
  readonly before: string;
  readonly after: string;
  /** The old text with every planned replacement made. */
  readonly expected: string;
}

/** Names a form of address or a spelling of English that nobody asked to have changed. */
export function findVoiceChanges(input: VoiceInput, plan: readonly Comment[]): string[] {
  if (plan.some(isAboutVoice)) return [];
  return [...addressChange(input), ...spellingChange(input)];
}

/** A person may want any voice; of the others, whoever speaks about it. */
function isAboutVoice({ source, problem, suggestion }: Comment): boolean {
  return 'human' in source || ABOUT_VOICE.test(`${problem} ${suggestion.instruction}`);
}

const ABOUT_VOICE =
  /\b(?:american|british|us|uk) (?:english|spelling)|\b(?:dialect|formal(?:ly)?|informal(?:ly)?|form of address|siez\w*|duz\w*|förmlich\w*|anrede\w*|vouvo\w*|tuto(?:ie|ya|yer|iement)\w*|tute(?:ar|o)|formelle?s?|trattamento|jij|tutoyeren)\b/i;

interface Address {
  readonly friendly: RegExp;
  readonly formal: RegExp;
}

/** Words that are only said to somebody; capitals count where they tell “Sie” from “sie”. */
const ADDRESS: Readonly<Record<string, Address>> = {
  de: {
    friendly: /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|eu(?:er|re[mnrs]?))(?!\p{L})/giu,
    formal: /(?<=[\p{Ll},;:–-] )(?:Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})/gu,
  },
  fr: {
    friendly: /(?<!\p{L})(?:tu|toi|tes)(?!\p{L})/giu,
    formal: /(?<!\p{L})(?:vous|votre|vos)(?!\p{L})/giu,
  },
  es: {
    friendly: /(?<!\p{L})(?:tú|tu|tus|ti|contigo|vosotros|vuestr[ao]s?)(?!\p{L})/giu,
    formal: /(?<!\p{L})(?:usted(?:es)?|uds?\.)(?!\p{L})/giu,
  },
  it: {
    friendly: /(?<!\p{L})(?:tu|ti|tuo|tua|tuoi|tue)(?!\p{L})/giu,
    formal: /(?<=[\p{Ll},;:–-] )(?:Lei|Suo|Sua|Suoi|Sue)(?!\p{L})/gu,
  },
  nl: {
    friendly: /(?<!\p{L})(?:jij|jou|jouw|jullie|je)(?!\p{L})/giu,
    formal: /(?<!\p{L})(?:u|uw)(?!\p{L})/giu,
  },
};

/** A text that has both forms says nothing about which is right. */
function addressChange({ before, after, expected }: VoiceInput): string[] {
  const address = ADDRESS[detectLanguage(before).language];
  if (address === undefined) return [];
  for (const [mine, other] of [
    [address.friendly, address.formal],
    [address.formal, address.friendly],
  ] as const) {
    const [was] = before.match(mine) ?? [];
    const [come] = after.match(other) ?? [];
    if (was !== undefined && come !== undefined && expected.search(other) === -1) {
      return [`Readers were addressed with “${was}” and are now with “${come}”`];
    }
  }
  return [];
}

/** The first word that is the old one in the spelling of the other English. */
function spellingChange({ before, after, expected }: VoiceInput): string[] {
  if (detectLanguage(before).language !== 'en') return [];
  const [was, is, planned] = [before, after, expected].map(countWords);
  const come = [...(is ?? [])].flatMap(([word, times]) =>
    times > Math.max(was?.get(word) ?? 0, planned?.get(word) ?? 0) ? [word] : [],
  );
  for (const [word, times] of was ?? []) {
    if ((is?.get(word) ?? 0) >= times) continue;
    const other = come.find((now) => now === toAmerican(word) || toAmerican(now) === word);
    if (other !== undefined) {
      return [`“${word}” became “${other}”, the spelling of another English than the draft’s`];
    }
  }
  return [];
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { value } of wordsOf(text)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Endings as Britain spells them, and as the United States do. Words too short to have one stay. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\w{3})is(?=(?:e[drs]?|ing|ations?|able|ational)$)/, 'iz'],
  [/(?<=\w{3})ys(?=(?:e[drs]?|ing)$)/, 'yz'],
  [/(?<=\w{2})our(?=(?:s|ed|ing|ites?|abl[ey]|less|ful|fully|hoods?|al|ists?|ers?)?$)/, 'or'],
  [/(?<=\w{3}[aeiou])ll(?=(?:ed|ing|ers?)$)/, 'l'],
  [/(?<=^(?:cent|fib|met|lit|theat|calib|spect|somb))re(?=s?$)/, 'er'],
  [/(?<=^(?:def|off|pret))ence(?=s?$)/, 'ense'],
  [/(?<=^(?:catal|dial|anal))ogue(?=s?$)/, 'og'],
  [/(?<=^program)me(?=s?$)/, ''],
  [/^grey(?=s?$)/, 'gray'],
];

function toAmerican(word: string): string {
  return ENDINGS.reduce((spelt, [british, american]) => spelt.replace(british, american), word);
}
