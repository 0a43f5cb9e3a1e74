import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longestFirst.ts';

const shared = {
  pool: 'forks',
  isolate: false, // the files of a worker share its modules: to load the server takes seconds
  setupFiles: 'tests/support/setup.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } }, // a second is soon over where other tests run beside
} as const;

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1), // of two cores Vitest would leave one idle
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'tests',
          include: ['contract', 'server', 'tests', 'tools', 'web'].map((folder) => `${folder}/**/*.test.ts`),
          exclude: ['**/node_modules/**', 'tests/browser/**', 'tests/faults/**', 'web/dist/**'],
          globalSetup: ['tools/testPostgres.ts', 'tests/sharding/globalSetup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          fileParallelism: false, // each has a whole Steward of its own
          sequence: { groupOrder: 1 }, // after the others, with the machine to itself
        },
      },
    ],
  },
});
