// `npm test`: types and lint, unit and integration tests on a real PostgreSQL, journeys in a browser; the last
// line is the count. `npm test -- <filter>` runs only test files with this text in their path,
// `npm test -- --changed [branch]` what the changes since that branch (main) can touch.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildWeb } from './build.ts';
import { changedFiles, sources, testsOf } from './changed.ts';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';
import { type FileTime, keepDurations } from './durations.ts';

interface Count {
  passed: number;
  failed: number;
  /** Tests that failed. */
  broken?: string[];
  /** Tests that failed first and passed in a second run. */
  flaky?: string[];
  /** How long each file took. */
  files?: FileTime[];
}

/** The used part of Vitest's JSON report. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Failed files for a second run; more than this means that something is broken. */
const maxRerunFiles = 10;

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
await buildWeb(); // once, before: otherwise each started product would build
const counts = await run();
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 && (passed > 0 || filters[0] === '--changed') ? 0 : 1; // a change may touch no test
printSlowest(counts.flatMap((count) => count.files ?? []));
const flaky = counts.flatMap((count) => count.flaky ?? []);
for (const name of flaky) console.log(`flaky, passed when run once more: ${name}`);
for (const name of counts.flatMap((count) => count.broken ?? [])) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed} failed`);

async function run(): Promise<Count[]> {
  if (filters[0] === '--changed') return whatChanged(filters[1] ?? 'main');
  if (filters.length > 0) return [await vitest(filters)];
  const counts = [await checks(), await vitest([]), await playwright()];
  keepDurations(counts.flatMap((count) => count.files ?? []));
  return counts;
}

async function whatChanged(branch: string): Promise<Count[]> {
  const changed = changedFiles(branch);
  const { tests, journeys } = testsOf(changed, sources());
  console.log(`${changed.length} changed files touch ${tests.length} test files and ${journeys.length} files of journeys`);
  return [await checks(), tests.length > 0 ? await vitest(tests) : none, journeys.length > 0 ? await playwright(journeys) : none];
}

function printSlowest(files: FileTime[]) {
  if (files.length <= 20) return;
  console.log('\nThe twenty slowest files, in seconds:');
  for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, 20))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${name}`);
  console.log();
}

async function checks(): Promise<Count> {
  return (await check()) ? none : one;
}

/** In CI a file with a failed test runs once more: a flaky test is reported, but does not block. */
async function vitest(only: string[]): Promise<Count> {
  const first = await runVitest(only);
  const files = failedFiles(first.report);
  // Another code means a failure that no second run can change: SQL that a cluster refuses
  // (tests/sharding/globalSetup.ts).
  if (!process.env.CI || first.code !== 1 || files.length === 0 || files.length > maxRerunFiles) return countOf(first);
  console.log(`\nRunning ${files.length} failed files once more`);
  const second = await runVitest(files);
  if (!second.report) return countOf(first);
  const again = countOf(second);
  const flaky = failedTests(first.report).filter((name) => !again.broken?.includes(name));
  return { ...again, files: countOf(first).files ?? [], passed: (first.report?.numPassedTests ?? 0) + flaky.length, flaky };
}

async function runVitest(only: string[]): Promise<{ code: number; report: Report | undefined }> {
  const file = join(reports, `vitest-${randomUUID()}.json`);
  const args = ['run', ...only, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await node([join('node_modules', 'vitest', 'vitest.mjs'), ...args]);
  return { code, report: readReport<Report>(file) };
}

function countOf({ code, report }: { code: number; report: Report | undefined }): Count {
  const files = report?.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    ms: endTime - startTime,
  }));
  const broken = failedTests(report);
  return { ...count(code, report?.numPassedTests, broken.length), broken, files: files ?? [] };
}

function failedFiles(report: Report | undefined): string[] {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
}

/** A file that could not be loaded counts as one. */
function failedTests(report: Report | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file} > ${fullName}`);
    return tests.length === 0 && status === 'failed' ? [file] : tests;
  });
}

async function playwright(only: string[] = []): Promise<Count> {
  const report = join(reports, 'playwright.json');
  try {
    const CHROMIUM_PATH = await findChromium();
    const args = ['test', '--config', journeys, '--reporter=list,json', ...only];
    const code = await node([join('node_modules', '@playwright', 'test', 'cli.js'), ...args], {
      CHROMIUM_PATH,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    const read = readReport<{ suites: Suite[]; stats: { expected: number; flaky: number; unexpected: number } }>(report);
    const suites = read?.suites ?? [];
    const files = suites.map((suite) => ({ name: suite.title, ms: timeOf(suite) }));
    const counted = count(code, read && read.stats.expected + read.stats.flaky, read?.stats.unexpected);
    const [flaky, broken] = [suites.flatMap(testsThat('flaky')), suites.flatMap(testsThat('unexpected'))];
    return { ...counted, flaky, broken, files };
  } catch (error) {
    console.error(error);
    return one;
  }
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
}

function timeOf({ suites = [], specs }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  return [...results.map(({ duration }) => duration), ...suites.map(timeOf)].reduce((sum, ms) => sum + ms, 0);
}

/** By Playwright's own word for how a test ended. */
function testsThat(status: 'flaky' | 'unexpected') {
  const namesIn = ({ title, suites = [], specs }: Suite): string[] => {
    const own = specs.filter(({ tests }) => tests.some((test) => test.status === status));
    return [...own.map((spec) => `${title} > ${spec.title}`), ...suites.flatMap(namesIn)];
  };
  return namesIn;
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
