import { BUILT_IN_SETTINGS, type Settings } from './settings.ts';

/** Where a review happens. */
export interface Place {
  readonly workspace: string;
  readonly channel?: string;
  /** The forum or channel that this channel or thread belongs to. */
  readonly parent?: string;
}

/** What one workspace, or one channel of it, decided. */
export interface StoredSettings {
  readonly workspace: string;
  /** Absent: for the whole workspace. */
  readonly channel?: string;
  readonly values: Partial<Settings>;
}

/** Who decided a value. */
export type Origin = 'channel' | 'parent' | 'workspace' | 'built-in default';

/** Every setting with its value and who decided it. */
export type ResolvedSettings = {
  readonly [Name in keyof Settings]: { readonly value: Settings[Name]; readonly origin: Origin };
};

/**
 * The settings in force at a place: each is the channel's own, else its parent's, else the
 * workspace's, else built in. What other places decided is left aside; values are taken whole.
 */
export function resolveSettings(
  place: Place,
  stored: readonly StoredSettings[] = [],
): ResolvedSettings {
  const layers = findLayers(place, stored);
  const resolved = Object.keys(BUILT_IN_SETTINGS).map((name) => {
    const key = name as keyof Settings;
    const layer = layers.find(({ values }) => values[key] !== undefined);
    return [key, { value: completed(key, layer?.values[key]), origin: layer?.origin }];
  });
  return Object.fromEntries(resolved) as ResolvedSettings;
}

/** A budget kept by an older release lacks the limits that came later: nobody set those. */
function completed(name: keyof Settings, value: Settings[keyof Settings] | undefined) {
  const isKept = name === 'budget' && value !== BUILT_IN_SETTINGS.budget;
  return isKept ? { ...BUILT_IN_SETTINGS.budget, ...(value as object) } : value;
}

interface Layer {
  readonly origin: Origin;
  readonly values: Partial<Settings>;
}

/** The layers of a place, the nearest first. */
function findLayers(place: Place, stored: readonly StoredSettings[]): readonly Layer[] {
  const here = stored.filter(({ workspace }) => workspace === place.workspace);
  const of = (origin: Origin, channel: string | undefined): readonly Layer[] =>
    here
      .filter((candidate) => candidate.channel === channel)
      .map(({ values }) => ({ origin, values }));
  return [
    ...(place.channel === undefined ? [] : of('channel', place.channel)),
    ...(place.parent === undefined ? [] : of('parent', place.parent)),
    ...of('workspace', undefined),
    { origin: 'built-in default', values: BUILT_IN_SETTINGS },
  ];
}
