import { extractFacts } from '../text/facts.ts';
import { findProtectedSpans } from '../text/protected-spans.ts';
import { guardRevision } from './guard.ts';

/** Ordinary words with a fact of most kinds in them. */
const SAMPLE =
  'On 3 March we may move 12 servers to [the new hall](https://example.com/hall); nobody has to do anything. ' +
  'About half of them are at least “five years” old, says Anna Kovacs, so `restart` takes 1 h 15 min.';

/**
 * What has the patterns of the first review compiled, which takes a few tenths of a second: pieces of work
 * to be done one after the other, with turns for others between them.
 */
export function warmUpWork(): readonly (() => void)[] {
  const after = SAMPLE.replace('has to do', 'needs to do');
  const input = { before: SAMPLE, plan: [], editStyle: 'edits', names: [], brief: '' } as const;
  return [
    () => void findProtectedSpans(SAMPLE),
    () => void extractFacts(SAMPLE),
    () => void guardRevision({ ...input, after: SAMPLE }),
    () => void guardRevision({ ...input, after }),
  ];
}
