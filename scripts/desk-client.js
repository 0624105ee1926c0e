import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { packageRoot } from '../bin/build-state.js';

/** Builds what the desk's pages load, under names that change with the content, into a folder of its own. */
export async function buildDeskClient(folder) {
  const client = join(packageRoot, 'src/platforms/desk/client');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Removing a platform's folder removes the platform, and nothing else.
  if (!existsSync(client)) return;
  await esbuild.build({
    absWorkingDir: packageRoot,
    entryPoints: [join(client, 'desk.ts'), join(client, 'desk.css')],
    entryNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    minify: true,
    logLevel: 'silent',
  });
}

/** Puts a built folder in the place of the one before. */
export async function replaceFolder(from, to) {
  await mkdir(to, { recursive: true });
  const files = await readdir(from);
  for (const file of files) await rename(join(from, file), join(to, file));
  for (const old of await readdir(to)) if (!files.includes(old)) await rm(join(to, old));
}
