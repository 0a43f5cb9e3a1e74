// The account's own plan as its payers meet it, and what the guard makes of it.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chargeUsage } from '#areas/money/wallet/wallet.service.ts';
import { getAccountInfo } from '#contract/accounts.ts';
import { listAuditEntries } from '#contract/auditLog.ts';
import {
  cancelAccountSubscription,
  endAccountSubscription,
  finishAccountPayment,
  getBilling,
  grantPaidMembership,
  listAccountHistory,
  listAccountPlans,
  listAccountSubscriptions,
  updateAccountPlan,
} from '#contract/billing.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { listPayments, refundPayment } from '#contract/payments.ts';
import { answerSandboxCharge } from '#contract/sandboxCards.ts';
import { getMe } from '#contract/signIn.ts';
import { getWallet } from '#contract/wallet.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { connectTestCard } from '#tests/support/cards.ts';
import { aCompany } from '#tests/support/factories.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { aServer, type Client, call } from '#tests/support/server.ts';
import { collect } from './subscriptions.charges.ts';
import { mailEnded } from './subscriptions.mails.ts';
import { invoicePump, periodPump } from './subscriptions.pump.ts';

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
const at = (day: string) => {
  now = new Date(`${day}T15:00:00Z`);
};

async function anOffice() {
  const office = await aCompany(server, { admin: {}, admin2: {}, agent: {} });
  const { companyId } = office;
  const ctx = () => ({ platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) });
  /** Runs the worker's steps: periods, then open invoices. */
  const turn = async () => {
    await runPumps(db, platform, [periodPump, invoicePump]);
    const { rows } = await sql<{ id: number }>`
      select id from invoices where company_id = ${companyId} and state = 'open' and due_at <= ${new Date(now.getTime() + 3_600_000)}`.execute(
      db,
    );
    for (const { id } of rows) await collect(ctx(), id, { returnUrl: null });
  };
  /** The cards of the company do not pay any more. */
  const failCards = (outcome: string) =>
    sql`
      update sandbox_cards set body = body || ${JSON.stringify({ outcome })}::jsonb where kind = 'method' and id in (
        select provider_id from cards where company_id = ${companyId})`.execute(db);
  const missing = async (client: Client) => (await client.call(getMe, {})).missing;
  return { ...office, ctx, turn, failCards, missing };
}

const choose = (client: Client, plan: 'standard' | 'premium', amount: string, type?: 'personal' | 'company') =>
  client.call(updateAccountPlan, { body: { plan, amount, ...(type && { type }) } });
const quotes = async (client: Client) =>
  (await client.call(listAccountPlans, { query: {} })).data.map(
    ({ plan, price, today, at_period_end, chosen }) =>
      `${plan} ${price}: ${at_period_end ? 'later' : today}${chosen ? ', chosen' : ''}`,
  );
const connect = (client: Client, number?: string) => connectTestCard(server, client, number);

