// The operator's command that pauses the long work of one company or of all, and lets it continue.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { listAuditEntries } from '#contract/auditLog.ts';
import { getBulkAction } from '#contract/bulk.ts';
import { getQuietJobs, quietJobs } from '#contract/quietJobs.ts';
import { getMe } from '#contract/signIn.ts';
import { updateTagsGroup } from '#contract/tags.ts';
import { testKey } from './support/database.ts';
import { aCompany, aContact, aTag, type TestCompany } from './support/factories.ts';
import { aServer } from './support/server.ts';
import { until } from './support/until.ts';

const tool = fileURLToPath(new URL('../tools/quietJobs.ts', import.meta.url));
const server = await aServer({ worker: true, own: true });
const deployment = { DATABASE_URL: server.url, ENVELOPE_KEY: testKey.toString('base64'), PUBLIC_URL: 'https://crm.example' };
const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, [tool, ...options], { env: { PATH: process.env.PATH, ...deployment } });

let ours: TestCompany<'admin'>;
let theirs: TestCompany<'admin'>;
beforeEach(async () => {
  ours = await aCompany(server, { admin: {} });
  theirs = await aCompany(server, { admin: {} });
});
const domainOf = async ({ people }: TestCompany<'admin'>) => (await people.admin.call(getMe, {})).company.domain_name;
const stateOf = ({ people }: TestCompany<'admin'>) => people.admin.call(getQuietJobs, {});

test('a bulk action of a paused company waits, and runs after the operator lets it continue', async () => {
  const { admin } = ours.people;
  const company = await domainOf(ours);
  const contact = await aContact(server, ours.companyId, { owner_id: admin.userId });
  const tag = await aTag(server, ours.companyId, 'fair');
  expect((await run('--on', '--company', company)).stdout).toMatch(/: paused\.\n$/);
  expect(await stateOf(ours)).toMatchObject({ since: expect.any(String), by_operator: true });
  expect(await stateOf(theirs)).toMatchObject({ since: null });

  const { id } = await admin.call(updateTagsGroup, { body: { ids: [contact], tags: [tag], remove_tags: [] } });
  await until(async () => (await stateOf(ours)).waiting === 1);
  await admin.call(quietJobs, { body: { quiet: false } }); // an administrator does not lift the operator's pause
  expect((await stateOf(ours)).waiting).toBe(1);
  expect((await run('--off', '--company', company)).stdout).toMatch(/: running\.\n$/);
  await until(async () => (await admin.call(getBulkAction, { params: { id } })).status === 'complete');
});

test('without a company it pauses all, and leaves an administrator’s own pause when it ends', async () => {
  await theirs.people.admin.call(quietJobs, { body: { quiet: true } });
  expect((await run('--on')).stdout).toMatch(/^\d+ companies: paused\.\n$/);
  for (const company of [ours, theirs]) expect(await stateOf(company)).toMatchObject({ by_operator: true });
  await run('--on');
  await run('--off');
  expect(await stateOf(ours)).toMatchObject({ since: null });
  const { data } = await ours.people.admin.call(listAuditEntries, { query: { action: 'jobs.quiet_changed' } });
  expect(data).toMatchObject([
    { actor: null, after: { paused_by_operator: false } },
    { actor: null, before: { paused_by_operator: false }, after: { paused_by_operator: true } },
  ]);
  expect(await stateOf(theirs)).toMatchObject({ since: expect.any(String), by_operator: false });
});

test.each([
  [[], 'Say --on or --off\n'],
  [['--on', '--off'], 'Say --on or --off\n'],
  [['--on', '--company', 'nowhere.test'], 'No company has the domain nowhere.test.\n'],
])('%j is refused in words', async (options, stderr) => {
  await expect(run(...options)).rejects.toMatchObject({ code: 1, stderr });
});
