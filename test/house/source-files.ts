import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  path: string;
  code: string;
}

export interface Import {
  target: string;
  isTypeOnly: boolean;
}

/** Every file under the folder, with its path from the project's root. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Every TypeScript file under the folder with its code. */
export function readSources(folder: string): SourceFile[] {
  return listFiles(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, code: readFileSync(path, 'utf8') }));
}

/** What the code imports or re-exports, statically or dynamically. */
export function findImports(code: string): Import[] {
  const statements =
    /^(?:import|export)\s+(type\s)?(?:[\w*\s{},$]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...code.matchAll(statements)].map(([, type, fixed, dynamic]) => ({
    target: fixed ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
  }));
}
