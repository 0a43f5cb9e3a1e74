// Max Plus for oneself and for people, and what the rest of the product reads of plans, for each payer.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDialerPlan, grantDialerSubscription, listDialerLicences, updateDialerLicence } from '#contract/dialerPlans.ts';
import {
  bulkSubscribeMaxPlus,
  cancelMaxPlus,
  cancelMaxPlusForUser,
  getMaxPlus,
  listManageableUsers,
  subscribeMaxPlus,
} from '#contract/maxPlus.ts';
import { getMe } from '#contract/signIn.ts';
import {
  createTextingPlan,
  createTextingSubscription,
  listTextingLicences,
  updateTextingLicence,
} from '#contract/textingPlans.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { connectTestCard } from '#tests/support/cards.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import { collect } from './subscriptions.charges.ts';
import { invoicePump, periodPump } from './subscriptions.pump.ts';
import { useUnits } from './subscriptions.service.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
const realClock = platform.clock;
let now = new Date();
beforeEach(() => {
  now = new Date('2026-11-10T15:00:00Z');
  platform.clock = () => now;
});
afterEach(async () => {
  platform.clock = realClock;
  await db.deleteFrom('rate_limits').execute();
});

async function aTeam() {
  const office = await aCompany(server, {
    admin: {},
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
    other: { role: 'agent' },
  });
  const { companyId } = office;
  const ctx = () => ({ platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) });
  const turn = async () => {
    await runPumps(db, platform, [periodPump, invoicePump]);
    const { rows } = await sql<{
      id: number;
    }>`select id from invoices where company_id = ${companyId} and state = 'open'`.execute(db);
    for (const { id } of rows) await collect(ctx(), id, { returnUrl: null });
  };
  const charged = async () => {
    const { rows } = await sql<{ total: number }>`
      select total from invoices where company_id = ${companyId} and state = 'paid' order by number`.execute(db);
    return rows.map(({ total }) => total / 10_000);
  };
  return { ...office, ctx, turn, charged };
}
const plusOf = async (client: Client) => (await client.call(getMaxPlus, {})).own;
const meOf = async (client: Client) => {
  const me = await client.call(getMe, {});
  return me.max_plus_subscription;
};

test('a user pays for themselves, changes the level, and cancels at the end of the month', async () => {
  const { people, turn, charged } = await aTeam();
  await connectTestCard(server, people.agent);
  const choose = (plan: 'standard' | 'premium', amount?: string) =>
    people.agent.call(subscribeMaxPlus, { body: { payment_type: 'credit_card', plan, ...(amount && { amount }) } });
  await expect(choose('standard', '4.00')).rejects.toMatchObject({ status: 409, code: 'subscriptions.price_changed' });
  expect(await choose('standard')).toMatchObject({ own: { state: 'active', type: 'self', amount: '5.00' }, team: null });
  expect(await meOf(people.agent)).toEqual({ active: true, plan: 'standard' });
  now = new Date('2026-11-25T15:00:00Z');
  await choose('premium', '1.00');
  expect(await meOf(people.agent)).toEqual({ active: true, plan: 'premium' });
  expect(await people.agent.call(cancelMaxPlus, { body: {} })).toMatchObject({ own: { cancel_at_end: true } });
  now = new Date('2026-12-11T15:00:00Z');
  await turn();
  expect(await plusOf(people.agent)).toBeNull();
  expect(await meOf(people.agent)).toEqual({ active: false, plan: null });
  expect(await charged()).toEqual([5, 1]);
});

