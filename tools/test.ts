// `npm test`: types and lint, unit and integration tests on a real PostgreSQL, journeys in a browser; the last line is the count.
// `npm test -- <filter>` runs only the test files whose path holds it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build.ts';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';

interface Count {
  passed: number;
  failed: number;
}

const root = join(import.meta.dirname, '..');
const journeys = 'tests/browser/playwright.config.ts';
const one: Count = { passed: 0, failed: 1 };
const none: Count = { passed: 0, failed: 0 };

const reports = mkdtempSync(join(tmpdir(), 'steward-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
let running: ChildProcess | undefined;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

const filters = process.argv.slice(2);
await buildWeb(); // once, beforehand: products that are started and killed would each begin it anew
const counts = filters.length > 0 ? [await vitest(filters)] : [await checks(), await vitest([]), await playwright()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

async function checks(): Promise<Count> {
  return (await check()) ? none : one;
}

async function vitest(only: string[]): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const args = ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await node([join('node_modules', 'vitest', 'vitest.mjs'), ...args]);
  const read = readReport<{ numPassedTests: number; testResults: { status: string; assertionResults: { status: string }[] }[] }>(
    report,
  );
  const failedIn = ({ status, assertionResults }: { status: string; assertionResults: { status: string }[] }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed').length;
    return tests === 0 && status === 'failed' ? 1 : tests; // a file that could not be loaded counts as one
  };
  return count(
    code,
    read?.numPassedTests,
    read?.testResults.reduce((sum, file) => sum + failedIn(file), 0),
  );
}

async function playwright(): Promise<Count> {
  const report = join(reports, 'playwright.json');
  try {
    const CHROMIUM_PATH = await findChromium();
    const args = ['test', '--config', journeys, '--reporter=list,json'];
    const code = await node([join('node_modules', '@playwright', 'test', 'cli.js'), ...args], {
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const read = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(report);
    return count(code, read && read.stats.expected + read.stats.flaky, read?.stats.unexpected);
  } catch (error) {
    console.error(error);
    return one;
  }
}

/** A runner that failed without a failed test (its set-up, an unhandled error) counts as one. */
function count(code: number, passed = 0, failed = 0): Count {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function node(args: string[], env: Record<string, string> = {}): Promise<number> {
  if (interrupted) return Promise.resolve(1);
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    running.on('error', reject);
    running.on('exit', (code) => resolve(code ?? 1));
  });
}
