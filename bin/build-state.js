import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const packageRoot = dirname(dirname(fileURLToPath(import.meta.url)));

const dist = join(packageRoot, 'dist');
const parts = ['build.json', 'main.js', 'lexicon', 'desk'];

/** Hash of everything that dist/ is made from; null where the sources are not installed. */
export function sourceFingerprint() {
  if (!existsSync(join(packageRoot, 'src')) || !existsSync(join(packageRoot, 'scripts'))) {
    return null;
  }
  // Contents and not times: a checkout, a copy or a container layer gives every file a new time.
  const hash = createHash('sha1');
  for (const path of [...listFiles('scripts'), ...listFiles('src'), 'package-lock.json']) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(packageRoot, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Fingerprint of the sources that the present dist/ was made from; null when there is no complete dist/. */
export function builtFingerprint() {
  if (!parts.every((part) => existsSync(join(dist, part)))) return null;
  return JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')).fingerprint;
}

function listFiles(folder) {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}
