import type { Editors } from '../editors.ts';
import { HOW_TO_SET_MODEL } from '../how-to-set-model.ts';
import { CHECK_SOURCE } from '../loop/check.ts';
import type { Comment } from '../loop/comment.ts';
import type { Critique } from '../loop/critique.ts';
import type { LoopResult } from '../loop/events.ts';
import { builtInPersonas } from '../personas/library.ts';
import { adviceOf, count, listWords } from '../review/words.ts';

/** A finished review with what is needed to tell it. */
export interface Report {
  /** How to speak of the draft; null when it was written from a brief. */
  readonly name: string | null;
  readonly result: LoopResult;
  readonly editors: Pick<Editors, 'panel' | 'resting' | 'blindSpots'>;
  /** Editors that could not finish a critique, in the order it happened. */
  readonly unfinished: readonly Unfinished[];
}

/** One editor that failed on one revision, and why in a sentence. */
export interface Unfinished {
  readonly persona: string;
  readonly round: number;
  readonly reason: string;
}

/** A comment with the persona that speaks it and its place in the text it quotes. */
export interface Remark {
  readonly comment: Comment;
  readonly persona: string;
  readonly quote: string;
  /** Line of the quote in its revision, from 1; null for remarks about the whole draft. */
  readonly line: number | null;
}

/** Comments of the run that were applied and verified, in text order. */
export function fixedRemarks(report: Report): Remark[] {
  return remarksOf(
    report,
    report.result.comments.filter(({ status }) => status === 'resolved'),
  );
}

/** Comments on the best revision that are left for people, worst first. */
export function openRemarks(report: Report): Remark[] {
  const order = ['blocking', 'major', 'minor', 'nit'];
  return remarksOf(report, report.result.stillOpen).sort(
    (a, b) => order.indexOf(a.comment.severity) - order.indexOf(b.comment.severity),
  );
}

/** Remarks that say the same of several places. */
export interface RemarkGroup extends Remark {
  /** The quoted words, each once, in order. */
  readonly quotes: readonly string[];
  /** Every line it happens on, each once, in order. */
  readonly lines: readonly number[];
}

/** Gathers remarks that say the same of several places, where the first of them stands. */
export function groupRemarks(remarks: readonly Remark[]): RemarkGroup[] {
  const groups = Map.groupBy(remarks, ({ comment }) =>
    JSON.stringify([
      comment.severity,
      comment.raisedBy,
      comment.problem,
      comment.why,
      comment.suggestion.text,
      adviceOf(comment),
    ]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const lines = group.flatMap(({ line }) => (line === null ? [] : [line]));
    return {
      ...first,
      quotes: [...new Set(group.map(({ quote }) => quote).filter((quote) => quote !== ''))],
      lines: [...new Set(lines)].sort((a, b) => a - b),
    };
  });
}

/** The place of a group in words: “line 3”, “lines 3, 5, 9”, “whole draft”. */
export function placeOf({ lines }: Pick<RemarkGroup, 'lines'>): string {
  if (lines.length === 0) return 'whole draft';
  const shown = lines.slice(0, MAX_LINES).join(', ');
  return `line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > MAX_LINES ? ', …' : ''}`;
}

const MAX_LINES = 8;

/** Who agrees on a remark, or nothing. */
export function agreementOf({ comment }: Remark): string {
  return comment.raisedBy.length > 1 ? ` · ${comment.raisedBy.length} editors agree` : '';
}

/** Up to two strengths an editor named; what another one said before it is not said again. */
export function strengthsOf(report: Report, persona: string): Critique['strengths'] {
  const { critiques } = report.result;
  const named = critiques.flatMap((critique) =>
    critique.strengths.slice(0, 2).map((strength) => ({ ...strength, persona: critique.persona })),
  );
  return named
    .filter((each, at) => named.findIndex(({ quote }) => quote === each.quote) === at)
    .filter((each) => each.persona === persona)
    .slice(0, 2);
}

/** True when every editor has spoken and there was nothing to say. */
export function isClean(report: Report): boolean {
  const { critiques, stillOpen, failure } = report.result;
  const hasSpoken = critiques.length > 0 && failure === undefined;
  return hasSpoken && stillOpen.length === 0 && fixedRemarks(report).length === 0;
}

