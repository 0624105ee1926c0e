import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { decode } from '@jridgewell/sourcemap-codec';
import * as esbuild from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thin, thinMaps } from '../../scripts/thin-maps.js';
import { makeTempFolder } from '../store/temp-folder.ts';

let folder: ReturnType<typeof makeTempFolder>;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder.remove());

const lines = (name: string) =>
  Array.from(
    { length: 40 },
    (_, at) => `export const ${name}${at} = (a: number) => [a + ${at}, a * ${at}].map((b) => b);`,
  );

/** A bundle of two files on few lines, as the program is built. */
async function bundle() {
  writeFileSync(folder.file('one.ts'), lines('one').join('\n'));
  const all = [`export * from './one.ts';`, ...lines('two')];
  writeFileSync(folder.file('two.ts'), all.join('\n'));
  await esbuild.build({
    entryPoints: [folder.file('two.ts')],
    outfile: folder.file('out/two.js'),
    bundle: true,
    format: 'esm',
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
  });
  return JSON.parse(readFileSync(folder.file('out/two.js.map'), 'utf8'));
}

describe('thinned source maps', () => {
  it('lead every place to the file and line it came from', async () => {
    const map = await bundle();
    const whole = new SourceMap(map);
    const thinned = new SourceMap({ ...map, mappings: thin(map.mappings) });
    const placeIn = (of: SourceMap, line: number, column: number) => {
      const found = of.findEntry(line, column);
      return 'originalLine' in found ? [found.originalSource, found.originalLine] : null;
    };
    const places = decode(map.mappings as string).flatMap((segments, line) =>
      segments.map(([column]) => [line, column] as const),
    );
    expect(places.length).toBeGreaterThan(400);
    for (const [line, column] of places) {
      expect(placeIn(thinned, line, column)).toEqual(placeIn(whole, line, column));
    }
  });

  it('are written over the others, with as many mappings as there are lines', async () => {
    const { mappings, ...rest } = await bundle();
    await thinMaps(folder.file('out'));
    const written = JSON.parse(readFileSync(folder.file('out/two.js.map'), 'utf8'));
    expect(written).toEqual({ ...rest, mappings: thin(mappings) });
    const counted = decode(written.mappings as string).flat().length;
    expect(counted).toBeGreaterThanOrEqual(80);
    expect(counted).toBeLessThan(100);
  });
});
