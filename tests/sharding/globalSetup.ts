// Makes the tests record their statements; fails the run at its end for those that a sharded cluster would
// refuse. A run of some files checks only their statements.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase } from '../support/database.ts';
import type { Collected } from './collect.ts';
import { readSchema } from './schema.ts';

let folder: string;

export function setup() {
  folder = mkdtempSync(join(tmpdir(), 'steward-statements-'));
  process.env.STATEMENTS_DIR = folder;
}

export async function teardown() {
  const collected = readCollected();
  rmSync(folder, { recursive: true, force: true });
  if (collected.length === 0) return;
  const refused = await refusedOf(collected);
  if (refused.length === 0) return;
  // Not thrown: PostgreSQL, set up before, would miss its own teardown.
  console.error(`\n✗ ${refused.length} statements would fail on a sharded cluster:\n\n${refused.join('\n\n')}\n`);
  process.exitCode = 2; // 1 means failed tests, which may be flaky (tools/test.ts)
}

function readCollected(): Collected[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  const statements = lines.map((line) => JSON.parse(line) as Collected);
  return [...new Map(statements.map((statement) => [`${statement.role} ${statement.text}`, statement])).values()];
}

async function refusedOf(collected: Collected[]): Promise<string[]> {
  const { problemsOf } = await import('./statementRules.ts'); // it loads the parser
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const schema = await readSchema(client);
    return collected.flatMap(({ text, role, source }) => {
      const problems = problemsOf(text, role, schema);
      return problems.length === 0
        ? []
        : [`${source} (as ${role}):\n${problems.map((problem) => `  ✗ ${problem}`).join('\n')}\n${text}`];
    });
  } finally {
    await client.end();
    await database.drop();
  }
}
