import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../bin/build-state.js';
import { makeDraft } from './tools/draft.ts';
import { print } from './tools/report.ts';

const ROUNDS = 9;
const folder = mkdtempSync(join(tmpdir(), 'bluepencil-bench-'));
const draft = join(folder, 'draft.md');
const command = join(packageRoot, 'bin', 'bluepencil.js');

interface Measured {
  readonly firstOutputMs: number;
  readonly totalMs: number;
  readonly peakMb: number;
}

/** Runs the command once as a person would and watches its first output, its end and its memory. */
function measure(args: readonly string[]): Promise<Measured> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let firstOutputMs = Number.NaN;
  let peakMb = 0;
  const noteOutput = () => {
    if (Number.isNaN(firstOutputMs)) firstOutputMs = performance.now() - startedAt;
  };
  child.stdout.on('data', noteOutput);
  child.stderr.on('data', noteOutput);
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(child.pid));
  }, 20);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(watch);
      resolve({ firstOutputMs, totalMs: performance.now() - startedAt, peakMb });
    });
  });
}

/** Linux tells the peak of a process itself; elsewhere there is nothing to read. */
function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}

try {
  writeFileSync(draft, makeDraft(1000));
  await measure(['--help']);
  const runs: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measure(['review', draft]));
  print(
    'start to first output',
    { under: 800 },
    runs.map((run) => run.firstOutputMs),
  );
  print(
    'review of 1,000 words, cold',
    { under: 5_000 },
    runs.map((run) => run.totalMs),
  );
  print(
    'main process, peak',
    { under: 130 },
    runs.map((run) => run.peakMb),
    'MB',
  );
} finally {
  rmSync(folder, { recursive: true });
}