describe('the company’s plan', () => {
  test('is quoted, charged for exactly that amount, dearer at once and cheaper with the next month', async () => {
    const { people, turn } = await anOffice();
    const { admin } = people;
    expect(await quotes(admin)).toEqual(['standard 5.00: 5.00', 'premium 7.00: 7.00']);
    await expect(choose(admin, 'standard', '5.00')).rejects.toMatchObject({ code: 'cards.none' });
    await connect(admin);
    await expect(choose(admin, 'standard', '4.00')).rejects.toMatchObject({
      status: 409,
      code: 'subscriptions.price_changed',
      problem: { data: { amount: '5.00' } },
    });
    expect(await choose(admin, 'standard', '5.00')).toMatchObject({
      account: { state: 'active', type: 'company', plan: { level: 'standard' }, amount: '5.00' },
      mine: true,
      upcoming: [{ product: 'account', text: 'Standard', quantity: 1, amount: '5.00', due_at: '2026-12-10T05:00:00.000Z' }],
    });
    at('2026-11-25');
    expect(await quotes(admin)).toEqual(['standard 5.00: 0.00, chosen', 'premium 7.00: 1.00']);
    await choose(admin, 'premium', '1.00');
    expect(await quotes(admin)).toEqual(['standard 5.00: later', 'premium 7.00: 0.00, chosen']);
    await choose(admin, 'standard', '0.00');
    expect((await admin.call(getBilling, {})).upcoming).toMatchObject([{ text: 'Standard', amount: '5.00' }]);
    at('2026-12-10');
    await turn();
    const { data } = await admin.call(listAccountHistory, { query: {} });
    expect(data.map(({ number, product, total, state, card }) => [number, product, total, state, card])).toEqual([
      [3, 'account', '5.00', 'paid', 'visa 4242'],
      [2, 'account', '1.00', 'paid', 'visa 4242'],
      [1, 'account', '5.00', 'paid', 'visa 4242'],
    ]);
    expect(data[1]?.lines).toEqual([{ text: 'Premium instead of Standard', quantity: 1, price: '1.00', amount: '1.00' }]);
    expect((await admin.call(reconcileLedger, {})).data).toEqual([]);
  });

  test('is seen by everyone and changed by administrators; accounts/info says plan, last day and cards', async () => {
    const { people } = await anOffice();
    await connect(people.admin);
    await choose(people.admin, 'premium', '7.00');
    expect(await people.agent.call(getBilling, {})).toMatchObject({ account: { type: 'company' }, mine: false, upcoming: [] });
    await expect(choose(people.agent, 'premium', '7.00', 'company')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await people.admin.call(getAccountInfo, {})).toMatchObject({
      'paid_user?': true,
      chosen_plan: { plan: 'premium', price: '7.00', paid_until: '2026-12-09', type: 'company', state: 'active' },
      payment_infos: { data: [{ brand: 'visa', last4: '4242', is_default: true }], meta: { total_count: 1 } },
    });
    expect((await people.agent.call(getAccountInfo, {})).payment_infos).toMatchObject({ data: [], meta: { total_count: 0 } });
  });

  test('ends with the paid month, with a reason, unless that is taken back; then everyone meets the guard', async () => {
    const { people, turn, missing } = await anOffice();
    const { admin, agent } = people;
    await connect(admin);
    await choose(admin, 'standard', '5.00');
    const cancel = () => admin.call(cancelAccountSubscription, { body: { reason: 'We merge with another office' } });
    expect(await cancel()).toMatchObject({
      account: { cancel_at_end: true, state: 'active' },
      cancel_reason: 'We merge with another office',
      upcoming: [],
    });
    expect(await choose(admin, 'standard', '0.00')).toMatchObject({ account: { cancel_at_end: false }, cancel_reason: null });
    await cancel();
    at('2026-12-11');
    await turn();
    expect([await missing(agent), await missing(admin)]).toEqual(['payment', 'payment']);
    expect(await admin.call(getBilling, {})).toMatchObject({ account: null });
    await choose(admin, 'premium', '7.00');
    expect([await missing(agent), await missing(admin)]).toEqual([null, null]);
  });

  test('that is not paid closes the app on day 8; another administrator pays what is open', async () => {
    const { people, turn, missing, failCards } = await anOffice();
    const { admin, admin2, agent } = people;
    await connect(admin);
    await choose(admin, 'standard', '5.00');
    await failCards('expired_card');
    at('2026-12-10');
    await turn();
    expect(await missing(agent)).toBeNull();
    expect((await admin2.call(getBilling, {})).failed).toEqual([
      {
        product: 'account',
        plan: 'Standard',
        amount: '5.00',
        failure: 'expired',
        action_url: null,
        access_until: expect.stringContaining('2026-12-18'),
      },
    ]);
    at('2026-12-19');
    await turn();
    expect(await missing(agent)).toBe('payment');
    expect(await agent.call(getBilling, {})).toMatchObject({ account: { state: 'unpaid' }, failed: [] });
    await connect(admin2);
    await expect(choose(admin2, 'premium', '7.00')).rejects.toMatchObject({ code: 'invalid' });
    expect(await choose(admin2, 'standard', '5.00')).toMatchObject({
      account: { state: 'active', due_at: '2027-01-10T05:00:00.000Z' },
      failed: [],
    });
    expect(await missing(agent)).toBeNull();
  });
});

test('a user’s own plan opens the app for them alone', async () => {
  const { companyId, people, missing } = await anOffice();
  await sql`update companies set paid_until = '2026-11-09' where company_id = ${companyId}`.execute(db);
  expect(await missing(people.agent)).toBe('payment');
  await connect(people.agent);
  await choose(people.agent, 'standard', '5.00');
  expect(await missing(people.agent)).toBeNull();
  expect(await missing(people.admin2)).toBe('payment');
});

