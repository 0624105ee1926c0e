import type { Persona, Preset } from '../loop/persona.ts';
import { builtInPersonas, builtInPresets } from '../personas/library.ts';
import { emojiCharacter } from '../text/emoji.ts';
import type { Entry } from './entry-store.ts';
import type { Library } from './library.ts';
import { readPersonaEntry, readPresetEntry } from './library-entries.ts';
import type { EmojiTarget } from './settings.ts';

/** Where a persona or preset comes from. */
export type LibraryOrigin = 'built in' | 'changed here' | 'made here' | 'from a file';

/** A persona of a workspace with what the workspace made of it. */
export interface LibraryPersona {
  readonly persona: Persona;
  readonly origin: LibraryOrigin;
  readonly isEnabled: boolean;
  /** Where it is listed and speaks; smaller is earlier. */
  readonly position: number;
  /** The newest version of its entry; 0 when it has none. */
  readonly entryVersion: number;
}

export interface LibraryPreset {
  readonly preset: Preset;
  readonly origin: LibraryOrigin;
  readonly isEnabled: boolean;
  readonly entryVersion: number;
}

/** All personas and presets of a workspace, those that rest included. */
export interface WorkspaceLibrary extends Library {
  readonly allPersonas: readonly LibraryPersona[];
  readonly allPresets: readonly LibraryPreset[];
  /** True when files are the truth, and nothing is changed here. */
  readonly isFromFiles: boolean;
}

/** What the library holds without any workspace's decisions. */
export const BUILT_IN_LIBRARY: Library = { personas: builtInPersonas, presets: builtInPresets };

/** How far apart built-in personas stand, so that others fit between them. */
export const POSITION_STEP = 1000;

/** Lays what a workspace decided over what is built in, or takes what files say. */
export function buildLibrary(entries: readonly Entry[], files: Library | null): WorkspaceLibrary {
  const allPersonas = files === null ? layPersonas(entries) : fromFiles(files.personas);
  const allPresets = files === null ? layPresets(entries) : presetsFromFiles(files.presets);
  return {
    allPersonas,
    allPresets,
    isFromFiles: files !== null,
    personas: allPersonas.filter(({ isEnabled }) => isEnabled).map(({ persona }) => persona),
    presets: allPresets.filter(({ isEnabled }) => isEnabled).map(({ preset }) => preset),
  };
}

function layPersonas(entries: readonly Entry[]): readonly LibraryPersona[] {
  const own = new Map(entries.filter(({ kind }) => kind === 'persona').map((e) => [e.key, e]));
  const builtIn = builtInPersonas.map((persona, at): LibraryPersona => {
    const entry = own.get(persona.id);
    const decided = entry === undefined ? null : readPersonaEntry(entry.body);
    const changed = decided?.persona ?? null;
    const entryVersion = entry?.version ?? 0;
    return {
      persona:
        changed === null
          ? persona
          : { ...changed, version: `${persona.version}.${decided?.version ?? entryVersion}` },
      origin: changed === null ? 'built in' : 'changed here',
      isEnabled: decided?.isEnabled ?? true,
      position: decided?.position ?? (at + 1) * POSITION_STEP,
      entryVersion,
    };
  });
  const made = [...own.values()].flatMap((entry): LibraryPersona[] => {
    if (builtInPersonas.some(({ id }) => id === entry.key)) return [];
    const decided = readPersonaEntry(entry.body);
    if (decided?.persona == null) return [];
    return [
      {
        persona: { ...decided.persona, version: String(decided.version ?? entry.version) },
        origin: 'made here',
        isEnabled: decided.isEnabled,
        position: decided.position ?? (builtInPersonas.length + 1) * POSITION_STEP,
        entryVersion: entry.version,
      },
    ];
  });
  return [...builtIn, ...made].toSorted((a, b) => a.position - b.position);
}

function layPresets(entries: readonly Entry[]): readonly LibraryPreset[] {
  const own = new Map(entries.filter(({ kind }) => kind === 'preset').map((e) => [e.key, e]));
  const builtIn = builtInPresets.map((preset): LibraryPreset => {
    const entry = own.get(preset.id);
    const decided = entry === undefined ? null : readPresetEntry(entry.body);
    return {
      preset: decided?.preset ?? preset,
      origin: decided?.preset == null ? 'built in' : 'changed here',
      isEnabled: decided?.isEnabled ?? true,
      entryVersion: entry?.version ?? 0,
    };
  });
  const made = [...own.values()].flatMap((entry): LibraryPreset[] => {
    if (builtInPresets.some(({ id }) => id === entry.key)) return [];
    const decided = readPresetEntry(entry.body);
    if (decided?.preset == null) return [];
    const { preset, isEnabled } = decided;
    return [{ preset, origin: 'made here', isEnabled, entryVersion: entry.version }];
  });
  return [...builtIn, ...made];
}

function fromFiles(personas: readonly Persona[]): readonly LibraryPersona[] {
  return personas.map((persona, at) => ({
    persona,
    origin: 'from a file',
    isEnabled: true,
    position: (at + 1) * POSITION_STEP,
    entryVersion: 0,
  }));
}

function presetsFromFiles(presets: readonly Preset[]): readonly LibraryPreset[] {
  return presets.map((preset) => ({
    preset,
    origin: 'from a file',
    isEnabled: true,
    entryVersion: 0,
  }));
}

/** The emoji a preset has beyond those it came with, which are among the settings. */
export function emojiOf({ id, triggerEmoji }: Preset): readonly string[] {
  const builtIn = builtInPresets.find((each) => each.id === id)?.triggerEmoji ?? [];
  return triggerEmoji.filter((emoji) => !builtIn.includes(emoji));
}

/** What an emoji starts, in words. */
export function targetWords(target: EmojiTarget, { personas, presets }: Library): string {
  if ('persona' in target) {
    return personas.find(({ id }) => id === target.persona)?.title ?? `“${target.persona}”`;
  }
  if (target.preset === null) return 'the preset in force';
  return presets.find(({ id }) => id === target.preset)?.title ?? `“${target.preset}”`;
}

/** An emoji for people: the character, or `:name:` for one of a workspace's own. */
export function showEmoji(name: string): string {
  return emojiCharacter(name) ?? `:${name.split(':')[0]}:`;
}
