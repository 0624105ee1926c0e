import { randomBytes } from 'node:crypto';

/** Something on the desk is not as it was: a message came, changed or went. */
export interface Change {
  readonly message: string;
  readonly channel: string;
  readonly root: string | null;
  /** The one member who may know; null for everybody. */
  readonly privateTo: string | null;
}

export interface FeedEntry extends Change {
  /** `run.number`; a page says the last one it saw when it comes back. */
  readonly id: string;
}

/** Tells open pages what changed, and those that were away what they missed. */
export interface Feed {
  publish(change: Change): void;
  subscribe(listener: (entry: FeedEntry) => void): () => void;
  /** What came after an entry; null when that is no longer known and the page has to load anew. */
  since(id: string): readonly FeedEntry[] | null;
  /** The id of the newest entry, or one that is before the first. */
  lastId(): string;
}

/** A feed that remembers its last entries; a restart begins a new one. */
export function createFeed({
  remember = 2_000,
  wire = null,
}: {
  readonly remember?: number;
  /** Carries changes to the feeds of other processes, and theirs here. */
  readonly wire?: {
    tell(payload: string): void;
    hear(listener: (payload: string) => void): void;
  } | null;
} = {}): Feed {
  const run = randomBytes(4).toString('hex');
  const entries: FeedEntry[] = [];
  const listeners = new Set<(entry: FeedEntry) => void>();
  let count = 0;
  const add = (change: Change) => {
    count += 1;
    const entry = { ...change, id: `${run}.${count}` };
    entries.push(entry);
    if (entries.length > remember) entries.shift();
    for (const listener of listeners) listener(entry);
  };
  wire?.hear((payload) => add(JSON.parse(payload) as Change));
  return {
    publish(change) {
      add(change);
      wire?.tell(JSON.stringify(change));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since(id) {
      const [of, number] = id.split('.');
      const seen = Number(number);
      const oldest = count - entries.length;
      if (of !== run || !Number.isInteger(seen) || seen < oldest || seen > count) return null;
      return entries.slice(seen - oldest);
    },
    lastId: () => `${run}.${count}`,
  };
}
