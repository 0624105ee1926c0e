import { UserError } from '../user-error.ts';
import type { Persona } from './persona.ts';
import { type PersonaProblem, readPersonaForm, show } from './persona-form.ts';
import { createNameFinder, foldWords, type RealName } from './real-name.ts';

/** Everything a persona tells a critic, in characters: longer instructions would crowd out the draft. */
export const MAX_PERSONA_CHARS = 8000;

export interface ValidationOptions {
  /** Names of the people in the workspace: no persona may carry one. */
  readonly memberNames?: readonly string[];
}

/** Lists what keeps a persona from being used beside `others`; empty when it may be. */
export function validatePersona(
  persona: Persona,
  others: readonly Persona[],
  options: ValidationOptions = {},
): PersonaProblem[] {
  const form = readPersonaForm(persona);
  const rest = others.filter((other) => other !== persona);
  return [
    ...form.problems,
    ...lengthProblems(persona),
    ...repetitionProblems(persona),
    ...exampleProblems(persona),
    ...clashProblems(persona, rest),
    ...nameProblems(persona, rest, options.memberNames ?? []),
  ];
}

/** Validates every persona against all the others; each problem says whose it is. */
export function validateLibrary(
  personas: readonly Persona[],
  options: ValidationOptions = {},
): (PersonaProblem & { readonly persona: string })[] {
  return personas.flatMap((persona) =>
    validatePersona(persona, personas, options).map((problem) => ({
      ...problem,
      persona: persona.id,
    })),
  );
}

/** Reads a persona from unknown data; throws a `UserError` that names each wrong field, its value and the fix. */
export function parsePersona(value: unknown): Persona {
  const { persona, problems: formProblems } = readPersonaForm(value);
  const problems = persona === null ? formProblems : validatePersona(persona, []);
  if (persona !== null && problems.length === 0) return persona;
  throw new UserError(
    `This persona cannot be used:\n${problems.map(({ message }) => `- ${message}`).join('\n')}`,
    { code: 'persona_invalid' },
  );
}

function lengthProblems(persona: Persona): PersonaProblem[] {
  const chars = allTexts(persona).reduce((sum, { text }) => sum + text.length, 0);
  if (chars <= MAX_PERSONA_CHARS) return [];
  return [
    {
      field: 'persona',
      message: `persona is ${chars} characters long in all: shorten it to ${MAX_PERSONA_CHARS}, examples first.`,
    },
  ];
}

function repetitionProblems({ checklist, criteria }: Persona): PersonaProblem[] {
  return [
    ...repeated(checklist.map(({ id }, i) => ({ field: `checklist[${i}].id`, text: id }))),
    ...repeated(
      checklist.map(({ question }, i) => ({ field: `checklist[${i}].question`, text: question })),
    ),
    ...repeated(criteria.map(({ id }, i) => ({ field: `criteria[${i}].id`, text: id }))),
    ...criteria.flatMap(({ anchors }, i) =>
      repeated(anchors.map((text, j) => ({ field: `criteria[${i}].anchors[${j}]`, text }))),
    ),
  ];
}

function repeated(texts: readonly FieldText[]): PersonaProblem[] {
  const firstBy = new Map<string, string>();
  return texts.flatMap(({ field, text }) => {
    const key = foldWords(text);
    const first = firstBy.get(key);
    if (first === undefined) {
      firstBy.set(key, field);
      return [];
    }
    const message = `${field} is ${show(text)}, the same as ${first}: make it different or remove it.`;
    return [{ field, message }];
  });
}

function exampleProblems(persona: Persona): PersonaProblem[] {
  return persona.examples.flatMap(({ draft, quote }, i) =>
    draft.includes(quote)
      ? []
      : [
          {
            field: `examples[${i}].quote`,
            message: `examples[${i}].quote is ${show(quote)}, which its draft does not contain: copy the words exactly from examples[${i}].draft.`,
          },
        ],
  );
}

function clashProblems(persona: Persona, others: readonly Persona[]): PersonaProblem[] {
  const sameId = others.find(({ id }) => id === persona.id);
  const sameTitle = others.find(({ id, title }) =>
    [id, title].map(callingKey).includes(callingKey(persona.title)),
  );
  const sameChecks = others.find((other) => checklistKey(other) === checklistKey(persona));
  const problems: PersonaProblem[] = [];
  if (sameId !== undefined) {
    problems.push({
      field: 'id',
      message: `id is “${persona.id}”, which “${sameId.title}” already has: choose another id.`,
    });
  }
  if (sameTitle !== undefined) {
    problems.push({
      field: 'title',
      message: `title is “${persona.title}”, which already calls persona “${sameTitle.id}”: choose another title.`,
    });
  }
  if (sameChecks !== undefined) {
    problems.push({
      field: 'checklist',
      message: `checklist asks the same ${persona.checklist.length} questions as “${sameChecks.title}”: give this editor a duty of its own, or use “${sameChecks.title}”.`,
    });
  }
  return problems;
}

/** People call a persona by id or title and are not asked for its exact spelling. */
function callingKey(name: string): string {
  return foldWords(name.replaceAll('&', ' and ')).replaceAll(' ', '');
}

/** The questions alone, in no order: another id or severity does not make another duty. */
function checklistKey({ checklist }: Persona): string {
  return [...new Set(checklist.map(({ question }) => foldWords(question)))].sort().join('\n');
}

function nameProblems(
  persona: Persona,
  others: readonly Persona[],
  memberNames: readonly string[],
): PersonaProblem[] {
  const personaTitles = [persona, ...others].map(({ title }) => title);
  const find = createNameFinder({ personaTitles, memberNames });
  const findBesidesMembers = createNameFinder({ personaTitles, memberNames: [] });
  return instructionTexts(persona).flatMap(({ field, text }) => {
    // A first name may also be a month in an example or the title of a scale, and means nobody there.
    const found = /^examples|^criteria.*title$/.test(field) ? findBesidesMembers(text) : find(text);
    return found === null ? [] : [{ field, message: describeName(field, found) }];
  });
}

function describeName(field: string, { name, known }: RealName): string {
  const who = {
    member: 'a member of this workspace',
    famous: 'a real person',
    imitated: 'which reads like a real person',
  }[known];
  return `${field} names “${name}”, ${who}: say what this editor looks for instead of whom it should be.`;
}

/** A field of a persona and what it says. */
export interface FieldText {
  readonly field: string;
  readonly text: string;
}

/** What steers a critic. An example's draft is only material, so a name in it is nobody's voice. */
export function instructionTexts(persona: Persona): readonly FieldText[] {
  return allTexts(persona).filter(({ field }) => !/^examples\[\d+\]\.(?:draft|quote)$/.test(field));
}

function allTexts(persona: Persona): FieldText[] {
  return [
    { field: 'title', text: persona.title },
    { field: 'reader', text: persona.reader },
    ...persona.checklist.map(({ question }, i) => ({
      field: `checklist[${i}].question`,
      text: question,
    })),
    ...persona.criteria.flatMap(({ title, anchors }, i) => [
      { field: `criteria[${i}].title`, text: title },
      ...anchors.map((text, j) => ({ field: `criteria[${i}].anchors[${j}]`, text })),
    ]),
    ...persona.ignores.map((text, i) => ({ field: `ignores[${i}]`, text })),
    ...persona.examples.flatMap((example, i) =>
      (['draft', 'quote', 'problem', 'why', 'suggestion'] as const).map((key) => ({
        field: `examples[${i}].${key}`,
        text: example[key],
      })),
    ),
  ];
}
