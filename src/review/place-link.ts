/*
 * Notes point at threads and messages, and only a platform knows their addresses. So a link to a place
 * carries its ref, and each platform puts its own address in when it renders the Markdown.
 */
import type { MessageRef, ThreadRef } from './refs.ts';

const SCHEME = 'place:';

/** A Markdown link to a thread or message, to be resolved by its platform. */
export function linkToPlace(label: string, place: ThreadRef | MessageRef): string {
  return `[${label}](${SCHEME}${escapeParens(encodeURIComponent(place))})`;
}

/** Puts addresses into links to places; one whose address is null keeps its label alone. */
export function resolvePlaceLinks(
  markdown: string,
  addressOf: (place: ThreadRef | MessageRef) => string | null,
): string {
  return markdown.replace(LINK, (_link, label: string, encoded: string) => {
    const address = addressOf(decodeURIComponent(encoded) as ThreadRef | MessageRef);
    return address === null ? label : `[${label}](${address})`;
  });
}

const LINK = /\[([^\]]*)\]\(place:([\w.~!*'%-]+)\)/g;

function escapeParens(encoded: string): string {
  return encoded.replaceAll('(', '%28').replaceAll(')', '%29');
}
