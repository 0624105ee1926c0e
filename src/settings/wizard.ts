/*
 * Forms in steps. Where there is room for one step, each is checked and kept when it is sent, so that
 * closing loses nothing; the last one saves. Where there is room for all, everything comes at once.
 */
import { formatAddress } from './address.ts';
import type { ScreenContext } from './screen-context.ts';
import type { FieldProblem, Form, FormStep, FormValues, Screen } from './screens.ts';
import { refill } from './settings-screens.ts';

export interface Wizard {
  readonly path: readonly string[];
  readonly title: string;
  readonly submit: string;
  readonly steps: readonly FormStep[];
  /** The version of the thing when the form was opened. */
  readonly version: number;
  /** What is wrong with values, by field; the whole form's problems have no field. */
  check(values: FormValues): Promise<readonly FieldProblem[]>;
  /** Carries out what was filled in, from the version it began from. */
  finish(values: FormValues, base: number): Promise<Screen>;
}

/** Shows a form at a step, with what was typed there before. */
export async function showWizard(context: ScreenContext, wizard: Wizard, at = 0): Promise<Form> {
  const values = await draftOf(context, wizard);
  const step = Math.min(at, wizard.steps.length - 1);
  return drawWizard(wizard, { values, problems: [], step });
}

/** Draws a form with values and problems. */
export function drawWizard(
  wizard: Wizard,
  {
    values,
    problems,
    step,
    version = wizard.version,
  }: {
    readonly values: FormValues;
    readonly problems: readonly FieldProblem[];
    readonly step: number;
    readonly version?: number;
  },
): Form {
  return {
    type: 'form',
    address: formatAddress(wizard.path, { step, version }),
    title: wizard.title,
    steps: wizard.steps.map((each) => ({
      ...each,
      fields: each.fields.map((field) => refill(field, values)),
    })),
    at: step,
    submit: step < wizard.steps.length - 1 ? 'Next' : wizard.submit,
    finish: wizard.submit,
    problems,
  };
}

/** Takes one step, or all steps at once. */
export async function submitWizard(
  context: ScreenContext,
  wizard: Wizard,
  filled: { readonly values: FormValues; readonly step: number; readonly base: number },
): Promise<Screen> {
  const typed = { ...(await draftOf(context, wizard)), ...filled.values };
  const values: FormValues = { ...shownValues(wizard), ...typed };
  const names = wizard.steps.map(({ fields }) => fields.map(({ name }) => name));
  const isWhole = names.flat().every((name) => filled.values[name] !== undefined);
  const last = isWhole ? names.length - 1 : Math.min(filled.step, names.length - 1);
  const problems = await wizard.check(values);
  // What comes in a later step cannot be wrong yet.
  const mine = problems.filter(
    ({ field }) =>
      last === names.length - 1 || names.slice(0, last + 1).some((step) => step.includes(field)),
  );
  const draw = (step: number, wrong: readonly FieldProblem[]) =>
    drawWizard({ ...wizard, version: filled.base }, { values: typed, problems: wrong, step });
  if (mine.length > 0) {
    await keepDraft(context, wizard, typed);
    const at = names.findIndex((step) => mine.some(({ field }) => step.includes(field)));
    return draw(at === -1 ? last : at, mine);
  }
  if (last < names.length - 1) {
    await keepDraft(context, wizard, typed);
    return draw(last + 1, []);
  }
  return wizard.finish(values, filled.base);
}

/** What a form shows before anybody typed. */
function shownValues({ steps }: Wizard): FormValues {
  return Object.fromEntries(
    steps.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value] as const)),
  );
}

/** What was typed and not finished. */
export async function draftOf(
  context: ScreenContext,
  { path }: Pick<Wizard, 'path'>,
): Promise<FormValues> {
  const kept = await context.deps.store.formDraft(draftKey(context, path));
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(
      ([, value]) =>
        typeof value === 'string' ||
        (Array.isArray(value) && value.every((each) => typeof each === 'string')),
    ),
  ) as FormValues;
}

/** Keeps what was typed until the form is finished; null forgets it. */
export async function keepDraft(
  context: ScreenContext,
  { path }: Pick<Wizard, 'path'>,
  values: FormValues | null,
): Promise<void> {
  await context.deps.store.keepFormDraft(draftKey(context, path), values);
}

function draftKey({ place, by }: ScreenContext, path: readonly string[]) {
  return { workspace: place.workspace, member: by.member, form: path.join('/') };
}
