/*
 * "5 errors and 3 warnings" and "3 errors and 5 warnings" hold the same numbers: a number needs the
 * noun it counts. The noun is guessed without a grammar: the nearest plural behind the number, past
 * a few adjectives; after "1", the next word.
 */
const NEXT_WORDS =
  /[^\S\r\n]{0,8}(?:of\s+(?:the\s+|our\s+|your\s+|these\s+)?)?((?:[\p{L}\p{M}][\p{L}\p{M}'’-]{0,40}[ \t\u00A0]{1,8}){0,3}[\p{L}\p{M}][\p{L}\p{M}'’-]{0,40})/uy;

const FUNCTION_WORDS = new Set(
  'a an the and or but of to in on at for from with by as is are was were be been has have had do does did will would can could may might must shall should if when while than then that this these those it its we you they he she i not no so up out into over per after before until since during between about also only just more less each both all were via und oder der die das den dem von zu im am auf für mit ist sind war et ou de du des le la les en dans sur pour par est sont y o el los las con por para es son was wir ich sie'.split(
    ' ',
  ),
);
const PLURAL_WITHOUT_S = new Set(
  'people children men women staff data series feet mice criteria media personnel crew software equipment feedback traffic downtime members-only aircraft species sheep teeth geese phenomena indices matrices'.split(
    ' ',
  ),
);
const S_BUT_NO_PLURAL =
  /(?:ss|us|is|ous|'s|’s)$|^(?:always|perhaps|across|less|this|its|was|has|does|plus|minus|versus|besides|towards|sometimes|afterwards|yes)$/i;

/** The noun counted by the number that ends at `end`, in the singular, lower case; null when none is near. */
export function countedNoun(
  prose: string,
  end: number,
  isOne: boolean,
  language: string,
): string | null {
  NEXT_WORDS.lastIndex = end;
  const words = NEXT_WORDS.exec(prose)?.[1]?.split(/\s+/) ?? [];
  for (const [index, word] of words.entries()) {
    if (FUNCTION_WORDS.has(word.toLowerCase())) return null;
    const noun = language === 'de' ? germanNoun(word) : plural(word);
    if (noun !== null) return noun;
    if (isOne && index === 0 && language !== 'de') return singular(word.toLowerCase());
  }
  return null;
}

/** German writes its nouns with a capital; what is small before one is an adjective. */
function germanNoun(word: string): string | null {
  return /^\p{Lu}/u.test(word) ? word.toLowerCase().replace(/(?:e?n|e|s)$/, '') : null;
}

function plural(word: string): string | null {
  const lower = word.toLowerCase();
  if (PLURAL_WITHOUT_S.has(lower)) return lower;
  const looksPlural = /[sx]$/.test(lower) && lower.length > 3 && !S_BUT_NO_PLURAL.test(lower);
  return looksPlural ? singular(lower) : null;
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/(?<![su])s$/, '');
}
