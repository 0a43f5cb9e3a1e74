// Kill the worker again and again while many contacts are dealt out: afterwards everyone has exactly their share.
//   FAULTS_TRANSFERRED=100000 npm test -- tests/faults/transfers
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFailed, test } from 'vitest';
import { listSandboxMails } from '#contract/sandbox.ts';
import { countsOf } from '#contract/shares.ts';
import { getTransferAttempt, revertTransferAttempt, transferContacts } from '#contract/transfers.ts';
import { until } from '../support/until.ts';
import { broken, signIn } from './calls.ts';
import { kill } from './processes.ts';
import { aProduct } from './product.ts';

const count = Number(process.env.FAULTS_TRANSFERRED ?? 20_000);
const patience = Math.max(120, count / 250);

test.skipIf(process.platform !== 'linux')(
  `a transfer of ${count} contacts loses and doubles nothing when its worker is killed`,
  { timeout: 3 * patience * 1_000 },
  async () => {
    const product = await aProduct({ contacts: 100 });
    onTestFailed(() => product.abandon());
    product.start(true);
    await until(product.isWell, 60);
    const caller = await until(() => signIn(product.origin, 'admin@harbor.test'));
    const people = await product.look<{ id: number; company_id: number; email: string }>(
      `select id::int, company_id::int, email from users where email = any($1) order by email`,
      [['agent2@harbor.test', 'agent@harbor.test', 'manager@harbor.test']],
    );
    await product.look(
      `insert into contacts (company_id, owner_id, first_name, last_name)
       select $1::bigint, $2::bigint, 'N' || n, 'Dealt' from generate_series(1, $3::int) n`,
      [people[0]?.company_id, people[2]?.id, count],
    );
    const shares = [3, 2];
    const to = people.slice(0, 2).map(({ id }, place) => ({ owner_id: id, share: shares[place] ?? 1 }));
    const selection = { all: true, contacts_scope: { q: 'dealt' } };
    const { body: action } = await until(() => caller.ask(transferContacts, { body: { ...selection, to, notify: true } }));

    const kills = await killUntil(async () => {
      const { status, done } = await attempt();
      return status === 'complete' ? null : done;
    });
    expect(kills).toBeGreaterThan(1); // otherwise it proved nothing
    expect(await attempt()).toMatchObject({ total: count, done: count, changed: count });
    const owners = await product.look<{ owner_id: number; contacts: number; versions: number }>(
      `select owner_id::int, count(*)::int as contacts, max(version)::int as versions from contacts
       where last_name = 'Dealt' group by 1 order by 2 desc`,
    );
    expect(owners).toEqual(
      countsOf(shares, count).map((contacts, place) => ({ owner_id: people[place]?.id, contacts, versions: 2 })),
    );
    const journaled = () =>
      product.look<{ action: string; lines: number; contacts: number }>(
        `select action, count(*)::int as lines, count(distinct contact_id)::int as contacts from contact_changes
         where bulk_action_id = $1 group by 1 order by 1`,
        [action.id],
      );
    expect(await journaled()).toEqual([{ action: 'assigned', lines: count, contacts: count }]);
    for (const { email } of people.slice(0, 2)) {
      const mails = await until(async () => {
        const { data } = await caller.read(listSandboxMails, { query: { q: email, limit: 100 } });
        const about = data.filter(({ recipient, subject }) => recipient === email && subject.includes('transferred'));
        return about.length > 0 && about;
      }, 60);
      expect(mails).toHaveLength(1);
    }

    await until(() => caller.ask(revertTransferAttempt, { params: { id: action.id } }));
    await killUntil(async () => {
      const { undo } = await attempt();
      return undo?.status === 'complete' ? null : (undo?.done ?? 0);
    });
    expect(await journaled()).toEqual([
      { action: 'assigned', lines: count, contacts: count },
      { action: 'undone', lines: count, contacts: count },
    ]);
    expect(
      await product.look(`select owner_id::int, count(*)::int as contacts from contacts where last_name = 'Dealt' group by 1`),
    ).toEqual([{ owner_id: people[2]?.id, contacts: count }]);
    expect(broken).toEqual([]);
    await product.stop();

    function attempt() {
      return caller.read(getTransferAttempt, { params: { id: action.id } });
    }

    /** Kills the worker each time it has done some more. `progress`: how many are done; null at the end. */
    async function killUntil(progress: () => Promise<number | null>): Promise<number> {
      let kills = 0;
      let seen = 0;
      const end = Date.now() + patience * 1_000;
      for (;;) {
        const done = await progress();
        if (done === null) return kills;
        if (Date.now() > end) throw new Error('it did not end');
        const [worker] = product.find('worker');
        if (done > seen && kills < 3 && worker && kill(worker.pid)) {
          kills++;
          seen = done;
        }
        await pause(100);
      }
    }
  },
);
