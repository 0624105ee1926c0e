import { randomBytes } from 'node:crypto';

/** Makes ids that grow: text order is the order they were made in, also across restarts. */
export function createIds({ now = Date.now }: { readonly now?: () => number } = {}) {
  let last = 0;
  let count = 0;
  return {
    next(): string {
      const at = Math.max(now(), last);
      count = at === last ? count + 1 : 0;
      last = at;
      const stamp = at.toString(36).padStart(9, '0');
      // The random end differs from that of a past run, or of another process at the same time.
      return `${stamp}${count.toString(36).padStart(3, '0')}${randomBytes(3).toString('hex')}`;
    },
  };
}

export type Ids = ReturnType<typeof createIds>;