test('a manager pays for people in reach, more of them for the days left, and each until the period ends', async () => {
  const { people, turn, charged } = await aTeam();
  const { manager, agent, agent2, other } = people;
  await connectTestCard(server, manager);
  const add = (user_ids: number[], amount: string, plan: 'standard' | 'premium' = 'premium') =>
    manager.call(bulkSubscribeMaxPlus, { body: { user_ids, plan, amount } });
  await expect(add([other.userId], '7.00')).rejects.toMatchObject({ code: 'invalid' });
  await expect(agent.call(bulkSubscribeMaxPlus, { body: { user_ids: [agent.userId], plan: 'premium' } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await add([agent.userId], '7.00')).toMatchObject({ team: { type: 'manager', licences: { assigned: 1, total: 1 } } });
  expect(await meOf(agent)).toEqual({ active: true, plan: 'premium' });
  now = new Date('2026-11-25T15:00:00Z');
  await expect(add([agent2.userId], '7.00')).rejects.toMatchObject({ code: 'subscriptions.price_changed' });
  await expect(add([agent2.userId], '3.50', 'standard')).rejects.toMatchObject({ code: 'invalid' });
  expect(await add([agent.userId, agent2.userId], '3.50')).toMatchObject({
    team: { quantity: 2, licences: { assigned: 2, total: 2 } },
    licence_today: '3.50',
  });
  await connectTestCard(server, agent2);
  const drop = (user_id: number) => manager.call(cancelMaxPlusForUser, { body: { user_id } });
  await drop(agent.userId);
  await drop(agent2.userId);
  await add([agent2.userId], '0.00');
  expect(await meOf(agent)).toEqual({ active: true, plan: 'premium' });
  const { data } = await manager.call(listManageableUsers, { query: { q: 'agent' } });
  expect(data.map(({ user, max_plus }) => [user.id, max_plus?.mine, max_plus?.ends])).toEqual([
    [agent.userId, true, true],
    [agent2.userId, true, false],
  ]);
  now = new Date('2026-12-10T15:00:00Z');
  await turn();
  expect([await meOf(agent), await meOf(agent2)]).toEqual([
    { active: false, plan: null },
    { active: true, plan: 'premium' },
  ]);
  expect(await charged()).toEqual([7, 3.5, 7]);
  await drop(agent2.userId);
  now = new Date('2027-01-10T15:00:00Z');
  await turn();
  expect((await manager.call(getMaxPlus, {})).team).toBeNull();
});

test('a licence that costs less than a card can be charged is given at once for nothing', async () => {
  const { people, charged } = await aTeam();
  const { manager, agent, agent2 } = people;
  await connectTestCard(server, manager);
  const add = (user_ids: number[], amount: string) =>
    manager.call(bulkSubscribeMaxPlus, { body: { user_ids, plan: 'standard', amount } });
  await add([agent.userId], '5.00');
  now = new Date('2026-12-08T15:00:00Z'); // 2 of 30 days: $0.33
  expect(await add([agent2.userId], '0.00')).toMatchObject({ team: { licences: { assigned: 2, total: 2 } } });
  expect(await charged()).toEqual([5, 0]);
});

test('nobody is paid for twice; a payment that fails gives no licence', async () => {
  const { people } = await aTeam();
  await connectTestCard(server, people.agent);
  await people.agent.call(subscribeMaxPlus, { body: { plan: 'standard' } });
  const add = (user_ids: number[]) => people.manager.call(bulkSubscribeMaxPlus, { body: { user_ids, plan: 'standard' } });
  await expect(add([people.agent.userId])).rejects.toMatchObject({ code: 'invalid' });
  await connectTestCard(server, people.manager, '4000000000000002');
  expect(await add([people.agent2.userId])).toMatchObject({ team: null });
  expect(await meOf(people.agent2)).toEqual({ active: false, plan: null });
});

test('users/me tells texting and the dialer apart by who pays: oneself, a manager, the company', async () => {
  const { people, ctx } = await aTeam();
  const { admin, manager, agent, agent2, other } = people;
  const me = (client: Client) => client.call(getMe, {});
  const nothing = {
    sms_subscription: null,
    company_sms_subscription: null,
    dialer_subscription: null,
    company_dialer_subscription: null,
    dialer_license: null,
    max_plus_subscription: { active: false, plan: null },
    failed_payments: [],
  };
  expect(await me(other)).toMatchObject(nothing);
  const texting = await admin.call(createTextingPlan, { body: { name: 'Texts', level: 'premium', price: '0', included: 100 } });
  const dialer = await admin.call(createDialerPlan, { body: { name: 'Calls', level: 'standard', price: '0', included: 60 } });
  await agent.call(createTextingSubscription, { body: { plan_id: texting.id } });
  const team = await manager.call(createTextingSubscription, { body: { plan_id: texting.id, type: 'company', quantity: 2 } });
  const [free] = (await manager.call(listTextingLicences, { query: {} })).data;
  await manager.call(updateTextingLicence, { params: { id: free?.id ?? 0 }, body: { user_id: agent2.userId } });
  await inTenant(ctx(), (tx) => useUnits(tx, { product: 'texting', userId: agent2.userId, units: 3 }));
  const granted = { plan_id: dialer.id, user_id: null, quantity: 3, until: '2026-12-31' };
  const company = await admin.call(grantDialerSubscription, { body: granted });
  const [call] = (await admin.call(listDialerLicences, { query: {} })).data;
  await admin.call(updateDialerLicence, { params: { id: call?.id ?? 0 }, body: { user_id: agent2.userId } });
  const { data } = await manager.call(listManageableUsers, { query: { q: 'agent2' } });
  expect(data).toMatchObject([
    {
      texting: { type: 'manager', mine: true, used: 3, allocation: 100 },
      dialer: { type: 'company', mine: false },
      max_plus: null,
    },
  ]);
  expect(await me(agent)).toMatchObject({
    ...nothing,
    sms_subscription: { active: true, type: 'self', order_type: 'Subscription::SelfPay', current_usage: 0 },
  });
  expect(await me(agent2)).toMatchObject({
    ...nothing,
    company_sms_subscription: {
      id: team.id,
      active: true,
      type: 'manager',
      order_type: 'Subscription::ManagerPay',
      current_usage: 3,
    },
    company_dialer_subscription: { id: company.id, type: 'company', order_type: 'Subscription::CompanyPay', current_usage: 0 },
    dialer_license: { paid: true, allocation: 60 },
  });
  expect(await me(manager)).toMatchObject({ ...nothing, company_sms_subscription: { id: team.id, current_usage: 3 } });
  expect(await me(admin)).toMatchObject({ ...nothing, company_dialer_subscription: { id: company.id }, dialer_license: null });
});
