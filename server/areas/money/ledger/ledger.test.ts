// Money never appears, disappears or is spent twice, whatever races and whatever is repeated.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { money, moneyOf } from '#contract/kit/money.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { systemActor } from '#kernel/actors.ts';
import { inTenant, type Tx } from '#kernel/context.ts';
import { roleName } from '#kernel/db/database.ts';
import { fail } from '#kernel/errors.ts';
import { aCompany } from '#tests/support/factories.ts';
import { aServer } from '#tests/support/server.ts';
import { ledgerChores } from './ledger.chores.ts';
import { reconcile } from './ledger.reconcile.ts';
import { allowanceOf, availableOf, bookOf, hold, listPurses, post, release, settle, spend, walletOf } from './ledger.service.ts';

const server = await aServer();

async function aLedger() {
  const { companyId, people } = await aCompany(server, { admin: {}, manager: {}, agent: { under: 'manager' } });
  const { platform } = server;
  const ctx = { platform, clock: platform.clock, log: platform.log, actor: systemActor(companyId) };
  const run = <T>(work: (tx: Tx) => Promise<T>) => inTenant(ctx, work);
  const fund = (userId: number, dollars: string, key: string) =>
    run(async (tx) =>
      post(tx, [
        { from: await bookOf(tx, 'cards'), to: await walletOf(tx, userId), amount: moneyOf(dollars), kind: 'top_up', key },
      ]),
    );
  const available = (userId: number) => run(async (tx) => availableOf(await listPurses(tx, userId)));
  const findings = () => run((tx) => reconcile(tx.db, companyId, new Date()));
  return { companyId, people, run, fund, available, findings };
}

test('a repeated transfer happens once; the same key with another amount is refused', async () => {
  const { people, fund, available, findings } = await aLedger();
  const { userId } = people.agent;
  await fund(userId, '10.00', 'first');
  await fund(userId, '10.00', 'first');
  expect(await available(userId)).toBe(100_000);
  await expect(fund(userId, '11.00', 'first')).rejects.toMatchObject({ code: 'money.key_reused' });
  expect(await findings()).toEqual([]);
});

test('a set of transfers happens whole or not at all', async () => {
  const { people, run, fund, available, findings } = await aLedger();
  await fund(people.manager.userId, '1.00', 'first');
  const give = run(async (tx) => {
    const from = await walletOf(tx, people.manager.userId);
    const to = await allowanceOf(tx, people.agent.userId, people.manager.userId);
    const part = { from, to, amount: moneyOf('0.60'), kind: 'allocate' as const };
    await post(tx, [
      { ...part, key: 'a' },
      { ...part, key: 'b' },
    ]);
  });
  await expect(give).rejects.toMatchObject({ code: 'wallet.insufficient_funds' });
  expect([await available(people.manager.userId), await available(people.agent.userId)]).toEqual([10_000, 0]);
  expect(await findings()).toEqual([]);
});

test('what is given is spent first, and a hold keeps its part of both', async () => {
  const { people, run, fund, available, findings } = await aLedger();
  const { userId } = people.agent;
  await fund(userId, '5.00', 'own');
  await fund(people.manager.userId, '5.00', 'theirs');
  await run(async (tx) => {
    const from = await walletOf(tx, people.manager.userId);
    const to = await allowanceOf(tx, userId, people.manager.userId);
    await post(tx, [{ from, to, amount: moneyOf('2.00'), kind: 'allocate', key: 'gift' }]);
  });
  const expiresAt = new Date(Date.now() + 60_000);
  const held = () => run((tx) => hold(tx, [{ userId, amount: moneyOf('3.00'), key: 'text', expiresAt }]));
  await held();
  await held();
  expect(await available(userId)).toBe(40_000);
  const settled = () => run((tx) => settle(tx, [{ key: 'text', amount: moneyOf('2.50'), book: 'texts' }]));
  expect([...(await settled())]).toEqual(['text']);
  expect([...(await settled())]).toEqual([]);
  const purses = await run((tx) => listPurses(tx, userId));
  expect(purses.map(({ kind, balance, held: part }) => [kind, balance, part])).toEqual([
    ['allowance', 0, 0],
    ['wallet', 45_000, 0],
  ]);
  await run((tx) => hold(tx, [{ userId, amount: moneyOf('4.50'), key: 'call', expiresAt }]));
  await expect(run((tx) => spend(tx, { userId, amount: money(1), key: 'x', book: 'calls' }))).rejects.toMatchObject({
    code: 'wallet.insufficient_funds',
  });
  expect([...(await run((tx) => release(tx, ['call'])))]).toEqual(['call']);
  expect(await available(userId)).toBe(45_000);
  expect(await findings()).toEqual([]);
});

