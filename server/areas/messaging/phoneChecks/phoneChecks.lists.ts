// Checks by pages, and what is known of a contact's numbers.
import { sql } from 'kysely';
import { getContactById, inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { type Money, moneyText } from '#contract/kit/money.ts';
import type { listPhoneChecks as ListPhoneChecks, PhoneCheck, PhoneFact } from '#contract/phoneChecks.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';

const countCap = 10_000;

type Row = Omit<PhoneCheck, 'cost'> & { cost: Money | null };

const columns = (tx: Tx) => sql`
  v.id, v.number as phone_number, v.state, v.reason, v.line_type, v.carrier, v.cost, v.created_at, v.checked_at,
  json_build_object('id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.organization)) as contact,
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
    from users u where u.company_id = ${tx.companyId} and u.id = v.asked_by) as asked_by`;

const present = ({ cost, ...row }: Row): PhoneCheck => ({ ...row, cost: cost === null ? null : moneyText(cost) });

/** Of contacts in reach. A user sees their own checks, a leader those of everyone in reach. */
async function fromVisible(tx: Tx, conditions: Condition[]) {
  const reach = await reachOfActor(tx);
  const own = sql<boolean>`v.asked_by = ${tx.actor.userId}`;
  const asked = !tx.actor.has('team.lead')
    ? own
    : reach.company
      ? sql<boolean>`true`
      : sql<boolean>`(${own} or ${isAny('v.asked_by', reach.ownerIds)})`;
  return sql`from phone_verifications v
    join contacts c on c.company_id = ${tx.companyId} and c.id = v.contact_id and c.deleted_at is null
    where v.company_id = ${tx.companyId} and ${allOf([asked, inReach(reach), ...conditions])}`;
}

const orders = { created_at: sql`v.created_at`, phone_number: sql`v.number` };

export async function listPhoneChecks(tx: Tx, { q, order, order_field, ...page }: InputOf<typeof ListPhoneChecks>['query']) {
  const from = await fromVisible(tx, q ? [matches(q)] : []);
  const { rows: counted } = await sql<{ count: number }>`select count(*) from (select ${from} limit ${countCap}) counted`.execute(
    tx.db,
  );
  const way = sql.raw(order);
  const { rows } = await sql<Row>`
    select ${columns(tx)} ${from} order by ${orders[order_field]} ${way}, v.id ${way} ${pageSql(page)}`.execute(tx.db);
  return { data: rows.map(present), meta: pageMeta(page, counted[0]?.count ?? 0) };
}

/** The beginning of the number, or a part of the contact's name. */
function matches(q: string): Condition {
  const digits = q.replace(/[\s().+-]/g, '');
  if (/^\d+$/.test(digits)) return sql<boolean>`v.number like ${digits.replace(/^1(?=\d{10}$)/, '')} || '%'`;
  return sql<boolean>`c.search like '%' || searchable(${escapeLike(q)}) || '%'`;
}

export async function getPhoneCheck(tx: Tx, id: number): Promise<PhoneCheck> {
  const { rows } = await sql<Row>`select ${columns(tx)} from phone_verifications v
    join contacts c on c.company_id = ${tx.companyId} and c.id = v.contact_id
    where v.company_id = ${tx.companyId} and v.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(rows[0]);
}

export async function listContactPhones(tx: Tx, contactId: number): Promise<{ data: PhoneFact[] }> {
  const { id } = await getContactById(tx, contactId);
  const { rows } = await sql<PhoneFact>`
    select p.number as phone_number, f.line_type, coalesce(f.carrier, '') as carrier, f.looked_up_at as checked_at, v.state, v.reason
    from (select r.number, min(r.place) as place from contacts c
        cross join lateral rows from (jsonb_to_recordset(c.phones) as (number text)) with ordinality r(number, place)
        where c.company_id = ${tx.companyId} and c.id = ${id} group by r.number) p
    left join address_facts f on f.company_id = ${tx.companyId} and f.address = p.number
    left join lateral (select v.state, v.reason from phone_verifications v
      where v.company_id = ${tx.companyId} and v.number = p.number order by v.id desc limit 1) v on true
    order by p.place`.execute(tx.db);
  return { data: rows };
}
