// Measures the offline editor's rules on pairs of sentences and their corrections.
// node bench/correction.ts [--pairs FILE]… [--rules a,b] [--half tune|held-out|all] [--no-harper] [--sample N] [--notes] [--docs FILE]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildLexicon } from '../scripts/build-lexicon.ts';
import { createCopyEditor } from '../src/models/offline/copy-editor.ts';
import { createHarper } from '../src/models/offline/harper.ts';
import { openLexicon } from '../src/models/offline/lexicon.ts';
import { halfOf, readCorpora } from './correction/corpora.ts';
import { renderScore, renderSummary, type SummaryRow } from './correction/report.ts';
import { scorePairs } from './correction/score.ts';

const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', multiple: true, default: [] },
    rules: { type: 'string' },
    half: { type: 'string', default: 'all' },
    'no-harper': { type: 'boolean', default: false },
    sample: { type: 'string' },
    notes: { type: 'boolean', default: false },
    docs: { type: 'string' },
  },
});

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lexiconDir = join(root, 'dist', 'lexicon');
await buildLexicon(lexiconDir);
const lexicon = openLexicon(lexiconDir);
const harper = options['no-harper'] ? null : createHarper({ timeoutMs: 120_000 });
const copyEditor = createCopyEditor({ lexicon, harper });

const corpora = readCorpora(join(root, '..', 'shared', 'data', 'correction'), options.pairs);
if (corpora.length === 0) {
  process.stdout.write('No pairs: the measuring data is absent and no --pairs file was given.\n');
}
const chosen = options.rules?.split(',');
const isCounted = (rule: string) => chosen?.includes(rule) ?? true;
const halves = (['tune', 'held out'] as const).filter(
  (half) => options.half === 'all' || options.half === half.replace(' ', '-'),
);
const heldOut: SummaryRow[] = [];
for (const { name, pairs } of corpora) {
  for (const half of halves) {
    const sample = Number(options.sample ?? Number.POSITIVE_INFINITY);
    const mine = pairs.filter((pair) => halfOf(pair) === half).slice(0, sample);
    const started = performance.now();
    const score = await scorePairs(mine, { copyEditor, lexicon, isCounted });
    process.stdout.write(renderScore(`${name}, ${half}`, score, performance.now() - started));
    if (options.notes) process.stdout.write(`${score.notes.join('\n')}\n`);
    if (half === 'held out') heldOut.push({ name, score });
  }
}
harper?.close();
if (heldOut.length > 0) {
  const table = renderSummary(heldOut);
  process.stdout.write(`\n${table}`);
  if (options.docs !== undefined) replaceFigures(options.docs, table);
}

/** Puts the table between the two markers of a document. */
function replaceFigures(file: string, table: string): void {
  const text = readFileSync(file, 'utf8');
  const figures = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
  writeFileSync(
    file,
    text.replace(figures, (_all, open, close) => `${open}\n${table}\n${close}`),
  );
}
