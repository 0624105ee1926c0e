import type { Persona, Preset } from '../loop/persona.ts';

/** The personas and presets that may be chosen. */
export interface Library {
  readonly personas: readonly Persona[];
  readonly presets: readonly Preset[];
}
