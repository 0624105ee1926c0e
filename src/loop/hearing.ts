import { extractFacts } from '../text/facts.ts';
import { detectLanguage } from '../text/language.ts';
import { findProtectedSpans } from '../text/protected-spans.ts';
import { createAnchorIndex } from './anchor.ts';
import { CHECK_SOURCE } from './check.ts';
import type { Comment, RawComment } from './comment.ts';
import type { CritiqueReply } from './critic.ts';
import type { Critique } from './critique.ts';
import { hasWordsOf } from './example-words.ts';
import type { Persona } from './persona.ts';
import type { Revision } from './revision.ts';
import { countDropped, type Run } from './run.ts';
import { scoreCritique } from './score.ts';
import { type Screen, screenComments } from './screen.ts';
import { parseVerdict } from './verdict.ts';

/** What remarks on a revision are screened against. */
export function createScreen(run: Run, revision: Revision): Screen {
  const { names, brief } = run.input;
  const source = run.revisions[0]?.text ?? revision.text;
  const facts = extractFacts(revision.text, { names });
  const given = [source, brief].flatMap((text) => extractFacts(text, { names }));
  return {
    index: createAnchorIndex(
      revision.text,
      run.revisions.filter(({ number }) => number < revision.number).map(({ text }) => text),
    ),
    protectedSpans: findProtectedSpans(revision.text, { names }),
    facts,
    language: detectLanguage(revision.text).language,
    knownFacts: new Set([...facts, ...given].map((fact) => fact.value)),
    dismissed: dismissedOf(run),
    lowered: run.input.lowered,
    made: [...run.comments.values()].flatMap(({ anchor, suggestion, status }) =>
      anchor.type === 'quote' &&
      suggestion.text !== undefined &&
      (status === 'planned' || status === 'resolved')
        ? [{ from: anchor.quote, to: suggestion.text }]
        : [],
    ),
  };
}

/** Knows a refused suggestion by its fingerprint, or by the mark that is kept of it. */
function dismissedOf({ deps, input }: Run): Screen['dismissed'] {
  const known = new Set(input.dismissed);
  const { markOf } = deps;
  return {
    has: (fingerprint) =>
      known.size > 0 &&
      (known.has(fingerprint) || (markOf !== undefined && known.has(markOf(fingerprint)))),
  };
}

/** Turns one persona's reply into a critique of verified remarks. */
export function readReply(
  run: Run,
  screen: Screen,
  from: { round: number; revision: Revision; persona: Persona; reply: CritiqueReply },
): Critique {
  const { round, revision, persona, reply } = from;
  const { comments, dropped } = screenComments(screen, {
    round,
    source: { persona: persona.id },
    raw: reply.comments,
    maxComments: persona.maxComments,
    examples: persona.examples,
  });
  countDropped(run, dropped);
  return {
    persona: persona.id,
    personaVersion: persona.version,
    revision: revision.number,
    verdict: parseVerdict(reply.verdict),
    checks: reply.checks ?? [],
    criteria: reply.criteria ?? [],
    score: scoreCritique(persona, reply),
    strengths: (reply.strengths ?? []).flatMap((strength) => {
      const anchor = screen.index.locate(strength);
      const isCopied = hasWordsOf(strength.note, persona.examples, revision.text);
      return typeof anchor === 'string' || anchor.type !== 'quote' || isCopied
        ? []
        : [{ quote: anchor.quote, note: strength.note }];
    }),
    comments,
    rawCommentCount: reply.comments.length,
    dropped,
    limits: reply.limits ?? [],
  };
}

/** The findings of code on a revision. */
export function screenChecks(
  run: Run,
  screen: Screen,
  round: number,
  raw: readonly RawComment[],
): readonly Comment[] {
  const { comments, dropped } = screenComments(screen, {
    round,
    source: { rule: CHECK_SOURCE },
    raw,
    maxComments: Number.POSITIVE_INFINITY,
  });
  countDropped(run, dropped);
  return comments;
}

/** People's remarks are taken up once; one that quotes words no longer there is about the whole draft. */
export function screenRemarks(run: Run, screen: Screen, round: number): readonly Comment[] {
  const remarks = run.remarks;
  run.remarks = [];
  return remarks.flatMap((remark, at) => {
    const quote = remark.quote ?? '';
    const found = typeof screen.index.locate({ quote }) !== 'string';
    const raw: RawComment = {
      kind: 'meaning',
      severity: 'major',
      quote: found ? quote : '',
      problem: remark.text,
      why: 'A person asked for it.',
      suggestion: remark.suggestion ?? { action: 'replace', instruction: remark.text },
    };
    return screenComments(screen, {
      round,
      source: { human: remark.member },
      raw: [raw],
      maxComments: 1,
    }).comments.map((comment) => ({ ...comment, id: `${round}.${remark.id}.${at + 1}` }));
  });
}
