import type { Range } from './range.ts';

const QUOTATION =
  /[“„‟](?<curly>[^“”„‟\uFFFF]{1,400})[”“]|«(?<angle>[^«»\uFFFF]{1,400})»|「(?<corner>[^「」\uFFFF]{1,400})」|『(?<white>[^『』\uFFFF]{1,400})』|(?<![\p{L}\p{N}"])"(?<straight>[^"\uFFFF]{1,400})"(?![\p{L}\p{N}"])/gu;

/** Finds the insides of quotations in masked prose, in order; each inside one block. */
export function findQuotations(prose: string): Range[] {
  const ranges: Range[] = [];
  for (const found of prose.matchAll(QUOTATION)) {
    const inside = Object.values(found.groups ?? {}).find((text) => text !== undefined) ?? '';
    const start = found.index + 1 + inside.length - inside.trimStart().length;
    const end = found.index + 1 + inside.trimEnd().length;
    if (end > start) ranges.push({ start, end });
  }
  return ranges;
}
