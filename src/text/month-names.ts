const MONTHS: readonly string[] = [
  'january|jan|januar|jänner|janvier|janv|enero|ene',
  'february|feb|februar|février|févr|fevrier|febrero',
  'march|mar|märz|mär|maerz|mars|marzo',
  'april|apr|avril|avr|abril|abr',
  'may|mai|mayo',
  'june|jun|juni|juin|junio',
  'july|jul|juli|juillet|juil|julio',
  'august|aug|août|aout|agosto|ago',
  'september|sep|sept|septembre|septiembre|setiembre',
  'october|oct|oktober|okt|octobre|octubre',
  'november|nov|novembre|noviembre',
  'december|dec|dezember|dez|décembre|déc|decembre|diciembre|dic',
];

const NUMBER_OF = new Map(
  MONTHS.flatMap((names, index) => names.split('|').map((name) => [name, index + 1] as const)),
);

/** A pattern for any month name or its short form (English, German, French, Spanish), longest first. */
export const MONTH_PATTERN = `(?:${[...NUMBER_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|')})`;

/** `01`–`12`; null for a word that names no month. */
export function monthNumber(name: string): string | null {
  const number = NUMBER_OF.get(name.toLowerCase().replace(/\.$/, ''));
  return number === undefined ? null : String(number).padStart(2, '0');
}

/** The weekday an English, German, French or Spanish name stands for, as its English name. */
export const WEEKDAYS: ReadonlyMap<string, string> = new Map(
  [
    'monday|mon|montag|lundi|lunes',
    'tuesday|tue|tues|dienstag|mardi|martes',
    'wednesday|wed|mittwoch|mercredi|miércoles',
    'thursday|thu|thur|thurs|donnerstag|jeudi|jueves',
    'friday|fri|freitag|vendredi|viernes',
    'saturday|sat|samstag|sonnabend|samedi|sábado',
    'sunday|sun|sonntag|dimanche|domingo',
  ].flatMap((names) => {
    const [english = '', ...others] = names.split('|');
    return [english, ...others].map((name) => [name, english] as const);
  }),
);
