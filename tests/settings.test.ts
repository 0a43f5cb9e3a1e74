// Settings of a company: what is stored, what is not, and what does not fit.
import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { tidyDrafts } from '#areas/crm/imports/imports.drafts.ts';
import { draftDays } from '#areas/crm/imports/imports.officeSettings.ts';
import { validateImport } from '#contract/imports.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import type { Log } from '#kernel/ops/log.ts';
import { getSetting, setSetting, setting } from '#kernel/settings.ts';
import { allAreas, allSettings } from '../server/areas.ts';
import { aCompany } from './support/factories.ts';
import { aServer, type TestServer } from './support/server.ts';

const retention = setting('test.retention_days', z.int().min(90), 365);

let server: TestServer;
beforeAll(async () => {
  server = await aServer();
});

const warn = vi.fn();
const ctxOf = (companyId: number): WorkCtx => ({
  platform: server.platform,
  clock: server.platform.clock,
  actor: systemActor(companyId),
  log: { warn } as unknown as Log,
});
const read = (companyId: number) => inTenant(ctxOf(companyId), (tx) => getSetting(tx, retention));
const write = (companyId: number, value: unknown) =>
  inTenant(ctxOf(companyId), (tx) => setSetting(tx, retention, value as number));

test('is the default until it is set, in its own company alone, and then as it was set last', async () => {
  const [ours, theirs] = [await aCompany(server, {}), await aCompany(server, {})];
  expect(await read(ours.companyId)).toBe(365);
  await write(ours.companyId, 100);
  await write(ours.companyId, 120);
  expect([await read(ours.companyId), await read(theirs.companyId)]).toEqual([120, 365]);
});

test('a value that does not fit is refused, and what was set stays', async () => {
  const { companyId } = await aCompany(server, {});
  await write(companyId, 100);
  for (const value of [30, 'many', null])
    await expect(write(companyId, value)).rejects.toMatchObject({
      code: 'invalid',
      details: { errors: { 'test.retention_days': [expect.any(String)] } },
    });
  expect(await read(companyId)).toBe(100);
});

test('a stored value that does not fit any more counts as none, and is logged without it', async () => {
  const { companyId } = await aCompany(server, {});
  await server.operator.db
    .insertInto('settings')
    .values({ company_id: companyId, name: retention.name, value: JSON.stringify('of yesterday') })
    .execute();
  warn.mockClear();
  expect(await read(companyId)).toBe(365);
  expect(warn.mock.calls).toEqual([[{ company: companyId, setting: retention.name }, expect.any(String)]]);
});

test('every setting of an area has a name of its own, which begins with the area’s', () => {
  expect(new Set(allSettings.map(({ name }) => name)).size).toBe(allSettings.length);
  for (const { name, settings = [] } of allAreas)
    for (const one of settings) expect(one.name).toMatch(new RegExp(`^${name}\\.[a-z_]+$`));
});

test('an office that keeps drafts of imports for longer finds them', async () => {
  const { companyId, people } = await aCompany(server, { agent: {} });
  const file = { name: 'a.csv', content: 'Phone\n3055550142\n' };
  const { id } = await people.agent.call(validateImport, { body: {}, files: { import_file: file } });
  await server.operator.db
    .updateTable('import_attempts')
    .set({ form: '{}', created_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('id', '=', id)
    .execute();
  const left = () => server.operator.db.selectFrom('import_attempts').select('id').where('id', '=', id).execute();

  await inTenant(ctxOf(companyId), (tx) => setSetting(tx, draftDays, 9));
  await tidyDrafts(ctxOf(companyId));
  expect(await left()).toEqual([{ id }]);
  await inTenant(ctxOf(companyId), (tx) => setSetting(tx, draftDays, 7));
  await tidyDrafts(ctxOf(companyId));
  expect(await left()).toEqual([]);
});
