// Keys and the API token as their user manages them, and as what a call with one counts.
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createApiKey,
  exportApiKeyCalls,
  listApiKeyCalls,
  listApiKeys,
  listCompanyApiKeys,
  maxApiKeys,
  refreshApiToken,
  revokeApiKey,
  revokeCompanyApiKey,
  showApiToken,
  updateApiKey,
} from '#contract/apiKeys.ts';
import { listAuditEntries } from '#contract/auditLog.ts';
import { updateContactGroup } from '#contract/contactActions.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { getContact, listContacts, updateContact } from '#contract/contacts.ts';
import { createCustomField, deleteCustomField } from '#contract/customFields.ts';
import { createNetwork } from '#contract/security.ts';
import { getMe } from '#contract/signIn.ts';
import { apiKeyCalls } from '#kernel/http/apiKeys.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { anApiKey, bearer } from '#tests/support/apiKeys.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { setCount } from '#tests/support/rateLimits.ts';
import { aServer, call, send, type TestServer } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { apiKeyArea } from './apiKeys.area.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
let admin: TestCompany<'admin'>['people']['admin'];
let agent: typeof admin;
beforeAll(async () => {
  server = await aServer({ worker: true });
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
  ({ admin, agent } = company.people);
});

const aKey = (person: { userId: number }, given?: Parameters<typeof anApiKey>[3]) =>
  anApiKey(server, company.companyId, person.userId, given);
/** The answer of `GET /v1/users/me` to these headers. */
const me = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
  const answer = await server.app.inject({ method: 'GET', url: getMe.path, headers, remoteAddress });
  return { status: answer.statusCode, ...answer.json<{ id?: number; code?: string }>() };
};
const change = (table: 'users' | 'companies', values: object, id = agent.userId) =>
  table === 'users'
    ? server.operator.db
        .updateTable('users')
        .set(values)
        .where('company_id', '=', company.companyId)
        .where('id', '=', id)
        .execute()
    : server.operator.db.updateTable('companies').set(values).where('company_id', '=', company.companyId).execute();

