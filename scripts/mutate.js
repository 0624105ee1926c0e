// Proves that guards are guarded: each entry of test/mutations.json breaks one line on purpose, and the
// test it names has to fail. Works on copies in a temporary folder; the working tree is never touched.
//
//   node scripts/mutate.js [--part K/N] [PREFIX…]   only files that begin so; of N parts, the one numbered K from 0
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../bin/build-state.js';

const COPIES = 2;
const TRIES = 3;
const TIMEOUT_MS = 60_000;
/** Nothing is broken yet: whoever takes this long is held up by something else. */
const UNTOUCHED_TIMEOUT_MS = 180_000;
const COPIED = [
  'bin',
  'dist/lexicon',
  'migrations',
  'scripts',
  'src',
  'test',
  '.env.example',
  '.npmrc',
  'manifest.yml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/**
 * @typedef {object} Mutation
 * @property {string} file     source file, from the project's root
 * @property {string} find     a piece of it that occurs exactly once
 * @property {string} replace  what to put there
 * @property {string} test     the test file that has to fail
 * @property {string} why      what would go wrong for people without the guard
 */

/** @type {Mutation[]} */
const all = JSON.parse(readFileSync(join(packageRoot, 'test/mutations.json'), 'utf8'));
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '0/1' } },
});
const [part, parts] = values.part.split('/').map(Number);
if (!(part >= 0 && part < parts))
  throw new Error(`--part is K/N with K below N, not ${values.part}`);
const mutations = all.filter(
  ({ file }) => wanted.length === 0 || wanted.some((prefix) => file.startsWith(prefix)),
);

const stale = mutations.flatMap(findStale);
if (stale.length > 0) {
  for (const line of stale) process.stderr.write(`${line}\n`);
  process.exitCode = 1;
} else {
  await runAll();
}

function findStale({ file, find, replace, test }) {
  for (const path of [file, test]) {
    if (!existsSync(join(packageRoot, path))) return [`no such file: ${path}`];
  }
  const times = readFileSync(join(packageRoot, file), 'utf8').split(find).length - 1;
  if (times !== 1) return [`${file} has this ${times} times and not once: ${find}`];
  return find === replace ? [`${file}: changes nothing: ${find}`] : [];
}

async function runAll() {
  const folder = mkdtempSync(join(tmpdir(), 'bluepencil-mutations-'));
  // All mutations of one test file go to one copy, which first sees that the file passes untouched.
  const groups = Object.values(Object.groupBy(mutations, ({ test }) => test)).filter(
    (_, index) => index % parts === part,
  );
  const results = [];
  try {
    const copies = Array.from({ length: Math.min(COPIES, groups.length) }, async (_, index) => {
      const copy = join(folder, String(index));
      makeCopy(copy);
      for (let group = groups.shift(); group; group = groups.shift()) {
        results.push(...(await runGroup(copy, group)));
      }
    });
    await Promise.all(copies);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  summarise(results);
}

function makeCopy(copy) {
  for (const path of COPIED.filter((path) => existsSync(join(packageRoot, path)))) {
    cpSync(join(packageRoot, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
}

async function runGroup(copy, group) {
  const runner = createRunner(copy);
  const { test } = group[0];
  const untouched = await askUntil(runner, 'passed', TRIES, { test }, UNTOUCHED_TIMEOUT_MS);
  const results = [];
  for (const mutation of group) {
    const outcome =
      untouched === 'passed' ? await tryMutation(runner, mutation) : 'fails unmutated';
    results.push({ mutation, outcome });
  }
  runner.end();
  return results;
}

/** What is broken may need a race to show itself: that is named, and does not count as unguarded. */
async function tryMutation(runner, mutation) {
  const outcome = await runner.ask(mutation, TIMEOUT_MS);
  if (outcome !== 'passed') return outcome;
  const again = await runner.ask(mutation, TIMEOUT_MS);
  if (again !== 'passed') process.stdout.write(`at the second try: ${nameOf(mutation)}\n`);
  return again;
}

/** Flaky tests are for the test steps to find; whether the guards hold is told by a later try too. */
async function askUntil(runner, wanted, tries, request, timeoutMs) {
  const outcome = await runner.ask(request, timeoutMs);
  if (outcome === wanted || tries === 1) return outcome;
  return askUntil(runner, wanted, tries - 1, request, timeoutMs);
}

/** One process serves a whole group; one that hangs is ended, its mutation taken back, and another one started. */
function createRunner(copy) {
  let child = start();

  function start() {
    const script = join(packageRoot, 'scripts/mutation-runner.js');
    // A process group of its own: a mutation that never ends runs in a process of the runner's.
    return fork(script, { cwd: copy, stdio: 'inherit', detached: true });
  }

  function end() {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  }

  async function ask(request, timeoutMs) {
    const path = request.file && join(copy, request.file);
    const text = path && readFileSync(path, 'utf8');
    child.send(request);
    try {
      const [outcome] = await once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      return outcome;
    } catch {
      end();
      if (path) writeFileSync(path, text);
      child = start();
      return 'hung';
    }
  }

  return { ask, end };
}

function summarise(results) {
  const killed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'hung');
  for (const { mutation, outcome } of results) {
    if (outcome === 'failed' || outcome === 'hung') continue;
    const verdict = outcome === 'passed' ? 'survived' : outcome;
    process.stderr.write(`${verdict}: ${nameOf(mutation)}\n`);
  }
  const survived = results.length - killed.length;
  process.stdout.write(
    `${results.length} mutations: ${killed.length} killed, ${survived} survived\n`,
  );
  if (survived > 0) process.exitCode = 1;
}

function nameOf({ file, find, replace, test, why }) {
  return `${file}: ${find} → ${replace} (${why}); ${test}`;
}
