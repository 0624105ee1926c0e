import { distance } from 'fastest-levenshtein';

/** The known name a person most likely meant; null when none is close enough to be worth saying. */
export function findNearest(name: string, known: readonly string[]): string | null {
  const typed = name.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, far: distance(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  if (!best) return null;
  const isPrefix = typed.length >= 3 && best.candidate.toLowerCase().startsWith(typed);
  return isPrefix || best.far <= Math.max(2, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : (known.find((candidate) => typed.length >= 3 && candidate.toLowerCase().startsWith(typed)) ??
        null);
}
