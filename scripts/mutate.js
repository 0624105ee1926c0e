// Proves that guards are guarded: each entry of test/mutations.json breaks one line on purpose, and the
// test it names has to fail. Works on copies in a temporary folder; the working tree is never touched.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../bin/build-state.js';

const COPIES = 2;
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
const wanted = process.argv.slice(2);
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
  const groups = Object.values(Object.groupBy(mutations, ({ test }) => test));
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

/** One process serves the whole group, unless a mutation makes it hang. */
async function runGroup(copy, group) {
  const results = [];
  let runner = startRunner(copy);
  const { test } = group[0];
  let untouched = await ask(runner, { test }, UNTOUCHED_TIMEOUT_MS);
  // Flaky tests are for the test steps to find; whether the guards hold is told by a second try too.
  if (untouched === 'hung') runner = startRunner(copy);
  if (untouched !== 'passed') untouched = await ask(runner, { test }, UNTOUCHED_TIMEOUT_MS);
  if (untouched !== 'passed') {
    const outcome = untouched === 'hung' ? 'hangs unmutated' : 'fails unmutated';
    for (const mutation of group) results.push({ mutation, outcome });
    group = [];
  }
  for (const mutation of group) {
    const outcome = await ask(runner, mutation);
    results.push({ mutation, outcome });
    if (outcome !== 'hung') continue;
    // Its runner was ended before it could mend the file.
    cpSync(join(packageRoot, mutation.file), join(copy, mutation.file));
    runner = startRunner(copy);
  }
  end(runner);
  return results;
}

function startRunner(copy) {
  const runner = join(packageRoot, 'scripts/mutation-runner.js');
  // A group of its own: a mutation that never ends runs in a process of the runner's.
  return fork(runner, { cwd: copy, stdio: 'inherit', detached: true });
}

async function ask(runner, request, timeoutMs = TIMEOUT_MS) {
  runner.send(request);
  try {
    const [outcome] = await once(runner, 'message', { signal: AbortSignal.timeout(timeoutMs) });
    return outcome;
  } catch {
    end(runner);
    return 'hung';
  }
}

/** Ends a runner with whatever it has started. */
function end(runner) {
  try {
    process.kill(-runner.pid, 'SIGKILL');
  } catch {
    runner.kill('SIGKILL');
  }
}

function summarise(results) {
  const killed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'hung');
  for (const { mutation, outcome } of results) {
    if (outcome === 'failed' || outcome === 'hung') continue;
    const verdict = outcome === 'passed' ? 'survived' : outcome;
    const { file, find, replace, test, why } = mutation;
    process.stderr.write(`${verdict}: ${file}: ${find} → ${replace} (${why}); ${test}\n`);
  }
  const survived = results.length - killed.length;
  process.stdout.write(
    `${results.length} mutations: ${killed.length} killed, ${survived} survived\n`,
  );
  if (survived > 0) process.exitCode = 1;
}
