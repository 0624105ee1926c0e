import { z } from 'zod';
import type { Persona, Preset } from '../loop/persona.ts';
import { readPersonaForm } from '../loop/persona-form.ts';
import { presetSchema } from './preset-form.ts';

/** What a workspace decided about a persona. */
export interface PersonaEntry {
  /** Null: as built in. */
  readonly persona: Persona | null;
  readonly isEnabled: boolean;
  readonly position?: number | undefined;
  /** Counts its changes; what only moves or rests it does not. */
  readonly version?: number | undefined;
}

/** What a workspace decided about a preset. */
export interface PresetEntry {
  /** Null: as built in. */
  readonly preset: Preset | null;
  readonly isEnabled: boolean;
}

const personaEntry = z.object({
  persona: z.unknown(),
  isEnabled: z.boolean().default(true),
  position: z.number().optional(),
  version: z.number().optional(),
});

const presetEntry = z.object({
  preset: presetSchema.nullable().catch(null).default(null),
  isEnabled: z.boolean().default(true),
});

/** Reads an entry as it was stored, perhaps by another release; null for one that says nothing. */
export function readPersonaEntry(body: unknown): PersonaEntry | null {
  const read = personaEntry.safeParse(body);
  if (!read.success) return null;
  const { persona, ...rest } = read.data;
  return { ...rest, persona: persona == null ? null : readPersonaForm(persona).persona };
}

/** Reads an entry as it was stored, perhaps by another release; null for one that says nothing. */
export function readPresetEntry(body: unknown): PresetEntry | null {
  const read = presetEntry.safeParse(body);
  return read.success ? read.data : null;
}
