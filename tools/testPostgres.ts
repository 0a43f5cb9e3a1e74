// Vitest's globalSetup: one PostgreSQL for the run, and a folder for the servers' files. Tests find it in
// TEST_DATABASE_URL (its superuser's) and create databases in it; an existing value of that variable is used instead.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

let postgres: ChildProcess | undefined;
let files: string | undefined;

export async function setup() {
  files = mkdtempSync(join(tmpdir(), 'steward-files-'));
  process.env.TEST_FILES = files;
  if (process.env.TEST_DATABASE_URL) return;
  // A process in a session of its own: Ctrl-C ends Vitest at once, and this one then cleans up.
  const child = spawn(process.execPath, [join(import.meta.dirname, 'temporaryPostgres.ts')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  postgres = child;
  for await (const url of createInterface({ input: child.stdout })) {
    process.env.TEST_DATABASE_URL = url;
    return;
  }
  throw new Error('PostgreSQL for the tests did not start.');
}

export async function teardown() {
  if (files) rmSync(files, { recursive: true, force: true });
  if (!postgres || postgres.exitCode !== null) return;
  postgres.stdin?.end();
  await once(postgres, 'exit');
}
