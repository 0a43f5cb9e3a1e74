// Policies and securities: what is stored and shown, who sees numbers, what the journal says, and what they make of a contact.
import { beforeAll, describe, expect, test } from 'vitest';
import { insertId } from '#areas/office/companies/companies.create.ts';
import { listAuditEntries } from '#contract/auditLog.ts';
import { listContactTimeline } from '#contract/contactHistory.ts';
import { listContacts, updateContact } from '#contract/contacts.ts';
import type { ContactsScopeInput } from '#contract/contactsScope.ts';
import type { CallOf } from '#contract/kit/endpoint.ts';
import {
  createContactSecurity,
  createPolicy,
  deletePolicy,
  getPolicy,
  listContactSecurities,
  listPolicies,
  restorePolicy,
  updatePolicy,
} from '#contract/policies.ts';
import { deleteCarrier } from '#contract/reference.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { openContact, storedContact } from '#tests/support/contacts.ts';
import { aCompany, aContact, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type Client, type TestServer } from '#tests/support/server.ts';
import { endPolicies } from './policies.end.ts';
import { listRenewals } from './policies.service.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'manager' | 'agent' | 'agent2' | 'telemarketer'>;
let carrier: number;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: {}, telemarketer: {} });
  carrier = await insertId(server.operator.db, 'carriers', { company_id: company.companyId, name: 'Acme Life' });
});

type Data = CallOf<typeof updatePolicy>['body']['data'];
const aContactOf = (client: Client, first_name = 'Rosa') =>
  aContact(server, company.companyId, { owner_id: client.userId, first_name, last_name: 'Alvarez' });
const add = (client: Client, id: number, data: Data) =>
  client.call(createPolicy, { params: { id }, body: { data: { product: 'Term 20', ...data } } });
const change = (client: Client, id: number, policyId: number, data: Data) =>
  client.call(updatePolicy, { params: { id, policyId }, body: { data } });
