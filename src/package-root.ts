import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of something in the folder that holds package.json, from `src/` and from `dist/` alike. */
export function pathTo(relative: string): string {
  return fileURLToPath(new URL(`../${relative}`, import.meta.url));
}

/** The version in package.json. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(pathTo('package.json'), 'utf8'));
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
