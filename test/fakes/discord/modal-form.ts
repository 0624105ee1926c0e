/* What a form may ask, and what a client lets its member send: components/reference. */
import { refuseForm } from './api-error.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';

const LABEL = 18;
const TEXT = 10;
const INPUT = 4;

export function checkModal(data: Json): void {
  const size = (field: string, value: unknown, limit: number, least = 0) => {
    const { length } = textOr(value, '');
    if (length > limit || length < least)
      refuseForm(
        `data.${field}`,
        'BASE_TYPE_BAD_LENGTH',
        `Must be between ${least} and ${limit} in length.`,
      );
  };
  size('title', data.title, 45, 1);
  size('custom_id', data.custom_id, 100, 1);
  const components = objectsOf(data.components);
  if (components.length < 1 || components.length > 5)
    refuseForm('data.components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  const ids = new Set<unknown>();
  for (const [at, top] of components.entries()) {
    const field = `components.${at}`;
    if (top.type !== LABEL && top.type !== 1 && top.type !== TEXT)
      refuseForm(`data.${field}.type`, 'UNION_TYPE_CHOICES', 'Value must be one of {1, 10, 18}.');
    if (top.type === LABEL) {
      size(`${field}.label`, top.label, 45, 1);
      size(`${field}.description`, top.description, 100);
    }
    const input = inputOf(top);
    if (input === null) continue;
    size(`${field}.custom_id`, input.custom_id, 100, 1);
    if (ids.has(input.custom_id))
      refuseForm(
        `data.${field}`,
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated',
      );
    ids.add(input.custom_id);
    if (input.type === INPUT) {
      size(`${field}.placeholder`, input.placeholder, 100);
      size(`${field}.value`, input.value, numberOr(input.max_length, 4000));
    }
  }
}

/** The part of a form's row that is filled in; null for mere text. */
export function inputOf(top: Json): Json | null {
  if (isJson(top.component)) return top.component;
  return objectsOf(top.components)[0] ?? null;
}

export interface FilledIn {
  readonly [customId: string]: string | readonly string[];
}

/** Fills a form in as a client would, which does not send what the form does not allow. */
export function fillIn(modal: Json, values: FilledIn): Json[] {
  const wanted = new Set(Object.keys(values));
  const filled = objectsOf(modal.components).map((top) => {
    const input = inputOf(top);
    if (input === null) return { type: top.type, id: 1 };
    const customId = textOr(input.custom_id, '');
    wanted.delete(customId);
    const value = valueFor(input, values[customId]);
    const part = { type: input.type, id: 1, custom_id: customId, ...value };
    return top.type === LABEL
      ? { type: LABEL, id: 1, component: part }
      : { type: 1, id: 1, components: [part] };
  });
  if (wanted.size > 0) throw new Error(`the form asks for no ${[...wanted].join(', ')}`);
  return filled;
}

function valueFor(input: Json, given: string | readonly string[] | undefined): Json {
  const name = textOr(input.custom_id, '');
  const isRequired = input.required !== false;
  if (input.type === INPUT) {
    const value = String(given ?? input.value ?? '');
    const least = numberOr(input.min_length, isRequired ? 1 : 0);
    if (value === '' && !isRequired) return { value };
    if (value.length < least || value.length > numberOr(input.max_length, 4000))
      throw new Error(`the client does not send ${value.length} characters for ${name}`);
    return { value };
  }
  const preset = objectsOf(input.options).filter((each) => each.default === true);
  const chosen = given === undefined ? preset.map(({ value }) => String(value)) : [given].flat();
  // A group of radio buttons and a single check box have one value.
  if (input.type === 21) return { value: chosen[0] ?? null };
  if (input.type === 23) return { value: chosen[0] === 'true' };
  if (isRequired && chosen.length < numberOr(input.min_values, 1))
    throw new Error(`the client wants a choice for ${name}`);
  const known = objectsOf(input.options).map(({ value }) => value);
  if ((input.type === 3 || input.type === 22) && chosen.some((each) => !known.includes(each)))
    throw new Error(`${name} offers no ${chosen.join(', ')}`);
  return { values: chosen };
}
