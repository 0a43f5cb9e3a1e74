// The wallet as its user sees it: topping up by card, automatic refill, giving and taking back.
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { findChargeable } from '#areas/money/cards/cards.service.ts';
import { bookOf, post, takeBack, walletOf } from '#areas/money/ledger/ledger.service.ts';
import { connectCard, deleteCard, listCards, saveCard, updateCard } from '#contract/cards.ts';
import { moneyOf } from '#contract/kit/money.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { answerSandboxCharge, enterSandboxCard } from '#contract/sandboxCards.ts';
import {
  allocateWallet,
  estimateCost,
  finishPayment,
  getWallet,
  getWalletAnalytics,
  listInvoices,
  listTransactions,
  listUsagePrices,
  reclaimWallet,
  topUpWallet,
  updateWalletSettings,
} from '#contract/wallet.ts';
import { loadActor, systemActor } from '#kernel/actors.ts';
import { type CardProvider, CardsUnavailable } from '#kernel/cards/cards.ts';
import { inTenant, type Platform, type Tx } from '#kernel/context.ts';
import { runPumps } from '#kernel/jobs/pump.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer, type Client, call } from '#tests/support/server.ts';
import { finishPayment as finish, insertPayment, paymentPump } from './wallet.payments.ts';
import { refillWallet } from './wallet.refill.ts';
import { chargeUsage } from './wallet.service.ts';

const server = await aServer();
const { platform } = server;
afterEach(() => server.operator.db.deleteFrom('rate_limits').execute());

async function anOffice() {
  const office = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' }, agent2: { under: 'manager' } });
  await server.operator.db
    .insertInto('feature_overrides')
    .values({ company_id: office.companyId, user_id: 0, feature: 'wallet', enabled: true })
    .execute();
  const ctx = (own: Platform = platform) => ({
    platform: own,
    clock: own.clock,
    log: own.log,
    actor: systemActor(office.companyId),
  });
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTenant(ctx(), work);
  const refill = async ({ userId }: Client) => {
    const actor = await loadActor(platform, office.companyId, userId, null);
    if (actor) await refillWallet({ ...ctx(), actor }, userId);
  };
  const addsUp = async () => expect((await office.people.admin.call(reconcileLedger, {})).data).toEqual([]);
  return { ...office, ctx, run, refill, addsUp };
}

async function connect(client: Client, number = '4242424242424242') {
  const { url } = await client.call(connectCard, { body: {} });
  const id = new URL(url).pathname.split('/').at(-1) ?? '';
  await call(server.app, {}, enterSandboxCard, { params: { id }, body: { number, expiry: '12/40', cvc: '123' } });
  return client.call(saveCard, { body: { setup: id } });
}
const topUp = (client: Client, amount: string, onceKey?: string) =>
  client.call(topUpWallet, { body: { amount, description: 'For texts' }, ...(onceKey && { onceKey }) });