test('of many holds at once those that come first are covered, for each user from all that they have', async () => {
  const { people, run, fund, available, findings } = await aLedger();
  const [poor, rich] = [people.agent.userId, people.manager.userId];
  await fund(poor, '1.00', 'poor');
  await fund(rich, '9.00', 'rich');
  await run(async (tx) => {
    const [from, to] = [await walletOf(tx, rich), await allowanceOf(tx, poor, rich)];
    await post(tx, [{ from, to, amount: moneyOf('0.70'), kind: 'allocate', key: 'gift' }]);
  });
  const expiresAt = new Date(Date.now() + 60_000);
  const holdings = Array.from({ length: 6 }, (_, place) => ({
    userId: place === 3 ? rich : poor,
    amount: moneyOf('0.50'),
    key: `text${place}`,
    expiresAt,
  }));
  const held = () => run((tx) => hold(tx, holdings));
  expect([...(await held())]).toEqual(['text0', 'text1', 'text2', 'text3']);
  expect([...(await held())]).toEqual(['text0', 'text1', 'text2', 'text3']);
  expect([await available(poor), await available(rich)]).toEqual([2_000, 78_000]);
  const uses = ['text0', 'text2', 'text3'].map((key) => ({ key, amount: moneyOf('0.40'), book: 'texts' as const }));
  expect((await run((tx) => settle(tx, uses))).size).toBe(3);
  expect((await run((tx) => settle(tx, uses))).size).toBe(0);
  expect([...(await run((tx) => release(tx, ['text0', 'text1'])))]).toEqual(['text1']);
  expect([await available(poor), await available(rich)]).toEqual([9_000, 79_000]);
  expect(await findings()).toEqual([]);
});

test('the database itself lets nobody overdraw, change or delete a transfer', async () => {
  const { companyId, people, fund } = await aLedger();
  await fund(people.agent.userId, '1.00', 'first');
  const { db } = server.operator;
  await expect(
    sql`update ledger_accounts set balance = -1 where company_id = ${companyId} and kind = 'wallet'`.execute(db),
  ).rejects.toMatchObject({ code: '23514' });
  for (const change of [
    sql`update ledger_transfers set amount = 1 where company_id = ${companyId}`,
    sql`delete from ledger_transfers where company_id = ${companyId}`,
  ])
    await expect(change.execute(db), roleName('operator')).rejects.toMatchObject({ code: '42501' });
});

test('an hourly chore and administrators are told what does not add up, and holds that nobody settled', async () => {
  const { companyId, people, run, fund } = await aLedger();
  const { userId } = people.agent;
  await fund(userId, '1.00', 'first');
  expect((await people.admin.call(reconcileLedger, {})).data).toEqual([]);
  await run((tx) => hold(tx, [{ userId, amount: money(10), key: 'lost', expiresAt: new Date(Date.now() - 1000) }]));
  const { db } = server.operator;
  await sql`update ledger_accounts set balance = balance + 5 where company_id = ${companyId} and kind = 'wallet'`.execute(db);
  expect((await people.admin.call(reconcileLedger, {})).data).toEqual([
    { what: 'balance', id: expect.any(Number), stored: 10_005, expected: 10_000 },
    { what: 'expired_hold', id: expect.any(Number), stored: 10, expected: 0 },
  ]);
  await expect(ledgerChores[0]?.run(db, server.platform)).rejects.toThrow('does not add up');
  await run((tx) => release(tx, ['lost']));
  await sql`update ledger_accounts set balance = balance - 5 where company_id = ${companyId} and kind = 'wallet'`.execute(db);
});

/** 100,000 with LEDGER_MOVEMENTS=100000. */
const movements = Number(process.env.LEDGER_MOVEMENTS ?? 10_000);

test(`${movements.toLocaleString('en-US')} movements at once, half of them repeated, end as a model says`, async () => {
  const { people, run, fund, available, findings } = await aLedger();
  const users = [people.agent.userId, people.manager.userId, people.admin.userId];
  for (const userId of users) await fund(userId, '50.00', `start ${userId}`);
  const movement = fc.record({
    user: fc.nat({ max: users.length - 1 }),
    what: fc.constantFrom('fund', 'spend', 'hold-settle', 'hold-release'),
    amount: fc.integer({ min: 1, max: 9_000 }),
  });
  const [moves = []] = fc.sample(fc.array(movement, { minLength: movements / 2, maxLength: movements / 2 }), {
    numRuns: 1,
    seed: 19,
  });
  const spent = new Map(users.map((userId) => [userId, 500_000]));
  const expiresAt = new Date(Date.now() + 3_600_000);
  const doOne = async ({ user, what, amount: units }: (typeof moves)[number], place: number) => {
    const userId = users[user] ?? 0;
    const [key, amount] = [`m${place}`, money(units)];
    try {
      await run(async (tx) => {
        if (what === 'fund')
          await post(tx, [{ from: await bookOf(tx, 'cards'), to: await walletOf(tx, userId), amount, kind: 'top_up', key }]);
        else if (what === 'spend') await spend(tx, { userId, amount, key, book: 'texts' });
        else if (!(await hold(tx, [{ userId, amount, key, expiresAt }])).has(key)) throw fail('wallet.insufficient_funds');
      });
      if (what === 'hold-settle') await run((tx) => settle(tx, [{ key, amount, book: 'texts' }]));
      if (what === 'hold-release') await run((tx) => release(tx, [key]));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'wallet.insufficient_funds' });
      return false;
    }
  };
  /** Each twice, at about the same time; what one of the two did is done. */
  const queue = moves
    .flatMap((move, place) => [
      { move, place },
      { move, place },
    ])
    .entries();
  const done = new Set<number>();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const [, { move, place }] of queue) if (await doOne(move, place)) done.add(place);
    }),
  );
  for (const place of done) {
    const { user, what, amount } = moves[place] as (typeof moves)[number];
    const sign = what === 'fund' ? 1 : what === 'hold-release' ? 0 : -1;
    spent.set(users[user] ?? 0, (spent.get(users[user] ?? 0) ?? 0) + sign * amount);
  }
  expect(done.size).toBeGreaterThan(movements / 4);
  for (const userId of users) expect(await available(userId)).toBe(spent.get(userId));
  expect(await findings()).toEqual([]);
}, 600_000);
