import { z } from 'zod';
import { SEVERITIES } from './comment.ts';
import type { Persona } from './persona.ts';

/** One thing to put right: where it is, and a sentence with the value and the fix. */
export interface PersonaProblem {
  /** A path such as `checklist[2].question`; `persona` for the whole. */
  readonly field: string;
  readonly message: string;
}

/** What reading a form yields: the persona, or what is wrong with each field. */
export type PersonaForm =
  | { readonly persona: Persona; readonly problems: readonly [] }
  | { readonly persona: null; readonly problems: readonly PersonaProblem[] };

/** Reads the form of a persona from unknown data: fields, lengths and counts, and nothing about their sense. */
export function readPersonaForm(value: unknown): PersonaForm {
  const form = personaSchema.safeParse(value);
  if (!form.success) return { persona: null, problems: formProblems(form.error, value) };
  const { model, ...persona } = form.data;
  return { persona: model === undefined ? persona : { ...persona, model }, problems: [] };
}

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
  .min(2)
  .max(40);

const words = (minChars: number, maxChars: number) =>
  z.string().refine((text) => {
    const chars = text.trim().length;
    return chars >= minChars && chars <= maxChars;
  });

const line = (minChars: number, maxChars: number) =>
  words(minChars, maxChars).refine((text) => !/[\r\n]/.test(text));

const check = z.strictObject({
  id: slug,
  question: line(5, 200).refine((text) => /[?？؟]$/u.test(text.trim())),
  severityIfFailed: z.enum(SEVERITIES),
});

const anchor = words(5, 200);

const criterion = z.strictObject({
  id: slug,
  title: line(2, 40),
  weight: z.number().positive().max(10),
  anchors: z.tuple([anchor, anchor, anchor, anchor]),
});

const example = z.strictObject({
  draft: words(10, 800),
  quote: words(1, 300),
  problem: words(5, 300),
  why: words(5, 300),
  suggestion: words(3, 400),
});

/** The form of a persona: fields, lengths and counts. What is left out and may be is filled in. */
const personaSchema = z.strictObject({
  id: slug,
  // YAML reads `version: 2` as a number.
  version: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), line(1, 32))
    .default('1'),
  title: line(2, 60).refine((text) => /\p{L}/u.test(text)),
  icon: z
    .string()
    .regex(/^[\p{Ll}\p{Lo}\p{N}_+'-]{1,64}$/u)
    .default('memo'),
  reader: words(10, 300),
  checklist: z.array(check).min(3).max(7),
  criteria: z.array(criterion).max(4).default([]),
  ignores: z.array(words(3, 200)).max(10).default([]),
  maxComments: z.int().min(1).max(10).default(5),
  examples: z.array(example).max(4).default([]),
  model: z.string().trim().min(1).max(100).optional(),
});

/** What to write instead, by field; `[]` stands for any index. */
const FIXES: Readonly<Record<string, string>> = {
  id: 'use 2–40 small letters, digits and single hyphens, starting with a letter, such as “plain-talker”',
  version: 'give 1–32 characters on one line, such as “1”',
  title: 'give a title of 2–60 characters on one line, with a letter in it, such as “Plain talker”',
  icon: 'give an emoji shortcode without colons, such as “memo”',
  reader: 'describe the reader this editor stands for in 10–300 characters',
  checklist: 'list 3–7 yes/no checks',
  'checklist[]': 'give each check an id, a question and a severityIfFailed',
  'checklist[].id':
    'use 2–40 small letters, digits and single hyphens, starting with a letter, such as “plain-words”',
  'checklist[].question':
    'ask a yes/no question of 5–200 characters on one line that ends with a question mark',
  'checklist[].severityIfFailed': `choose one of ${SEVERITIES.join(', ')}`,
  criteria: 'list at most 4 criteria',
  'criteria[]': 'give each criterion an id, a title, a weight and 4 anchors',
  'criteria[].id':
    'use 2–40 small letters, digits and single hyphens, starting with a letter, such as “clarity”',
  'criteria[].title': 'give a title of 2–40 characters on one line, such as “Clarity”',
  'criteria[].weight': 'give a number above 0 and up to 10',
  'criteria[].anchors': 'describe exactly 4 grades, from 1 (worst) to 4 (best)',
  'criteria[].anchors[]': 'describe the grade in 5–200 characters',
  ignores: 'list at most 10 things it leaves to others',
  'ignores[]': 'write 3–200 characters',
  maxComments: 'give a whole number from 1 to 10',
  examples: 'list at most 4 examples',
  'examples[]': 'give each example a draft, a quote, a problem, a why and a suggestion',
  model: 'give the name of a model from the configuration, or leave it out',
  'examples[].draft': 'give a little draft of 10–800 characters',
  'examples[].quote': 'quote 1–300 characters of the example’s draft',
  'examples[].problem': 'say what is wrong in 5–300 characters',
  'examples[].why': 'say what it does to the reader in 5–300 characters',
  'examples[].suggestion': 'say what to write or ask in 3–400 characters',
};

function formProblems(error: z.ZodError, input: unknown): PersonaProblem[] {
  const problems = error.issues.flatMap((issue) => describeIssue(issue, input));
  return [...new Map(problems.map((problem) => [problem.field, problem])).values()];
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): PersonaProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: pathName([...issue.path, key]),
      message: `${pathName([...issue.path, key])} is no field of a persona: remove it or correct its name.`,
    }));
  }
  const field = pathName(issue.path);
  const value = valueAt(input, issue.path);
  const found = value === undefined ? 'is missing' : `is ${show(value)}`;
  return [{ field, message: `${field} ${found}: ${fixFor(issue.path)}.` }];
}

function fixFor(path: readonly PropertyKey[]): string {
  const pattern = path.map((key) => (typeof key === 'number' ? 0 : key));
  return (
    FIXES[pathName(pattern).replaceAll('[0]', '[]')] ??
    'give a mapping with id, title, reader and checklist'
  );
}

function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'persona';
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    input,
  );
}

/** A value as a message quotes it, shortened to one readable line. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const chars = [...String(value).replace(/\s+/gu, ' ')];
  if (chars.length <= 80) return `“${chars.join('')}”`;
  return `“${chars.slice(0, 79).join('').trimEnd()}…” (${chars.length} characters)`;
}