describe('cards', () => {
  test('the first is the default; another one can be, and removing it passes that on', async () => {
    const { people } = await anOffice();
    const first = await connect(people.agent);
    expect(first).toMatchObject({ brand: 'visa', last4: '4242', expires: '12/2040', expired: false, is_default: true });
    const second = await connect(people.agent, '378282246310005');
    expect(second).toMatchObject({ brand: 'amex', is_default: false });
    await people.agent.call(updateCard, { params: { id: second.id }, body: { is_default: true } });
    await people.agent.call(deleteCard, { params: { id: second.id } });
    expect((await people.agent.call(listCards, {})).data).toEqual([first]);
    expect((await people.manager.call(listCards, {})).data).toEqual([]);
    await expect(people.manager.call(deleteCard, { params: { id: first.id } })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('one that was taken off at the processor does not pay, and is removed here; the next one is the default', async () => {
    const { companyId, people } = await anOffice();
    const { agent } = people;
    const second = await connect(agent, '378282246310005');
    const first = await connect(agent);
    await agent.call(updateCard, { params: { id: first.id }, body: { is_default: true } });
    const { rows } = await sql<{ provider_id: string }>`
      select provider_id from cards where company_id = ${companyId} and id = ${first.id}`.execute(server.operator.db);
    await platform.cards?.removeCard(rows[0]?.provider_id ?? '');
    expect(await topUp(agent, '20.00')).toMatchObject({ state: 'failed', failure: 'declined' });
    expect((await agent.call(listCards, {})).data).toMatchObject([{ id: second.id, is_default: true }]);
    expect(await topUp(agent, '20.00')).toMatchObject({ state: 'succeeded' });
  });

  test('a page of another user, or without a card, gives none; no other number is taken', async () => {
    const { people } = await anOffice();
    const { url } = await people.agent.call(connectCard, { body: {} });
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    await expect(people.agent.call(saveCard, { body: { setup: id } })).rejects.toMatchObject({ code: 'cards.not_entered' });
    const entering = call(server.app, {}, enterSandboxCard, {
      params: { id },
      body: { number: '4111111111111111', expiry: '12/40', cvc: '123' },
    });
    await expect(entering).rejects.toMatchObject({ problem: { errors: { number: [expect.stringContaining('test cards')] } } });
    await connect(people.manager);
    await call(server.app, {}, enterSandboxCard, {
      params: { id },
      body: { number: '4242424242424242', expiry: '12/40', cvc: '123' },
    });
    await expect(people.manager.call(saveCard, { body: { setup: id } })).rejects.toMatchObject({ code: 'cards.not_entered' });
  });
});

describe('a top-up', () => {
  test('is charged and booked once, however often it is asked for', async () => {
    const { people, addsUp } = await anOffice();
    await expect(topUp(people.agent, '20.00')).rejects.toMatchObject({ code: 'cards.none' });
    await connect(people.agent);
    const paid = await topUp(people.agent, '20.00', 'one-click');
    expect(paid).toMatchObject({ state: 'succeeded', amount: '20.00', card: 'visa 4242', failure: null });
    const again = await Promise.allSettled([1, 2, 3].map(() => topUp(people.agent, '20.00', 'one-click')));
    expect(again.map((one) => one.status === 'fulfilled' && one.value.id)).toEqual([paid.id, paid.id, paid.id]);
    await expect(topUp(people.agent, '21.00', 'one-click')).rejects.toMatchObject({ code: 'key_reused' });
    expect(await people.agent.call(getWallet, {})).toMatchObject({ balance: '20.00', available: '20.00', own: '20.00' });
    await addsUp();
  });

  test.each(['4.99', '5000.01', '20.001', '1e3', '-5'])('of %s is refused', async (amount) => {
    const { people } = await anOffice();
    await expect(topUp(people.agent, amount)).rejects.toMatchObject({ problem: { errors: { amount: [expect.any(String)] } } });
  });

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'no_funds'],
    ['4000000000000069', 'expired'],
  ])('by the card %s fails: %s; nothing is booked', async (number, failure) => {
    const { people, addsUp } = await anOffice();
    await connect(people.agent, number);
    expect(await topUp(people.agent, '20.00')).toMatchObject({ state: 'failed', failure });
    expect(await people.agent.call(getWallet, {})).toMatchObject({ balance: '0.00' });
    await addsUp();
  });

  test.each([
    [true, 'succeeded', '20.00'],
    [false, 'failed', '0.00'],
  ])('that the bank asks about waits for the answer %s', async (approve, state, balance) => {
    const { people, addsUp } = await anOffice();
    await connect(people.agent, '4000000000003184');
    const asked = await topUp(people.agent, '20.00');
    expect(asked).toMatchObject({ state: 'requires_action', action_url: expect.stringContaining('/sandbox/cards/confirm/') });
    const id = new URL(asked.action_url ?? '').pathname.split('/').at(-1) ?? '';
    const finishing = () => people.agent.call(finishPayment, { params: { id: asked.id } });
    expect(await finishing()).toMatchObject({ state: 'requires_action' });
    const { return_url } = await call(server.app, {}, answerSandboxCharge, { params: { id }, body: { approve } });
    expect(new URL(return_url)).toMatchObject({ pathname: '/wallet', search: `?payment=${asked.id}` });
    expect((await Promise.all([finishing(), finishing()])).map((one) => one.state)).toEqual([state, state]);
    expect(await people.agent.call(getWallet, {})).toMatchObject({ balance });
    await expect(people.manager.call(finishPayment, { params: { id: asked.id } })).rejects.toMatchObject({ code: 'not_found' });
    await addsUp();
  });

  test.each(['before the processor is asked', 'after it has charged'])('whose process dies %s is charged once', async (when) => {
    const { people, ctx, addsUp, companyId } = await anOffice();
    await connect(people.agent);
    const cards = platform.cards as CardProvider;
    const dying: CardProvider = {
      ...cards,
      async charge(charge) {
        if (when.startsWith('after')) await cards.charge(charge);
        throw new CardsUnavailable('the process died');
      },
    };
    platform.cards = dying;
    const payment = await topUp(people.agent, '20.00').finally(() => (platform.cards = cards));
    expect(payment.state).toBe('pending');
    await server.operator.db
      .updateTable('payments')
      .set({ due_at: new Date(0) })
      .where('id', '=', payment.id)
      .execute();
    const { db } = server.operator;
    await runPumps(db, platform, [paymentPump]);
    expect(await paymentPump.listDue(db, new Date(), 10)).not.toContain(companyId);
    await Promise.all([finish(ctx(), payment.id), finish(ctx(), payment.id)]);
    const { rows } =
      await sql`select from sandbox_cards where kind = 'intent' and body -> 'metadata' ->> 'key' = ${`payment:${companyId}:${payment.id}`}`.execute(
        db,
      );
    expect(rows).toHaveLength(1);
    expect(await people.agent.call(getWallet, {})).toMatchObject({ balance: '20.00' });
    await addsUp();
  });
});

