import type { Decision } from '../../review/decision-store.ts';
import { knownAs, type RevisionNumbers } from '../../review/numbering.ts';
import type { StoredRevision, StoredRun } from '../../review/run-store.ts';
import { adviceOf, receiptLine } from '../../review/words.ts';
import { textDirection } from '../../text/language.ts';
import type { DiffPart } from '../../text/word-diff.ts';
import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';
import { layOutMargin, type MarginNote, type MarginSegment, notesOf } from './margin-view.ts';
import { clock, dayOf } from './message-html.ts';
import { renderScores } from './scores-html.ts';

/** A page about one run. */
export interface FullReview {
  readonly run: StoredRun;
  /** What people know its revisions by. */
  readonly numbers: RevisionNumbers;
  /** The revision in view. */
  readonly revision: StoredRevision;
  /** The revision it came from, and what changed; null for the first. */
  readonly changes: { readonly from: number; readonly parts: readonly DiffPart[] } | null;
  /** The last word about each comment, and whose it was. */
  readonly decisions: ReadonlyMap<string, { readonly decision: Decision; readonly by: string }>;
  readonly titleOf: (persona: string) => string;
  readonly stopSentence: string | null;
  /** The page's own address, for its other revisions. */
  readonly self: string;
  /** Back to where it was asked for; null for who only has the link. */
  readonly back: string | null;
  readonly assets: Pick<Assets, 'style'>;
}

/** Draws the whole review of a run on one page that needs no script. */
export function renderFullReview(page: FullReview): Html {
  const { run, assets, back } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>Full review · Bluepencil</title>
<link rel="stylesheet" href="${assets.style}">
</head>
<body class="sheet">
<a class="skip" href="#text">Skip to the text</a>
<header class="sheet-head">
  <p class="brand">${icon('pencil')}<span>Bluepencil</span></p>
  <h1>Full review</h1>
  <p class="quiet">${dayOf(run.createdAt)}, ${clock(run.createdAt)}${run.status !== 'finished' && ' · still under way'}</p>
  ${back !== null && html`<a class="button" href="${back}">Back to the thread</a>`}
</header>
<main>
${renderRevisions(page)}
${renderMargin(page)}
${page.changes !== null && renderChanges(page, page.changes)}
${renderScores(page)}
${renderReceipt(page)}
</main>
</body>
</html>`;
}

function renderRevisions({ run, numbers, revision: shown, self }: FullReview): Html {
  const best = run.end?.bestRevision ?? null;
  const links = run.revisions.map(
    ({ number }) =>
      html`<li><a href="${self}?revision=${number}"${number === shown.number && html` aria-current="page"`}>Revision ${knownAs(numbers, number)}${number === best && html` <span class="best">best</span>`}</a></li>`,
  );
  return html`<nav aria-label="Revisions"><ul class="revisions">${links}</ul></nav>`;
}

function renderMargin(page: FullReview): Html {
  const { run, revision } = page;
  const { text } = revision;
  if (text === null) {
    return html`<p class="empty" id="text">The words of this revision are no longer kept; it had ${revision.chars.toLocaleString('en')} characters.</p>`;
  }
  const notes = notesOf(run, revision.number);
  const { whole, rows } = layOutMargin(text, notes);
  const said = notes.length === 0 ? 'Nobody had a remark on this revision.' : null;
  return html`<section class="margin-view" id="text" aria-label="Revision ${knownAs(page.numbers, revision.number)} with its comments" tabindex="-1">
${said !== null && html`<p class="quiet">${said}</p>`}
${whole.length > 0 && html`<div class="margin-row whole"><p class="quiet">About the whole text</p><div class="notes">${whole.map((note) => renderNote(note, page))}</div></div>`}
${rows.map(
  ({ segments, notes: beside }) =>
    html`<div class="margin-row"><div class="line" dir="${textDirection(text)}">${segments.length === 0 ? html`<br>` : segments.map(renderSegment)}</div>${beside.length > 0 && html`<div class="notes">${beside.map((note) => renderNote(note, page))}</div>`}</div>`,
)}
</section>`;
}

function renderSegment({ text, notes, ending }: MarginSegment): Html {
  const words = notes.length === 0 ? html`${text}` : html`<mark>${text}</mark>`;
  const numbers = ending.map(
    (number) =>
      html`<a class="mark-number" href="#note-${number}" aria-label="Comment ${number}">${number}</a>`,
  );
  return html`${words}${numbers}`;
}

function renderNote({ number, comment, persona }: MarginNote, page: FullReview): Html {
  const { anchor, severity, problem, why, raisedBy } = comment;
  const others = raisedBy.filter((id) => id !== persona).map(page.titleOf);
  return html`<article class="note-card ${severity}" id="note-${number}" aria-label="Comment ${number}">
  <p class="note-head"><span class="mark-number" aria-hidden="true">${number}</span> <strong>${page.titleOf(persona)}</strong> <span class="quiet">${severity}${others.length > 0 && html` · also ${others.join(', ')}`}</span></p>
  ${anchor.type === 'quote' && html`<p class="unseen">On the words “${anchor.quote}”:</p>`}
  <p dir="auto">${problem}</p>
  <p class="quiet" dir="auto">${why}</p>
  <p class="suggestion" dir="auto">→ ${adviceOf(comment)}</p>
  <p class="fate">${fateSentence(comment.id, comment.status, page)}</p>
</article>`;
}

function fateSentence(id: string, status: string, { decisions, run }: FullReview): string {
  const last = decisions.get(id);
  if (last?.decision === 'accepted') return `✓ accepted by ${last.by}`;
  if (last?.decision === 'dismissed') {
    return status === 'resolved' ? `↺ undone by ${last.by}` : `✗ dismissed by ${last.by}`;
  }
  if (status === 'resolved') return '✓ dealt with in the next revision';
  return run.status === 'finished' ? '○ open' : '… under way';
}

function renderChanges(
  { numbers, revision: { number, text } }: FullReview,
  { from, parts }: NonNullable<FullReview['changes']>,
): Html {
  const direction = textDirection(text ?? '');
  const side = (kind: 'removed' | 'added') =>
    parts.flatMap((part) => {
      if (part.type === 'same') return [html`${part.text}`];
      if (part.type !== kind) return [];
      return [kind === 'removed' ? html`<del>${part.text}</del>` : html`<ins>${part.text}</ins>`];
    });
  return html`<section class="sides" aria-labelledby="changes-title">
<h2 id="changes-title">Side by side</h2>
<div class="side-text"><h3>Revision ${knownAs(numbers, from)}</h3><div class="line" dir="${direction}">${side('removed')}</div></div>
<div class="side-text"><h3>Revision ${knownAs(numbers, number)}</h3><div class="line" dir="${direction}">${side('added')}</div></div>
</section>`;
}

function renderReceipt({ run, numbers, stopSentence }: FullReview): Html | null {
  const { end } = run;
  if (end === null || end.receipt === null || end.bestRevision === null) return null;
  const facts = end.receipt.facts ?? { kept: 0, lost: [], added: [] };
  const line = receiptLine({
    receipt: { ...end.receipt, facts },
    best: { number: knownAs(numbers, end.bestRevision) },
    stopSentence: stopSentence ?? end.stopReason,
  });
  return html`<footer class="sheet-foot"><p class="quiet">${line}</p></footer>`;
}
