import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const alreadyTried = 'BLUEPENCIL_OWN_NODE';

/** Runs the script and its arguments with the Node that `npm ci` installed here, or refuses in one sentence. */
export function startWithOwnNode(args, needed, refuse) {
  const found = process.versions.node;
  const node = findOwnNode();
  if (node === null || process.env[alreadyTried]) {
    refuse(
      `Bluepencil needs Node ${needed} or newer and found ${found}: install a current Node, or run "npm ci" in ${packageRoot}, which brings one along on Linux.`,
    );
    return;
  }
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, [alreadyTried]: found };
  // How much memory it may take was said to the Node that was found.
  const limits = process.execArgv.filter((option) => option.startsWith('--max-'));
  const child = spawn(node, [...limits, ...args], { stdio: 'inherit', env });
  child.on('error', (error) => {
    refuse(
      `Bluepencil needs Node ${needed} or newer, found ${found}, and could not start ${node} (${error.code}): install a current Node.`,
    );
  });
  passSignals(child);
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}

// Its own folder and not node_modules/.bin: npm 10 makes no link there, because the package for the other
// processor, which it skips, has a command of the same name.
function findOwnNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const places = [join(packageRoot, 'node_modules'), dirname(packageRoot)];
  const nodes = places.map((place) => join(place, name, 'bin', 'node'));
  return nodes.find((node) => existsSync(node)) ?? null;
}

function passSignals(child) {
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both processes; passing it on would make it two, and two mean "now".
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
}
