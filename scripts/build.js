import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { packageRoot, sourceFingerprint } from '../bin/build-state.js';
import { buildDeskClient, replaceFolder } from './desk-client.js';
import { thinMaps } from './thin-maps.js';

const dist = join(packageRoot, 'dist');

/** The main program, and what it starts in a thread or a process of its own. */
const entryPoints = [
  'src/main.ts',
  'src/text/diff-worker.ts',
  'src/store/writer-thread.ts',
  'src/charts/plot-process.ts',
  'src/models/offline/copy-editor-process.ts',
  'src/models/offline/harper-process.ts',
];

/** Files that nothing names any more stay this long, for processes that still run an older build. */
const keepOldFilesMs = 7 * 24 * 3600 * 1000;

const common = {
  absWorkingDir: packageRoot,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.12',
  logLevel: 'silent',
  // Bundled CommonJS packages still call require for Node's own modules.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
};

/**
 * Builds dist/: the bundle, the lexicon and the fingerprint that says what they were made from.
 * Several builds may run at once, and programs may run from dist/ meanwhile: each build works in a folder
 * of its own and moves whole files into place, entries after the chunks they name, the fingerprint last.
 */
export async function build() {
  const fingerprint = sourceFingerprint();
  await mkdir(dist, { recursive: true });
  const work = await mkdtemp(join(dist, '.build-'));
  try {
    await all([bundle(work), buildLexicon(work), buildDeskClient(join(work, 'desk'))]);
    await replaceFolder(join(work, 'desk'), join(dist, 'desk'));
    const current = await moveIntoPlace(work);
    await writeFile(join(work, 'build.json'), `${JSON.stringify({ fingerprint })}\n`);
    await rename(join(work, 'build.json'), join(dist, 'build.json'));
    await removeOldFiles([...current, 'build.json', 'lexicon', 'desk']);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Rejects with the first failure, but not before all have ended: nobody may still write when the folder goes. */
async function all(parts) {
  await Promise.allSettled(parts);
  await Promise.all(parts);
}

async function bundle(work) {
  const outdir = join(work, 'bundle');
  await esbuild.build({
    ...common,
    entryPoints: entryPoints.filter((path) => existsSync(join(packageRoot, path))),
    entryNames: '[name]',
    chunkNames: 'chunk-[hash]',
    outdir,
    splitting: true,
    minifySyntax: true,
    // A program's text stays in memory: one curly quote in a comment makes it twice as large.
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    external: ['better-sqlite3', 'harper.js', 'discord.js', '@discordjs/ws'],
  });
  await thinMaps(outdir);
}

/** Node 22.12 strips no types, so the script that makes the word lists is bundled before it runs. */
async function buildLexicon(work) {
  const outfile = join(work, 'build-lexicon.mjs');
  const entry = 'scripts/build-lexicon.ts';
  await esbuild.build({ ...common, entryPoints: [entry], outfile, packages: 'external' });
  const lexicon = await import(pathToFileURL(outfile).href);
  await lexicon.buildLexicon(join(dist, 'lexicon'));
}

async function moveIntoPlace(work) {
  const from = join(work, 'bundle');
  const files = await readdir(from);
  const entriesLast = files.toSorted(
    (a, b) => Number(b.startsWith('chunk-')) - Number(a.startsWith('chunk-')),
  );
  for (const file of entriesLast) await rename(join(from, file), join(dist, file));
  return files;
}

async function removeOldFiles(current) {
  const oldest = Date.now() - keepOldFilesMs;
  for (const name of await readdir(dist)) {
    if (current.includes(name)) continue;
    const path = join(dist, name);
    const isOld = await stat(path).then(
      ({ mtimeMs }) => mtimeMs < oldest,
      () => false,
    );
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}

if (import.meta.filename === realpathSync(process.argv[1])) await build();
