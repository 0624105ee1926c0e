/*
 * Every sample draft over the desk and over the command line, with a model server that misbehaves in every
 * known way: crashes, untrue receipts, inventions kept, stops without a reason.
 *
 *   node bench/misbehaviour.ts [--desk | --command-line] [part of a way's name]…
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISBEHAVIOURS } from '../test/fakes/misbehaviour.ts';
import { overCommandLine, overDesk } from '../test/misbehaving-rig.ts';

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'drafts');
if (!existsSync(folder)) throw new Error(`no drafts in ${folder}`);
const drafts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim());
const only = process.argv.slice(2).find((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const ways = Object.keys(MISBEHAVIOURS).filter(
  (way) => wanted.length === 0 || wanted.some((part) => way.includes(part)),
);

let reviews = 0;
let faulty = 0;
for (const way of ways) {
  const faults: string[] = [];
  const startedAt = performance.now();
  if (only !== '--desk') {
    for (const draft of drafts) faults.push(...(await overCommandLine(way, draft)));
    reviews += drafts.length;
  }
  if (only !== '--command-line') {
    faults.push(...(await overDesk(way, drafts)));
    reviews += drafts.length;
  }
  faulty += faults.length;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `${faults.length === 0 ? 'ok  ' : 'BAD '} ${way} (${seconds} s) ${faults.join('; ')}\n`,
  );
}
process.stdout.write(`${reviews} reviews, ${faulty} faults\n`);
