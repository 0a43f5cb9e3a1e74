// Subscriptions as their payers meet them: buying, changing, licences, and what time does to them.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getBilling, updateAccountPlan } from '#contract/billing.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { bulkSubscribeMaxPlus, subscribeMaxPlus } from '#contract/maxPlus.ts';
import {
  activateTextingSubscription,
  cancelTextingSubscription,
  createTextingPlan,
  createTextingSubscription,
  endTextingSubscription,
  getTextingActiveSubscription,
  getTextingPendingSubscription,
  getTextingSubscription,
  grantTextingSubscription,
  listTextingLicences,
  orderTextingLicences,
  updateTextingLicence,
  updateTextingPlan,
  updateTextingSubscription,
} from '#contract/textingPlans.ts';
import { deactivateUser } from '#contract/userAdmin.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { connectTestCard } from '#tests/support/cards.ts';
import { aCompany } from '#tests/support/factories.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { allTasks } from '../../../areas.ts';
import { collect } from './subscriptions.charges.ts';
import { invoicePump, periodPump } from './subscriptions.pump.ts';
import { textingOf, useUnits } from './subscriptions.service.ts';

const server = await aServer();
const { platform } = server;
const { db } = server.operator;
const realClock = platform.clock;
let now = new Date('2026-11-10T15:00:00Z');
beforeEach(() => {
  now = new Date('2026-11-10T15:00:00Z');
  platform.clock = () => now;
});
afterEach(async () => {
  platform.clock = realClock;
  await db.deleteFrom('rate_limits').execute();
});

const at = (day: string) => {
  now = new Date(day.includes('T') ? day : `${day}T15:00:00Z`);
};

async function anOffice() {
  const office = await aCompany(server, {
    admin: {},
    admin2: { role: 'admin' },
    manager: {},
    agent: { under: 'manager' },
    agent2: { under: 'manager' },
  });
  const { companyId, people } = office;
  const ctx = () => ({ platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) });
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTenant(ctx(), work);
  const plan = (name: string, price: string, included = 500, more = {}) =>
    people.admin.call(createTextingPlan, { body: { name, level: 'premium', price, included, ...more } });
  /** Runs the worker's steps: periods, then open invoices. */
  const turn = async () => {
    await runPumps(db, platform, [periodPump, invoicePump]);
    const { rows } = await sql<{ id: number }>`
      select id from invoices where company_id = ${companyId} and state = 'open' and due_at <= ${new Date(now.getTime() + 3_600_000)}`.execute(
      db,
    );
    for (const { id } of rows) await collect(ctx(), id, { returnUrl: null });
  };
  const invoices = async () => {
    const { rows } = await sql<{ kind: string; state: string; total: number; number: number | null }>`
      select kind, state, total, number from invoices where company_id = ${companyId} order by id`.execute(db);
    return rows.map(({ kind, state, total, number }) => `${number ?? '-'} ${kind} ${state} ${total / 10_000}`);
  };
  const show = async (client: Client, id: number) => client.call(getTextingSubscription, { params: { id } });
  const addsUp = async () => expect((await people.admin.call(reconcileLedger, {})).data).toEqual([]);
  return { ...office, ctx, run, plan, turn, invoices, show, addsUp };
}

const connect = (client: Client, number?: string) => connectTestCard(server, client, number);
const subscribe = (client: Client, plan_id: number, more: { type?: 'company'; quantity?: number } = {}) =>
  client.call(createTextingSubscription, { body: { plan_id, ...more } });

