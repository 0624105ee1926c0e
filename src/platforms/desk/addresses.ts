import type { MessageRef, ThreadRef } from '../../review/refs.ts';
import { readRef } from './places.ts';

/** The page of a channel, or of a thread in it. */
export function pageAddress(channel: string, root: string | null = null): string {
  const thread = root === null ? '' : `/t/${encodeURIComponent(root)}`;
  return `/c/${encodeURIComponent(channel)}${thread}`;
}

/** The page of a screen of the settings, seen from a channel. */
export function screenPage(address: string, channel: string | null = null): string {
  const from = channel === null ? '' : `?channel=${encodeURIComponent(channel)}`;
  return `/s/${address}${from}`;
}

/** The page that shows a place; null for a place that is not the desk's. */
export function addressOf(ref: ThreadRef | MessageRef): string | null {
  const place = readRef(ref);
  return place === null ? null : pageAddress(place.channel, place.root);
}

/** The page that shows the whole of a run's review. */
export function fullReviewAddress(runId: string): string {
  return `/r/${encodeURIComponent(runId)}`;
}
