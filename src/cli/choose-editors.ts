import type { Persona, Preset } from '../loop/persona.ts';
import { builtInPersonas, builtInPresets, findPersona, findPreset } from '../personas/library.ts';
import { findNearest } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';

/** The preset of that name, `general` without one. Throws a `UserError` that names the nearest. */
export function choosePreset(name: string | undefined): Preset {
  const preset = findPreset(name ?? 'general');
  if (preset !== null) return preset;
  throw usage(unknownName('preset', name ?? 'general', builtInPresets));
}

/** The named personas, else those of the preset. Throws a `UserError` that names the nearest. */
export function choosePersonas(names: readonly string[], preset: Preset): readonly Persona[] {
  const wanted = names.length > 0 ? names : preset.personas;
  const personas = wanted.map((name) => {
    const persona = findPersona(name);
    if (persona === null) throw usage(unknownName('persona', name, builtInPersonas));
    return persona;
  });
  return [...new Set(personas)];
}

function unknownName(
  kind: 'preset' | 'persona',
  name: string,
  library: readonly { readonly id: string; readonly title: string }[],
): string {
  const ids = library.map(({ id }) => id);
  const nearest = findNearest(name, [...ids, ...library.map(({ title }) => title)]);
  const hint = nearest === null ? '' : ` Did you mean “${nearest}”?`;
  return `There is no ${kind} “${name}”.${hint} There are: ${ids.join(', ')}.`;
}

/** Something is wrong with the command itself. */
export function usage(message: string): UserError {
  return new UserError(message, { code: 'usage' });
}
