// The audit log: who changed what decides over access, without a secret, for good.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createContact } from '#contract/contacts.ts';
import { createCustomField, deleteCustomField } from '#contract/customFields.ts';
import { updatePassword } from '#contract/passwords.ts';
import { createGroup, createPool, deleteGroup, deletePool, updateGroup, updatePool } from '#contract/reference.ts';
import { createNetwork, deleteNetwork, requirePasswordChange, resetTwoFactor, updateSecurity } from '#contract/security.ts';
import { listSessions, loginAsUser, returnToSession } from '#contract/sessions.ts';
import { deleteSession } from '#contract/signIn.ts';
import { deleteSsoConnection, updateSsoConnection } from '#contract/sso.ts';
import { inCompany } from '#kernel/db/database.ts';
import { runChores } from '#kernel/jobs/housekeeping.ts';
import { allChores } from '../server/areas.ts';
import { aBrowser } from './support/browser.ts';
import { aCompany, type TestCompany } from './support/factories.ts';
import { anOpenIdProvider } from './support/openIdProvider.ts';
import { aServer, signedIn, type TestServer } from './support/server.ts';
import { ssoSettings } from './support/sso.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, agent: {} });
});

const entries = () =>
  server.operator.db
    .selectFrom('audit_log')
    .select(['action', 'of_type', 'of_id', 'before', 'after', 'actor_id', 'impersonator_id', 'address'])
    .where('company_id', '=', company.companyId)
    .orderBy('id')
    .execute();

test('names who asks something else of sign-ins, from where, and what it was before', async () => {
  const { admin } = company.people;
  await admin.call(updateSecurity, { body: { require_two_factor: false, two_factor_roles: ['manager'] } });
  expect(await entries()).toEqual([
    {
      action: 'security.updated',
      of_type: 'company',
      of_id: company.companyId,
      before: { two_factor_roles: [] },
      after: { two_factor_roles: ['manager'] },
      actor_id: admin.userId,
      impersonator_id: null,
      address: '127.0.0.1',
    },
  ]);
});

test('names networks, and nothing where the change did not come about', async () => {
  const { admin } = company.people;
  const elsewhere = admin.call(createNetwork, { body: { network: '203.0.113.0/24', note: '' } });
  await expect(elsewhere).rejects.toMatchObject({ code: 'networks.locks_out' });
  const { id } = await admin.call(createNetwork, { body: { network: '127.0.0.0/8', note: 'Here' } });
  await admin.call(deleteNetwork, { params: { id } });
  const network = { network: '127.0.0.0/8', note: 'Here' };
  expect(await entries()).toMatchObject([
    { action: 'networks.added', of_type: 'network', of_id: id, before: null, after: network },
    { action: 'networks.removed', of_type: 'network', of_id: id, before: network, after: null },
  ]);
});

test('names the users whose password and second factors an administrator reset', async () => {
  const { admin, agent } = company.people;
  await admin.call(requirePasswordChange, { body: { user_ids: [agent.userId] } });
  await admin.call(updatePassword, { params: { id: agent.userId }, body: { password: 'seven purple herons wade' } });
  await admin.call(resetTwoFactor, { body: { user_id: agent.userId } });
  expect(await entries()).toMatchObject([
    { action: 'security.password_change_required', after: { asked: 1, users: [agent.userId] }, actor_id: admin.userId },
    { action: 'passwords.set', of_type: 'user', of_id: agent.userId, actor_id: admin.userId },
    { action: 'security.two_factor_reset', of_type: 'user', of_id: agent.userId, actor_id: admin.userId },
  ]);
});

test('names who acts as which user, and both when they come back', async () => {
  const { admin, agent } = company.people;
  const browser = aBrowser(server, admin);
  const original = (await browser.call(listSessions, {})).data.find(({ current }) => current)?.id ?? 0;
  await browser.call(loginAsUser, { params: { id: agent.userId }, body: {} });
  await browser.call(returnToSession, { params: { id: original } });
  const of = { of_type: 'user', of_id: agent.userId };
  expect(await entries()).toMatchObject([
    { action: 'impersonation.began', ...of, actor_id: admin.userId, impersonator_id: null },
    { action: 'impersonation.ended', ...of, actor_id: agent.userId, impersonator_id: admin.userId },
  ]);
});

test('says so too when they sign out, or the time of the session is over', async () => {
  const { admin, agent } = company.people;
  const { db } = server.operator;
  const of = { action: 'impersonation.ended', of_id: agent.userId, actor_id: agent.userId, impersonator_id: admin.userId };
  const ended = async () => (await entries()).filter(({ action }) => action === 'impersonation.ended');
  const act = async () => {
    const browser = aBrowser(server, await signedIn(server, company.companyId, admin.userId));
    await browser.call(loginAsUser, { params: { id: agent.userId }, body: {} });
    return browser;
  };
  await (await act()).send(deleteSession, {});
  expect(await ended()).toMatchObject([{ ...of, address: '127.0.0.1' }]);

  await act();
  const over = new Date(Date.now() - 60_000);
  await db.updateTable('sessions').set({ expires_at: over }).where('company_id', '=', company.companyId).execute();
  for (const _round of [1, 2]) await runChores(db, server.platform, allChores);
  expect(await ended()).toMatchObject([of, of]);
  const last = await db.selectFrom('audit_log').select('at').orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(new Date(last.at)).toEqual(over);
});

