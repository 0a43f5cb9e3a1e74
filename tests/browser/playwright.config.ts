// Journeys through the real product: `npm start` on its own folder, a real Chromium.
// With PICTURES set, makes only the README's pictures.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.JOURNEY_PORT ?? 3456);
// Playwright reads this file in every worker too: the folder is made once, passed on, and removed after the last one.
if (!process.env.JOURNEY_DATA) {
  const folder = mkdtempSync(join(tmpdir(), 'steward journeys '));
  process.env.JOURNEY_DATA = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

export default defineConfig({
  testDir: '.',
  testMatch: process.env.PICTURES ? 'pictures.ts' : '*.journey.ts',
  fullyParallel: false,
  workers: 1, // the product and its database share the two cores
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0, // reported as flaky (tools/test.ts)
  outputDir: '../../test-results',
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--no-sandbox', // as root, Chromium does not start with a sandbox
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node bootstrap.mjs server/main.ts --demo-contacts 3000',
    cwd: '../..',
    url: `http://localhost:${port}/v1/health`,
    env: { PORT: String(port), DATA_DIR: process.env.JOURNEY_DATA, LOG_LEVEL: 'error', DATABASE_URL: '', PUBLIC_URL: '' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});
