import { createAnchorIndex } from '../../src/loop/anchor.ts';
import type { RawComment } from '../../src/loop/comment.ts';
import type { Persona } from '../../src/loop/persona.ts';
import { type Lowered, screenComments } from '../../src/loop/screen.ts';
import { extractFacts } from '../../src/text/facts.ts';
import { findProtectedSpans } from '../../src/text/protected-spans.ts';

/** What the remarks are about. */
export const TEXT =
  'Run `teh script` on Nimbuss with Ms Okoro before 9 January. The output, which is long, is of course, saved.';
const NAMES = ['Nimbuss', 'Okoro'];

/** Screens remarks of an editor on a text. */
export function screen(
  raw: readonly RawComment[],
  more: {
    dismissed?: string[];
    lowered?: readonly Lowered[];
    maxComments?: number;
    made?: { from: string; to: string }[];
    text?: string;
    persona?: string;
    examples?: Persona['examples'];
  } = {},
) {
  const { text = TEXT, persona = 'line-editor' } = more;
  const facts = extractFacts(text, { names: NAMES });
  return screenComments(
    {
      index: createAnchorIndex(text),
      protectedSpans: findProtectedSpans(text, { names: NAMES }),
      facts,
      language: 'en',
      knownFacts: new Set(facts.map(({ value }) => value)),
      dismissed: new Set(more.dismissed ?? []),
      lowered: more.lowered ?? [],
      made: more.made ?? [],
    },
    {
      round: 1,
      source: { persona },
      raw,
      maxComments: more.maxComments ?? 5,
      examples: more.examples ?? [],
    },
  );
}
