/** Words, numbers and single marks; white space carries no meaning here. */
export function tokenise(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+(?:['’`´][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

/** Token distance: insertions, deletions and replacements, one each. */
export function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, token] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      next.push(
        Math.min(
          (row[j] ?? 0) + (token === other ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
        ),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

export type Step =
  | {
      readonly type: 'keep' | 'replace';
      readonly from: string;
      readonly to: string;
      readonly at: number;
    }
  | { readonly type: 'delete'; readonly from: string; readonly at: number }
  | { readonly type: 'insert'; readonly to: string; readonly at: number };

/** One shortest path from `a` to `b`; `at` counts in `a`. */
export function shortestPath(a: readonly string[], b: readonly string[]): Step[] {
  const cost: number[][] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const row: number[] = [];
    for (let j = b.length; j >= 0; j -= 1) {
      const below = cost[i + 1];
      if (i === a.length || j === b.length) row[j] = a.length - i + (b.length - j);
      else {
        const keep = (below?.[j + 1] ?? 0) + (a[i] === b[j] ? 0 : 1);
        row[j] = Math.min(keep, (below?.[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1);
      }
    }
    cost[i] = row;
  }
  return walk(a, b, cost);
}

function walk(a: readonly string[], b: readonly string[], cost: readonly number[][]): Step[] {
  const steps: Step[] = [];
  const at = (i: number, j: number) => cost[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [from = '', to = ''] = [a[i], b[j]];
    const both = i < a.length && j < b.length;
    if (both && from === to && at(i, j) === at(i + 1, j + 1)) {
      steps.push({ type: 'keep', from, to, at: i });
      i += 1;
      j += 1;
    } else if (both && at(i, j) === at(i + 1, j + 1) + 1) {
      steps.push({ type: 'replace', from, to, at: i });
      i += 1;
      j += 1;
    } else if (i < a.length && at(i, j) === at(i + 1, j) + 1) {
      steps.push({ type: 'delete', from, at: i });
      i += 1;
    } else {
      steps.push({ type: 'insert', to, at: i });
      j += 1;
    }
  }
  return steps;
}