describe('automatic refill', () => {
  const settings = { enabled: true, threshold: '10.00', amount: '50.00' };

  test('is off at first, and charges as many whole amounts as the gap needs, once', async () => {
    const { people, run, refill, addsUp } = await anOffice();
    const { agent } = people;
    expect((await agent.call(getWallet, {})).auto_refill).toEqual({
      enabled: false,
      threshold: '10.00',
      amount: '50.00',
      paused: null,
    });
    await connect(agent);
    await topUp(agent, '12.00');
    await agent.call(updateWalletSettings, { body: settings });
    await run((tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'sms', quantity: 200, key: 'texts' }));
    await Promise.all([refill(agent), refill(agent), refill(agent)]);
    expect(await agent.call(getWallet, {})).toMatchObject({ balance: '59.00', available: '59.00' });
    await agent.call(updateWalletSettings, { body: { ...settings, threshold: '200.00' } });
    await refill(agent);
    expect(await agent.call(getWallet, {})).toMatchObject({ balance: '209.00' });
    await addsUp();
  });

  test('asks again after a soft decline and pauses after the fourth; a hard one, or none to charge, pauses at once', async () => {
    const { people, refill, companyId } = await anOffice();
    const { agent, agent2, manager } = people;
    const mailsAsked = async () => {
      const { db } = server.operator;
      const asked = await db
        .selectFrom('outbox')
        .select('payload')
        .where('company_id', '=', companyId)
        .where('name', '=', 'wallet.mailPause')
        .orderBy('id')
        .execute();
      return asked.map(({ payload }) => (payload as { reason: string }).reason);
    };
    const paused = async (client: Client) => (await client.call(getWallet, {})).auto_refill.paused;
    await connect(agent, '4000000000009995');
    await agent.call(updateWalletSettings, { body: settings });
    for (const expected of [null, null, null, 'no_funds']) {
      await refill(agent);
      expect(await paused(agent)).toBe(expected);
    }
    await refill(agent);
    expect((await agent.call(listInvoices, { query: {} })).data).toHaveLength(4);
    await connect(agent2, '4000000000003184');
    await agent2.call(updateWalletSettings, { body: settings });
    await refill(agent2);
    expect(await paused(agent2)).toBe('authentication');
    await manager.call(updateWalletSettings, { body: settings });
    await refill(manager);
    expect(await paused(manager)).toBe('no_card');
    expect(await mailsAsked()).toEqual(['no_funds', 'authentication', 'no_card']);
    await connect(manager);
    await manager.call(updateWalletSettings, { body: settings });
    await refill(manager);
    expect(await manager.call(getWallet, {})).toMatchObject({ balance: '50.00', auto_refill: { paused: null } });
  });
});

