/** Which channel or forum a thread belongs to, as events tell it: known without asking Discord. */
export interface Parents {
  /** Null for a channel that is no thread; undefined for one that nothing is known of. */
  of(channel: string): string | null | undefined;
  learn(channel: string, parent: string | null): void;
}

const MAX_KEPT = 20_000;

export function createParents(): Parents {
  const kept = new Map<string, string | null>();
  return {
    of: (channel) => kept.get(channel),
    learn(channel, parent) {
      kept.delete(channel);
      kept.set(channel, parent);
      const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}
