/*
 * Every sample draft and two of our own, over the desk and over the command line, by edits and by a rewrite,
 * with a model server that misbehaves in every known way. What comes of it is judged by code.
 *
 *   node bench/misbehaviour.ts [part of a way's name]…
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCopyDesk } from '../src/editors.ts';
import { isAboutText, MISBEHAVIOURS } from '../test/fakes/misbehaviour.ts';
import { type EditStyle, OWN_DRAFTS, overCommandLine, overDesk } from '../test/misbehaving-rig.ts';
import type { Faults } from '../test/misbehaviour-judge.ts';

/** Most ways wait for a server or a pause, so that many fit beside each other. */
const AT_ONCE = 8;

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'drafts');
if (!existsSync(folder)) throw new Error(`no drafts in ${folder}`);
const samples = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8').trim());
const drafts = [...samples, ...OWN_DRAFTS];
const wanted = process.argv.slice(2);
const all = Object.keys(MISBEHAVIOURS);
const ways = all.filter((way) => wanted.length === 0 || wanted.some((part) => way.includes(part)));
if (ways.length === 0) throw new Error(`nobody misbehaves like “${wanted.join('” or “')}”`);

const copyDesk = openCopyDesk();
const DOORS = { 'command line': overCommandLine, desk: overDesk } as const;
const STYLES = ['edits', 'rewrite'] as const;

/** What an editor does wrong depends on what it is asked for; of servers, each door tries one style. */
function stylesFor(way: string, door: number): readonly EditStyle[] {
  const style = STYLES[(all.indexOf(way) + door) % 2] ?? 'edits';
  return isAboutText(way) ? STYLES : [style];
}

const startedAt = performance.now();
let reviews = 0;
let faulty = 0;
const left = [...ways];
async function work(): Promise<void> {
  for (let way = left.shift(); way !== undefined; way = left.shift()) {
    const columns = new Map<string, string>();
    const found: string[] = [];
    for (const [door, [title, review]] of Object.entries(DOORS).entries()) {
      for (const editStyle of stylesFor(way, door)) {
        const faults = await review({ way, editStyle, copyDesk }, drafts).catch(describe);
        reviews += drafts.length;
        faulty += faults.length;
        columns.set(`${title} ${editStyle}`, faults.length === 0 ? 'ok' : String(faults.length));
        found.push(
          ...[...new Set(faults)].map((fault) => `    ${title}, ${editStyle}: ${fault}\n`),
        );
      }
    }
    const cells = Object.keys(DOORS).flatMap((title) =>
      STYLES.map((style) => (columns.get(`${title} ${style}`) ?? '–').padStart(9)),
    );
    process.stdout.write(`${way.padEnd(40)}${cells.join('')}\n${found.join('')}`);
  }
}

function describe(error: unknown): Faults {
  return [`threw ${error instanceof Error ? (error.stack ?? error.message) : error}`];
}

process.stdout.write(`${'faults over'.padEnd(40)}      CLI  rewrite     desk  rewrite\n`);
await Promise.all(Array.from({ length: AT_ONCE }, work));
copyDesk.close();
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(
  `${ways.length} ways × ${drafts.length} drafts: ${reviews} reviews in ${seconds} s, ${faulty} faults\n`,
);
process.exitCode = faulty === 0 ? 0 : 1;
