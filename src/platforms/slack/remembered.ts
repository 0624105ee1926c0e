/** A map that forgets what was put in longest ago, so that a process that runs for months stays small. */
export interface Remembered<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** Remembers up to `size` values, each for `ttlMs` at most. */
export function remember<Value>(
  size: number,
  { ttlMs = Number.POSITIVE_INFINITY, now = Date.now }: { ttlMs?: number; now?: () => number } = {},
): Remembered<Value> {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until >= now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + ttlMs });
      const oldest = entries.keys().next().value;
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
  };
}
