/** Which channel or forum a thread belongs to, as events tell it: known without asking Discord. */
export interface Parents {
  /** Null for a channel that is no thread, or a thread nobody spoke in since the start. */
  of(channel: string): string | null;
  learn(thread: string, parent: string): void;
}

const MAX_KEPT = 20_000;

export function createParents(): Parents {
  const kept = new Map<string, string>();
  return {
    of: (channel) => kept.get(channel) ?? null,
    learn(thread, parent) {
      kept.delete(thread);
      kept.set(thread, parent);
      const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
    },
  };
}
