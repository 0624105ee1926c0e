import { relative } from 'node:path';
import { expect } from 'vitest';

/** Before each test file: what it logs from now on is kept under its name. */
const file = relative(process.cwd(), expect.getState().testPath ?? 'unknown');
process.env.GATHERED_FROM = file.replaceAll(/[\\/]/g, '!');
await import('./gather.js');
