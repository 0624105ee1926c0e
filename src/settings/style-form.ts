import { z } from 'zod';
import { type AvoidedWord, type HouseStyle, STYLE_LIMITS } from './house-style.ts';

const word = z
  .string()
  .max(STYLE_LIMITS.wordChars)
  .refine((text) => text.trim() !== '' && !/[\r\n]/.test(text));

const avoided = z.strictObject({
  word,
  use: z.string().max(STYLE_LIMITS.wordChars),
  caseSensitive: z.boolean().optional(),
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/))
    .min(1)
    .optional(),
  flagOnly: z.boolean().optional(),
});

/** The form of a house style. */
export const houseStyleSchema = z
  .strictObject({
    guide: z.string().max(STYLE_LIMITS.guideChars).default(''),
    names: z.array(word).default([]),
    avoid: z.array(avoided).default([]),
    allowed: z.array(word).default([]),
    dialect: z.enum(['en-US', 'en-GB']).optional(),
    register: z.string().max(STYLE_LIMITS.registerChars).optional(),
  })
  .refine(
    ({ names, avoid, allowed }) =>
      names.length + avoid.length + allowed.length <= STYLE_LIMITS.words,
  )
  .transform(tidy) as unknown as z.ZodType<HouseStyle>;

/** Leaves out what says nothing, so that equal styles are equal data. */
function tidy(style: {
  guide: string;
  names: string[];
  avoid: {
    word: string;
    use: string;
    caseSensitive?: boolean | undefined;
    languages?: string[] | undefined;
    flagOnly?: boolean | undefined;
  }[];
  allowed: string[];
  dialect?: 'en-US' | 'en-GB' | undefined;
  register?: string | undefined;
}): HouseStyle {
  const { dialect, register } = style;
  return {
    guide: style.guide,
    names: [...new Set(style.names)],
    avoid: style.avoid.map(
      ({ word: avoidedWord, use, caseSensitive, languages, flagOnly }): AvoidedWord => ({
        word: avoidedWord,
        use,
        ...(caseSensitive ? { caseSensitive } : {}),
        ...(languages === undefined ? {} : { languages }),
        ...(flagOnly ? { flagOnly } : {}),
      }),
    ),
    allowed: [...new Set(style.allowed)],
    ...(dialect === undefined ? {} : { dialect }),
    ...(register === undefined || register.trim() === '' ? {} : { register }),
  };
}

/** Reads a house style from unknown data; sentences with the field and the fix when it cannot be one. */
export function readHouseStyle(
  given: unknown,
): { readonly style: HouseStyle } | { readonly problems: readonly string[] } {
  const read = houseStyleSchema.safeParse(given);
  if (read.success) return { style: read.data };
  const problems = read.error.issues.map(({ path, code }) => {
    if (code === 'unrecognized_keys') {
      return 'The house style has a field it does not know: use guide, names, avoid, allowed, dialect and register.';
    }
    const [field = 'the house style', at] = path;
    const where = typeof at === 'number' ? `${String(field)}[${at}]` : String(field);
    return `${where} cannot be used: ${FIXES[String(field)] ?? `keep it to ${STYLE_LIMITS.words.toLocaleString('en')} words in all`}.`;
  });
  return { problems: [...new Set(problems)] };
}

const FIXES: Readonly<Record<string, string>> = {
  guide: `keep the style guide to ${STYLE_LIMITS.guideChars.toLocaleString('en')} characters`,
  names: `give names of 1–${STYLE_LIMITS.wordChars} characters on one line`,
  avoid: `give each entry a word and what to use, each up to ${STYLE_LIMITS.wordChars} characters on one line`,
  allowed: `give words of 1–${STYLE_LIMITS.wordChars} characters on one line`,
  dialect: 'choose en-US or en-GB',
  register: `describe it in up to ${STYLE_LIMITS.registerChars} characters`,
};
