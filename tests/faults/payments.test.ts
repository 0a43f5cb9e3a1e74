// Kill the web process again and again while people top up, before and after the processor's answer and the
// commit: each top-up is charged once and credited once, and nothing stays held.   FAULTS_TOP_UPS=200 npm
// test -- tests/faults/payments
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { moneyOf, moneyText, plus, times } from '#contract/kit/money.ts';
import { reconcileLedger } from '#contract/ledger.ts';
import { finishPayment, getWallet, topUpWallet } from '#contract/wallet.ts';
import { until } from '../support/until.ts';
import { broken, signIn } from './calls.ts';
import { kill } from './processes.ts';
import { aProduct } from './product.ts';

const count = Number(process.env.FAULTS_TOP_UPS ?? 12);

test.skipIf(process.platform !== 'linux')(
  `${count} top-ups happen once each when processes are killed during them`,
  { timeout: Math.max(300_000, count * 20_000) },
  async () => {
    const product = await aProduct({ contacts: 100 });
    onTestFailed(() => product.abandon());
    product.start(true);
    await until(product.isWell, 60);
    const caller = await until(() => signIn(product.origin, 'manager@harbor.test'));
    const admin = await until(() => signIn(product.origin, 'admin@harbor.test'));
    const before = await caller.read(getWallet, {});

    for (let place = 0; place < count; place++) {
      await product.look('delete from rate_limits'); // a person does not top up so often
      const body = { amount: '5.00', description: `Fault ${place}` };
      const onceKey = `faults-${place}`;
      const lost = caller.ask(topUpWallet, { body, onceKey });
      await pause((place * 7) % 90); // before the row, during the charge, after the commit
      const [web] = product.find('web');
      if (web) kill(web.pid);
      await lost;
      const payment = await until(async () => (await caller.ask(topUpWallet, { body, onceKey }))?.body, 60);
      await until(async () => {
        const { state } = await caller.read(finishPayment, { params: { id: payment.id } });
        return state === 'succeeded';
      }, 60);
    }

    const { held, own } = await caller.read(getWallet, {});
    expect({ held, own }).toEqual({ held: '0.00', own: moneyText(plus(moneyOf(before.own), times(moneyOf('5.00'), count))) });
    const [charges] = await product.look<{ payments: number; charges: number; credits: number }>(
      `select (select count(*) from payments where description like 'Fault %')::int as payments,
         (select count(*) from sandbox_cards c join payments p on c.body -> 'metadata' ->> 'key' = 'payment:' || p.company_id || ':' || p.id
            where p.description like 'Fault %' and c.kind = 'intent')::int as charges,
         (select count(*) from ledger_transfers t join payments p on p.company_id = t.company_id and t.key = 'payment:' || p.id
            where p.description like 'Fault %')::int as credits`,
    );
    expect(charges).toEqual({ payments: count, charges: count, credits: count });
    expect((await admin.read(reconcileLedger, {})).data).toEqual([]);
    expect(broken).toEqual([]);
    await product.stop();
  },
);