test('a payment that the bank asks about is finished at the moment of the return', async () => {
  const { companyId, people } = await anOffice();
  const { admin } = people;
  await connect(admin, '4000000000003184');
  const { account } = await choose(admin, 'standard', '5.00');
  expect(account).toMatchObject({ state: 'pending', action_url: expect.any(String) });
  const charge = new URL(account?.action_url ?? '').pathname.split('/').at(-1) ?? '';
  await call(server.app, {}, answerSandboxCharge, { params: { id: charge }, body: { approve: true } });
  const { id } = await db.selectFrom('payments').select('id').where('company_id', '=', companyId).executeTakeFirstOrThrow();
  await expect(people.agent.call(finishAccountPayment, { params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  expect(await admin.call(finishAccountPayment, { params: { id } })).toMatchObject({ state: 'succeeded' });
  expect((await admin.call(getBilling, {})).account).toMatchObject({ state: 'active' });
});

test('a payment confirmed after its plan was cancelled goes back once: from the wallet, as far as it is there', async () => {
  const { companyId, people, ctx } = await anOffice();
  const { admin } = people;
  await sql`insert into feature_overrides (company_id, user_id, feature, enabled) values (${companyId}, 0, 'wallet', true)`.execute(
    db,
  );
  await connect(admin, '4000000000003184');
  const { account } = await choose(admin, 'standard', '5.00');
  const charge = new URL(account?.action_url ?? '').pathname.split('/').at(-1) ?? '';
  await admin.call(cancelAccountSubscription, { body: { reason: 'Changed my mind' } });
  await call(server.app, {}, answerSandboxCharge, { params: { id: charge }, body: { approve: true } });
  const { id } = await db.selectFrom('payments').select('id').where('company_id', '=', companyId).executeTakeFirstOrThrow();
  await admin.call(finishAccountPayment, { params: { id } });
  expect(await admin.call(getWallet, {})).toMatchObject({ balance: '5.00' });
  await inTenant(ctx(), (tx) => chargeUsage(tx, { userId: admin.userId, usageType: 'sms', quantity: 200, key: 'spent' })); // 3 dollars
  expect((await admin.call(listPayments, { query: {} })).data).toMatchObject([{ id, refundable: '2.00' }]);
  const refund = (amount: string) => admin.call(refundPayment, { params: { id }, body: { amount, reason: 'Asked for' } });
  await expect(refund('5.00')).rejects.toMatchObject({ problem: { errors: { amount: [expect.stringContaining('is spent')] } } });
  expect(await refund('2.00')).toMatchObject({ refundable: '0.00', refunds: [{ state: 'succeeded', amount: '2.00' }] });
  expect(await admin.call(getWallet, {})).toMatchObject({ balance: '0.00', held: '0.00' });
  expect((await admin.call(reconcileLedger, {})).data).toEqual([]);
});

test('a payment whose invoice is still open is refunded only once its invoice is booked', async () => {
  const { companyId, people } = await anOffice();
  await connect(people.admin);
  await choose(people.admin, 'standard', '5.00');
  const { id } = await db.selectFrom('payments').select('id').where('company_id', '=', companyId).executeTakeFirstOrThrow();
  await sql`update invoices set state = 'open', number = null, paid_at = null where company_id = ${companyId}`.execute(db);
  const refund = () => people.admin.call(refundPayment, { params: { id }, body: { amount: '5.00', reason: 'Asked for' } });
  expect((await people.admin.call(listPayments, { query: {} })).data).toMatchObject([{ refundable: '0.00' }]);
  await expect(refund()).rejects.toMatchObject({ code: 'invalid' });
  await sql`update invoices set state = 'paid', number = 1, paid_at = now() where company_id = ${companyId}`.execute(db);
  expect(await refund()).toMatchObject({ refunded: '5.00' });
});

test('an administrator grants membership until a day, on another day anew, and takes it back', async () => {
  const { companyId, people, missing, turn } = await anOffice();
  await sql`update companies set needs_account = true where company_id = ${companyId}`.execute(db);
  const grant = (until: string | null) =>
    people.admin2.call(grantPaidMembership, { params: { id: people.agent.userId }, body: { until, plan: 'premium' } });
  await grantTo(people.admin2);
  await expect(grant('2026-11-09')).rejects.toMatchObject({ code: 'invalid' });
  expect(await grant('2026-11-20')).toMatchObject({ membership: { granted: true, plan: { level: 'premium' }, state: 'active' } });
  expect(await missing(people.agent)).toBeNull();
  await expect(choose(people.agent, 'premium', '7.00')).rejects.toMatchObject({ code: 'subscriptions.granted' });
  await grant('2026-12-24');
  at('2026-12-24');
  await turn();
  expect(await missing(people.agent)).toBeNull();
  at('2026-12-26');
  await turn();
  expect(await missing(people.agent)).toBe('payment');
  await grant('2027-01-05');
  expect(await grant(null)).toMatchObject({ membership: { state: 'ended' } });
  expect(await missing(people.agent)).toBe('payment');

  /** So that the guard lets this administrator work at all. */
  async function grantTo({ userId }: { userId: number }) {
    await sql`update companies set needs_account = false where company_id = ${companyId}`.execute(db);
    await people.admin.call(grantPaidMembership, { params: { id: userId }, body: { until: '2199-12-31' } });
    await sql`update companies set needs_account = true where company_id = ${companyId}`.execute(db);
  }
});

describe('a plan of somebody else', () => {
  test('is ended by an administrator with its period, or at once; its payer gets a mail with the reason', async () => {
    const { companyId, people, turn, ctx } = await anOffice();
    const { admin, agent } = people;
    await connect(agent);
    await choose(agent, 'premium', '7.00');
    const list = async () => (await admin.call(listAccountSubscriptions, { query: { active: true } })).data;
    const [own] = await list();
    expect(own).toMatchObject({ payer: { id: agent.userId }, plan: { level: 'premium' }, cancel_at_end: false });
    const id = own?.id ?? 0;
    const end = (ending: number, when: 'period_end' | 'now') =>
      admin.call(endAccountSubscription, { body: { id: ending, reason: 'The company pays from now on', at: when } });
    await expect(agent.call(listAccountSubscriptions, { query: {} })).rejects.toMatchObject({ status: 403 });
    expect(await end(id, 'period_end')).toMatchObject({ state: 'active', cancel_at_end: true });
    expect(await quotes(agent)).toContain('premium 7.00: 0.00, chosen'); // choosing it again takes the end back
    await choose(agent, 'premium', '0.00');
    expect((await list())[0]).toMatchObject({ cancel_at_end: false });
    await end(id, 'period_end');
    at('2026-12-11');
    await turn();
    expect(await list()).toEqual([]);

    await choose(agent, 'standard', '5.00');
    const [other] = await list();
    expect(await end(other?.id ?? 0, 'now')).toMatchObject({ state: 'ended' });
    await expect(end(other?.id ?? 0, 'now')).rejects.toMatchObject({ code: 'subscriptions.ended' });
    const { data } = await admin.call(listAuditEntries, {
      query: { of_type: 'subscription' },
    });
    expect(data.map(({ action }) => action)).toEqual([
      'subscriptions.ended',
      'subscriptions.cancelled',
      'subscriptions.cancelled',
    ]);
    const { rows: asked } = await sql<{ payload: object }>`
      select payload from outbox where company_id = ${companyId} and name = 'subscriptions.mailEnded' order by id desc limit 1`.execute(
      db,
    );
    expect(asked).toMatchObject([{ payload: { userId: agent.userId, id: other?.id } }]);
    await mailEnded(ctx(), asked[0]?.payload as Parameters<typeof mailEnded>[1]);
    const mail = await mailTo(server, agent.email, 'Your plan for your account ends');
    expect(mail.text).toContain('The reason: The company pays from now on');
  });

  test('that is not paid ends at once, whatever was asked; the administrator who pays gets no mail', async () => {
    const { companyId, people, failCards, turn } = await anOffice();
    const { admin } = people;
    await connect(admin);
    await choose(admin, 'premium', '7.00');
    await failCards('no_funds');
    at('2026-12-11');
    await turn();
    const [own] = (await admin.call(listAccountSubscriptions, { query: {} })).data;
    expect(own).toMatchObject({ type: 'company', state: 'past_due' });
    const body = { id: own?.id ?? 0, reason: 'We close', at: 'period_end' as const };
    expect(await admin.call(endAccountSubscription, { body })).toMatchObject({ state: 'ended' });
    const { rows } = await sql`select from outbox where company_id = ${companyId} and name = 'subscriptions.mailEnded'`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });
});
