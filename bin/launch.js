import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFingerprint, packageRoot, sourceFingerprint } from './build-state.js';

/** How many heaps the C library may keep. */
const ARENAS = 'MALLOC_ARENA_MAX';

const entry = join(packageRoot, 'dist', 'main.js');

/** Builds dist/ when it is missing or older than the sources, then runs it in this process. */
export async function launch(refuse) {
  const source = sourceFingerprint();
  if (source !== null && source !== builtFingerprint()) {
    const problem = await buildNow();
    if (problem !== null) {
      refuse(problem);
      return;
    }
  }
  if (!existsSync(entry)) {
    refuse(`Bluepencil is not built (${entry} is missing): install the package again.`);
    return;
  }
  keepOneHeap();
  await import(pathToFileURL(entry).href);
}

/**
 * Each thread of a Linux program keeps memory for itself that it gave back, unless that is ruled out before it
 * starts; here it would come to a tenth of all. So the service begins anew in its own place: the same process,
 * 30 ms later. Where Node cannot do that yet, it takes a little more.
 */
function keepOneHeap() {
  const { argv, env, execArgv, execPath, platform, channel } = process;
  const isService = argv[2] === 'start' && channel === undefined;
  if (platform !== 'linux' || !isService || env[ARENAS] !== undefined) return;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [ARENAS]: '1' });
}

async function buildNow() {
  const begun = performance.now();
  process.stderr.write('Building Bluepencil (its sources are new or changed) … ');
  const failure = await runBuild();
  if (failure !== null) {
    process.stderr.write('failed.\n');
    if (failure.includes('ERR_MODULE_NOT_FOUND')) {
      return `Bluepencil cannot be built because something is not installed: run "npm ci" in ${packageRoot} and start it again.`;
    }
    // Node prints where, the error and its stack; people need the error.
    const [, message = failure] = /^\w*Error: ([\s\S]*?)\n(?:\s+at |\n)/m.exec(failure) ?? [];
    return `Bluepencil cannot be built: ${message.trim()}`;
  }
  const seconds = (performance.now() - begun) / 1000;
  process.stderr.write(`done in ${seconds.toFixed(1)} s.\n`);
  return null;
}

/** What went wrong, or null. In a process of its own: what a build fills memory with would stay in this one. */
async function runBuild() {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    const script = join(packageRoot, 'scripts', 'build.js');
    execFile(process.execPath, [script], (error, _printed, complaint) => {
      resolve(error === null ? null : complaint || error.message);
    });
  });
}
