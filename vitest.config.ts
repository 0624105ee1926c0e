import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/logs/setup.ts'],
    server: { deps: { inline: [/drizzle-orm/] } },
    // One core is not kept free where there are two: tests wait for processes and sockets much of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A deadline for a test that hangs, not a measure: machines and neighbours differ.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
