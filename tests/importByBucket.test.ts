// An import between processes that share only the database and a bucket.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importJobs } from '#areas/crm/imports/imports.jobs.ts';
import { deleteImportAttempt, getImportAttempt, importContacts, validateImport } from '#contract/imports.ts';
import { connect } from '#kernel/db/database.ts';
import { readConfig } from '#kernel/ops/config.ts';
import { testKey, testLog } from './support/database.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { callAt, runProcess, startProcess } from './support/processes.ts';
import { anS3 } from './support/s3.ts';
import { aServer, type TestServer } from './support/server.ts';
import { until } from './support/until.ts';

let server: TestServer;
let s3: Awaited<ReturnType<typeof anS3>>;
let web: string;
let jobs: Pool;
let company: TestCompany<'agent'>;
const folders: string[] = [];

beforeAll(async () => {
  server = await aServer({ own: true });
  s3 = await anS3('s3rver');
  for (let n = 0; n < 2; n++) folders.push(await mkdtemp(join(tmpdir(), 'steward-apart-')));
  const [one] = await Promise.all([
    startProcess(server, 'web', { ...s3.environment, DATA_DIR: folders[0] as string }),
    startProcess(server, 'worker', { ...s3.environment, DATA_DIR: folders[1] as string }),
  ]);
  web = one.address;
  company = await aCompany(server, { agent: {} });
  jobs = connect(server.urlOf('jobs'), testLog, { max: 1, name: 'test jobs' }).pool;
});
afterAll(async () => {
  await jobs.end();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const csv = (name: string, phone = '3055550142') => `First name,Last name,Phone\n${name},Alvarez,${phone}\n`;

const drop = (content: string) =>
  callAt(web, company.people.agent.headers, validateImport, {
    body: {},
    files: { import_file: { name: 'leads.csv', content } },
  });

async function run(draft: Awaited<ReturnType<typeof drop>>) {
  const fields = draft.fields.map(({ preview, ...field }) => field);
  const { headers } = company.people.agent;
  await callAt(web, headers, importContacts, { body: { id: draft.id, form: { fields, has_headings: true } } });
  return () =>
    until(async () => {
      const attempt = await callAt(web, headers, getImportAttempt, { params: { id: draft.id } });
      return attempt.status === 'complete' || attempt.status === 'failed' ? attempt : null;
    });
}

/** The file itself, between its head and a tag, beside the server's own notes. */
const keptOf = async (content: string) => (await s3.contents()).filter((bytes) => bytes.length === 44 + content.length + 16);

test('what one process took another imports, sealed all the way; deleting the attempt removes it', async () => {
  const finished = await run(await drop(csv('Rosa')));
  const attempt = await finished();
  expect(attempt).toMatchObject({ status: 'complete', created: 1 });

  expect(await keptOf(csv('Rosa'))).toHaveLength(1);
  expect((await s3.contents()).some((bytes) => bytes.includes('Rosa'))).toBe(false);
  expect(await Promise.all(folders.map((folder) => readdir(folder)))).toEqual([[], []]);

  await callAt(web, company.people.agent.headers, deleteImportAttempt, { params: { id: attempt.id } });
  await until(async () => (await keptOf(csv('Rosa')).catch(() => null))?.length === 0); // a folder may vanish while it is read
});

/** The import will be retried; the queue stores the reason. Other jobs may miss the bucket as well. */
async function failedOnce(): Promise<boolean> {
  const { rowCount } = await jobs.query(
    `select from graphile_worker.jobs where task_identifier = $1 and attempts > 0 and last_error like 'StorageFailed%'`,
    [importJobs.run.name],
  );
  return rowCount === 1;
}

test('while the bucket is away an upload is told to come back, and an import waits and goes on', async () => {
  const draft = await drop(csv('Tom', '3055550143'));
  await s3.kill();
  await expect(drop(csv('Lupe'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });

  const finished = await run(draft);
  await until(failedOnce, 40);
  await s3.start();
  expect(await finished()).toMatchObject({ status: 'complete', created: 1 });
});

test('a bucket that cannot be used, or is half described, stops the start and says why', async () => {
  const wrong = { ...s3.environment, S3_SECRET_ACCESS_KEY: 'wrong' };
  for (const role of ['web', 'worker'] as const)
    expect(await runProcess(server.url, role, wrong)).toEqual({
      code: 1,
      said: expect.stringMatching(/^S3_ENDPOINT: .*SignatureDoesNotMatch/),
    });

  const deployment = { DATABASE_URL: server.url, ENVELOPE_KEY: testKey.toString('base64'), PUBLIC_URL: 'https://crm.example' };
  expect(() => readConfig({ ...deployment, S3_BUCKET: 'files', S3_PATH_STYLE: 'true' })).toThrow(
    /S3_ENDPOINT: must.*\n.*S3_REGION: must.*\n.*S3_ACCESS_KEY_ID: must.*\n.*S3_SECRET_ACCESS_KEY: must/,
  );
  expect(() => readConfig({ ...deployment, ...s3.environment, S3_ENDPOINT: 'ftp://files', S3_PATH_STYLE: 'perhaps' })).toThrow(
    /S3_ENDPOINT: .*\n.*S3_PATH_STYLE: /,
  );
  expect(() => readConfig({ DATA_DIR: folders[0], S3_BUCKET: 'files', REDIS_URL: 'redis://127.0.0.1' })).toThrow(
    /REDIS_URL: is for a deployment.*\n.*S3_BUCKET: is for a deployment/,
  );
  expect(readConfig({ ...deployment, ...s3.environment }).s3).toEqual(s3.config);
});
