/* What a message may hold, as resources/message and components/reference of the documentation say. */
import { refuse, refuseForm } from './api-error.ts';
import { isJson, type Json, numberOr, objectsOf, textOr } from './json.ts';
import { textsOf } from './pings.ts';
import { FLAG } from './state.ts';

export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What a message will hold after a request. */
export interface MessageForm {
  readonly content: string;
  readonly embeds: readonly Json[];
  readonly components: readonly Json[];
  readonly flags: number;
  readonly files: number;
  readonly stickers: number;
  readonly poll: boolean;
  readonly isForward?: boolean;
}

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
const BUTTON = 2;
const ROW = 1;
const SELECTS: ReadonlySet<unknown> = new Set([3, 5, 6, 7, 8]);

/** Refuses what no message may be, with the field at fault. */
export function checkForm(form: MessageForm): void {
  if (form.flags & FLAG.componentsV2) checkComponentsV2(form);
  else checkLegacy(form);
  checkEmbeds(form.embeds);
  checkCustomIds(form.components);
  const isEmpty =
    form.content.trim() === '' &&
    form.embeds.length + form.components.length + form.files + form.stickers === 0;
  if (isEmpty && !form.poll && !form.isForward) refuse('emptyMessage');
}

function checkLegacy({ content, components }: MessageForm): void {
  if (content.length > 2000)
    refuseForm('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.');
  if (components.length > 5)
    refuseForm('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  for (const [at, row] of components.entries()) {
    if (row.type !== ROW)
      refuseForm(`components.${at}.type`, 'UNION_TYPE_CHOICES', 'Value must be one of {1}.');
    checkRow(row, `components.${at}`);
  }
}

function checkRow(row: Json, field: string): void {
  const inside = objectsOf(row.components);
  const hasSelect = inside.some(({ type }) => SELECTS.has(type));
  if (inside.length === 0 || inside.length > 5 || (hasSelect && inside.length > 1))
    refuseForm(`${field}.components`, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  for (const [at, component] of inside.entries()) {
    const where = `${field}.components.${at}`;
    const { type, label, custom_id, options, placeholder } = component;
    if (textOr(label, '').length > 80) tooLong(`${where}.label`, 80);
    if (textOr(custom_id, '').length > 100) tooLong(`${where}.custom_id`, 100);
    if (textOr(placeholder, '').length > 150) tooLong(`${where}.placeholder`, 150);
    if (type === BUTTON && label === undefined && component.emoji === undefined)
      refuseForm(where, 'BUTTON_COMPONENT_INVALID', 'A button must have a label or an emoji.');
    const choices = objectsOf(options);
    if (type === 3 && (choices.length < 1 || choices.length > 25))
      refuseForm(`${where}.options`, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 25 in length.');
    for (const [index, choice] of choices.entries())
      for (const key of ['label', 'value', 'description'])
        if (textOr(choice[key], '').length > 100) tooLong(`${where}.options.${index}.${key}`, 100);
  }
}

function checkComponentsV2({ content, components, embeds, poll, stickers }: MessageForm): void {
  const refused = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2';
  const say = (field: string) =>
    refuseForm(field, refused, `The '${field}' field cannot be used when using IS_COMPONENTS_V2`);
  if (content !== '') say('content');
  if (embeds.length > 0) say('embeds');
  if (poll) say('poll');
  if (stickers > 0) say('sticker_ids');
  if (countOf(components) > 40)
    refuseForm('components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 40 in length.');
  const chars = textsOf(components).join('').length;
  if (chars > 4000)
    refuseForm('components', 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', 'Text exceeds 4000.');
  for (const [at, component] of components.entries()) checkV2(component, `components.${at}`, true);
}

function checkV2(component: Json, field: string, isTop: boolean): void {
  const { type } = component;
  if (type === ROW) checkRow(component, field);
  if (type === 17) {
    if (!isTop) refuseForm(field, 'UNION_TYPE_CHOICES', 'Containers stand at the top only.');
    for (const [at, each] of objectsOf(component.components).entries())
      checkV2(each, `${field}.components.${at}`, false);
  }
  if (type === 9) {
    const texts = objectsOf(component.components).length;
    if (texts < 1 || texts > 3)
      refuseForm(
        `${field}.components`,
        'BASE_TYPE_BAD_LENGTH',
        'Must be between 1 and 3 in length.',
      );
    if (!isJson(component.accessory))
      refuseForm(`${field}.accessory`, 'BASE_TYPE_REQUIRED', 'This field is required');
  }
  if (type === 10 && textOr(component.content, '') === '')
    refuseForm(`${field}.content`, 'BASE_TYPE_REQUIRED', 'This field is required');
}

function checkEmbeds(embeds: readonly Json[]): void {
  let total = 0;
  for (const [at, embed] of embeds.entries()) {
    const measure = (value: unknown, key: string, limit: number) => {
      const { length } = textOr(value, '');
      total += length;
      if (length > limit) tooLong(`embeds.${at}.${key}`, limit);
    };
    measure(embed.title, 'title', 256);
    measure(embed.description, 'description', 4096);
    measure(isJson(embed.footer) ? embed.footer.text : '', 'footer.text', 2048);
    measure(isJson(embed.author) ? embed.author.name : '', 'author.name', 256);
    const fields = objectsOf(embed.fields);
    if (fields.length > 25) tooLong(`embeds.${at}.fields`, 25);
    for (const [index, { name, value }] of fields.entries()) {
      measure(name, `fields.${index}.name`, 256);
      measure(value, `fields.${index}.value`, 1024);
    }
  }
  if (total > 6000)
    refuseForm('embeds', 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
}

function checkCustomIds(components: readonly Json[]): void {
  const seen = new Set<unknown>();
  for (const { custom_id: id } of flatten(components)) {
    if (id === undefined) continue;
    if (seen.has(id))
      refuseForm(
        'components',
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated',
      );
    seen.add(id);
  }
}

/** Every component with all that stand in it. */
export function flatten(components: readonly Json[]): Json[] {
  return components.flatMap((component) => [
    component,
    ...flatten(objectsOf(component.components)),
    ...(isJson(component.accessory) ? flatten([component.accessory]) : []),
    ...(isJson(component.component) ? flatten([component.component]) : []),
  ]);
}

const countOf = (components: readonly Json[]) => flatten(components).length;

/** Gives every component the number Discord gives those without one. */
export function numbered(components: readonly Json[]): Json[] {
  const copy = structuredClone(components) as Json[];
  let next = 1;
  for (const component of flatten(copy)) {
    component.id = numberOr(component.id, 0) || next;
    next += 1;
  }
  return copy;
}

function tooLong(field: string, limit: number): never {
  refuseForm(field, 'BASE_TYPE_MAX_LENGTH', `Must be ${limit} or fewer in length.`);
}
