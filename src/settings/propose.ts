import type { MemberRef } from '../review/refs.ts';
import type { Book, Books } from './book.ts';
import type { EntryStore, NewEntry, Via } from './entry-store.ts';

/** How often a change is made anew from what others saved meanwhile. */
const TRIES = 5;

/** What a change comes to, seen from what stands now. */
export interface Proposal {
  /** The next versions; none where nothing would be different. */
  readonly entries: readonly NewEntry[];
  /** Sentences about what is different once they are saved. */
  readonly changes: readonly string[];
  /** What belongs to the change and is kept elsewhere: done once they are saved. */
  readonly afterwards?: () => Promise<void>;
}

interface Saved {
  readonly type: 'saved';
  readonly changes: readonly string[];
}

interface Refused {
  readonly type: 'refused';
  readonly message: string;
}

/**
 * Saves what `propose` makes of a workspace: all of it or nothing. Where others save at the same moment, it is
 * asked again with what stands then, and refused when they are faster each time. Any other outcome it answers
 * is passed on. `what` names the thing for people, e.g. "these settings".
 */
export async function saveProposal<Outcome extends { readonly type: string }>(
  { store, books }: { readonly store: Pick<EntryStore, 'save'>; readonly books: Books },
  {
    workspace,
    what,
    by,
    via,
  }: {
    readonly workspace: string;
    readonly what: string;
    readonly by: MemberRef | null;
    readonly via: Via;
  },
  propose: (book: Book) => Promise<Proposal | Outcome>,
): Promise<Outcome | Saved | Refused> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const proposal = await propose(await books.open(workspace));
    if ('type' in proposal) return proposal;
    const { entries, changes, afterwards } = proposal;
    if (entries.length === 0) return { type: 'saved', changes: [] };
    if (await store.save(entries, { by, via })) {
      await afterwards?.();
      return { type: 'saved', changes };
    }
  }
  return {
    type: 'refused',
    message: `Others are changing ${what} at this moment. Nothing was changed; try again.`,
  };
}
