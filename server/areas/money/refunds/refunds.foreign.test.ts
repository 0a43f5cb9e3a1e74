// Refunds that somebody makes on the card processor's own page: booked once, as our own, in any order of
// calls.
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { chargeUsage } from '#areas/money/wallet/wallet.service.ts';
import { updateAccountPlan } from '#contract/billing.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { listPayments, refundPayment } from '#contract/payments.ts';
import { actOnSandboxCharge, listSandboxCharges, sendSandboxEvent } from '#contract/sandboxCards.ts';
import { getWallet, topUpWallet } from '#contract/wallet.ts';
import { systemActor } from '#kernel/actors.ts';
import { type CardProvider, CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant } from '#kernel/context.ts';
import { connectTestCard } from '#tests/support/cards.ts';
import { aCompany } from '#tests/support/factories.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { aServer, call } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { refundChores } from './refunds.chores.ts';
import { heedProcessor } from './refunds.heed.ts';

const server = await aServer({ worker: true });
const { platform } = server;
const { db } = server.operator;
afterEach(() => db.deleteFrom('rate_limits').execute());

async function anOffice() {
  const { people, companyId } = await aCompany(server, { admin: {}, agent: {} });
  const { admin, agent } = people;
  await db
    .insertInto('feature_overrides')
    .values({ company_id: companyId, user_id: 0, feature: 'wallet', enabled: true })
    .execute();
  await connectTestCard(server, agent);
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
  const chargeOf = async (payment: number) => {
    const { rows } = await sql<{ provider_id: string }>`
      select provider_id from payments where company_id = ${companyId} and id = ${payment}`.execute(db);
    return rows[0]?.provider_id ?? '';
  };
  /** On the processor's own page; `tell: false`: its calls wait. */
  const refundThere = async (payment: number, tell = true) =>
    call(server.app, {}, actOnSandboxCharge, { params: { id: await chargeOf(payment) }, body: { act: 'refund', tell } });
  const wallet = () => agent.call(getWallet, {});
  const row = async (id: number) => (await admin.call(listPayments, { query: {} })).data.find((one) => one.id === id);
  const spend = (texts: number) =>
    inTenant(ctx, (tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'sms', quantity: texts, key: crypto.randomUUID() }));
  const addsUp = async () => expect((await admin.call(reconcileLedger, {})).data).toEqual([]);
  const books = async () => {
    const { rows } = await sql<{ sum: string }>`
      select f.kind || ' > ' || t.kind || ' ' || x.amount / 10000 as sum
      from ledger_transfers x
        join ledger_accounts f on f.company_id = ${companyId} and f.id = x.from_id
        join ledger_accounts t on t.company_id = ${companyId} and t.id = x.to_id
      where x.company_id = ${companyId} and x.kind = 'refund' order by x.id`.execute(db);
    return rows.map(({ sum }) => sum);
  };
  return { admin, agent, companyId, ctx, chargeOf, refundThere, wallet, row, spend, addsUp, books };
}

const topUp = async ({ agent }: Pick<Awaited<ReturnType<typeof anOffice>>, 'agent'>, amount: string) =>
  (await agent.call(topUpWallet, { body: { amount, description: '' } })).id;
const events = async () => (await call(server.app, {}, listSandboxCharges, {})).events;
const send = (id: string) => call(server.app, {}, sendSandboxEvent, { params: { id }, body: {} });