describe('subscribing', () => {
  test('charges the card once, and gives the payer their licence', async () => {
    const { people, plan, invoices, run, addsUp } = await anOffice();
    const { id } = await plan('Premium', '7.00');
    await expect(subscribe(people.agent, id)).rejects.toMatchObject({ code: 'cards.none' });
    await connect(people.agent);
    const made = await subscribe(people.agent, id);
    expect(made).toMatchObject({
      state: 'active',
      type: 'self',
      order_type: 'Subscription::SelfPay',
      amount: '7.00',
      starts_at: '2026-11-10T05:00:00.000Z',
      due_at: '2026-12-10T05:00:00.000Z',
      included: 500,
      licences: { assigned: 1, total: 1 },
    });
    await expect(subscribe(people.agent, id)).rejects.toMatchObject({ code: 'subscriptions.exists' });
    expect(await invoices()).toEqual(['1 period paid 7']);
    expect(await run((tx) => textingOf(tx, people.agent.userId))).toMatchObject({ payer: 'self', level: 'premium' });
    expect(await run((tx) => textingOf(tx, people.agent2.userId))).toBeNull();
    await addsUp();
  });

  test('with a card that does not pay begins nothing, and can be tried again', async () => {
    const { people, plan, invoices, addsUp } = await anOffice();
    const { id } = await plan('Premium', '7.00');
    await connect(people.agent, '4000000000000002');
    expect(await subscribe(people.agent, id)).toMatchObject({ state: 'ended', active: false, failure: 'declined' });
    await connect(people.agent);
    at('2026-11-10T15:01:00Z');
    expect(await subscribe(people.agent, id)).toMatchObject({ state: 'active', failure: null });
    expect(await invoices()).toEqual(['- period void 7', '1 period paid 7']);
    await addsUp();
  });

  test('for people is a manager’s, for the company an administrator’s; an agent may do neither', async () => {
    const { people, plan } = await anOffice();
    const { id } = await plan('Free', '0');
    expect(await subscribe(people.manager, id, { type: 'company', quantity: 3 })).toMatchObject({
      order_type: 'Subscription::ManagerPay',
      licences: { assigned: 0, total: 3 },
      included: 1500,
    });
    expect(await subscribe(people.admin, id, { type: 'company' })).toMatchObject({
      order_type: 'Subscription::CompanyPay',
      payer: null,
    });
    await expect(subscribe(people.agent, id, { type: 'company' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('to an enterprise plan waits for an administrator; nothing is charged, and it ends on its day', async () => {
    const { people, plan, turn, show, invoices } = await anOffice();
    const { id: plan_id } = await plan('Large', '900.00', 50_000, { enterprise: true });
    const { id } = await subscribe(people.manager, plan_id, { type: 'company' });
    expect((await people.manager.call(getTextingPendingSubscription, {})).subscription).toMatchObject({ id, state: 'pending' });
    await people.admin.call(activateTextingSubscription, { body: { id, until: '2027-01-20' } });
    expect(await show(people.manager, id)).toMatchObject({
      state: 'active',
      granted_until: '2027-01-20',
      due_at: '2026-12-10T05:00:00.000Z',
    });
    at('2026-12-12');
    await turn();
    expect(await show(people.manager, id)).toMatchObject({ state: 'active' });
    at('2027-01-21T06:00:00Z');
    await turn();
    expect((await show(people.manager, id)).state).toBe('ended');
    expect(await invoices()).not.toContainEqual(expect.stringContaining('open'));
  });
});

test('an enterprise plan waits beside the one in use, and replaces it for the same people', async () => {
  const { people, plan, show, run, addsUp } = await anOffice();
  const [{ id: small }, { id: large }] = [await plan('Small', '0'), await plan('Large', '900.00', 5_000, { enterprise: true })];
  const inUse = await subscribe(people.admin, small, { type: 'company', quantity: 2 });
  const given = async (place: number, user_id: number) => {
    const licence = (await people.admin.call(listTextingLicences, { query: {} })).data[place];
    await people.admin.call(updateTextingLicence, { params: { id: licence?.id ?? 0 }, body: { user_id } });
  };
  await given(0, people.agent.userId);
  const asked = await subscribe(people.admin, large, { type: 'company', quantity: 2 });
  await expect(subscribe(people.admin, large, { type: 'company' })).rejects.toMatchObject({ code: 'subscriptions.exists' });
  const [active, pending] = [getTextingActiveSubscription, getTextingPendingSubscription];
  expect((await people.admin.call(active, { query: { type: 'company' } })).subscription).toMatchObject({ id: inUse.id });
  expect((await people.admin.call(pending, {})).subscription).toMatchObject({ id: asked.id, state: 'pending' });
  await people.admin.call(activateTextingSubscription, { body: { id: asked.id, until: '2027-01-20' } });
  expect(await show(people.admin, inUse.id)).toMatchObject({ state: 'ended' });
  expect(await show(people.admin, asked.id)).toMatchObject({
    state: 'active',
    licences: { assigned: 1, total: 2 },
    allocated: 5_000,
  });
  expect(await run((tx) => textingOf(tx, people.agent.userId))).toMatchObject({ licence: { allocation: 5_000 } });
  expect((await people.admin.call(pending, {})).subscription).toBeNull();
  await addsUp();
});

test('an enterprise plan that was edited while it waited is given as it is now, to those who are still here', async () => {
  const { people, plan, show } = await anOffice();
  const [{ id: small }, { id: large }] = [await plan('Small', '0'), await plan('Large', '900.00', 500, { enterprise: true })];
  await subscribe(people.manager, small, { type: 'company', quantity: 2 });
  const { data } = await people.manager.call(listTextingLicences, { query: {} });
  for (const [place, user] of [people.agent, people.agent2].entries())
    await people.manager.call(updateTextingLicence, { params: { id: data[place]?.id ?? 0 }, body: { user_id: user.userId } });
  const { id } = await subscribe(people.manager, large, { type: 'company' });
  await people.admin.call(updateTextingPlan, { params: { id: large }, body: { price: '950.00', included: 9_000 } });
  await people.admin.call(deactivateUser, { params: { id: people.agent2.userId }, query: {} });
  await people.admin.call(activateTextingSubscription, { body: { id, until: '2027-01-20' } });
  expect(await show(people.manager, id)).toMatchObject({
    state: 'active',
    price: '950.00',
    included: 9_000,
    allocated: 9_000,
    licences: { assigned: 1, total: 1 },
  });
});

test('an enterprise plan with fewer licences than people have takes nobody’s away', async () => {
  const { people, plan, show } = await anOffice();
  const [{ id: small }, { id: large }] = [await plan('Small', '0'), await plan('Large', '900.00', 5_000, { enterprise: true })];
  const inUse = await subscribe(people.manager, small, { type: 'company', quantity: 2 });
  const { data } = await people.manager.call(listTextingLicences, { query: {} });
  for (const [place, user] of [people.agent, people.agent2].entries())
    await people.manager.call(updateTextingLicence, { params: { id: data[place]?.id ?? 0 }, body: { user_id: user.userId } });
  const { id } = await subscribe(people.manager, large, { type: 'company' });
  await expect(people.admin.call(activateTextingSubscription, { body: { id, until: '2027-01-20' } })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await show(people.manager, inUse.id)).toMatchObject({ state: 'active', licences: { assigned: 2 } });
});

describe('changing', () => {
  test('up is charged at once for the days left, today included, by the full prices; a changed amount is refused', async () => {
    const { people, plan, show, invoices, addsUp } = await anOffice();
    const [small, large] = [await plan('Standard', '5.00', 300), await plan('Premium', '7.00', 900)];
    await connect(people.agent);
    const { id } = await subscribe(people.agent, small.id);
    at('2026-11-25');
    const { changes } = await show(people.agent, id);
    expect(changes).toEqual([{ plan: large, today: '1.00', at_period_end: false }]); // 2.00 for 15 of 30 days
    const change = (amount: string) =>
      people.agent.call(updateTextingSubscription, { params: { id }, body: { plan_id: large.id, amount } });
    await expect(change('0.90')).rejects.toMatchObject({
      code: 'subscriptions.price_changed',
      problem: { data: { amount: '1.00' } },
    });
    expect(await change('1.00')).toMatchObject({ plan: { id: large.id }, price: '7.00', included: 900, allocated: 900 });
    expect(await invoices()).toEqual(['1 period paid 5', '2 change paid 1']);
    await addsUp();
  });

  test('down begins with the next period and charges nothing now; so does cancelling, which can be taken back', async () => {
    const { people, plan, show, turn, invoices } = await anOffice();
    const [small, large] = [await plan('Standard', '5.00', 300), await plan('Premium', '7.00', 900)];
    await connect(people.agent);
    const { id } = await subscribe(people.agent, large.id);
    const patch = (body: object) => people.agent.call(updateTextingSubscription, { params: { id }, body });
    expect(await patch({ plan_id: small.id, amount: '0.00' })).toMatchObject({
      plan: { id: large.id },
      next_plan: { id: small.id },
    });
    await people.agent.call(cancelTextingSubscription, { params: { id }, body: {} });
    expect(await patch({ cancel_at_end: false })).toMatchObject({ cancel_at_end: false, state: 'active' });
    await patch({ plan_id: small.id, amount: '0.00' });
    at('2026-12-10');
    await turn();
    expect(await show(people.agent, id)).toMatchObject({ plan: { id: small.id }, next_plan: null, price: '5.00', included: 300 });
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 5']);
    await people.agent.call(cancelTextingSubscription, { params: { id }, body: {} });
    at('2027-01-10');
    await turn();
    expect(await show(people.agent, id)).toMatchObject({ state: 'ended' });
    expect(await invoices()).toHaveLength(2);
  });

  test('to a cheaper plan with more units gives all of them with the next period', async () => {
    const { people, plan, turn, run } = await anOffice();
    const [dear, cheap] = [await plan('Dear', '7.00', 300), await plan('Cheap', '5.00', 900)];
    await connect(people.agent);
    const { id } = await subscribe(people.agent, dear.id);
    await people.agent.call(updateTextingSubscription, { params: { id }, body: { plan_id: cheap.id, amount: '0.00' } });
    at('2026-12-10');
    await turn();
    const use = (units: number) => run((tx) => useUnits(tx, { product: 'texting', userId: people.agent.userId, units }));
    expect([await use(900), await use(1)]).toEqual(['licence', 'wallet']);
  });

  test('up for less than a card can be charged begins at once for nothing', async () => {
    const { people, plan, show, turn, invoices, addsUp } = await anOffice();
    const [small, large] = [await plan('Standard', '5.00', 300), await plan('Premium', '7.00', 900)];
    await connect(people.agent);
    const { id } = await subscribe(people.agent, small.id);
    at('2026-12-03'); // 7 of 30 days: $0.47
    expect((await show(people.agent, id)).changes).toEqual([{ plan: large, today: '0.00', at_period_end: false }]);
    const body = { plan_id: large.id, amount: '0.00' };
    expect(await people.agent.call(updateTextingSubscription, { params: { id }, body })).toMatchObject({
      plan: { id: large.id },
      included: 900,
    });
    at('2026-12-10');
    await turn();
    expect(await invoices()).toEqual(['1 period paid 5', '2 period paid 7']);
    await addsUp();
  });

  test('a new price of the plan counts for new buyers alone', async () => {
    const { people, plan, turn, invoices } = await anOffice();
    const { id } = await plan('Premium', '7.00');
    await connect(people.agent);
    await subscribe(people.agent, id);
    await people.admin.call(updateTextingPlan, { params: { id }, body: { price: '9.00' } });
    at('2026-12-10');
    await turn();
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 7']);
  });
});

test.each(['99999999999999999999.00', '1000000000.00', '-1.00'])(
  'an amount of %s that nobody was shown is refused',
  async (amount) => {
    const { people, plan } = await anOffice();
    const { id: plan_id } = await plan('Free', '0');
    const { id } = await subscribe(people.manager, plan_id, { type: 'company' });
    const refused = [
      people.manager.call(updateTextingSubscription, { params: { id }, body: { plan_id, amount } }),
      people.manager.call(orderTextingLicences, { body: { subscription_id: id, quantity: 1, amount } }),
      people.admin.call(updateAccountPlan, { body: { plan: 'standard', amount } }),
      people.agent.call(subscribeMaxPlus, { body: { plan: 'standard', amount } }),
      people.manager.call(bulkSubscribeMaxPlus, { body: { user_ids: [people.agent.userId], plan: 'standard', amount } }),
    ];
    const problem = { errors: { amount: [expect.stringContaining('were shown')] } };
    for (const { reason } of (await Promise.allSettled(refused)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'invalid', problem });
  },
);

describe('licences', () => {
  test('are given to people in reach within what the plan includes, and what is used stays used', async () => {
    const { people, plan, run } = await anOffice();
    const { id: plan_id } = await plan('Free', '0', 100);
    await subscribe(people.manager, plan_id, { type: 'company', quantity: 2 });
    const { data } = await people.manager.call(listTextingLicences, { query: {} });
    const [first, second] = data.map(({ id }) => id) as [number, number];
    const patch = (id: number, body: object) => people.manager.call(updateTextingLicence, { params: { id }, body });
    const { userId } = people.agent;
    expect(await patch(first, { user_id: userId })).toMatchObject({ user: { id: userId }, allocation: 100, used: 0, paid: true });
    await expect(patch(second, { user_id: userId })).rejects.toMatchObject({ code: 'subscriptions.has_licence' });
    await expect(patch(second, { user_id: people.admin.userId })).rejects.toMatchObject({ code: 'invalid' });
    await patch(first, { allocation: 150 });
    await expect(patch(first, { allocation: 201 })).rejects.toMatchObject({ code: 'subscriptions.allocation' });
    const use = (units: number) => run((tx) => useUnits(tx, { product: 'texting', userId, units }));
    expect([await use(120), await use(31), await use(30), await use(1)]).toEqual(['licence', 'refused', 'licence', 'refused']);
    await expect(patch(first, { allocation: 149 })).rejects.toMatchObject({ code: 'subscriptions.allocation' });
    expect(await patch(first, { user_id: null })).toMatchObject({ user: null, allocation: 150, used: 150 });
    expect(await patch(second, { user_id: userId })).toMatchObject({ allocation: 50 });
    expect((await people.agent.call(getTextingActiveSubscription, { query: { type: 'company' } })).subscription).toMatchObject({
      type: 'manager',
      current_usage: 150,
    });
  });

  test('that are used while they are changed do not give away what is used', async () => {
    const { people, plan, run } = await anOffice();
    const { id: plan_id } = await plan('Free', '0', 100);
    await subscribe(people.manager, plan_id, { type: 'company' });
    const [licence] = (await people.manager.call(listTextingLicences, { query: {} })).data;
    const patch = (body: object) =>
      people.manager.call(updateTextingLicence, { params: { id: licence?.id ?? 0 }, body }).catch((error: unknown) => error);
    const { userId } = people.agent;
    await patch({ user_id: userId });
    const answer = await run(async (tx) => {
      await useUnits(tx, { product: 'texting', userId, units: 30 });
      const patched = patch({ allocation: 20 });
      await until(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
        return rows.length > 0;
      });
      return { patched };
    });
    expect(await answer.patched).toMatchObject({ code: 'subscriptions.allocation', problem: { data: { used: 30, free: 100 } } });
  });

  test('cost the days left; an order that is not paid adds none', async () => {
    const { people, plan, show, invoices, addsUp } = await anOffice();
    const { id: plan_id } = await plan('Team', '6.00', 100);
    await connect(people.manager);
    const { id } = await subscribe(people.manager, plan_id, { type: 'company', quantity: 2 });
    at('2026-11-20');
    expect((await show(people.manager, id)).licence_today).toBe('4.00'); // 20 of 30 days
    const order = (amount: string) =>
      people.manager.call(orderTextingLicences, { body: { subscription_id: id, quantity: 3, amount } });
    await expect(order('11.00')).rejects.toMatchObject({ code: 'subscriptions.price_changed' });
    expect(await order('12.00')).toMatchObject({ state: 'paid', quantity: 3, amount: '12.00' });
    expect(await show(people.manager, id)).toMatchObject({ quantity: 5, included: 500, licences: { assigned: 0, total: 5 } });
    expect(await invoices()).toEqual(['1 period paid 12', '2 order paid 12']);
    await addsUp();
  });

  test('that cost less than a card can be charged are there at once for nothing', async () => {
    const { people, plan, show, invoices, addsUp } = await anOffice();
    const { id: plan_id } = await plan('Team', '6.00', 100);
    await connect(people.manager);
    const { id } = await subscribe(people.manager, plan_id, { type: 'company' });
    at('2026-12-08'); // 2 of 30 days: $0.40
    const order = (quantity: number, amount: string) =>
      people.manager.call(orderTextingLicences, { body: { subscription_id: id, quantity, amount } });
    expect(await order(1, '0.00')).toMatchObject({ state: 'paid', amount: '0.00' });
    expect(await order(2, '0.80')).toMatchObject({ state: 'paid', amount: '0.80' });
    expect(await show(people.manager, id)).toMatchObject({ quantity: 4, licences: { total: 4 } });
    expect(await invoices()).toEqual(['1 period paid 6', '2 order paid 0', '3 order paid 0.8']);
    await addsUp();
  });

  test('of one’s own plan are followed by the wallet, and begin anew each month', async () => {
    const { people, plan, run, turn } = await anOffice();
    const { id } = await plan('Free', '0', 10);
    await subscribe(people.agent, id);
    const use = (units: number) => run((tx) => useUnits(tx, { product: 'texting', userId: people.agent.userId, units }));
    expect([await use(10), await use(1)]).toEqual(['licence', 'wallet']);
    at('2026-12-10');
    await turn();
    expect(await use(1)).toBe('licence');
    expect(await run((tx) => useUnits(tx, { product: 'dialer', userId: people.agent.userId, units: 1 }))).toBe('none');
  });
});

describe('a month that is not paid', () => {
  async function aFailingOne() {
    const office = await anOffice();
    const { id: plan_id } = await office.plan('Premium', '7.00');
    await connect(office.people.agent);
    const { id } = await subscribe(office.people.agent, plan_id);
    await sql`
      update sandbox_cards set body = body || '{"outcome": "no_funds"}' where kind = 'method' and id in (
        select provider_id from cards where company_id = ${office.companyId})`.execute(db);
    return { ...office, id, state: async () => (await office.show(office.people.agent, id)).state };
  }

  test('is tried on days 0, 1, 3 and 7 with access, is unpaid on day 8, and ends on day 30', async () => {
    const { turn, state, companyId, invoices } = await aFailingOne();
    const tries = async () => {
      const { rows } = await sql`select from payments where company_id = ${companyId} and state = 'failed'`.execute(db);
      return rows.length;
    };
    const seen: string[] = [];
    for (let day = 0; day <= 31; day++) {
      now = new Date(Date.UTC(2026, 11, 10 + day, 5, 1));
      await turn();
      seen.push(`${day} ${await state()} ${await tries()}`);
    }
    expect(
      seen.filter(
        (line, index) => index === 0 || line.slice(line.indexOf(' ')) !== seen[index - 1]?.slice(seen[index - 1]?.indexOf(' ')),
      ),
    ).toEqual(['0 past_due 1', '1 past_due 2', '3 past_due 3', '7 past_due 4', '8 unpaid 4', '30 ended 4']);
    expect(await invoices()).toEqual(['1 period paid 7', '- period void 7']);
  });

  test('is charged at once to another card, and the days of the month stay as they were', async () => {
    const { turn, show, people, companyId, ctx, run, id, invoices, addsUp } = await aFailingOne();
    at('2026-12-10');
    await turn();
    at('2026-12-20');
    await turn();
    expect((await show(people.agent, id)).state).toBe('unpaid');
    expect(await run((tx) => textingOf(tx, people.agent.userId))).toBeNull();
    await connect(people.agent);
    const asked = await db
      .selectFrom('outbox')
      .select('payload')
      .where('company_id', '=', companyId)
      .where('name', '=', 'cards.changed')
      .orderBy('id')
      .execute();
    expect(asked.map(({ payload }) => payload)).toEqual([{ userId: people.agent.userId }, { userId: people.agent.userId }]);
    await allTasks['cards.changed']?.(ctx(), asked[1]?.payload, { signal: new AbortController().signal, last: false } as never);
    expect(await show(people.agent, id)).toMatchObject({ state: 'active', failure: null, due_at: '2027-01-10T05:00:00.000Z' });
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 7']);
    await addsUp();
  });

  test('of the company’s is charged at once to the new card of another administrator, of nobody else', async () => {
    const { people, plan, show, turn, companyId, ctx, invoices, addsUp } = await anOffice();
    const { id: plan_id } = await plan('Premium', '7.00');
    await connect(people.admin2);
    const { id } = await subscribe(people.admin2, plan_id, { type: 'company' });
    await sql`
      update sandbox_cards set body = body || '{"outcome": "no_funds"}' where kind = 'method' and id in (
        select provider_id from cards where company_id = ${companyId})`.execute(db);
    at('2026-12-10');
    await turn();
    const changed = async (client: (typeof people)['admin']) => {
      await connect(client);
      const work = { signal: new AbortController().signal, last: false };
      await allTasks['cards.changed']?.(ctx(), { userId: client.userId }, work as never);
    };
    await changed(people.manager);
    expect(await show(people.admin, id)).toMatchObject({ state: 'past_due' });
    await changed(people.admin);
    expect(await show(people.admin, id)).toMatchObject({ state: 'active', failure: null });
    at('2027-01-10');
    await turn();
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 7', '3 period paid 7']);
    const { rows } = await sql<{ user_id: number }>`
      select user_id from payments where company_id = ${companyId} and state = 'succeeded' order by id`.execute(db);
    expect(rows.map(({ user_id }) => user_id)).toEqual([people.admin2.userId, people.admin.userId, people.admin.userId]);
    await addsUp();
  });
});

describe('people who left', () => {
  async function aLeaver() {
    const office = await anOffice();
    const { id: plan_id } = await office.plan('Premium', '7.00');
    await connect(office.people.manager);
    const own = await subscribe(office.people.manager, plan_id);
    const team = await subscribe(office.people.manager, plan_id, { type: 'company', quantity: 2 });
    const leave = () => office.people.admin.call(deactivateUser, { params: { id: office.people.manager.userId }, query: {} });
    const states = () => Promise.all([own, team].map(async ({ id }) => (await office.show(office.people.admin, id)).state));
    return { ...office, own, team, leave, states };
  }

  test('have what they paid for to the end of its month, and are charged nothing more', async () => {
    const { people, own, team, leave, show, states, turn, invoices, addsUp } = await aLeaver();
    await leave();
    for (const { id } of [own, team])
      expect(await show(people.admin, id)).toMatchObject({ state: 'active', cancel_at_end: true });
    at('2026-12-11');
    await turn();
    expect(await states()).toEqual(['ended', 'ended']);
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 14']);
    await addsUp();
  });

  test('owe nothing for a month that was not paid', async () => {
    const { companyId, leave, states, turn, invoices } = await aLeaver();
    await sql`
      update sandbox_cards set body = body || '{"outcome": "no_funds"}' where kind = 'method' and id in (
        select provider_id from cards where company_id = ${companyId})`.execute(db);
    at('2026-12-11');
    await turn();
    expect(await states()).toEqual(['past_due', 'past_due']);
    await leave();
    expect(await states()).toEqual(['ended', 'ended']);
    expect((await invoices()).slice(2).toSorted()).toEqual(['- period void 14', '- period void 7']);
  });

  test('before this was so are charged nothing when their next month begins', async () => {
    const { people, companyId, states, turn, invoices } = await aLeaver();
    await sql`update users set active = false where company_id = ${companyId} and id = ${people.manager.userId}`.execute(db);
    at('2026-12-11');
    await turn();
    expect(await states()).toEqual(['ended', 'ended']);
    expect(await invoices()).toEqual(['1 period paid 7', '2 period paid 14']);
  });

  test('have no licence of others any more: it is free, with what they used of it, for its payer to give again', async () => {
    const { people, plan, run, show } = await anOffice();
    const { id: plan_id } = await plan('Premium', '7.00', 100);
    await connect(people.manager);
    const { id } = await subscribe(people.manager, plan_id, { type: 'company', quantity: 2 });
    const licences = async () => (await people.manager.call(listTextingLicences, { query: {} })).data;
    const [first] = await licences();
    const params = { id: first?.id ?? 0 };
    await people.manager.call(updateTextingLicence, { params, body: { user_id: people.agent.userId } });
    await run((tx) => useUnits(tx, { product: 'texting', userId: people.agent.userId, units: 30 }));
    expect(await show(people.manager, id)).toMatchObject({ allocated: 100, licences: { assigned: 1 } });
    await people.admin.call(deactivateUser, { params: { id: people.agent.userId }, query: {} });
    expect(await show(people.manager, id)).toMatchObject({
      state: 'active',
      cancel_at_end: false,
      allocated: 30,
      current_usage: 30,
      licences: { assigned: 0, total: 2 },
    });
    expect(await licences()).toMatchObject([{ user: null }, { user: null }]);
    await people.manager.call(updateTextingLicence, { params, body: { user_id: people.agent2.userId, allocation: 100 } });
    expect((await licences())[0]).toMatchObject({ id: params.id, user: { id: people.agent2.userId }, used: 30, allocation: 100 });
  });

  test('pay nothing of the company’s with their card: its administrators see it, and each of them gets a mail', async () => {
    const { people, plan, show, turn, companyId, ctx } = await anOffice();
    const { id: plan_id } = await plan('Premium', '7.00');
    await connect(people.admin2);
    const { id } = await subscribe(people.admin2, plan_id, { type: 'company' });
    await people.admin.call(deactivateUser, { params: { id: people.admin2.userId }, query: {} });
    at('2026-12-11');
    await turn();
    expect(await show(people.admin, id)).toMatchObject({ state: 'past_due', failure: 'no_card' });
    expect((await people.admin.call(getBilling, {})).failed).toMatchObject([{ failure: 'no_card', amount: '7.00' }]);
    const { rows } = await sql`select from payments where company_id = ${companyId}`.execute(db);
    expect(rows).toHaveLength(1);
    const mails = await db
      .selectFrom('outbox')
      .select('payload')
      .where('company_id', '=', companyId)
      .where('name', '=', 'subscriptions.mailFailure')
      .execute();
    expect(mails.map(({ payload }) => payload)).toEqual([{ userId: people.admin.userId, id, failure: 'no_card' }]);
    for (const { payload } of mails)
      await allTasks['subscriptions.mailFailure']?.(ctx(), payload, { signal: new AbortController().signal } as never);
    const mail = await mailTo(server, people.admin.email, 'Your company’s payment for texting failed');
    expect(mail.text).toContain('the user whose card paid it has left');
  });
});

test('administrators grant a plan until a day, and end one at once with a reason', async () => {
  const { people, plan } = await anOffice();
  const { id: plan_id } = await plan('Premium', '7.00');
  const body = { plan_id, user_id: people.agent.userId, until: '2026-11-30' };
  const { id } = await people.admin.call(grantTextingSubscription, { body });
  expect((await people.agent.call(getTextingActiveSubscription, { query: {} })).subscription).toMatchObject({
    id,
    granted: true,
  });
  await expect(
    people.admin.call(grantTextingSubscription, { body: { ...body, user_id: people.agent2.userId, until: '2026-11-09' } }),
  ).rejects.toMatchObject({ code: 'invalid' });
  await people.admin.call(endTextingSubscription, { body: { id, reason: 'Left the team' } });
  expect((await people.agent.call(getTextingActiveSubscription, { query: {} })).subscription).toBeNull();
});

test('for 24 months, from any day of a month in six zones, periods follow one another and each is billed once', async () => {
  const { companyId, people, plan, turn } = await anOffice();
  const { id: plan_id } = await plan('Free', '0');
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Anchorage',
    'Pacific/Honolulu',
  ];
  const products = ['texting', 'dialer', 'max_plus', 'account'];
  const payers = Object.values(people).map(({ userId }) => userId);
  await sql`
    insert into subscriptions (company_id, product, payer, payer_id, card_user_id, plan_id, price, quantity, included, state, anchor, zone,
      periods, starts_at, due_at, created_at)
    select ${companyId}, (${products}::text[])[1 + n % 4], case when n < 16 then 'self' else 'manager' end, p.id, p.id, ${plan_id}, 0, 1, 0, 'active',
      a.day, z.zone, 1, a.day::timestamp at time zone z.zone, (a.day + interval '1 month') at time zone z.zone, ${now}
    from generate_series(0, 30) n
      cross join lateral (select (${payers}::bigint[])[1 + (n / 4) % 4] as id) p
      cross join lateral (select (${zones}::text[])[1 + n % 6] as zone) z
      cross join lateral (select date '2027-01-01' + n as day) a`.execute(db);
  for (let month = 0; month < 24; month++) {
    now = new Date(Date.UTC(2027, 1 + month, 1, 12));
    await turn();
    now = new Date(Date.UTC(2027, 2 + month, 0, 23));
    await turn();
  }
  const { rows } = await sql<{ anchor: string; zone: string; day: number; bad: number; periods: number }>`
    select s.anchor, s.zone, count(*)::int as periods, count(*) filter (where
        i.starts_at <> (s.anchor + make_interval(months => i.period)) at time zone s.zone or
        i.ends_at <> (s.anchor + make_interval(months => i.period + 1)) at time zone s.zone or i.state <> 'paid')::int as bad
    from invoices i join subscriptions s on s.company_id = i.company_id and s.id = i.subscription_id
    where i.company_id = ${companyId} group by s.id, s.anchor, s.zone`.execute(db);
  expect(rows).toHaveLength(31);
  expect(rows.filter(({ bad }) => bad > 0)).toEqual([]);
  expect(rows.every(({ periods }) => periods >= 23 && periods <= 25)).toBe(true);
});

test('in all zones and from all days, a month begins where the one before ends', async () => {
  const { rows } = await sql<{ zone: string; anchor: string; k: number }>`
    with at as (
      select z.zone, a.day, k, (a.day + make_interval(months => k)) at time zone z.zone as starts
      from unnest(array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage', 'Pacific/Honolulu']) z(zone)
        cross join (select date '2028-01-01' + n as day from generate_series(0, 30) n) a cross join generate_series(0, 24) k)
    select zone, day::text as anchor, k from at
    where k > 0 and extract(day from starts at time zone zone) <>
      least(extract(day from day), extract(day from date_trunc('month', starts at time zone zone) + interval '1 month - 1 day'))`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
