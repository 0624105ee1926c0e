// node scripts/with-node.js SCRIPT [ARGUMENT…]: runs a tool of this project with the host's Node when that
// reads TypeScript, as the tests' threads and processes need, and with the one installed here otherwise.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startWithOwnNode } from '../bin/own-node.js';

const args = process.argv.slice(2);

if (process.features.typescript) {
  const script = resolve(args[0]);
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  startWithOwnNode(args, '22.18', (sentence) => {
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 2;
  });
}
