import type { StoredRun } from '../../review/run-store.ts';
import type { DiffPart } from '../../text/word-diff.ts';
import type { DeskDeps } from './desk-deps.ts';
import { type Html, html } from './html.ts';

/** What a run changed, from the first revision to the best, as a word diff; null when its words are gone. */
export async function changesHtml(
  runId: string,
  { runs, differ }: Pick<DeskDeps, 'runs' | 'differ'>,
): Promise<Html | null> {
  const run = await runs.load(runId);
  const first = run?.revisions.find(({ number }) => number === 1)?.text;
  const number = currentNumber(run);
  const best = run?.revisions.find((revision) => revision.number === number)?.text;
  if (first === undefined || first === null || best === undefined || best === null) return null;
  return renderChanges(await differ.diff(first, best));
}

/** What people made of the best revision afterwards counts more than what the run chose. */
function currentNumber(run: StoredRun | null): number | null {
  const undone = run?.events.findLast(({ type }) => type === 'revision_undone')?.event;
  const { revision } = (undone ?? {}) as { readonly revision?: { readonly number?: number } };
  return revision?.number ?? run?.end?.bestRevision ?? null;
}

/** Renders a word diff: what went is struck through, what came is underlined, with or without colour. */
export function renderChanges(parts: readonly DiffPart[]): Html {
  const paragraphs = splitParagraphs(parts);
  return html`<div class="changes" role="group" aria-label="Changes">${paragraphs.map(
    (paragraph) => html`<p dir="auto">${paragraph.map(renderPart)}</p>`,
  )}</div>`;
}

function renderPart({ type, text }: DiffPart): Html {
  if (type === 'removed') return html`<del>${text}</del>`;
  return type === 'added' ? html`<ins>${text}</ins>` : html`${text}`;
}

/** A paragraph break inside a part ends the paragraph; the part goes on in the next. */
function splitParagraphs(parts: readonly DiffPart[]): DiffPart[][] {
  const paragraphs: DiffPart[][] = [[]];
  for (const { type, text } of parts) {
    const pieces = text.split(/\n[ \t]*\n\s*/);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) paragraphs.push([]);
      if (piece !== '') paragraphs.at(-1)?.push({ type, text: piece });
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
