/* What people do with a review that stands: they dismiss, undo, accept, judge, use it, and edit what they wrote. */
import type { Wish } from './wish.ts';
import type { World } from './world.ts';

/** A press shows in the post it was made on, or as a note to whoever made it, before people wonder. */
const SEEN_WITHIN_MS = 60_000;

/** What was done in a day, and what nobody could see come of it. */
export interface Decisions {
  readonly numbers: ReadonlySet<number>;
  readonly presses: ReadonlyMap<string, number>;
  readonly problems: readonly string[];
  /** Lets one person do several things with a review. */
  on(wish: Wish): Promise<void>;
}

export function createDecisions({ slack, random }: World): Decisions {
  const numbers = new Set<number>();
  const presses = new Map<string, number>();
  const problems: string[] = [];

  /** Presses a button where there is one; twice at times, as people do. */
  async function press(wish: Wish, label: string): Promise<void> {
    const at = (wish.buttons?.() ?? []).find(({ labels }) => labels.includes(label));
    if (at === undefined) return;
    const standing = () =>
      wish
        .buttons?.()
        .find(({ post }) => post === at.post)
        ?.labels.join();
    const [before, notes] = [standing(), await wish.notes()];
    const times = random() < 0.2 ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => wish.press?.(at.post, label)));
    presses.set(label, (presses.get(label) ?? 0) + 1);
    const isSeen = async () => standing() !== before || (await wish.notes()) > notes;
    const until = performance.now() + SEEN_WITHIN_MS;
    while (!(await isSeen())) {
      if (performance.now() > until) {
        problems.push(
          `wish ${wish.number}: nothing came of pressing ${label} (${times} ×): ${before}`,
        );
        return;
      }
      await slack.settled();
      await new Promise((later) => setTimeout(later, 20));
    }
  }

  return {
    numbers,
    presses,
    problems,
    async on(wish) {
      if (wish.press === undefined) return;
      numbers.add(wish.number);
      if (random() < 0.3) wish.edit?.();
      if (random() < 0.6) {
        await press(wish, 'Undo');
        // What stays undone nobody would be told of any more: the team has taught it.
        await press(wish, 'Put it back');
      }
      for (const label of ['👍', 'Use this']) if (random() < 0.8) await press(wish, label);
    },
  };
}
