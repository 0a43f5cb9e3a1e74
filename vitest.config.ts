import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['contract', 'server', 'tests', 'tools', 'web'].map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', 'tests/browser/**', 'web/dist/**'],
    globalSetup: 'tools/testPostgres.ts',
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } }, // a machine with other work to do is no failure
  },
});