test('names the holders and the business unit of a pool', async () => {
  const { admin, agent } = company.people;
  const { id } = await admin.call(createPool, { body: { name: 'Walk-ins', user_ids: [agent.userId] } });
  await admin.call(updatePool, { params: { id }, body: { user_ids: [admin.userId] } });
  await admin.call(updatePool, { params: { id }, body: { name: 'Walk-ins' } });
  await admin.call(deletePool, { params: { id }, query: {} });
  const of = { of_type: 'pool', of_id: id };
  const pool = { name: 'Walk-ins', business_unit_id: null };
  expect(await entries()).toMatchObject([
    { ...of, action: 'pools.created', after: { ...pool, holders: [agent.userId] } },
    { ...of, action: 'pools.changed', before: { holders: [agent.userId] }, after: { holders: [admin.userId] } },
    { ...of, action: 'pools.deleted', before: { ...pool, holders: [admin.userId] } },
  ]);
});

test('names the members of a group', async () => {
  const { admin, agent } = company.people;
  const { id } = await admin.call(createGroup, { body: { name: 'Night shift', user_ids: [agent.userId] } });
  await admin.call(updateGroup, { params: { id }, body: { name: 'Late shift', user_ids: [] } });
  await admin.call(deleteGroup, { params: { id }, query: {} });
  const of = { of_type: 'group', of_id: id };
  expect(await entries()).toMatchObject([
    { ...of, action: 'groups.created', after: { name: 'Night shift', business_unit_id: null, members: [agent.userId] } },
    {
      ...of,
      action: 'groups.changed',
      before: { name: 'Night shift', members: [agent.userId] },
      after: { name: 'Late shift', members: [] },
    },
    { ...of, action: 'groups.deleted', before: { name: 'Late shift', members: [] } },
  ]);
});

test('counts the values that go with a custom field', async () => {
  const { admin } = company.people;
  const { id } = await admin.call(createCustomField, { body: { name: 'Boat', type: 'text' } });
  await admin.call(createContact, { body: { first_name: 'Rosa', custom_fields: { [id]: 'Sloop' } } });
  await admin.call(deleteCustomField, { params: { id }, query: { with_values: true } });
  expect(await entries()).toMatchObject([
    { action: 'custom_fields.deleted', of_id: id, before: { name: 'Boat', type: 'text', values: 1 }, actor_id: admin.userId },
  ]);
});

test('names single sign-on, and no secret stands in it', async () => {
  const { admin, agent } = company.people;
  const provider = await anOpenIdProvider({ origin: 'http://localhost:3000' });
  const settings = ssoSettings(provider.issuer);
  await admin.call(updateSsoConnection, { body: settings });
  const { client_secret, ...others } = settings;
  await admin.call(updateSsoConnection, { body: { ...others, creates_users: true } });
  await admin.call(deleteSsoConnection, {});
  await provider.stop();
  const password = 'seven purple herons wade';
  await admin.call(updatePassword, { params: { id: agent.userId }, body: { password } });

  const log = await entries();
  expect(log.map(({ action }) => action)).toEqual(['sso.updated', 'sso.updated', 'sso.removed', 'passwords.set']);
  expect(log[0]).toMatchObject({ before: { issuer: null }, after: { issuer: provider.issuer, client_secret: 'not shown' } });
  expect(log[1]).toMatchObject({ before: { creates_users: false }, after: { creates_users: true } });
  expect(Object.keys(log[1]?.after as object)).toEqual(['creates_users']);
  const text = JSON.stringify(log);
  expect(client_secret.length).toBeGreaterThan(5);
  for (const secret of [client_secret, password]) expect(text).not.toContain(secret);
});

test.each(['app', 'operator'] as const)('the role %s adds and reads, and neither changes nor deletes', async (role) => {
  const { companyId } = company;
  const db = role === 'app' ? server.platform.db : server.operator.db;
  const entry = { company_id: companyId, action: 'test.done', of_type: 'company', of_id: companyId, actor_id: 0 };
  const within = <T>(work: (tx: typeof db) => Promise<T>) => inCompany(db, companyId, work);
  await within((tx) => tx.insertInto('audit_log').values(entry).execute());
  const refused = { code: '42501' };
  await expect(within((tx) => tx.updateTable('audit_log').set({ actor_id: 1 }).execute())).rejects.toMatchObject(refused);
  await expect(within((tx) => tx.deleteFrom('audit_log').execute())).rejects.toMatchObject(refused);
  expect(await entries()).toMatchObject([{ action: 'test.done', actor_id: 0 }]);
});
