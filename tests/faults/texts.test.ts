// Kill the worker again and again while texts go out to many: afterwards everyone has exactly one, and each is paid once.
//   FAULTS_TEXTED=20000 npm test -- tests/faults/texts
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { sendTextGroup } from '#contract/groupTexts.ts';
import { getSend } from '#contract/sends.ts';
import { finishPayment, topUpWallet } from '#contract/wallet.ts';
import { areaCodeAtDay } from '../support/areaCodes.ts';
import { until } from '../support/until.ts';
import { broken, type Caller, signIn } from './calls.ts';
import { kill } from './processes.ts';
import { aProduct, type Product } from './product.ts';

const count = Number(process.env.FAULTS_TEXTED ?? 3_000);
const kills = 4;
/** Seconds: the demo's carrier takes 120 segments a second from this company, as carriers do. */
const patience = Math.max(120, count / 20);

test.skipIf(process.platform !== 'linux')(
  `texts to ${count} contacts reach each once, and are paid once, when their worker is killed`,
  { timeout: 2 * patience * 1_000 },
  async () => {
    const product = await aProduct({ contacts: 100 });
    onTestFailed(() => product.abandon());
    product.start(true);
    await until(product.isWell, 60);
    const caller = await until(() => signIn(product.origin, 'manager@harbor.test'));
    const [manager] = await product.look<{ id: number; company_id: number }>(
      `select id::int, company_id::int from users where email = 'manager@harbor.test'`,
    );
    if (!manager) throw new Error('the demo has no manager');
    await addContacts(product, manager);
    await addNumbers(product, manager);
    await product.look(`update plan_licences set user_id = null where user_id = $1`, [manager.id]); // the wallet pays each text
    await topUp(caller);
    const body = {
      all: true,
      contacts_scope: { q: 'textedonce' },
      message_content: 'Hello {{first_name}}',
      purpose: 'service' as const,
    };
    const { body: send } = await until(() => caller.ask(sendTextGroup, { body, onceKey: 'texted-once' }));

    let killed = 0;
    let seen = 0;
    const end = Date.now() + patience * 1_000;
    for (;;) {
      const { status, counts } = await caller.read(getSend, { params: { id: send.id } });
      if (status === 'done') break;
      if (Date.now() > end) throw new Error(`it did not end: ${status} ${JSON.stringify(counts)}`);
      const { carried, ahead } = await takenBy(product);
      const [worker] = product.find('worker');
      // When the carrier has texts of which we have not written down that they are sent.
      if (killed < kills && ahead > 0 && carried > seen && worker && kill(worker.pid)) {
        killed++;
        seen = carried;
        await pause(300);
        // The lease of the dead worker ends: two minutes, that nobody needs to wait here.
        await product.look(`update lanes set leased_until = now(), asked_until = null`);
        await product.look(`update messages set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`);
      }
      await pause(5);
    }
    expect(killed).toBe(kills); // otherwise it proved little
    const { counts } = await caller.read(getSend, { params: { id: send.id } });
    expect(counts).toMatchObject({ total: count, sent: count, queued: 0, failed: 0, unknown: 0 });
    const [carried] = await product.look<{ texts: number; people: number }>(
      `select count(*)::int as texts, count(distinct recipient)::int as people from sandbox_texts where body like 'Hello N%'`,
    );
    expect(carried).toEqual({ texts: count, people: count });
    const [paid] = await product.look<{ settled: number; open: number; charged: number }>(
      `select count(distinct h.key) filter (where h.state = 'settled')::int as settled, count(*) filter (where h.state = 'open')::int as open,
         (select count(distinct split_part(t.key, '/', 1))::int from ledger_transfers t where t.company_id = $1 and t.key like 'hold:text:%') as charged
       from ledger_holds h where h.company_id = $1 and h.key like 'text:%'`,
      [manager.company_id],
    );
    expect(paid).toEqual({ settled: count, open: 0, charged: count });
    expect(broken).toEqual([]);
    await product.stop();
  },
);

/** Counts the carrier's texts, and how many of them we have not settled. */
async function takenBy({ look }: Product): Promise<{ carried: number; ahead: number }> {
  const [row] = await look<{ carried: number; ahead: number }>(
    `select c.count::int as carried, (c.count - (select count(*) from messages m where m.provider_id is not null and m.body like 'Hello N%'))::int as ahead
     from (select count(*) from sandbox_texts where body like 'Hello N%') c`,
  );
  return row ?? { carried: 0, ahead: 0 };
}

interface Manager {
  id: number;
  company_id: number;
}

/** None of these numbers has an ending that the demo's carrier refuses. */
const addContacts = ({ look }: Product, { company_id, id }: Manager) =>
  look(
    `insert into contacts (company_id, owner_id, first_name, last_name, phones)
     select $1::bigint, $2::bigint, 'N' || n, 'Textedonce',
       jsonb_build_array(jsonb_build_object('number', $3::text || (200 + n / 1000) || (1000 + n % 1000)))
     from generate_series(1, $4::int) n`,
    [company_id, id, areaCodeAtDay(), count],
  );

/** The demo's carrier takes 30 texts a second from each number: a pool of many. */
async function addNumbers({ look }: Product, { company_id, id }: Manager): Promise<void> {
  await look(
    `insert into sandbox_numbers (number, sid, sms_url, owner)
     select '305557' || (1000 + n), 'PNfault' || n, (select s.sms_url from sandbox_numbers s join phone_numbers p on p.number = s.number where p.company_id = $1 limit 1), 'fault'
     from generate_series(1, 60) n`,
    [company_id],
  );
  await look(`update phone_numbers set user_id = null, is_default = false, is_dialer = false where company_id = $1`, [
    company_id,
  ]);
  await look(
    `insert into phone_numbers (company_id, number, payer_id, provider_id, registration, bought_at, rent_due_at)
     select $1::bigint, '305557' || (1000 + n), $2::bigint, 'PNfault' || n, 'approved', now(), now() + interval '1 month' from generate_series(1, 60) n`,
    [company_id, id],
  );
}

async function topUp(caller: Caller): Promise<void> {
  const body = { amount: '500.00', description: 'Texts' };
  const { body: payment } = await until(() => caller.ask(topUpWallet, { body, onceKey: 'topped-up-once' }));
  await until(async () => (await caller.read(finishPayment, { params: { id: payment.id } })).state === 'succeeded', 60);
}
