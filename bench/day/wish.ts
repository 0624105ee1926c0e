/* One wish for a review: what was asked for, and how to see what came of it. */

/** What a wish should come to: a review, nothing because the author said no, or an end because the words are gone. */
export type Fate = 'review' | 'declined' | 'removed';

export interface Wish {
  readonly number: number;
  readonly platform: 'slack' | 'discord' | 'desk';
  readonly way: string;
  readonly fate: Fate;
  /** Whether its words must be nowhere in the database at the end of the day. */
  readonly isForgotten: boolean;
  /** What Bluepencil has said about it where it was asked to, one text a post. */
  said(): Promise<readonly string[]> | readonly string[];
  /** Who asked, and how many private notes and answers that member has got so far. */
  readonly by: string;
  notes(): Promise<number> | number;
  /** The posts with buttons, by id, where whoever asked can press them. */
  buttons?(): readonly { readonly post: string; readonly labels: readonly string[] }[];
  press?(post: string, label: string): Promise<unknown>;
  /** Its author changes what the message says. */
  edit?(): void;
}

/** The wishes of a day, numbered in the order they were made. */
export interface Wishes {
  readonly all: readonly Wish[];
  /** The number and so the words of the next one. */
  next(): number;
  add(wish: Omit<Wish, 'fate' | 'isForgotten'> & Partial<Pick<Wish, 'fate' | 'isForgotten'>>): void;
}

/** Opens an empty list. */
export function createWishes(): Wishes {
  const all: Wish[] = [];
  let last = 0;
  return {
    all,
    next() {
      last += 1;
      return last;
    },
    add: (wish) => void all.push({ fate: 'review', isForgotten: false, ...wish }),
  };
}
