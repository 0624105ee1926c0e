import type { Draft } from '../draft.ts';

/** The anchors the headings of a draft get where Markdown is shown, lower case; those set by hand included. */
export function headingAnchors({ text, map }: Draft): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const block of map.blocks) {
    if (block.type !== 'heading') continue;
    const slug = slugOf(text.slice(block.start, block.end));
    let anchor = slug;
    for (let copy = 1; anchors.has(anchor); copy += 1) anchor = `${slug}-${copy}`;
    anchors.add(anchor);
  }
  if (anchors.size === 0) return anchors;
  for (const [, id = ''] of text.matchAll(/\b(?:id|name)=["']([^"']+)["']/gi))
    anchors.add(id.toLowerCase());
  for (const [, id = ''] of text.matchAll(/\{#([\w-]+)\}/g)) anchors.add(id.toLowerCase());
  return anchors.add('top');
}

/** Letters, digits, hyphens and underscores; a space is a hyphen: the rule GitHub and most others follow. */
function slugOf(heading: string): string {
  return heading
    .replace(/^#+\s*|\s*#*\s*$|\n[=-]+\s*$/g, '')
    .replace(/\{#[\w-]+\}\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}
