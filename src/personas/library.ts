import type { Persona, Preset } from '../loop/persona.ts';
import { audienceCustomer } from './audience-customer.ts';
import { audienceEngineer } from './audience-engineer.ts';
import { audienceExecutive } from './audience-executive.ts';
import { copyEditor } from './copy-editor.ts';
import { factChecker } from './fact-checker.ts';
import { foodCritic } from './food-critic.ts';
import { lineEditor } from './line-editor.ts';
import { presets } from './presets.ts';
import { seniorEditor } from './senior-editor.ts';
import { skepticalReader } from './skeptical-reader.ts';
import { toneAndInclusion } from './tone-and-inclusion.ts';

/** The personas every workspace starts with, in the order they are listed and speak. */
export const builtInPersonas: readonly Persona[] = [
  seniorEditor,
  lineEditor,
  skepticalReader,
  factChecker,
  toneAndInclusion,
  copyEditor,
  audienceCustomer,
  audienceExecutive,
  audienceEngineer,
  foodCritic,
];

/** The presets every workspace starts with, in the order they are listed. */
export const builtInPresets: readonly Preset[] = presets;

/** Finds a persona by id or title, whatever the case, spaces, hyphens or “&”; null when there is none. */
export function findPersona(
  idOrTitle: string,
  library: readonly Persona[] = builtInPersonas,
): Persona | null {
  return findNamed(idOrTitle, library);
}

/** Finds a preset by id or title, whatever the case, spaces, hyphens or “&”; null when there is none. */
export function findPreset(
  idOrTitle: string,
  library: readonly Preset[] = builtInPresets,
): Preset | null {
  return findNamed(idOrTitle, library);
}

function findNamed<T extends { readonly id: string; readonly title: string }>(
  name: string,
  items: readonly T[],
): T | null {
  const key = spellingKey(name);
  if (key === '') return null;
  return (
    items.find((item) => spellingKey(item.id) === key) ??
    items.find((item) => spellingKey(item.title) === key) ??
    null
  );
}

function spellingKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}
