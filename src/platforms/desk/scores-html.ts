import { knownAs } from '../../review/numbering.ts';
import type { FullReview } from './full-review-html.ts';
import { type Html, html } from './html.ts';

/** Scores go from 1 to 4: the ends of every criterion's scale. */
const SCALE = { least: 1, most: 4 };
const SIZE = { width: 260, height: 90, inset: 14 };

interface Line {
  readonly title: string;
  readonly points: readonly { readonly revision: number; readonly score: number }[];
}

/** The scores of each editor over the revisions, drawn and as a table; null while nobody scored twice. */
export function renderScores({
  run,
  numbers,
  titleOf,
}: Pick<FullReview, 'run' | 'numbers' | 'titleOf'>): Html | null {
  const scored = run.critiques.filter(({ score }) => score !== null);
  const lines = [...Map.groupBy(scored, ({ persona }) => persona)].map(
    ([persona, critiques]): Line => ({
      title: titleOf(persona),
      points: critiques.map(({ revision, score }) => ({ revision, score: score ?? 0 })),
    }),
  );
  const revisions = [...new Set(scored.map(({ revision }) => revision))].toSorted((a, b) => a - b);
  if (revisions.length < 2) return null;
  const head = revisions.map(
    (number) => html`<th scope="col">Revision ${knownAs(numbers, number)}</th>`,
  );
  const body = lines.map(
    ({ title, points }) =>
      html`<tr><th scope="row">${title}</th>${revisions.map((number) => html`<td>${points.find(({ revision }) => revision === number)?.score.toFixed(1) ?? '–'}</td>`)}</tr>`,
  );
  return html`<section class="scores" aria-labelledby="scores-title">
<h2 id="scores-title">Scores</h2>
<p class="quiet">From 1 to 4, as each editor's criteria describe them.</p>
${draw(lines, revisions)}
<table><thead><tr><td></td>${head}</tr></thead><tbody>${body}</tbody></table>
</section>`;
}

/** A picture of the table below it, so it says nothing of its own to a screen reader. */
function draw(lines: readonly Line[], revisions: readonly number[]): Html {
  const { width, height, inset } = SIZE;
  const x = (revision: number) =>
    inset + (revisions.indexOf(revision) / (revisions.length - 1)) * (width - 2 * inset);
  const y = (score: number) =>
    height - inset - ((score - SCALE.least) / (SCALE.most - SCALE.least)) * (height - 2 * inset);
  const shapes = lines.map(({ points }, at) => {
    const path = points.map(({ revision, score }) => `${x(revision)},${y(score)}`).join(' ');
    const dots = points.map(
      ({ revision, score }) =>
        html`<circle cx="${x(revision)}" cy="${y(score)}" r="3.5" fill="currentColor"/>`,
    );
    return html`<g class="plot-line plot-${at % 4}"><polyline points="${path}" fill="none" stroke="currentColor" stroke-width="2"/>${dots}</g>`;
  });
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" aria-hidden="true">${shapes}</svg>`;
}