const list = (client: Client, id: number, query = {}) => client.call(listPolicies, { params: { id }, query });
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('a policy', () => {
  test('has its fields; amounts are decimal strings, exact to the fourth place', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const made = await add(agent, id, {
      carrier_id: carrier,
      premium: '9999999999.9999',
      commission: '40',
      premium_mode: 'monthly',
      effective_date: '2026-01-01',
      status: 'in_force',
      beneficiaries: [
        { name: 'Ann', relation: 'Wife', share: 33.33 },
        { name: 'Tom', share: 66.67 },
      ],
      agent_id: agent.userId,
    });
    expect(made).toMatchObject({
      carrier: { id: carrier, name: 'Acme Life' },
      premium: '9999999999.9999',
      commission: '40.00',
      beneficiaries: [
        { name: 'Ann', relation: 'Wife', share: 33.33 },
        { name: 'Tom', relation: '', share: 66.67 },
      ],
      agent: { id: agent.userId, name: 'agent Tester' },
    });
    expect((await change(agent, id, made.id, { premium: '0.1', commission: null })).premium).toBe('0.10');
    const { data } = await list(agent, id);
    expect(data).toMatchObject([{ id: made.id, premium: '0.10', commission: null, product: 'Term 20' }]);
  });

  test.each<[Data, string]>([
    [{ beneficiaries: [{ name: 'Ann', share: 99.99 }] }, 'data.beneficiaries'],
    [{ beneficiaries: [{ name: 'Ann', share: 99.999 }] }, 'data.beneficiaries.0.share'],
    [{ premium: '12.34567' }, 'data.premium'],
    [{ premium: '-1' }, 'data.premium'],
    [{ product: '' }, 'data.product'],
    [{ number: '•••••3456' }, 'data.number'],
    [{ carrier_id: 999_999 }, 'data.carrier_id'],
    [{ agent_id: 999_999 }, 'data.agent_id'],
    [{ effective_date: '2026-02-01', termination_date: '2026-01-31' }, 'data.termination_date'],
    [{ effective_date: '2026-02-01', renewal_date: '2026-01-31' }, 'data.renewal_date'],
    [{ status: 'in_force', termination_date: '2020-01-31' }, 'data.status'],
  ])('with %j is refused at its field', async (data, field) => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    await expect(add(agent, id, data)).rejects.toMatchObject({
      problem: { status: 422, errors: { [field]: [expect.any(String)] } },
    });
    expect((await list(agent, id)).data).toEqual([]);
  });

  test('comes in pages, those in force first; one is asked for by its id; securities are another list', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const made = [];
    for (const status of ['pending', 'in_force', 'lapsed'] as const) made.push((await add(agent, id, { status })).id);
    await agent.call(createContactSecurity, { params: { id }, body: { data: { product: 'Fund' } } });
    const first = await list(agent, id, { limit: 2 });
    expect(first.data.map((row) => row.id)).toEqual([made[1], made[2]]);
    expect(first.meta).toMatchObject({ total_count: 3, total_pages: 2 });
    expect((await list(agent, id, { limit: 2, page: 2 })).data).toMatchObject([{ id: made[0] }]);
    expect((await list(agent, id, { id: made[2] })).data).toMatchObject([{ status: 'lapsed' }]);
    const securities = await agent.call(listContactSecurities, { params: { id }, query: { limit: '10' as never } });
    expect(securities.data).toMatchObject([{ product: 'Fund' }]);
    const policyId = securities.data[0]?.id ?? 0;
    await expect(agent.call(getPolicy, { params: { id, policyId } })).rejects.toMatchObject({ status: 404 });
  });

  test('of another contact, or of a contact out of reach, does not exist', async () => {
    const { agent, agent2 } = company.people;
    const [id, other] = [await aContactOf(agent), await aContactOf(agent)];
    const { id: policyId } = await add(agent, id, {});
    await expect(change(agent, other, policyId, { product: 'X' })).rejects.toMatchObject({ status: 404 });
    for (const call of [() => list(agent2, id), () => add(agent2, id, {}), () => change(agent2, id, policyId, {})])
      await expect(call()).rejects.toMatchObject({ status: 404 });
  });

  test('is removed, and restored as it was', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const made = await add(agent, id, { premium: '5' });
    const params = { id, policyId: made.id };
    await expect(agent.call(restorePolicy, { params })).rejects.toMatchObject({ status: 404 });
    await agent.call(deletePolicy, { params });
    expect((await list(agent, id)).data).toEqual([]);
    expect((await list(agent, id, { removed: true })).data).toMatchObject([{ id: made.id }]);
    await expect(agent.call(deletePolicy, { params })).rejects.toMatchObject({ status: 404 });
    expect(await agent.call(restorePolicy, { params })).toMatchObject({ id: made.id, premium: '5.00' });
  });

  test('that a colleague changed meanwhile is not overwritten unseen', async () => {
    const { agent, manager } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId, updated_at } = await add(agent, id, { premium: '5' });
    const save = (data: Data, version: string) => agent.call(updatePolicy, { params: { id, policyId }, body: { data, version } });
    const theirs = await change(manager, id, policyId, { premium: '6' });
    await expect(save({ premium: '7' }, updated_at)).rejects.toMatchObject({ status: 409, code: 'policies.stale' });
    expect((await list(agent, id)).data).toMatchObject([{ premium: '6.00' }]);
    expect(await save({ premium: '7' }, theirs.updated_at)).toMatchObject({ premium: '7.00' });
  });

  test('is told in the timeline, before and after, but for its number', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId } = await add(agent, id, { carrier_id: carrier, number: 'ZX-77001' });
    await change(agent, id, policyId, { carrier_id: null, premium: '10', number: 'ZX-88002' });
    await change(agent, id, policyId, { number: 'zx 88002' }); // the same, written otherwise
    await change(agent, id, policyId, { number: 'zx 88002' });
    const { data, meta } = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data.map(({ action }) => action)).toEqual(['policy_changed', 'policy_changed', 'policy_added']);
    expect(data[0]?.changes.map(({ field }) => field)).toEqual(['policy', 'policy.number']);
    expect(data[1]?.changes).toEqual([
      { field: 'policy', before: 'Acme Life · Term 20', after: 'Term 20', restorable: false },
      { field: 'policy.number', before: '(sealed)', after: '(sealed)', restorable: false },
      { field: 'policy.premium', before: null, after: '10.00', restorable: false },
      { field: 'policy.carrier_id', before: carrier, after: null, restorable: false },
    ]);
    expect(meta.names).toEqual({ [`policy.carrier_id:${carrier}`]: 'Acme Life' });
    const journal = await server.operator.db.selectFrom('contact_changes').selectAll().where('contact_id', '=', id).execute();
    expect(JSON.stringify(journal)).not.toMatch(/77001|88002/);
  });

  test('keeps its carrier from being deleted', async () => {
    const { admin, agent } = company.people;
    const used = await insertId(server.operator.db, 'carriers', { company_id: company.companyId, name: 'Used' });
    await add(agent, await aContactOf(agent), { carrier_id: used });
    await expect(admin.call(deleteCarrier, { params: { id: used }, query: {} })).rejects.toMatchObject({
      problem: { data: { count: 1 } },
    });
  });
});

