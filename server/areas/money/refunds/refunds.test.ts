// Money that goes back: refunds by administrators, what banks take back, and the calls of the processor about it.
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { hold, release, settle } from '#areas/money/ledger/ledger.service.ts';
import { chargeUsage } from '#areas/money/wallet/wallet.service.ts';
import { connectCard, listCards, saveCard } from '#contract/cards.ts';
import { moneyOf } from '#contract/kit/money.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { type CompanyPayment, listPayments, refundPayment } from '#contract/payments.ts';
import { actOnSandboxCharge, enterSandboxCard, listSandboxCharges, sendSandboxEvent } from '#contract/sandboxCards.ts';
import { getWallet, listInvoices, topUpWallet, updateWalletSettings } from '#contract/wallet.ts';
import { receiveWebhook, stripeHook } from '#contract/webhooks.ts';
import { systemActor } from '#kernel/actors.ts';
import { type CardProvider, CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client, call } from '#tests/support/server.ts';
import { until } from '#tests/support/until.ts';
import { refundPump } from './refunds.pump.ts';
import { finishRefund } from './refunds.settle.ts';

const server = await aServer({ worker: true });
const { platform } = server;
afterEach(() => server.operator.db.deleteFrom('rate_limits').execute());

/** An agent who has topped up by this card. */
async function aPayer(amount = '20.00', number = '4242424242424242') {
  const { people, companyId } = await aCompany(server, { admin: {}, agent: {} });
  const { admin, agent } = people;
  await server.operator.db
    .insertInto('feature_overrides')
    .values({ company_id: companyId, user_id: 0, feature: 'wallet', enabled: true })
    .execute();
  const { url } = await agent.call(connectCard, { body: {} });
  const setup = new URL(url).pathname.split('/').at(-1) ?? '';
  await call(server.app, {}, enterSandboxCard, { params: { id: setup }, body: { number, expiry: '12/40', cvc: '123' } });
  await agent.call(saveCard, { body: { setup } });
  const payment = await topUp(agent, amount);
  const rows = await sql<{ provider_id: string }>`select provider_id from payments where id = ${payment.id}`.execute(
    server.operator.db,
  );
  const charge = rows.rows[0]?.provider_id ?? '';
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
  const spend = (texts: number) =>
    inTenant(ctx, (tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'sms', quantity: texts, key: crypto.randomUUID() }));
  const act = (what: 'ask' | 'dispute' | 'win' | 'lose' | 'fail_refund' | 'expire_card', tell = true) =>
    call(server.app, {}, actOnSandboxCharge, { params: { id: charge }, body: { act: what, tell } });
  const refund = (sum: string) =>
    admin.call(refundPayment, { params: { id: payment.id }, body: { amount: sum, reason: 'Asked for' } });
  const row = async () => (await admin.call(listPayments, { query: {} })).data.at(-1) as CompanyPayment;
  const wallet = () => agent.call(getWallet, {});
  const addsUp = async () => expect((await admin.call(reconcileLedger, {})).data).toEqual([]);
  return { admin, agent, companyId, ctx, payment, charge, spend, act, refund, row, wallet, addsUp };
}

const topUp = (client: Client, amount: string) => client.call(topUpWallet, { body: { amount, description: '' } });

/** Calls of the processor, the latest first. */
const eventsOf = async () => (await call(server.app, {}, listSandboxCharges, {})).events;
const send = (id: string, forged = false) => call(server.app, {}, sendSandboxEvent, { params: { id }, body: { forged } });

