// Kill the worker again and again while a mailing goes out: afterwards everyone has exactly one mail.
//   FAULTS_MAILED=100000 npm test -- tests/faults/sends
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { createEmail } from '#contract/emails.ts';
import { getSend, mailGroup } from '#contract/sends.ts';
import { aMailDoc } from '../support/examples.emails.ts';
import { until } from '../support/until.ts';
import { broken, signIn } from './calls.ts';
import { kill } from './processes.ts';
import { aProduct } from './product.ts';

const count = Number(process.env.FAULTS_MAILED ?? 5_000);
const kills = Math.max(4, count / 10_000);
const patience = Math.max(120, count / 25);

test.skipIf(process.platform !== 'linux')(
  `a mailing to ${count} contacts reaches each once when its worker is killed`,
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
    await product.look(
      `insert into contacts (company_id, owner_id, first_name, last_name, emails)
       select $1::bigint, $2::bigint, 'N' || n, 'Mailedonce',
         jsonb_build_array(jsonb_build_object('address', 'n' || n || '@once.example', 'state', 'unverified'))
       from generate_series(1, $3::int) n`,
      [manager?.company_id, manager?.id, count],
    );
    await product.look(
      `insert into settings (company_id, name, value)
       select $1::bigint, name, '1000000' from unnest(array['sends.per_minute', 'sends.domain_per_minute']) name`,
      [manager?.company_id],
    );
    // The demo keeps its newest mails only. Here all are counted.
    await product.look('create rule keep_all as on delete to sandbox_mails do instead nothing');
    const { body: template } = await until(() =>
      caller.ask(createEmail, { body: { name: 'Once', subject: 'Once', doc: aMailDoc('Hello {{first_name}}') } }),
    );
    const body = { all: true, contacts_scope: { q: 'mailedonce' }, email_id: template.id, purpose: 'service' as const };
    const { body: send } = await until(() => caller.ask(mailGroup, { body, onceKey: 'mailed-once' }));

    let killed = 0;
    /** Once so many have left, the worker is killed: somewhere in each of the equal parts, the last before the end. */
    const nextKill = () => ((killed + Math.random()) * 0.8 * count) / kills;
    let at = nextKill();
    const end = Date.now() + patience * 1_000;
    for (;;) {
      const { status, counts } = await caller.read(getSend, { params: { id: send.id } });
      if (status === 'done') break;
      if (Date.now() > end) throw new Error(`it did not end: ${status} ${JSON.stringify(counts)}`);
      const [worker] = product.find('worker');
      if (killed < kills && counts.sent > at && worker && kill(worker.pid)) {
        killed++;
        at = nextKill();
        await pause(300);
        // The lease of the dead worker ends: two minutes, that nobody needs to wait here.
        await product.look(`update lanes set leased_until = now(), asked_until = null`);
        await product.look(`update messages set claimed_at = claimed_at - interval '3 minutes' where state = 'sending'`);
      }
      await pause(25);
    }
    expect(killed).toBe(kills); // otherwise it proved little
    const { counts } = await caller.read(getSend, { params: { id: send.id } });
    expect(counts).toMatchObject({ total: count, sent: count, queued: 0, failed: 0, unknown: 0 });
    const [mails] = await product.look<{ mails: number; people: number }>(
      `select count(*)::int as mails, count(distinct recipient)::int as people from sandbox_mails where recipient like '%@once.example'`,
    );
    expect(mails).toEqual({ mails: count, people: count });
    expect(broken).toEqual([]);
    await product.stop();
  },
);
