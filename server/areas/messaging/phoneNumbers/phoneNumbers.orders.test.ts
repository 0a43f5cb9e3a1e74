// Buying numbers, passing them on, giving them up, and their rent: through HTTP, with the demo's carrier and
// cards.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookOf, post, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { money } from '#contract/kit/money.ts';
import {
  assignPhoneNumber,
  giveUpPhoneNumber,
  keepPhoneNumber,
  listOwnPhoneNumbers,
  listPhoneNumbers,
  purchasePhoneNumber,
  releasePhoneNumber,
  searchPhoneNumbers,
  updateOwnPhoneNumber,
} from '#contract/phoneNumbers.ts';
import { getMe } from '#contract/signIn.ts';
import { getWallet } from '#contract/wallet.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type WorkCtx } from '#kernel/context.ts';
import { type Telephony, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { aCompany, type Person, type TestCompany } from '#tests/support/factories.ts';
import { aServer, type TestServer } from '#tests/support/server.ts';
import { keepNumbers } from './phoneNumbers.keep.ts';
import { fulfil, orderPump } from './phoneNumbers.orders.ts';

let server: TestServer;
let company: TestCompany<'admin' | 'agent' | 'agent2'>;
let system: WorkCtx;
beforeAll(async () => {
  server = await aServer();
  company = await aCompany(server, { admin: {}, agent: {}, agent2: {} });
  await withWallet(company.companyId);
  system = contextOf(company.companyId);
});

const contextOf = (companyId: number): WorkCtx => {
  const { platform } = server;
  const actor = systemActor(companyId, { variant: 'standard', overrides: { wallet: true } });
  return { platform, clock: platform.clock, log: platform.log, actor };
};
const withWallet = (company_id: number) =>
  server.operator.db
    .insertInto('feature_overrides')
    .values({ company_id, user_id: 0, feature: 'wallet', enabled: true })
    .execute();
let topUps = 0;
const topUp = (who: Person, dollars: number) =>
  inTenant(system, async (tx) => {
    const [from, to] = [await bookOf(tx, 'cards'), await walletOf(tx, who.userId)];
    await post(tx, [{ from, to, amount: money(dollars * 10_000), kind: 'top_up', key: `test ${++topUps}` }]);
  });
const order = (who: Person, phone_number: string, more = {}) =>
  who.call(purchasePhoneNumber, { body: { phone_number, ...more } });
const purse = async (who: Person) => {
  const { available, held } = await who.call(getWallet, {});
  return [available, held];
};
const ownedBy = async (who: Person) =>
  (await who.call(listOwnPhoneNumbers, {})).data.filter(({ owner }) => owner?.id === who.userId);
const silent = { signal: new AbortController().signal, attempt: 1, last: false, spent: false, movedOn: async () => {} };

/** As the worker does, with a carrier of the test's own where one is given. */
async function work(telephony: Telephony | null = server.platform.telephony) {
  const { rows } = await sql<{ id: number }>`
    select id from number_orders where company_id = ${company.companyId} and state in ('paying', 'buying') order by id`.execute(
    server.operator.db,
  );
  for (const { id } of rows) await fulfil({ ...system, platform: { ...server.platform, telephony } }, id);
}
const night = (days: number) => {
  const clock = () => new Date(server.platform.clock().getTime() + days * 86_400_000);
  return keepNumbers({ ...system, clock, platform: { ...server.platform, clock } }, silent);
};

test('numbers are found by area code, by state and by digits, with the price of a month', async () => {
  const { agent } = company.people;
  const find = async (query: string) => agent.call(searchPhoneNumbers, { query: { query } });
  expect(await find('312')).toMatchObject({ price: '1.50', data: [{ phone_number: '3125550100', city: 'Chicago', state: 'IL' }, ...Array(19).fill({})] }); // biome-ignore format: one line
  expect((await find('ga')).data[0]).toMatchObject({ phone_number: '4045550100' });
  expect((await find('(312) 555-0177')).data).toMatchObject([{ phone_number: '3125550177' }]);
});

describe('an order by wallet', () => {
  test('is refused without money, and then nothing is ordered', async () => {
    const { agent } = company.people;
    await expect(order(agent, '312-555-0101')).rejects.toMatchObject({ code: 'wallet.insufficient_funds' });
    expect((await agent.call(listOwnPhoneNumbers, {})).orders).toEqual([]);
  });

  test('holds the price, buys the number, and charges it once however often its job runs', async () => {
    const { agent, agent2 } = company.people;
    await topUp(agent, 10);
    expect(await order(agent, '312-555-0101')).toMatchObject({ phone_number: '3125550101', state: 'buying', amount: '1.50' });
    expect(await purse(agent)).toEqual(['8.50', '1.50']);
    await expect(order(agent2, '312-555-0101')).rejects.toMatchObject({ code: 'numbers.taken' });
    await work();
    await work();
    expect(await purse(agent)).toEqual(['8.50', '0.00']);
    expect(await ownedBy(agent)).toMatchObject([{ phone_number: '3125550101', state: 'active', payer: { id: agent.userId } }]);
    const { available_phone_numbers } = await agent.call(getMe, {});
    expect(available_phone_numbers).toMatchObject([{ phone_number: '3125550101', own: true }]);
    expect((await agent2.call(getMe, {})).available_phone_numbers).toEqual([]);
    await expect(order(agent, '312-555-0101')).rejects.toMatchObject({ code: 'numbers.taken' });
  });

  test('survives a worker that dies after the carrier sold the number', async () => {
    const { agent } = company.people;
    const [before] = await purse(agent);
    await order(agent, '3125550102');
    const { telephony } = server.platform;
    const dying = { ...telephony, buyNumber: async (...asked: Parameters<Telephony['buyNumber']>) => {
      await telephony?.buyNumber(...asked);
      throw new TelephonyUnavailable('lost');
    } } as Telephony; // biome-ignore format: short
    await expect(work(dying)).rejects.toThrow(TelephonyUnavailable);
    expect(await orderPump.listDue(server.operator.db, new Date(Date.now() + 60_000), 10)).toContain(company.companyId);
    await work();
    expect((await ownedBy(agent)).filter(({ phone_number }) => phone_number === '3125550102')).toHaveLength(1);
    expect(Number((await purse(agent))[0])).toBe(Number(before) - 1.5);
  });

  test('ends with the money back where the carrier refuses, also a number of another company', async () => {
    const { agent } = company.people;
    const other = await aCompany(server, { agent: {} });
    const terms = { owner: `steward company ${other.companyId}`, inbound: 'https://crm.example.com/x' };
    await server.platform.telephony?.buyNumber('3125550103', terms);
    const before = await purse(agent);
    for (const number of ['3125550000', '3125550103']) await order(agent, number);
    await work();
    expect(await purse(agent)).toEqual(before);
    const { orders } = await agent.call(listOwnPhoneNumbers, {});
    expect(orders).toMatchObject([{ phone_number: '3125550103', state: 'failed', reason: 'taken' }, { phone_number: '3125550000', state: 'failed', reason: 'taken' }]); // biome-ignore format: pairs
  });

  test('for the company takes the permission', async () => {
    const { admin, agent } = company.people;
    await expect(order(agent, '3125550104', { for_company: true })).rejects.toMatchObject({ status: 403 });
    await topUp(admin, 5);
    await order(admin, '3125550104', { for_company: true });
    await work();
    expect((await agent.call(getMe, {})).available_phone_numbers.at(-1)).toMatchObject({
      phone_number: '3125550104',
      own: false,
    });
  });

  test('by card needs a card', async () => {
    await expect(order(company.people.agent2, '3125550105', { use_wallet: false })).rejects.toMatchObject({ code: 'cards.none' });
  });
});

describe('numbers of the company', () => {
  test('are given to a user, given up and kept', async () => {
    const { admin, agent2 } = company.people;
    const { data } = await admin.call(listPhoneNumbers, { query: { q: '312555010' } });
    expect(data.map(({ phone_number }) => phone_number)).toEqual(['3125550104', '3125550101', '3125550102']);
    const params = { id: data[0]?.id ?? 0 };
    const given = await admin.call(assignPhoneNumber, { params, body: { user_id: agent2.userId } });
    expect(given).toMatchObject({ owner: { id: agent2.userId }, payer: { id: agent2.userId } });
    expect(await agent2.call(giveUpPhoneNumber, { params })).toMatchObject({
      state: 'quarantined',
      release_at: expect.any(String),
    });
    await expect(admin.call(assignPhoneNumber, { params, body: { user_id: null } })).rejects.toMatchObject({ code: 'numbers.given_up' }); // biome-ignore format: one line
    await expect(company.people.agent.call(giveUpPhoneNumber, { params })).rejects.toMatchObject({ status: 404 });
    expect(await admin.call(keepPhoneNumber, { params })).toMatchObject({ state: 'active', release_at: null });
    await expect(admin.call(keepPhoneNumber, { params })).rejects.toMatchObject({ code: 'numbers.not_given_up' });
    expect(await admin.call(assignPhoneNumber, { params, body: { user_id: null } })).toMatchObject({ owner: null, payer: { id: admin.userId } }); // biome-ignore format: one line
  });

  test('go back to the carrier 30 days after they were given up', async () => {
    const { admin } = company.people;
    const [number] = (await admin.call(listPhoneNumbers, { query: { q: '3125550104' } })).data;
    const params = { id: number?.id ?? 0 };
    await admin.call(releasePhoneNumber, { params });
    await night(29);
    expect((await admin.call(listPhoneNumbers, { query: { q: '3125550104' } })).data).toMatchObject([{ state: 'quarantined' }]);
    await night(30.1);
    expect((await admin.call(listPhoneNumbers, { query: { state: 'released' } })).data).toMatchObject([{ id: params.id }]);
    expect((await admin.call(searchPhoneNumbers, { query: { query: '3125550104' } })).data).toHaveLength(1);
  });
});

test('one of the own numbers is for new texts and one for calls; others’ cannot be chosen', async () => {
  const { admin, agent, agent2 } = company.people;
  const [first, second] = (await ownedBy(agent)).filter(({ state }) => state === 'active').map(({ id }) => ({ id }));
  if (!first || !second) throw new Error('two numbers are needed');
  const choose = (who: Person, params: { id: number }, body: object) => who.call(updateOwnPhoneNumber, { params, body });
  await choose(agent, first, { default_sender: true, dialer: true });
  const chosen = await choose(agent, second, { default_sender: true });
  expect(chosen).toMatchObject({ default_sender: true, dialer: false });
  const me = await agent.call(getMe, {});
  const called = (await ownedBy(agent)).find(({ id }) => id === first.id)?.phone_number;
  expect(me.profile.dialer_verified_phone_number).toBe(called);
  expect(me.available_phone_numbers[0]).toMatchObject({ id: second.id, default_sender: true });
  await expect(choose(agent2, first, { dialer: true })).rejects.toMatchObject({ status: 404 });
  await admin.call(assignPhoneNumber, { params: first, body: { user_id: null } });
  expect((await agent.call(getMe, {})).profile.dialer_verified_phone_number).toBeNull();
});

describe('rent', () => {
  test('is not asked of a payer without a wallet, whatever the company has', async () => {
    const { agent } = company.people;
    const [number] = (await ownedBy(agent)).filter(({ state }) => state === 'active');
    const before = await purse(agent);
    const off = { company_id: company.companyId, user_id: agent.userId, feature: 'wallet', enabled: false };
    await server.operator.db.insertInto('feature_overrides').values(off).execute();
    await night(32);
    await server.operator.db.deleteFrom('feature_overrides').where('user_id', '=', agent.userId).execute();
    expect(await purse(agent)).toEqual(before);
    expect((await ownedBy(agent)).find(({ id }) => id === number?.id)).toMatchObject({ unpaid_since: null });
  });

  test('is charged once a month, and without cover the number is given up after 14 days', async () => {
    const office = await aCompany(server, { admin: {}, agent: {} });
    await withWallet(office.companyId);
    [company, system] = [
      { ...company, companyId: office.companyId, people: { ...company.people, ...office.people } },
      contextOf(office.companyId),
    ];
    const { agent } = company.people;
    await topUp(agent, 3);
    await order(agent, '3125550110');
    await work();
    await night(32);
    await night(32);
    expect(await purse(agent)).toEqual(['0.00', '0.00']);
    await night(64);
    expect(await ownedBy(agent)).toMatchObject([{ state: 'active', unpaid_since: expect.any(String) }]);
    await night(70);
    expect(await ownedBy(agent)).toMatchObject([{ state: 'active' }]);
    await night(79);
    expect(await ownedBy(agent)).toMatchObject([{ state: 'quarantined' }]);
  });

  test('of a user who left is the administrator’s, and the number the company’s', async () => {
    const { admin, agent } = company.people;
    const [number] = await ownedBy(agent);
    await admin.call(keepPhoneNumber, { params: { id: number?.id ?? 0 } });
    await sql`update users set active = false where company_id = ${company.companyId} and id = ${agent.userId}`.execute(
      server.operator.db,
    );
    await night(0);
    expect((await admin.call(listPhoneNumbers, { query: {} })).data).toMatchObject([
      { owner: null, payer: { id: admin.userId } },
    ]);
  });
});
