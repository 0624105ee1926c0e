import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

/** Thins every source map in a folder. */
export async function thinMaps(folder) {
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.map')) continue;
    const path = join(folder, file);
    const map = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...map, mappings: thin(map.mappings) }));
  }
}

/**
 * The mappings that a stack needs: each place keeps its file and line, and loses its column. Node keeps every
 * mapping of a file in memory, about 110 bytes each, from the first error on that has passed through it.
 */
export function thin(mappings) {
  return encode(
    decode(mappings).map((line) =>
      line.filter((segment, at) => at === 0 || !isSameLine(segment, line[at - 1])),
    ),
  );
}

/** Segments are [column] or [column, source, line in it, column in it]. */
function isSameLine([, source, line], [, sourceBefore, lineBefore]) {
  return source === sourceBefore && line === lineBefore;
}
