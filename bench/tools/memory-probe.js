// Loaded before the program that is measured (`--expose-gc --import`): at SIGUSR2 it collects garbage and writes
// what is then still in use into the file MEMORY_PROBE names, whole or not at all.
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env.MEMORY_PROBE;
if (file !== undefined) {
  process.on('SIGUSR2', () => {
    globalThis.gc();
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
    renameSync(`${file}.new`, file);
  });
}
