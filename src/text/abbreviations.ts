/** Abbreviations a sentence does not end with, whatever follows. Without their last full stop, lower case. */
const NEVER_LAST = new Set(
  [
    'e.g|i.e|e.g.,|i.e.,|eg|ie|cf|viz|vs|approx|ca|resp|incl|excl|esp|est|min|max|dept|fig|figs|eq',
    'al|w.r.t|a.k.a|mr|mrs|ms|dr|drs|prof|st|mt|gen|col|lt|sgt|capt|gov|sen|rep|rev|hon|messrs',
    'z.b|z. b|d.h|d. h|u.a|u. a|o.ä|o. ä|i.d.r|i. d. r|s.o|s. o|s.u|s. u|z.t|z. t|v.a|v. a',
    'bzw|evtl|ggf|inkl|zzgl|vgl|hr|fr|bd|gem|sog|tel',
    'mme|mlle|p. ex|p.ex|c.-à-d|env',
    'sra|srta|dra|ud|uds|p. ej|p.ej|núm|pág|aprox',
  ].flatMap((group) => group.split('|')),
);

/** Abbreviations only when a number follows: `No. 5`, `p. 12`, `Jan. 9`. */
const BEFORE_NUMBERS = new Set(
  'no|nos|nr|p|pp|vol|sec|ch|art|abs|ver|ext|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|n°|s'.split(
    '|',
  ),
);

const LAST_WORDS =
  /(?:^|[\s([“"'«-])((?:\p{L}\.\s?){0,3}[\p{L}°à-]{1,12}(?:\.\p{L}{1,3}){0,3})\.\s*$/u;
const INITIAL = /(?:^|\p{Lu}[\p{L}'’]*\s|\p{Lu}\.\s?)(?!I\.)\p{Lu}\.\s*$/u;
const BARE_NUMBER = /^[\s([]*(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s*$/;
const GERMAN_ORDINAL =
  /(?:^|\s)(?:am|ab|im|der|die|das|des|den|dem|vom|zum|zur|beim|bis|seit|jeder|jede|jedes)\s\d{1,2}\.\s*$/i;
const ORDINAL_BEFORE_MONTH = /\d{1,2}\.\s*$/;
const MONTH = /^\s*(?:Jan|Feb|März|Mär|Apr|Mai|Juni|Juli|Aug|Sept?|Okt|Nov|Dez)/u;

/** True when the full stop at the end of `before` belongs to an abbreviation, initial or ordinal. */
export function endsInAbbreviation(before: string, after: string): boolean {
  if (before.length < 12 && BARE_NUMBER.test(before)) return true;
  const tail = before.slice(-40);
  if (!/\.\s*$/.test(tail)) return false;
  return (
    endsInKnownWord(tail, after) ||
    PAIRS.some(([ends, goesOn]) => ends.test(tail) && goesOn.test(after))
  );
}

/** What ends a piece, and what must come next for the sentence to go on. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [GERMAN_ORDINAL, /^/],
  [ORDINAL_BEFORE_MONTH, MONTH],
  [INITIAL, /^\s*\p{Lu}/u],
  [/(?:^|[\s(])\p{Ll}\.\s*$/u, /^\s*\p{L}\./u],
  [/\b[ap]\.m\.\s*$/i, /^\s*\p{Lu}{2,5}\b/u],
];

function endsInKnownWord(tail: string, after: string): boolean {
  const word = LAST_WORDS.exec(tail)?.[1]?.toLowerCase();
  if (word === undefined) return false;
  const last = word.split(/\s/).at(-1) ?? word;
  if (NEVER_LAST.has(word) || NEVER_LAST.has(last)) return true;
  return BEFORE_NUMBERS.has(last) && /^\s*\d/.test(after);
}
