// `npm run types` writes server/kernel/db/database.generated.ts from a newly migrated database;
// tests/catalog.test.ts fails if it is out of date.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setUpDatabase } from '#kernel/db/migrate.ts';
import { createLog } from '#kernel/ops/log.ts';
import { createSeal } from '#kernel/secrets/seal.ts';
import { setup, teardown } from './testPostgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'server/kernel/db/database.generated.ts');

/** The types of the database at `url` (any role that can read the catalog). */
export async function typesOf(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-types-'));
  const file = join(folder, 'types.ts');
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const options = ['--dialect', 'postgres', '--type-mapping', '{"int8":"number"}', '--date-parser', 'string'];
  const excluded = ['--exclude-pattern', '{migrations,contact_changes_*,graphile_worker.*}'];
  try {
    await promisify(execFile)(process.execPath, [
      codegen,
      ...options,
      ...excluded,
      '--url',
      url,
      '--out-file',
      file,
      '--log-level',
      'error',
    ]);
    const text = await readFile(file, 'utf8');
    return text
      .replaceAll(/Timestamp = ColumnType<[^;]+>;/g, 'Timestamp = ColumnType<string, Date | string, Date | string>;')
      .replaceAll(/Int8 = ColumnType<[^;]+>;/g, 'Int8 = ColumnType<number, number, number>;');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const storedTypes = () => readFile(target, 'utf8');

if (import.meta.main) {
  await setup();
  try {
    const url = process.env.TEST_DATABASE_URL ?? '';
    await setUpDatabase(url, createSeal(randomBytes(32)), createLog('warn', 'types'));
    await writeFile(target, await typesOf(url));
  } finally {
    await teardown();
  }
}
