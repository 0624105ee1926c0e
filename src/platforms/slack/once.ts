import { remember } from './remembered.ts';

/** Longer than Slack goes on bringing an event again: at once, after one and after five minutes. */
const REMEMBERED_MS = 15 * 60_000;

/** Keeps apart what is told of twice, and knows what is still under way. */
export function createOnce() {
  const done = remember<Promise<void>>(20_000, { ttlMs: REMEMBERED_MS });
  const underWay = new Set<Promise<unknown>>();

  const later = (work: Promise<unknown>): void => {
    underWay.add(work);
    const forget = () => void underWay.delete(work);
    work.then(forget, forget);
  };

  return {
    /** Does something once for each name; who is told again waits for the first. What failed may be tried again. */
    async once(name: string, work: () => Promise<void>): Promise<void> {
      const known = done.get(name);
      if (known !== undefined) return known;
      const doing = work();
      done.set(name, doing);
      doing.catch(() => done.delete(name));
      later(doing);
      return doing;
    },
    later,
    /** Resolves when nothing is under way. */
    async settle(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}