/** The title people know a persona by. */
export function titleOf(persona: string): string {
  return builtInPersonas.find(({ id }) => id === persona)?.title ?? persona;
}

/** The critiques as people see them, the copy editor's findings beside a model panel included. */
export function critiquesOf({ result }: Report): readonly Critique[] {
  const spoken = new Set(
    result.critiques.flatMap((critique) => critique.comments.map((comment) => comment.id)),
  );
  const checks = result.comments.filter(
    (comment) => comment.raisedBy[0] === CHECK_SOURCE && !spoken.has(comment.id),
  );
  const byRound = Map.groupBy(checks, (comment) => Number(comment.id.split('.')[0]));
  const found = [...byRound].map(
    ([round, comments]): Critique => ({
      persona: CHECK_SOURCE,
      personaVersion: '1',
      revision: result.revisions[round - 1]?.number ?? round,
      verdict: 'revise',
      checks: [],
      criteria: [],
      score: null,
      strengths: [],
      comments,
      rawCommentCount: comments.length,
      dropped: {},
      limits: [],
    }),
  );
  return [...found, ...result.critiques];
}

/** What was left out, what was not checked, who did not finish and who rested, in plain sentences. */
export function caveats(report: Report): string[] {
  const { result, editors } = report;
  const { resting, blindSpots } = editors;
  const lines = [...leftOut(result), ...unfinishedSentences(report), ...limitsOf(report)];
  if (blindSpots !== null && result.limits.length === 0) lines.push(blindSpots);
  if (resting.length > 0) {
    const names = listWords(resting.map(({ title }) => title));
    lines.push(
      `${names} rested: ${resting.length === 1 ? 'it needs' : 'they need'} a model. ${HOW_TO_SET_MODEL}`,
    );
  }
  return lines;
}

/** Each editor has a limit of comments; what it held back is counted, or a person would take the list for whole. */
function leftOut({ critiques, best }: LoopResult): string[] {
  const held = critiques
    .filter(({ revision }) => revision === best.number)
    .reduce((sum, { dropped }) => sum + (dropped.over_cap ?? 0), 0);
  if (held === 0) return [];
  return [
    `${count(held, 'more comment')} ${held === 1 ? 'is' : 'are'} not shown. Deal with these first, then review again.`,
  ];
}

/** Beside a panel the copy editor's limits are its own: what it cannot read, the others can. */
function limitsOf({ result, editors }: Report): string[] {
  if (editors.blindSpots !== null) return [...result.limits];
  const panels = new Set(result.critiques.flatMap(({ limits }) => limits));
  return result.limits.map((limit) =>
    panels.has(limit) ? limit : `${titleOf(CHECK_SOURCE)}: ${limit}`,
  );
}

/** When all have failed alike, the failure of the review says it already. */
function unfinishedSentences({ unfinished, result }: Report): string[] {
  const byReason = Map.groupBy(unfinished, ({ reason }) => reason);
  return [...byReason].flatMap(([reason, failures]) => {
    if (reason === result.failure?.message) return [];
    const names = listWords([...new Set(failures.map(({ persona }) => titleOf(persona)))]);
    return `${names} could not finish: ${reason}`;
  });
}

function remarksOf(report: Report, comments: readonly Comment[]): Remark[] {
  const { result } = report;
  const revisionOf = new Map(
    critiquesOf(report).flatMap((critique) =>
      critique.comments.map((comment) => [comment.id, critique] as const),
    ),
  );
  return comments
    .map((comment): Remark => {
      const critique = revisionOf.get(comment.id);
      const text =
        result.revisions.find(({ number }) => number === critique?.revision)?.text ??
        result.best.text;
      const start = comment.anchor.type === 'document' ? null : comment.anchor.start;
      return {
        comment,
        persona: critique?.persona ?? comment.raisedBy[0] ?? '',
        quote: comment.anchor.type === 'quote' ? comment.anchor.quote : '',
        line: start === null ? null : text.slice(0, start).split('\n').length,
      };
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