describe('a number', () => {
  const search = async (client: Client, scope: ContactsScopeInput) =>
    (await client.call(listContacts, { body: { contacts_scope: scope } })).data.map(({ id }) => id);

  test('is masked in lists; alone it is in clear for those who may, and the audit log says who looked', async () => {
    const { admin, agent, telemarketer } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId, number } = await add(agent, id, { number: 'KL-123456' });
    expect(number).toBe('•••••3456');
    expect((await list(agent, id)).data[0]?.number).toBe('•••••3456');
    const looks = async () =>
      (await admin.call(listAuditEntries, { query: { action: 'policies.number_viewed', of_type: 'contact', of_id: id } })).data;
    expect(await looks()).toEqual([]);
    expect((await agent.call(getPolicy, { params: { id, policyId } })).number).toBe('KL-123456');
    expect(await looks()).toMatchObject([{ actor: { id: agent.userId }, after: { policy: policyId } }]);

    const called = await aContactOf(telemarketer);
    const own = await add(telemarketer, called, { number: 'KL-123456' });
    expect(await telemarketer.call(getPolicy, { params: { id: called, policyId: own.id } })).toMatchObject({
      number: '•••••3456',
      can: { see_number: false },
    });
    expect(await search(telemarketer, { q: 'KL-123456' })).toEqual([]);
  });

  test('finds its contact in the list: whole, in any writing, within reach, until it is removed', async () => {
    const { admin, agent, agent2 } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId } = await add(agent, id, { number: 'QQ-55 1234' });
    for (const q of ['QQ-55 1234', 'qq551234', ' qq 55-1234 ']) expect(await search(agent, { q }), q).toEqual([id]);
    expect(await search(agent, { search: ['QQ551234'] })).toEqual([id]);
    for (const q of ['QQ55123', 'QQ-55 1234 Rosa']) expect(await search(agent, { q }), q).toEqual([]);
    expect(await search(admin, { q: 'QQ551234' })).toEqual([id]);
    expect(await search(agent2, { q: 'QQ551234', contact_group: 'all_agents' })).toEqual([]);
    await agent.call(deletePolicy, { params: { id, policyId } });
    expect(await search(agent, { q: 'QQ551234' })).toEqual([]);
  });
});