describe('a key', () => {
  test('is shown once, works at once, and is stored as a hash', async () => {
    const made = await agent.call(createApiKey, { body: { name: ' Zapier ', scopes: ['account:read'], expires_in_days: 30 } });
    expect(made).toMatchObject({ name: 'Zapier', scopes: ['account:read'], state: 'active', last_used_at: null });
    expect(made.secret.startsWith(made.prefix)).toBe(true);
    expect(await me(bearer(made.secret))).toMatchObject({ status: 200, id: agent.userId });
    const { data } = await agent.call(listApiKeys, {});
    expect(data.find(({ id }) => id === made.id)).toMatchObject({ name: 'Zapier', state: 'active' });
    expect(JSON.stringify(data)).not.toContain(made.secret);
    const { api_keys } = await agent.call(getMe, {});
    expect(api_keys).toContainEqual({ id: made.id, name: 'Zapier', state: 'active', expires_at: made.expires_at });
    const row = await server.operator.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(made.secret);
    expect(row.secret_sealed).toBeNull();
    const days = (Date.parse(String(row.expires_at)) - Date.parse(String(row.created_at))) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  test('can be renamed, given other scopes, extended, and revoked for good', async () => {
    const { id, headers } = await aKey(agent, { scopes: ['lists:read'], expires_at: new Date(Date.now() - 1_000) });
    expect(await me(headers)).toMatchObject({ status: 401, code: 'api_keys.refused' });
    const body = { name: 'Reports', scopes: ['account:read' as const], expires_in_days: null };
    const changed = await agent.call(updateApiKey, { params: { id }, body });
    expect(changed).toMatchObject({ name: 'Reports', scopes: ['account:read'], expires_at: null, state: 'active' });
    expect(await me(headers)).toMatchObject({ status: 200 });
    await agent.call(revokeApiKey, { params: { id } });
    expect(await me(headers)).toMatchObject({ status: 401, code: 'api_keys.refused' });
    await expect(agent.call(updateApiKey, { params: { id }, body })).rejects.toMatchObject({ code: 'api_keys.revoked' });
    const { data } = await agent.call(listApiKeys, {});
    expect(data.find((key) => key.id === id)).toMatchObject({ state: 'revoked' });
  });

  test('is its user’s alone', async () => {
    const { id } = await aKey(agent);
    const { agent2 } = company.people;
    expect((await agent2.call(listApiKeys, {})).data.map((key) => key.id)).not.toContain(id);
    for (const [endpoint, input] of [
      [updateApiKey, { params: { id }, body: { name: 'Mine' } }],
      [revokeApiKey, { params: { id } }],
      [listApiKeyCalls, { params: { id }, query: {} }],
      [exportApiKeyCalls, { params: { id }, body: { format: 'csv' } }],
    ] as const)
      expect((await send(server.app, agent2.headers, endpoint, input)).statusCode).toBe(404);
  });

  test('needs a name, a known scope and an end within ten years; there may be so many', async () => {
    const body = { name: 'Zapier', scopes: ['contacts:read'], expires_in_days: 30 };
    for (const wrong of [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['everything'] },
      { expires_in_days: 0 },
      { expires_in_days: 4000 },
    ])
      expect((await send(server.app, agent.headers, createApiKey, { body: { ...body, ...wrong } })).statusCode).toBe(422);
    const { agent2 } = company.people;
    await aKey(agent2, { revoked_at: new Date() });
    for (let made = 0; made < maxApiKeys; made++) await aKey(agent2);
    expect((await send(server.app, agent2.headers, createApiKey, { body })).json()).toMatchObject({
      status: 409,
      code: 'api_keys.too_many',
    });
    // An expired one that becomes active again is one more; an active one that lasts longer is not.
    const { id } = await aKey(agent2, { expires_at: new Date(Date.now() - 1_000) });
    const extend = (key: number, expires_in_days: number | null) =>
      send(server.app, agent2.headers, updateApiKey, { params: { id: key }, body: { expires_in_days } });
    for (const days of [30, null])
      expect((await extend(id, days)).json()).toMatchObject({ status: 409, code: 'api_keys.too_many' });
    const rename = { params: { id }, body: { name: 'Old one' } };
    expect(await agent2.call(updateApiKey, rename)).toMatchObject({ name: 'Old one', state: 'expired' });
    const { data } = await agent2.call(listApiKeys, {});
    const active = data.find(({ state }) => state === 'active')?.id ?? 0;
    expect((await extend(active, 60)).statusCode).toBe(200);
    await agent2.call(revokeApiKey, { params: { id: active } });
    expect((await extend(id, 60)).json()).toMatchObject({ state: 'active' });
  });
});

describe('a call with a key', () => {
  test('reaches what its user reaches today, and no more', async () => {
    const mine = await aContact(server, company.companyId, { owner_id: agent.userId, last_name: 'Own' });
    const others = await aContact(server, company.companyId, { owner_id: company.people.agent2.userId, last_name: 'Other' });
    const { headers } = await aKey(agent, { scopes: ['contacts:read'] });
    const get = (id: number) => send(server.app, headers, getContact, { params: { id }, query: {} });
    expect((await get(mine)).statusCode).toBe(200);
    expect((await get(others)).statusCode).toBe(404);
    const list = await call(server.app, headers, listContacts, { body: { contacts_scope: {} } });
    expect(list.data.map(({ id }) => id)).toEqual([mine]);
    const admins = await aKey(agent, { scopes: ['company:read'] });
    expect((await send(server.app, admins.headers, listAuditEntries, { query: {} })).json()).toMatchObject({ code: 'forbidden' });
  });

  test('counts the key, not the cookie; another scheme leaves the cookie alone', async () => {
    const { headers } = await aKey(agent);
    expect(await me({ ...admin.headers, ...headers })).toMatchObject({ id: agent.userId });
    expect(await me({ ...admin.headers, ...bearer('stw_1.unknown') })).toMatchObject({ status: 401, code: 'api_keys.refused' });
    expect(await me({ ...admin.headers, authorization: 'Basic eDp5' })).toMatchObject({ id: admin.userId });
    expect(await me({ authorization: headers.authorization.replace('Bearer ', 'bearer  ') })).toMatchObject({ id: agent.userId });
  });

  test('obeys the company’s networks', async () => {
    const { companyId, people } = await aCompany(server, { admin: {} });
    const { headers } = await anApiKey(server, companyId, people.admin.userId);
    expect(await me(headers, '198.51.100.7')).toMatchObject({ status: 200 });
    await people.admin.call(createNetwork, { body: { network: '127.0.0.1', note: '' } });
    expect(await me(headers, '198.51.100.7')).toMatchObject({ status: 401, code: 'api_keys.refused' });
    expect(await me(headers)).toMatchObject({ status: 200 });
  });

  test('ends with its user’s account, and waits for the steps that they have to do', async () => {
    const { headers } = await aKey(agent);
    const bySso = await aKey(agent, { method: 'sso' });
    const list = (key: { headers: Record<string, string> }) =>
      send(server.app, key.headers, listContacts, { body: {} }).then(
        (answer) => answer.json<{ code?: string }>().code ?? 'answered',
      );
    await change('users', { must_change_password: true });
    expect([await list({ headers }), await list(bySso)]).toEqual(['steps.password', 'answered']);
    await change('users', { must_change_password: false, two_factor_since: null });
    await change('companies', { require_two_factor: true });
    expect([await list({ headers }), await list(bySso)]).toEqual(['steps.two_factor', 'answered']);
    await change('companies', { require_two_factor: false });
    await change('users', { accepted_tos_at: null });
    expect([await list({ headers }), await list(bySso)]).toEqual(['steps.terms', 'steps.terms']);
    await change('users', { accepted_tos_at: new Date() });
    await change('users', { active: false });
    expect(await list({ headers })).toBe('api_keys.refused');
    await change('users', { active: true });
    expect(await list({ headers })).toBe('answered');
  });

  test('is limited by the minute', async () => {
    const { id, headers } = await aKey(agent);
    const refused = await until(async () => {
      await setCount(server, apiKeyCalls, 60, [company.companyId, id], 600);
      const answer = await send(server.app, headers, getMe, {});
      return answer.statusCode === 429 && answer;
    });
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await me((await aKey(agent)).headers)).toMatchObject({ status: 200 });
  });

  test('is named by the journal, also where a job does the work, and by the audit log', async () => {
    const id = await aContact(server, company.companyId, { owner_id: agent.userId, last_name: 'Named' });
    const key = await aKey(admin, { name: 'Zapier' });
    const { version } = await call(server.app, key.headers, getContact, { params: { id }, query: {} });
    await call(server.app, key.headers, updateContact, { params: { id }, body: { version, first_name: 'Zoe' } });
    await call(server.app, key.headers, updateContactGroup, { body: { ids: [id], fields: { city: 'Miami' } } });
    await admin.call(updateContact, {
      params: { id },
      body: { version: (await admin.call(getContact, { params: { id }, query: {} })).version, first_name: 'Zoé' },
    });
    const zapier = { id: key.id, name: 'Zapier' };
    const entries = await until(async () => {
      const { data } = await admin.call(listContactTimeline, { params: { id }, query: {} });
      return data.length >= 3 && data;
    });
    const by = entries.map(({ changes, api_key, actor }) => ({ field: changes[0]?.field, api_key, who: actor?.id }));
    expect(by).toContainEqual({ field: 'city', api_key: zapier, who: admin.userId });
    expect(by.filter(({ field }) => field === 'first_name').map(({ api_key }) => api_key)).toEqual(
      expect.arrayContaining([null, zapier]),
    );
    const field = await admin.call(createCustomField, { body: { name: 'To go', type: 'text' } });
    await call(server.app, key.headers, deleteCustomField, { params: { id: field.id }, query: {} });
    const { data } = await admin.call(listAuditEntries, { query: { action: 'custom_fields.deleted' } });
    expect(data[0]).toMatchObject({ actor: { id: admin.userId }, api_key: zapier });
  });

  test('stands in the key’s log, a refused one too, and in no other key’s', async () => {
    const key = await aKey(agent, { scopes: ['contacts:read'] });
    await send(server.app, (await aKey(agent)).headers, getMe, {});
    const contact = await aContact(server, company.companyId, { owner_id: agent.userId });
    await send(server.app, key.headers, getContact, { params: { id: contact } });
    await send(server.app, key.headers, getMe, {});
    const read = (query: { cursor?: string; limit?: number }) => agent.call(listApiKeyCalls, { params: { id: key.id }, query });
    const { data } = await until(async () => {
      const page = await read({});
      return page.data.length === 2 && page;
    });
    expect(data).toMatchObject([
      { method: 'GET', path: '/v1/users/me', status: 403, address: '127.0.0.1' },
      { method: 'GET', path: '/v1/contacts/:id', status: 200 },
    ]);
    const first = await read({ limit: 1 });
    const second = await read({ limit: 1, cursor: first.meta.next_cursor ?? '' });
    expect([...first.data, ...second.data]).toEqual(data);
    expect(second.meta.next_cursor).toBeNull();
    const [used] = (await agent.call(listApiKeys, {})).data.filter(({ id }) => id === key.id);
    expect(used?.last_used_at).toBe(data[0]?.at);

    const file = (format: string) =>
      send(server.app, agent.headers, exportApiKeyCalls, { params: { id: key.id }, body: { format } });
    const csv = await file('csv');
    const rows = [
      ['Time (UTC)', 'Method', 'Path', 'Status', 'From'],
      ...data.map(({ at, method, path, status, address }) => [at, method, path, String(status), address]),
    ];
    expect(parseCsv(csv.body, { skipBom: true })).toEqual(rows);
    const xlsx = await file('xlsx');
    expect(xlsx.headers['content-disposition']).toContain('.xlsx');
    const { sheets } = await readXlsx(xlsx.rawPayload);
    expect(sheets[0]?.rows.map((cells) => cells.map(String))).toEqual(rows);
    for (const other of ['pdf', '', 'CSV']) expect((await file(other)).statusCode).toBe(422);
  });

  test('writes the time of last use once a minute, and is forgotten after 30 days', async () => {
    const key = await aKey(agent);
    const use = async () => {
      const before = await countOf();
      await send(server.app, key.headers, getMe, {});
      await until(async () => (await countOf()) > before);
    };
    const countOf = async () => (await agent.call(listApiKeyCalls, { params: { id: key.id }, query: {} })).data.length;
    const lastUse = async () => (await agent.call(listApiKeys, {})).data.find(({ id }) => id === key.id)?.last_used_at;
    await use();
    const first = await lastUse();
    await use();
    expect(await lastUse()).toBe(first);
    const { db } = server.operator;
    await db
      .updateTable('api_keys')
      .set({ last_used_at: new Date(Date.now() - 61_000) })
      .where('id', '=', key.id)
      .execute();
    await use();
    expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
    const old = new Date(Date.now() - 31 * 86_400_000);
    await db.updateTable('api_key_calls').set({ at: old }).where('api_key_id', '=', key.id).execute();
    await runChores(db, server.platform, apiKeyArea.chores ?? []);
    expect(await countOf()).toBe(0);
  });
});

