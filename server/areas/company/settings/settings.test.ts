// Settings of the company as administrators change them, and those that anyone may read.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { downloadPublicSetting, getPublicSetting, getSetting, listSettings, updateSetting } from '#contract/settings.ts';
import { getMe } from '#contract/signIn.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, send, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {} });
});

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 1)]);
const set = (id: string, value: string) => company.people.admin.call(updateSetting, { params: { id }, body: { value } });
const setLogo = (content: Buffer | string, name = 'logo.png') =>
  company.people.admin.call(updateSetting, { params: { id: 'settings.logo' }, body: {}, files: { file: { name, content } } });
const ask = (name: string, companyId?: number) =>
  send(server.app, {}, getPublicSetting, { params: { name }, query: companyId === undefined ? {} : { company: companyId } });

test('lists the settings of every area with their defaults, and each by its name', async () => {
  const { admin } = company.people;
  const { data } = await admin.call(listSettings, {});
  const draftDays = data.find(({ id }) => id === 'imports.draft_days');
  expect(draftDays).toMatchObject({ group: 'Imports', kind: 'number', unit: 'days', value: 7, default: 7, updated_at: null });
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(['settings.logo', 'settings.support_email']));
  expect(await admin.call(getSetting, { params: { id: 'imports.draft_days' } })).toEqual(draftDays);
  await expect(admin.call(getSetting, { params: { id: 'imports.nothing' } })).rejects.toMatchObject({ status: 404 });
});

test('a change is stored, audited and told; the same again is neither audited nor told', async () => {
  const { admin } = company.people;
  expect(await set('imports.draft_days', '9')).toMatchObject({ value: 9, default: 7, updated_at: expect.any(String) });
  await set('imports.draft_days', '9');
  const entries = await server.operator.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after', 'actor_id'])
    .where('company_id', '=', company.companyId)
    .execute();
  expect(entries).toEqual([
    {
      action: 'settings.updated',
      before: { 'imports.draft_days': 7 },
      after: { 'imports.draft_days': 9 },
      actor_id: admin.userId,
    },
  ]);
  const told = await server.operator.db
    .selectFrom('outbox')
    .select('payload')
    .where('company_id', '=', company.companyId)
    .where('kind', '=', 'cable')
    .execute();
  expect(told).toEqual([{ payload: { event: 'settings.changed' } }]);
});

test.each([
  ['imports.draft_days', 'many'],
  ['imports.draft_days', ''],
  ['imports.draft_days', '0'],
  ['settings.support_email', 'nobody'],
  ['settings.support_phone', '12'],
  ['settings.timezone', 'mars'],
])('%s refuses "%s" with a text by its name', async (id, value) => {
  await expect(set(id, value)).rejects.toMatchObject({ code: 'invalid', problem: { errors: { [id]: [expect.any(String)] } } });
});

test('the time zone moves the clock of the company’s nightly work', async () => {
  await set('settings.timezone', 'pst');
  const { timezone } = await server.operator.db
    .selectFrom('companies')
    .select('timezone')
    .where('company_id', '=', company.companyId)
    .executeTakeFirstOrThrow();
  expect(timezone).toBe('pst');
});

test('anyone reads the public ones of a company; no other, and none without a company', async () => {
  await set('settings.support_email', 'help@office.test');
  expect((await ask('support_email', company.companyId)).json()).toEqual({
    name: 'support_email',
    value: 'help@office.test',
    file: null,
  });
  const other = await aCompany(server, {});
  expect((await ask('support_email', other.companyId)).json()).toMatchObject({ value: '' });
  for (const [name, id] of [
    ['draft_days', company.companyId],
    ['timezone', company.companyId],
    ['support_email', undefined],
  ] as const)
    expect((await ask(name, id)).statusCode, name).toBe(404);
  const own = await send(server.app, company.people.agent.headers, getPublicSetting, {
    params: { name: 'support_email' },
    query: {},
  });
  expect(own.json()).toMatchObject({ value: 'help@office.test' });
});

test('a logo is a picture by its content; it is replaced, shown to everybody and removed', async () => {
  const { admin, agent } = company.people;
  await expect(setLogo('<svg onload="x()"/>', 'logo.png')).rejects.toMatchObject({ code: 'invalid' });
  await expect(setLogo(Buffer.concat([png, Buffer.alloc(1024 * 1024)]))).rejects.toMatchObject({ code: 'invalid' });
  const first = await setLogo(png);
  const second = await setLogo(Buffer.concat([png, Buffer.from('again')]), 'new.png');
  expect(second).toMatchObject({ value: 'new.png', file: { name: 'new.png', type: 'image/png', size: png.length + 5 } });
  expect(second.file?.url).not.toBe(first.file?.url);
  const { profile } = await agent.call(getMe, {});
  expect(profile.logo).toBe(second.file?.url);
  const answer = await server.app.inject({ url: profile.logo ?? '' });
  expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length]).toEqual([
    200,
    'image/png',
    png.length + 5,
  ]);

  await admin.call(updateSetting, { params: { id: 'settings.logo' }, body: { value: '' } });
  expect((await agent.call(getMe, {})).profile.logo).toBeNull();
  const gone = { params: { name: 'logo' }, query: { company: company.companyId } };
  expect((await send(server.app, {}, downloadPublicSetting, gone)).statusCode).toBe(404);
  const kept = await server.operator.db
    .selectFrom('files')
    .select('state')
    .where('company_id', '=', company.companyId)
    .where('state', '=', 'kept')
    .execute();
  expect(kept).toEqual([]);
});

test('a file is refused where the setting is none', async () => {
  const file = { name: 'a.png', content: png };
  const call = company.people.admin.call(updateSetting, { params: { id: 'imports.draft_days' }, body: {}, files: { file } });
  await expect(call).rejects.toMatchObject({ code: 'invalid' });
});
