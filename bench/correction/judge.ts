import { distance, tokenise } from './tokens.ts';

/** A sentence with the corrections people gave it; `refs` holds the sentence itself where nothing is wrong. */
export interface Pair {
  readonly source: string;
  readonly refs: readonly string[];
}

/** One proposed change of a sentence. */
export interface Proposal {
  readonly start: number;
  readonly end: number;
  /** Replacements, best first; empty for a remark without one. */
  readonly texts: readonly string[];
}

export type Judgement = 'right' | 'neutral' | 'wrong';

/**
 * Judges one change: *right* when it lies on a shortest token path from the source to at least one reference,
 * *neutral* when it changes white space or quote style only, else *wrong*.
 */
export function judge(pair: Pair, start: number, end: number, text: string): Judgement {
  const changed = pair.source.slice(0, start) + text + pair.source.slice(end);
  const [from, through] = [tokenise(straight(pair.source)), tokenise(straight(changed))];
  const step = distance(from, through);
  if (step === 0) return 'neutral';
  const isOnPath = pair.refs.some((ref) => {
    const to = tokenise(straight(ref));
    return distance(through, to) + step === distance(from, to);
  });
  return isOnPath ? 'right' : 'wrong';
}

/** True when at least one token of the place is changed on a shortest path to some reference. */
export function isRightPlace(pair: Pair, start: number, end: number): boolean {
  const before = tokenise(straight(pair.source.slice(0, start)));
  const inside = tokenise(straight(pair.source.slice(start, end)));
  const after = tokenise(straight(pair.source.slice(end)));
  const from = [...before, ...inside, ...after];
  return pair.refs.some((ref) => {
    const to = tokenise(straight(ref));
    const whole = distance(from, to);
    if (whole === 0) return false;
    return inside.some((_, index) => {
      const marked = [...before, ...inside.with(index, '\u0000'), ...after];
      return distance(marked, to) === whole;
    });
  });
}

function straight(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}

/** The 95 % Wilson interval of `hits` in `total`, in per cent. */
export function wilson(hits: number, total: number): [number, number] {
  if (total === 0) return [0, 100];
  const z = 1.96;
  const p = hits / total;
  const centre = p + (z * z) / (2 * total);
  const spread = z * Math.sqrt((p * (1 - p) + (z * z) / (4 * total)) / total);
  const scale = 100 / (1 + (z * z) / total);
  return [(centre - spread) * scale, (centre + spread) * scale];
}
