import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../bin/build-state.js';

// One after the other, each in a process of its own: measurements must not disturb each other.
const wanted = process.argv.slice(2);
const names = readdirSync(join(packageRoot, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

if (names.length === 0) {
  process.stderr.write(`No benchmark is called ${wanted.join(' or ')}.\n`);
  process.exitCode = 2;
}
process.stdout.write(
  `${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)} before the first: what a busy machine misses, a quiet one may reach.\n`,
);
const missed = [];
for (const name of names) {
  process.stdout.write(`\n${name}\n`);
  const args = ['--import', 'tsx', join('bench', `${name}.ts`)];
  const { status } = spawnSync(process.execPath, args, { cwd: packageRoot, stdio: 'inherit' });
  if (status !== 0) missed.push(name);
}
if (missed.length > 0) {
  process.stdout.write(`\nNot as they should be: ${missed.join(', ')}\n`);
  process.exitCode = 1;
}
