import { z } from 'zod';
import type { Preset } from '../loop/persona.ts';
import type { Library } from './library.ts';

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/)
  .min(2)
  .max(40);

const line = (minChars: number, maxChars: number) =>
  z.string().refine((text) => {
    const chars = text.trim().length;
    return chars >= minChars && chars <= maxChars && !/[\r\n]/.test(text);
  });

const modelName = z.string().trim().min(1).max(100);

/** The form of a preset. */
export const presetSchema: z.ZodType<Preset> = z.strictObject({
  id: slug,
  title: line(2, 60).refine((text) => /\p{L}/u.test(text)),
  purpose: line(5, 200),
  personas: z.array(z.string().min(1)).min(1).max(6),
  rounds: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(1),
  editStyle: z.enum(['edits', 'rewrite']).default('edits'),
  triggerEmoji: z
    .array(z.string().regex(/^[^\s:]{1,64}(?::\d{1,20})?$/))
    .max(5)
    .default([]),
  models: z
    .strictObject({
      critic: modelName.optional(),
      writer: modelName.optional(),
      judge: modelName.optional(),
    })
    .optional(),
}) as unknown as z.ZodType<Preset>;

/** One thing to put right in a preset. */
export interface PresetProblem {
  readonly field: string;
  readonly message: string;
}

/** Reads a preset from unknown data: fields, lengths and counts. */
export function readPresetForm(
  value: unknown,
): { readonly preset: Preset } | { readonly problems: readonly PresetProblem[] } {
  const read = presetSchema.safeParse(value);
  if (read.success) return { preset: read.data };
  const problems = read.error.issues.map(({ path, code }): PresetProblem => {
    const field = String(path[0] ?? 'preset');
    if (code === 'unrecognized_keys') {
      return {
        field: 'preset',
        message: `A preset has the fields ${Object.keys(FIXES).join(', ')} and no others: remove the rest.`,
      };
    }
    return { field, message: `${field} cannot be used: ${FIXES[field] ?? 'correct it'}.` };
  });
  return { problems: [...new Map(problems.map((each) => [each.field, each])).values()] };
}

/** What keeps a preset from being used beside the others of its library; empty when it may be. */
export function checkPreset(preset: Preset, { personas, presets }: Library): PresetProblem[] {
  const problems: PresetProblem[] = [];
  const key = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const twin = presets.find(
    ({ id, title }) => id !== preset.id && key(title) === key(preset.title),
  );
  if (twin !== undefined) {
    problems.push({
      field: 'title',
      message: `title is “${preset.title}”, which already calls preset “${twin.id}”: choose another title.`,
    });
  }
  const stranger = preset.personas.find((id) => !personas.some((each) => each.id === id));
  if (stranger !== undefined) {
    problems.push({
      field: 'personas',
      message: `personas names “${stranger}”, which is no editor here: choose from ${personas.map(({ id }) => id).join(', ')}.`,
    });
  }
  if (new Set(preset.personas).size < preset.personas.length) {
    problems.push({
      field: 'personas',
      message: 'personas names an editor twice: name each once.',
    });
  }
  return problems;
}

const FIXES: Readonly<Record<string, string>> = {
  id: 'use 2–40 small letters, digits and single hyphens, starting with a letter, such as “release-notes”',
  title: 'give a title of 2–60 characters on one line, such as “Release notes”',
  purpose: 'say in 5–200 characters on one line what kind of text it is for',
  personas: 'choose 1–6 editors',
  rounds: 'choose 1, 2, 3 or 4',
  editStyle: 'choose edits or rewrite',
  models: 'name models of the configuration for critic, writer and judge, or leave them out',
  triggerEmoji: 'give at most 5 emoji as shortcodes without colons, such as “rocket”',
};
