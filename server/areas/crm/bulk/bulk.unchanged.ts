// The contacts that a bulk action left as they were, and why: as a file.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { listCustomFields } from '#areas/crm/customFields/customFields.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { fieldLabels } from '#contract/contactLabels.ts';
import type { CustomField } from '#contract/customFields.ts';
import { type Ctx, inTenant, readPage, type Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import type { Download } from '#kernel/http/downloads.ts';
import type { Operation } from '#kernel/jobs/operations.ts';
import { csvOf } from '#tables/csvFile.ts';
import { getBulkAction } from './bulk.service.ts';

const pageSize = 1_000;

export async function exportUnchanged(ctx: Ctx, operations: Operation[], id: number): Promise<Download> {
  const action = await inTenant(ctx, (tx) => getBulkAction(tx, operations, id));
  if (action.finished_at === null) throw fail('bulk.running');
  const { created_at, done, undo_of } = action;
  const custom = await inTenant(ctx, async (tx) => (await listCustomFields(tx)).data);
  const page = (tx: Tx, after: number) =>
    undo_of === null ? listUnchanged(tx, { id, created_at, done }, after) : listKeptRows(tx, id, custom, after);
  const rows = async function* () {
    yield ['Id', 'First name', 'Last name', 'Reason'];
    for (let after = 0; ; ) {
      const found = await readPage(ctx, (tx) => page(tx, after));
      for (const { contact_id, first_name, last_name, reason } of found)
        yield [String(contact_id), first_name, last_name, reason];
      const last = found.at(-1);
      if (!last) return;
      after = last.place;
    }
  };
  return { name: `left unchanged ${id}.csv`, type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

interface Unchanged {
  place: number;
  contact_id: number;
  first_name: string;
  last_name: string;
  reason: string;
}

/** Of the frozen selection, which is kept for 30 days, those without an entry in the journal. */
async function listUnchanged(
  tx: Tx,
  action: { id: number; created_at: string; done: number },
  after: number,
): Promise<Unchanged[]> {
  const { rows } = await sql<Unchanged>`
    select b.ordinal as place, c.id as contact_id, c.first_name, c.last_name,
      case when b.ordinal > ${action.done} then 'The action was stopped before it'
        when c.deleted_at is not null then 'Deleted' else 'Nothing to change' end as reason
    from bulk_action_contacts b
    join contacts c on c.company_id = ${tx.companyId} and c.id = b.contact_id and ${inReach(await reachOfActor(tx))}
    where b.company_id = ${tx.companyId} and b.bulk_action_id = ${action.id} and b.ordinal > ${after}
      and not exists (select from contact_changes j where j.company_id = ${tx.companyId} and j.contact_id = b.contact_id
        and j.at >= ${action.created_at}::timestamptz and j.bulk_action_id = ${action.id})
    order by b.ordinal limit ${pageSize}`.execute(tx.db);
  return rows;
}

async function listKeptRows(tx: Tx, id: number, custom: readonly CustomField[], after: number): Promise<Unchanged[]> {
  const { rows } = await sql<Omit<Unchanged, 'reason'> & { fields: string[]; who: string }>`
    select k.contact_id as place, k.contact_id, c.first_name, c.last_name, k.fields,
      coalesce(' by ' || nullif(trim(u.first_name || ' ' || u.last_name), ''), '') as who
    from bulk_action_kept k
    join contacts c on c.company_id = ${tx.companyId} and c.id = k.contact_id and ${inReach(await reachOfActor(tx))}
    left join users u on u.company_id = ${tx.companyId} and u.id = k.changed_by
    where k.company_id = ${tx.companyId} and k.bulk_action_id = ${id} and k.contact_id > ${after}
    order by k.contact_id limit ${pageSize}`.execute(tx.db);
  return rows.map(({ fields, who, ...row }) => ({ ...row, reason: `Changed since${who}: ${fieldLabels(fields, custom)}` }));
}