describe('a refund', () => {
  test('sends back what is unspent, in parts, and never more than was paid', async () => {
    const { refund, spend, row, wallet, agent, addsUp } = await aPayer('20.00');
    await spend(200); // 3 dollars
    expect(await row()).toMatchObject({ refundable: '17.00', refunds: [] });
    expect(await refund('5.00')).toMatchObject({
      refunded: '5.00',
      refundable: '12.00',
      refunds: [{ state: 'succeeded', amount: '5.00' }],
    });
    expect(await wallet()).toMatchObject({ balance: '12.00', available: '12.00', held: '0.00' });
    const two = await Promise.allSettled([refund('12.00'), refund('12.00')]);
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(refund('2.00')).rejects.toMatchObject({
      problem: { errors: { amount: [expect.stringContaining('is spent')] } },
    });
    expect((await agent.call(listInvoices, { query: {} })).data[0]).toMatchObject({ refunded: '17.00' });
    await addsUp();
  });

  test('that the bank sends back later is booked back, once', async () => {
    const { refund, act, row, wallet, addsUp } = await aPayer('20.00', '4000000000005126');
    await refund('20.00');
    expect(await wallet()).toMatchObject({ balance: '0.00' });
    await act('fail_refund');
    await until(async () => (await wallet()).balance === '20.00');
    const [event] = await eventsOf();
    await send(event?.id ?? '');
    expect(await row()).toMatchObject({ refunded: '0.00', refundable: '20.00', refunds: [{ state: 'failed' }] });
    await addsUp();
    expect(await refund('20.00')).toMatchObject({ refunded: '20.00' });
    await addsUp();
  });

  test.each(['before the processor is asked', 'after it has answered'])('whose process dies %s happens once', async (when) => {
    const { refund, wallet, ctx, charge, addsUp } = await aPayer();
    const cards = platform.cards as CardProvider;
    platform.cards = {
      ...cards,
      async refund(asked) {
        if (when.startsWith('after')) await cards.refund(asked);
        throw new CardsUnavailable('the process died');
      },
    };
    const { refunds } = await refund('8.00').finally(() => (platform.cards = cards));
    expect(refunds).toMatchObject([{ state: 'pending' }]);
    expect(await wallet()).toMatchObject({ balance: '20.00', available: '12.00', held: '8.00' });
    const { db } = server.operator;
    const id = refunds[0]?.id ?? 0;
    await db
      .updateTable('refunds')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await runPumps(db, platform, [refundPump]);
    await Promise.all([finishRefund(ctx, id), finishRefund(ctx, id)]);
    const { rows } = await sql`select from sandbox_cards where kind = 'refund' and customer = ${charge}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await wallet()).toMatchObject({ balance: '12.00', held: '0.00' });
    await addsUp();
  });
});

describe('a bank that takes a payment back', () => {
  test('takes it from the wallet; the rest is owed, and the next top-up pays it', async () => {
    const { agent, spend, act, row, wallet, refund, addsUp } = await aPayer('20.00', '4000000000000259');
    await agent.call(updateWalletSettings, { body: { enabled: true, threshold: '1.00', amount: '5.00' } });
    await spend(1000); // 15 dollars
    await act('dispute');
    await until(async () => (await wallet()).owed === '15.00');
    expect(await wallet()).toMatchObject({ balance: '0.00', available: '0.00', auto_refill: { paused: 'disputed' } });
    await expect(spend(1)).rejects.toMatchObject({ code: 'wallet.insufficient_funds' });
    expect(await row()).toMatchObject({ refundable: '0.00', dispute: { state: 'open', amount: '20.00', reason: 'fraudulent' } });
    await expect(refund('1.00')).rejects.toMatchObject({ code: 'payments.disputed' });
    await topUp(agent, '10.00');
    expect(await wallet()).toMatchObject({ owed: '5.00', available: '0.00' });
    await topUp(agent, '10.00');
    expect(await wallet()).toMatchObject({ owed: '0.00', available: '5.00' });
    await spend(10);
    await addsUp();
  });

  test('is paid by what was held and is free again, and by a refund that fails', async () => {
    const { agent, ctx, act, wallet, addsUp } = await aPayer('20.00');
    const own = (cents: string, key: string) => ({
      userId: agent.userId,
      amount: moneyOf(cents),
      key,
      expiresAt: new Date(Date.now() + 60_000),
    });
    await inTenant(ctx, (tx) => hold(tx, [own('8.00', 'one'), own('6.00', 'two'), own('6.00', 'three')]));
    await act('dispute');
    await until(async () => (await wallet()).owed === '20.00');
    await inTenant(ctx, (tx) => release(tx, ['one']));
    expect(await wallet()).toMatchObject({ owed: '12.00', balance: '12.00', held: '12.00' });
    await inTenant(ctx, (tx) => settle(tx, [{ key: 'two', amount: moneyOf('2.00'), book: 'texts' }]));
    expect(await wallet()).toMatchObject({ owed: '8.00', balance: '6.00', held: '6.00' });
    await inTenant(ctx, (tx) => settle(tx, [{ key: 'two', amount: moneyOf('2.00'), book: 'texts' }]));
    await inTenant(ctx, (tx) => release(tx, ['two', 'three']));
    expect(await wallet()).toMatchObject({ owed: '2.00', balance: '0.00', held: '0.00' });
    await addsUp();
  });

  test.each([
    ['succeeds', { owed: '5.00', balance: '0.00' }],
    ['fails', { owed: '0.00', balance: '15.00' }],
  ])('while a refund of another payment is under way, which %s', async (end, expected) => {
    const { agent, admin, ctx, act, wallet, addsUp } = await aPayer('5.00');
    const other = await topUp(agent, '20.00');
    const cards = platform.cards as CardProvider;
    const real = end === 'succeeds';
    platform.cards = {
      ...cards,
      refund: async (asked) => ({ id: real ? ((await cards.refund(asked))?.id ?? '') : 're_of_a_bank', state: 'pending' }),
      findRefund: async (id) => (real ? cards.findRefund(id) : { id, state: 'failed' }),
    };
    try {
      const body = { amount: '20.00', reason: 'Asked for' };
      const { refunds } = await admin.call(refundPayment, { params: { id: other.id }, body });
      await inTenant(ctx, (tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'call', quantity: 250, key: 'spent' }));
      await act('dispute');
      await until(async () => (await wallet()).owed === '5.00');
      await finishRefund(ctx, refunds[0]?.id ?? 0);
    } finally {
      platform.cards = cards;
    }
    expect(await wallet()).toMatchObject({ ...expected, held: '0.00' });
    await addsUp();
  });

  test('gives it back when it decides for us, however its calls arrive', async () => {
    const { spend, act, row, wallet, addsUp } = await aPayer();
    await spend(1000);
    await act('dispute', false);
    await act('win', false);
    const calls = (await eventsOf()).slice(0, 3); // closed, funds withdrawn, created
    await Promise.all(calls.toReversed().flatMap(({ id }) => [send(id), send(id)]));
    await until(async () => (await row()).dispute?.state === 'won');
    for (const { id } of calls) await send(id);
    expect(await wallet()).toMatchObject({ balance: '5.00', owed: '0.00' });
    await addsUp();
  });

  test('won after it was taken: the debt is gone and the rest is in the wallet', async () => {
    const { spend, act, wallet, addsUp } = await aPayer();
    await spend(1000);
    await act('dispute');
    await until(async () => (await wallet()).owed === '15.00');
    await act('win');
    await until(async () => (await wallet()).owed === '0.00');
    expect(await wallet()).toMatchObject({ available: '5.00' });
    await addsUp();
  });

  test('and only asks first takes nothing', async () => {
    const { act, row, wallet, addsUp } = await aPayer();
    await act('ask');
    await until(async () => (await row()).dispute?.state === 'warning');
    expect(await wallet()).toMatchObject({ available: '20.00', owed: '0.00' });
    await act('win');
    await until(async () => (await row()).dispute?.state === 'closed');
    await addsUp();
  });
});

describe('a call of the processor', () => {
  test('that is forged, changed or too old is refused and begins nothing', async () => {
    const { act, row } = await aPayer();
    await act('dispute', false);
    const [event] = await eventsOf();
    const id = event?.id ?? '';
    expect(await send(id, true)).toEqual({ taken: false });
    const signed = await platform.cards?.sandbox?.signed(id, { forged: false });
    if (!signed) throw new Error('there is such an event');
    const post = (body: Buffer, signature: string) =>
      server.app.inject({ method: 'POST', url: stripeHook, body, headers: { 'stripe-signature': signature } });
    const changed = Buffer.from(signed.body.toString().replace('fraudulent', 'general'));
    expect((await post(changed, signed.signature)).statusCode).toBe(401);
    const late = new Date(Date.now() + 301_000);
    expect(platform.cards?.readEvent(signed.body, signed.signature, late)).toBeNull();
    expect((await server.app.inject({ method: 'POST', url: '/v1/webhooks/mail/account', body: '{}' })).statusCode).toBe(404);
    expect((await row()).dispute).toBeNull();
    expect((await post(signed.body, signed.signature)).statusCode).toBe(204);
    await until(async () => (await row()).dispute?.state === 'open');
    expect(receiveWebhook.kind).toBe('raw');
  });

  test('about a card brings its new date', async () => {
    const { act, agent } = await aPayer();
    await act('expire_card');
    await until(async () => (await agent.call(listCards, {})).data[0]?.expired === true);
    expect(await topUp(agent, '20.00')).toMatchObject({ state: 'failed', failure: 'expired' });
  });

  test('waits where the processor does not answer, and is worked on later', async () => {
    const { act, row } = await aPayer();
    const cards = platform.cards as CardProvider;
    platform.cards = {
      ...cards,
      ownerOf: () => Promise.reject(new CardsUnavailable('no answer')),
    };
    await act('ask').finally(() => (platform.cards = cards));
    const { rows } = await sql<{ id: string }>`select id from card_events where state = 'waiting'`.execute(server.operator.db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) await send(id);
    await until(async () => (await row()).dispute?.state === 'warning');
  });
});
