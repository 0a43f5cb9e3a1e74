// The contacts of a send that did not get the mail, as a file.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { reasonWords } from '#contract/sendReasons.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { csvOf } from '#tables/csvFile.ts';
import { mustSeeSend } from './sends.lists.ts';

const pageSize = 1_000;

interface Row {
  id: number;
  contact_id: number;
  first_name: string;
  last_name: string;
  address: string;
  state: string;
  reason: string | null;
}

export async function downloadFailures(ctx: Ctx, id: number): Promise<Download> {
  await inTenant(ctx, (tx) => mustSeeSend(tx, id));
  const rows = async function* () {
    yield ['Id', 'First name', 'Last name', 'E-mail', 'State', 'Reason'];
    for (let after = 0; ; ) {
      const page = await inTenant(ctx, (tx) => listFailures(tx, id, after));
      for (const row of page)
        yield [String(row.contact_id), row.first_name, row.last_name, row.address, row.state, reasonWords(row.reason)];
      const last = page.at(-1);
      if (!last) return;
      after = last.id;
    }
  };
  return { name: `not sent ${id}.csv`, type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

async function listFailures(tx: Tx, id: number, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.contact_id, c.first_name, c.last_name, m.address, m.state, m.reason from messages m
    join contacts c on c.company_id = ${tx.companyId} and c.id = m.contact_id and ${inReach(await reachOfActor(tx))}
    where m.company_id = ${tx.companyId} and m.send_id = ${id} and m.id > ${after} and m.state in ('failed', 'blocked', 'unknown', 'cancelled')
    order by m.id limit ${pageSize}`.execute(tx.db);
  return rows;
}
