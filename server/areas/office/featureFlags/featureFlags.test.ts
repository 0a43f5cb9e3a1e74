// Features as an administrator keeps them: who has what and why, told to those concerned, and enforced at the next call.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listFeatureFlags, listFeatures, updateFeatureFlag } from '#contract/featureFlags.ts';
import type { Feature } from '#contract/features.ts';
import { getMe } from '#contract/signIn.ts';
import { getSsoConnection } from '#contract/sso.ts';
import { listAssignableRoles, updateUserRoles } from '#contract/userAdmin.ts';
import { aCompany, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'sub_admin' | 'agent' | 'agent2'>;
beforeAll(async () => {
  server = await aServer();
});
beforeEach(async () => {
  company = await aCompany(server, { admin: {}, sub_admin: {}, agent: {}, agent2: {} });
});

const set = (feature: Feature, enabled: boolean | null, user_id: number | null = null) =>
  company.people.admin.call(updateFeatureFlag, { body: { feature, enabled, user_id } });
const flagOf = async (feature: Feature) =>
  (await company.people.admin.call(listFeatureFlags, {})).data.find((flag) => flag.feature === feature);
const has = async (name: 'admin' | 'agent' | 'agent2', feature: Feature) =>
  (await company.people[name].call(getMe, {})).features[feature];

test('the company differs from its variant, one user from the company, and each lets go again', async () => {
  const { agent } = company.people;
  expect(await flagOf('store')).toMatchObject({ variant: true, company: null, on: true, users: [], users_count: 0 });
  expect(await set('store', false)).toMatchObject({ variant: true, company: false, on: false });
  expect(await set('store', true, agent.userId)).toMatchObject({
    on: false,
    users: [{ id: agent.userId, name: 'agent Tester', enabled: true }],
    users_count: 1,
  });
  expect([await has('agent', 'store'), await has('agent2', 'store')]).toEqual([true, false]);
  await set('store', null, agent.userId);
  expect(await has('agent', 'store')).toBe(false);
  expect(await set('store', null)).toMatchObject({ company: null, on: true, users: [] });
});

test('the caller reads what decides for them', async () => {
  const { admin } = company.people;
  await set('texting', false);
  await set('texting', true, admin.userId);
  await set('store', false);
  const { data } = await admin.call(listFeatures, {});
  const of = (name: Feature) => data.find((feature) => feature.name === name);
  expect(of('texting')).toMatchObject({ on: true, decided_by: 'user' });
  expect(of('store')).toMatchObject({ on: false, decided_by: 'company' });
  expect(of('dialer')).toMatchObject({ on: true, decided_by: 'variant' });
});

test('a change tells the administrators, and those whose account it changes; what changes nothing tells nobody', async () => {
  const { companyId, people } = company;
  const told = () =>
    server.operator.db
      .selectFrom('outbox')
      .select(['payload', 'recipients'])
      .where('company_id', '=', companyId)
      .where('kind', '=', 'cable')
      .orderBy('id')
      .execute();
  await set('store', false);
  await set('store', false);
  await set('store', true, people.agent.userId);
  expect(await told()).toEqual([
    { payload: { event: 'features.changed' }, recipients: 'features.manage' },
    { payload: { event: 'me.changed' }, recipients: 'company' },
    { payload: { event: 'features.changed' }, recipients: 'features.manage' },
    { payload: { event: 'me.changed' }, recipients: [people.agent.userId] },
  ]);
});

test('every change is audited, with what it was before', async () => {
  const { agent } = company.people;
  await set('store', false);
  await set('store', null);
  await set('store', true, agent.userId);
  const entries = await server.operator.db
    .selectFrom('audit_log')
    .select(['action', 'of_type', 'of_id', 'before', 'after'])
    .where('company_id', '=', company.companyId)
    .orderBy('id')
    .execute();
  const ofCompany = { action: 'features.updated', of_type: 'company', of_id: company.companyId };
  expect(entries).toEqual([
    { ...ofCompany, before: { store: null }, after: { store: false } },
    { ...ofCompany, before: { store: false }, after: { store: null } },
    { action: 'features.updated', of_type: 'user', of_id: agent.userId, before: { store: null }, after: { store: true } },
  ]);
});

test('a user of another company is not found', async () => {
  const theirs = await aCompany(server, { agent: {} });
  await expect(set('store', true, theirs.people.agent.userId)).rejects.toMatchObject({ status: 404 });
});

describe('features with an effect', () => {
  test('without single sign-on its settings are closed; who may not manage access cannot switch it', async () => {
    const { admin, sub_admin } = company.people;
    const body = { feature: 'single_sign_on' as const, enabled: false };
    await expect(sub_admin.call(updateFeatureFlag, { body })).rejects.toMatchObject({ code: 'forbidden' });
    const seen = (await sub_admin.call(listFeatureFlags, {})).data.find(({ feature }) => feature === 'single_sign_on');
    expect(seen?.can).toEqual({ update: false });
    await admin.call(getSsoConnection, {});
    await set('single_sign_on', false);
    await expect(admin.call(getSsoConnection, {})).rejects.toMatchObject({ code: 'feature_off' });
  });

  test('a regional manager is made only where the company has them', async () => {
    const { admin, agent } = company.people;
    const byId = { params: { id: agent.userId } };
    const offered = async () => (await admin.call(listAssignableRoles, byId)).data.map(({ value }) => value);
    const make = () => admin.call(updateUserRoles, { ...byId, body: { roles: ['regional_manager'] } });
    expect(await offered()).not.toContain('regional_manager');
    await expect(make()).rejects.toMatchObject({ code: 'invalid' });
    await set('regional', true);
    expect(await offered()).toContain('regional_manager');
    expect((await make()).account_type).toBe('regional_manager');
  });

  test('the account says whether the call centre is there', async () => {
    const { agent } = company.people;
    const account = () => agent.call(getMe, {});
    expect((await account()).c_1).toBe(false);
    await set('call_centre', true);
    expect((await account()).c_1).toBe(true);
  });
});