describe('the API token', () => {
  test('is made, shown again, and replaced; the previous one stops at once', async () => {
    expect(await agent.call(showApiToken, {})).toEqual({ token: null, created_at: null, last_used_at: null });
    const first = await agent.call(refreshApiToken, {});
    expect(await agent.call(showApiToken, {})).toMatchObject({ token: first.token });
    expect(await me(bearer(String(first.token)))).toMatchObject({ status: 200, id: agent.userId });
    const second = await agent.call(refreshApiToken, {});
    expect(await me(bearer(String(first.token)))).toMatchObject({ status: 401 });
    expect(await me(bearer(String(second.token)))).toMatchObject({ status: 200 });
    expect((await agent.call(listApiKeys, {})).data.map(({ name }) => name)).not.toContain('API token');
    const { data } = await admin.call(listAuditEntries, { query: { who: agent.userId, action: 'api_keys.token_viewed' } });
    expect(data).toMatchObject([{ of: { type: 'api_key', name: 'API token' } }]);
  });
});

describe('administrators', () => {
  test('see the keys of all, find them by user or name, and revoke them', async () => {
    const { id, headers } = await aKey(agent, { name: 'Nightly sync' });
    const { data } = await admin.call(listCompanyApiKeys, { query: { q: 'nightly' } });
    expect(data).toMatchObject([{ id, name: 'Nightly sync', user: { id: agent.userId }, kind: 'key' }]);
    await admin.call(revokeCompanyApiKey, { params: { id }, body: { revoked: true } });
    expect(await me(headers)).toMatchObject({ status: 401 });
    expect((await admin.call(listCompanyApiKeys, { query: { q: 'nightly' } })).data).toEqual([]);
    const audited = await admin.call(listAuditEntries, { query: { action: 'api_keys.revoked', of_type: 'api_key', of_id: id } });
    expect(audited.data).toMatchObject([{ actor: { id: admin.userId }, of: { name: 'Nightly sync' } }]);
  });
});
