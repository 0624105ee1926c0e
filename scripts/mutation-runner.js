// Runs in a copy of the project: applies one mutation after the other and says how the test file ended.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

const vitest = await createVitest('test', { watch: false, reporters: [{}], bail: 1 });

process.on('message', async (request) => {
  process.send(
    request.file === undefined ? await runUntouched(request.test) : await runMutated(request),
  );
});

/** Says what failed where nothing was broken on purpose. */
async function runUntouched(test) {
  const outcome = await runTest(test);
  if (outcome === 'failed') {
    for (const module of vitest.state.getTestModules()) {
      for (const one of module.children.allTests()) {
        for (const { message } of one.result().errors ?? []) {
          process.stderr.write(`untouched: ${test}: ${one.fullName}: ${message}\n`);
        }
      }
    }
  }
  return outcome;
}

async function runMutated({ file, find, replace, test }) {
  const path = resolve(file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, original.split(find).join(replace));
  vitest.invalidateFile(path);
  const outcome = await runTest(test);
  writeFileSync(path, original);
  vitest.invalidateFile(path);
  return outcome;
}

/** A file that cannot even be loaded proves nothing: a mutation is killed by a test that ran and failed. */
async function runTest(test) {
  const specifications = await vitest.globTestSpecifications([test]);
  const { testModules } = await vitest.runTestSpecifications(specifications, false);
  const states = testModules.flatMap((module) =>
    [...module.children.allTests()].map((one) => one.result().state),
  );
  if (states.includes('failed')) return 'failed';
  if (testModules.some((module) => !module.ok())) return 'cannot be loaded';
  return states.includes('passed') ? 'passed' : 'runs no test';
}
