/** Remembers the last things that happened, so that one told twice is done once. */
export function createSeen(max: number) {
  const kept = new Set<string>();
  return {
    /** False for what is remembered already. */
    add(key: string): boolean {
      if (kept.has(key)) return false;
      kept.add(key);
      const oldest = kept.size > max ? kept.values().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return true;
    },
    remove(key: string) {
      kept.delete(key);
    },
  };
}