test('a pause after a chargeback stays through invoices and refills under way; a top-up ends it', async () => {
  const { companyId, people, run, ctx } = await anOffice();
  const { agent } = people;
  await connect(agent);
  await agent.call(updateWalletSettings, { body: { enabled: true, threshold: '10.00', amount: '50.00' } });
  const charge = async (kind: 'invoice' | 'refill') => {
    const id = await run(async (tx) => {
      const chargeable = await findChargeable(tx, agent.userId);
      if (!chargeable) throw new Error('the card is there');
      const payment = { kind, user_id: agent.userId, amount: moneyOf('5.00'), description: '', return_url: null };
      return insertPayment(tx, { ...payment, ...chargeable });
    });
    await finish(ctx(), id ?? 0);
  };
  const settings = async () => {
    const { rows } = await sql`select paused, tries from wallet_settings where company_id = ${companyId}`.execute(
      server.operator.db,
    );
    return rows;
  };
  await sql`update wallet_settings set paused = 'disputed', tries = 2 where company_id = ${companyId}`.execute(
    server.operator.db,
  );
  await charge('invoice');
  expect(await settings()).toEqual([{ paused: 'disputed', tries: 2 }]);
  await charge('refill');
  expect(await settings()).toEqual([{ paused: 'disputed', tries: 0 }]);
  await topUp(agent, '5.00');
  expect(await settings()).toEqual([{ paused: null, tries: 0 }]);
});

test('somebody who owes gives no money away, even where some is in the wallet', async () => {
  const { people, run, addsUp } = await anOffice();
  const { manager, agent } = people;
  await connect(manager);
  await topUp(manager, '20.00');
  await run((tx) => takeBack(tx, manager.userId, moneyOf('25.00'), { key: 'back', kind: 'dispute' }));
  await run(async (tx) => {
    const [from, to] = [await bookOf(tx, 'adjustments'), await walletOf(tx, manager.userId)];
    await post(tx, [{ from, to, amount: moneyOf('10.00'), kind: 'adjustment', key: 'more' }]);
  });
  const give = () => manager.call(allocateWallet, { body: { user_ids: [agent.userId], amount: '1.00' } });
  await expect(give()).rejects.toMatchObject({ code: 'wallet.owed' });
  await topUp(manager, '5.00');
  expect(await give()).toMatchObject({ owed: '0.00', balance: '9.00' });
  await addsUp();
});

