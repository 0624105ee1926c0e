import type { Entry } from './entry-store.ts';

/** Channels that something of their own is decided for, whether settings, triggers or a house style. */
export function decidedChannels(entries: readonly Entry[]): readonly string[] {
  const own = entries.filter(
    ({ kind, key, body }) => ['settings', 'style'].includes(kind) && key !== '' && body !== null,
  );
  return [...new Set(own.map(({ key }) => key))];
}
