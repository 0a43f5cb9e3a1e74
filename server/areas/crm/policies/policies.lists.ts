// The policies of a contact by pages, and the renewals that come up.
import { sql } from 'kysely';
import { getContactById, inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Policy } from '#contract/policies.ts';
import type { Person } from '#contract/users.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf } from '#kernel/db/sql.ts';
import { type Kind, ofContact, present, selectPolicies } from './policies.queries.ts';

interface Query {
  id?: number | undefined;
  removed: boolean;
  page: number;
  limit: number;
}

/** Policies in force first, then the latest to begin. */
export async function listPolicies(tx: Tx, kind: Kind, contactId: number, query: Query) {
  const { can } = await getContactById(tx, contactId);
  const conditions = [
    ...ofContact({ kind, contactId }),
    query.removed ? sql<boolean>`p.deleted_at is not null` : sql<boolean>`p.deleted_at is null`,
  ];
  if (query.id !== undefined) conditions.push(sql<boolean>`p.id = ${query.id}`);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from policies p where p.company_id = ${tx.companyId} and ${allOf(conditions)}`.execute(tx.db);
  const { rows } = await sql<Awaited<ReturnType<ReturnType<typeof selectPolicies>['execute']>>['rows'][number]>`
    ${selectPolicies(tx, conditions)}
    order by p.status = 'in_force' desc, p.effective_date desc nulls last, p.id desc ${pageSql(query)}`.execute(tx.db);
  return { data: rows.map((row) => present(tx, row, can)), meta: pageMeta(query, counted[0]?.count ?? 0) };
}

export interface Renewal extends Pick<Policy, 'id' | 'carrier' | 'product'> {
  kind: Kind;
  contact: Person;
  renewal_date: string;
}

/** `owner`: only this user's contacts; never those of pools. Policies and securities in force of contacts in reach that renew from `today` on for so many days, the soonest first. */
export async function listRenewals(
  tx: Tx,
  { today, days, limit, owner = null }: { today: string; days: number; limit: number; owner?: number | null },
): Promise<Renewal[]> {
  const { rows } = await sql<Renewal>`
    select p.id, p.kind, p.product, p.renewal_date,
      case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end as carrier,
      json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) as contact
    from policies p
    join contacts c on c.company_id = ${tx.companyId} and c.id = p.contact_id and c.deleted_at is null
    left join carriers r on r.company_id = ${tx.companyId} and r.id = p.carrier_id
    where p.company_id = ${tx.companyId} and p.status = 'in_force' and p.deleted_at is null
      and p.renewal_date between ${today}::date and ${today}::date + ${days}::int and ${inReach(await reachOfActor(tx))}
      and c.owner_id is not null and ${owner === null ? sql`true` : sql`c.owner_id = ${owner}`}
    order by p.renewal_date, p.id limit ${limit}`.execute(tx.db);
  return rows;
}
