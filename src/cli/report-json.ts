import type { Comment } from '../loop/comment.ts';
import { escapeControls } from './harmless.ts';
import { critiquesOf, type Report } from './report.ts';

/** The result as one JSON document, offsets in UTF-16 units of the revision a comment was made on. */
export function renderJson(report: Report): string {
  const { result, editors } = report;
  const critiques = critiquesOf(report);
  const speaker = new Map(
    critiques.flatMap(({ persona, comments }) =>
      comments.map((comment) => [comment.id, persona] as const),
    ),
  );
  const comment = (each: Comment) => commentJson(each, speaker.get(each.id) ?? each.raisedBy[0]);
  const { calls, retries, inputTokens, cachedTokens, outputTokens, cost } = result.receipt;
  const { isCountedHere } = result.receipt;
  const document = {
    draft: result.revisions[0]?.text ?? '',
    revisions: result.revisions.map(({ number, text }) => ({ number, text })),
    critiques: critiques.map((critique) => ({
      persona: critique.persona,
      revision: critique.revision,
      verdict: critique.verdict,
      score: critique.score,
      strengths: critique.strengths,
      comments: critique.comments.map(comment),
    })),
    best: { number: result.best.number, text: result.best.text },
    stillOpen: result.stillOpen.map(comment),
    stopReason: result.stopReason,
    stopSentence: result.stopSentence,
    receipt: {
      rounds: result.receipt.rounds,
      calls,
      retries,
      inputTokens,
      cachedTokens,
      outputTokens,
      cost,
      ...(isCountedHere === undefined ? {} : { isCountedHere }),
      durationMs: Math.round(result.receipt.durationMs),
      filtered: result.receipt.filtered,
      facts: result.receipt.facts,
    },
    limits: result.limits,
    resting: editors.resting.map(({ id }) => id),
    unfinished: report.unfinished,
    ...(result.failure === undefined ? {} : { failure: result.failure }),
  };
  return `${escapeControls(JSON.stringify(document, null, 2))}\n`;
}

function commentJson(comment: Comment, persona: string | undefined) {
  const { anchor } = comment;
  return {
    id: comment.id,
    persona: persona ?? null,
    raisedBy: comment.raisedBy,
    severity: comment.severity,
    kind: comment.kind,
    quote: anchor.type === 'quote' ? anchor.quote : '',
    start: anchor.type === 'document' ? null : anchor.start,
    end: anchor.type === 'document' ? null : anchor.end,
    problem: comment.problem,
    why: comment.why,
    suggestion: comment.suggestion,
    rule: 'rule' in comment.source ? comment.source.rule : null,
    status: comment.status,
  };
}
