import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface StartOptions {
  /** The version that the process believes to run on. */
  pretendNode?: string;
  script?: string;
}

/** A clone in small, removed after the test: the real bin/ and scripts/, the given sources, installed packages. */
export function makeClone(sources: Readonly<Record<string, string>>): string {
  const clone = mkdtempSync(join(tmpdir(), 'bluepencil-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  for (const path of ['bin', 'scripts', 'package.json', 'package-lock.json', 'dist/lexicon']) {
    cpSync(path, join(clone, path), { recursive: true });
  }
  for (const [path, code] of Object.entries(sources)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), code);
  }
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  return clone;
}

/** Starts a script of the clone, by default its command, with nothing on standard input. */
export function start(clone: string, args: readonly string[], options: StartOptions = {}) {
  const versions = `{ ...process.versions, node: '${options.pretendNode}' }`;
  const pretend = `
    Object.defineProperty(process, 'versions', { value: ${versions} });
    Object.defineProperty(process.features, 'typescript', { value: false });
  `;
  const flags = options.pretendNode
    ? ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
    : [];
  const script = options.script ?? 'bin/bluepencil.js';
  const child = spawn(process.execPath, [...flags, script, ...args], { cwd: clone });
  child.stdin.end();
  // A test that closes the pipe early is not interested in what came through it.
  const stdoutText = text(child.stdout).catch(() => '');
  const ended = Promise.all([stdoutText, text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code }),
  );
  return { child, ended };
}

/** Starts a script of the clone and waits for its end. */
export async function run(clone: string, args: readonly string[] = [], options: StartOptions = {}) {
  return start(clone, args, options).ended;
}