test('a payer gives to people below, all or none, and takes back what is left', async () => {
  const { people, run, addsUp } = await anOffice();
  const { manager, agent, agent2, admin } = people;
  await connect(manager);
  await topUp(manager, '20.00');
  const give = (user_ids: number[], amount: string) => manager.call(allocateWallet, { body: { user_ids, amount } });
  await expect(give([agent.userId, agent2.userId], '10.01')).rejects.toMatchObject({ code: 'wallet.insufficient_funds' });
  await expect(give([admin.userId], '1.00')).rejects.toMatchObject({ code: 'invalid' });
  await expect(give([manager.userId], '1.00')).rejects.toMatchObject({ code: 'invalid' });
  expect(await give([agent.userId, agent2.userId, agent.userId], '5.00')).toMatchObject({
    balance: '10.00',
    allocated: [{ amount: '5.00' }, { amount: '5.00' }],
  });
  await run((tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'call', quantity: 100, key: 'call' }));
  expect(await agent.call(getWallet, {})).toMatchObject({ balance: '3.00', allowance: '3.00', own: '0.00', days_left: 45 });
  expect(await manager.call(reclaimWallet, { body: { user_ids: [agent.userId, agent2.userId] } })).toMatchObject({
    balance: '18.00',
    allocated: [],
  });
  await expect(manager.call(reclaimWallet, { body: { user_ids: [admin.userId] } })).rejects.toMatchObject({ code: 'invalid' });
  expect(
    (await agent.call(listTransactions, { query: {} })).data.map(({ kind, amount, person }) => [kind, amount, person?.name]),
  ).toEqual([
    ['reclaim', '-3.00', 'manager Tester'],
    ['usage', '-2.00', undefined],
    ['allocate', '5.00', 'manager Tester'],
  ]);
  await addsUp();
});

test('giving with the same Idempotency-Key happens once', async () => {
  const { people, addsUp } = await anOffice();
  const { manager, agent } = people;
  await connect(manager);
  await topUp(manager, '20.00');
  const giving = { ...manager.headers, 'idempotency-key': 'another-click' };
  const give = () => call(server.app, giving, allocateWallet, { body: { user_ids: [agent.userId], amount: '5.00' } });
  await Promise.all([give(), give()]);
  expect(await manager.call(getWallet, {})).toMatchObject({ balance: '15.00', allocated: [{ amount: '5.00' }] });
  await addsUp();
});

test('history has pages and filters; analytics tell days, kinds and corporations', async () => {
  const { people, run, companyId } = await anOffice();
  const { agent } = people;
  await connect(agent);
  await topUp(agent, '20.00');
  const { id: corporationId } = await server.operator.db
    .insertInto('corporations')
    .values({ company_id: companyId, name: 'Acme' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const use = (key: string, more: object) =>
    run((tx) => chargeUsage(tx, { userId: agent.userId, usageType: 'sms', quantity: 10, key, ...more }));
  await use('a', {});
  await use('a', {});
  await use('b', { corporationId });
  const page = await agent.call(listTransactions, { query: { per_page: 2 } });
  expect(page.pagination).toEqual({ current_page: 1, per_page: 2, total_pages: 2, total_count: 3 });
  expect(page.data.map(({ amount, quantity }) => [amount, quantity])).toEqual([
    ['-0.15', 10],
    ['-0.15', 10],
  ]);
  expect((await agent.call(listTransactions, { query: { filter: 'in' } })).data).toMatchObject([
    { kind: 'top_up', amount: '20.00' },
  ]);
  expect((await agent.call(listTransactions, { query: { filter: 'usage' } })).pagination.total_count).toBe(2);
  expect(await agent.call(getWalletAnalytics, { query: {} })).toMatchObject({
    total: '0.30',
    spent: [{ amount: '0.30' }],
    usage: [{ usage_type: 'sms', quantity: 20, amount: '0.30' }],
  });
  expect((await agent.call(getWalletAnalytics, { query: { corporation_id: corporationId } })).total).toBe('0.15');
});

test('an estimate and a charge go by the same dated price', async () => {
  const { people } = await anOffice();
  const { data } = await people.agent.call(listUsagePrices, {});
  expect(data).toContainEqual({ usage_type: 'sms', price: '0.015', effective_from: '2026-01-01' });
  expect(await people.agent.call(estimateCost, { body: { usageType: 'sms', quantity: 3 } })).toEqual({
    usageType: 'sms',
    quantity: 3,
    unit_price: '0.015',
    cost: '0.045',
    available: '0.00',
    covered: false,
  });
});