describe('a refund on the processor’s own page', () => {
  test('comes from the wallet, once, whichever of the processor’s calls arrive, and how often', async () => {
    const office = await anOffice();
    const { admin, refundThere, wallet, row, addsUp, books } = office;
    const id = await topUp(office, '20.00');
    await admin.call(refundPayment, { params: { id }, body: { amount: '5.00', reason: 'Asked for' } });
    await refundThere(id, false);
    const told = (await events()).slice(0, 2);
    expect(told.map(({ type }) => type).toSorted()).toEqual(['charge.refunded', 'refund.created']);
    await Promise.all([...told, ...told].map((event) => send(event.id)));
    await until(async () => (await wallet()).balance === '0.00');
    for (const event of await events()) await send(event.id);
    expect(await row(id)).toMatchObject({
      refundable: '0.00',
      refunds: [
        { amount: '5.00', state: 'succeeded', owed: '0.00', by: { id: admin.userId } },
        { amount: '15.00', state: 'succeeded', owed: '0.00', by: null },
      ],
    });
    expect(await wallet()).toMatchObject({ balance: '0.00', owed: '0.00' });
    expect(await books()).toEqual(['wallet > cards 5', 'wallet > cards 15']);
    await addsUp();
  });

  test('of money that is spent is owed: nothing is spent until the next top-up pays it, and the payer is told', async () => {
    const office = await anOffice();
    const { agent, refundThere, spend, wallet, row, addsUp, books } = office;
    const id = await topUp(office, '20.00');
    await spend(1000); // 15 dollars
    await refundThere(id);
    await until(async () => (await wallet()).owed === '15.00');
    expect(await row(id)).toMatchObject({ refunded: '20.00', refunds: [{ amount: '20.00', owed: '15.00', by: null }] });
    expect((await books()).toSorted()).toEqual(['debt > cards 15', 'wallet > cards 5']);
    await expect(spend(1)).rejects.toMatchObject({ code: 'wallet.insufficient_funds' });
    const { text } = await mailTo(server, agent.email, 'A payment went back to your card');
    expect(text).toContain('You had spent $15.00 of it already');
    await topUp(office, '20.00');
    expect(await wallet()).toMatchObject({ owed: '0.00', available: '5.00' });
    await addsUp();
  });

  test('that its bank sends back is booked back', async () => {
    const office = await anOffice();
    const { chargeOf, refundThere, wallet, row, addsUp } = office;
    const id = await topUp(office, '20.00');
    await refundThere(id);
    await until(async () => (await wallet()).balance === '0.00');
    await call(server.app, {}, actOnSandboxCharge, { params: { id: await chargeOf(id) }, body: { act: 'fail_refund' } });
    await until(async () => (await wallet()).balance === '20.00');
    expect(await row(id)).toMatchObject({ refunded: '0.00', refundable: '20.00' });
    expect(await wallet()).toMatchObject({ balance: '20.00' });
    await addsUp();
  });

  test('that overtakes ours: the processor refuses ours, and only one of them is booked', async () => {
    const office = await anOffice();
    const { admin, refundThere, wallet, row, addsUp } = office;
    const id = await topUp(office, '20.00');
    const cards = platform.cards as CardProvider;
    platform.cards = {
      ...cards,
      async refund() {
        await refundThere(id, false);
        throw new CardsUnavailable('the process died');
      },
    };
    const body = { amount: '12.00', reason: 'Asked for' };
    await admin.call(refundPayment, { params: { id }, body }).finally(() => (platform.cards = cards));
    expect(await wallet()).toMatchObject({ balance: '20.00', held: '12.00' });
    for (const event of (await events()).slice(0, 2)) await send(event.id);
    await until(async () => (await wallet()).balance === '0.00');
    expect(await row(id)).toMatchObject({
      refunds: [{ state: 'failed' }, { state: 'succeeded', amount: '20.00', owed: '0.00' }],
    });
    expect(await wallet()).toMatchObject({ balance: '0.00', held: '0.00', owed: '0.00' });
    await addsUp();
  });

  test('of a plan comes from what plans have earned, and the plan stays', async () => {
    const office = await anOffice();
    const { admin, companyId, refundThere, wallet, row, addsUp, books } = office;
    await connectTestCard(server, admin);
    await topUp(office, '20.00');
    const { account } = await admin.call(updateAccountPlan, { body: { plan: 'premium', amount: '7.00' } });
    const { rows } = await sql<{ id: number }>`
      select id from payments where company_id = ${companyId} and kind = 'invoice'`.execute(db);
    const id = rows[0]?.id ?? 0;
    await refundThere(id);
    await until(async () => (await books()).length > 0);
    expect(await books()).toEqual(['plans > cards 7']);
    expect(await row(id)).toMatchObject({ refunded: '7.00', refundable: '0.00' });
    expect(account).toMatchObject({ state: 'active' });
    expect(await wallet()).toMatchObject({ balance: '20.00' });
    await addsUp();
  });

  test('whose call never came is found when both lists are compared', async () => {
    const office = await anOffice();
    const { ctx, refundThere, addsUp } = office;
    const compare = () => refundChores[0]?.run(db, { ...platform, clock: () => new Date(Date.now() + 2 * 3_600_000) });
    const id = await topUp(office, '20.00');
    await compare();
    await refundThere(id, false);
    await expect(compare()).rejects.toThrow('other payments');
    await heedProcessor(ctx, { kind: 'refunds', id: '', payment: id, refund: null });
    await compare();
    await addsUp();
  });
});