describe('the kind of a contact', () => {
  const kindOf = async (id: number) => (await storedContact(server, id)).kind;

  test('is client while a policy or security is in force', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId } = await add(agent, id, { status: 'pending' });
    expect(await kindOf(id)).toBe('lead');
    await change(agent, id, policyId, { status: 'in_force' });
    expect(await kindOf(id)).toBe('client');
    const second = await agent.call(createContactSecurity, {
      params: { id },
      body: { data: { product: 'F', status: 'in_force' } },
    });
    await change(agent, id, policyId, { status: 'lapsed' });
    expect(await kindOf(id)).toBe('client');
    await server.operator.db.deleteFrom('policies').where('id', '=', second.id).execute();
    await change(agent, id, policyId, { status: 'in_force' });
    await agent.call(deletePolicy, { params: { id, policyId } });
    expect(await kindOf(id)).toBe('lead');
    await agent.call(restorePolicy, { params: { id, policyId } });
    expect(await kindOf(id)).toBe('client');
    const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
    expect(data[0]).toMatchObject({
      action: 'updated',
      actor: null,
      changes: [{ field: 'kind', before: 'lead', after: 'client' }],
    });
  });

  test('stays as a user set it, until the user sets it back', async () => {
    const { agent } = company.people;
    const id = await aContactOf(agent);
    const { id: policyId } = await add(agent, id, { status: 'in_force' });
    const set = (kind: 'lead' | 'client') => agent.call(updateContact, { params: { id }, body: { kind } });
    await set('lead');
    await add(agent, id, { status: 'in_force' });
    expect(await kindOf(id)).toBe('lead');
    await set('client');
    for (const { id: each } of (await list(agent, id)).data) await change(agent, id, each, { status: 'lapsed' });
    expect(await kindOf(id)).toBe('lead');
    await set('client');
    await change(agent, id, policyId, { status: 'in_force' });
    await change(agent, id, policyId, { status: 'terminated' });
    expect(await kindOf(id)).toBe('client');
  });
});

test('a policy whose last day has passed is terminated at night, and its contact is a lead again', async () => {
  const { agent } = company.people;
  const [id, staying] = [await aContactOf(agent), await aContactOf(agent)];
  const [due] = [await add(agent, id, { status: 'in_force', termination_date: day(1) })];
  await add(agent, staying, { status: 'in_force', termination_date: day(3) });
  const second = await add(agent, id, { status: 'in_force', termination_date: day(1) });
  const { platform } = server;
  const clock = () => new Date(Date.now() + 2 * 86_400_000);
  const actor = systemActor(company.companyId);
  const others = await server.operator.db
    .insertInto('policies')
    .values(
      Array.from({ length: 520 }, () => ({
        company_id: company.companyId,
        contact_id: staying,
        kind: 'policy',
        product: 'Term 10',
        status: 'in_force',
        termination_date: day(0),
      })),
    )
    .returning('id')
    .execute();
  await endPolicies({ platform, clock, log: platform.log, actor }, {}, { signal: new AbortController().signal });
  for (const policy of [due, second, others.at(-1)])
    expect((await list(agent, policy === others.at(-1) ? staying : id, { id: policy?.id })).data).toMatchObject([
      { status: 'terminated' },
    ]);
  expect((await openContact(agent, id)).kind).toBe('lead');
  expect((await openContact(agent, staying)).kind).toBe('client');
  const { data } = await agent.call(listContactTimeline, { params: { id }, query: {} });
  expect(data.map(({ action, actor: by }) => [action, by])).toEqual(
    expect.arrayContaining([
      ['policy_changed', null],
      ['updated', null],
    ]),
  );
});

test('renewals of the next days are those of contacts in reach, the soonest first', async () => {
  const { agent2 } = company.people;
  const id = await aContactOf(agent2, 'Nia');
  for (const offset of [20, 5, 40, -1]) await add(agent2, id, { status: 'in_force', renewal_date: day(offset) });
  await add(agent2, id, { status: 'lapsed', renewal_date: day(6) });
  const renewals = async (userId: number) => {
    const { platform } = server;
    const actor = await loadActor(platform, company.companyId, userId, null);
    if (!actor) throw new Error('no such user');
    const ctx = { platform, clock: platform.clock, log: platform.log, actor };
    return inTenant(ctx, (tx) => listRenewals(tx, { today: day(0), days: 30, limit: 10 }));
  };
  const found = await renewals(agent2.userId);
  expect(found.map(({ renewal_date }) => renewal_date)).toEqual([day(5), day(20)]);
  expect(found[0]).toMatchObject({ contact: { id, name: 'Nia Alvarez' }, product: 'Term 20', kind: 'policy' });
  expect(await renewals(company.people.agent.userId)).toEqual([]);
});
