// Finds the contacts of a number. Of a colleague's contact users see what the group `all_agents` shows: a card.
import { sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { AssociatedContact } from '#contract/dialer.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { contactName } from './calls.queries.ts';

export const maxContacts = 10;

interface Match extends AssociatedContact {
  owner_id: number | null;
}

export async function listContactsOf(tx: Tx, number: string): Promise<AssociatedContact[]> {
  return (await matches(tx, number, await reachOfActor(tx))).map(presentCard);
}

/** Of several the one last called, those in reach first. `reach`: default the actor's. */
export async function findContactOf(tx: Tx, number: string, reach?: ActorReach): Promise<Match | null> {
  return (await matches(tx, number, reach ?? (await reachOfActor(tx))))[0] ?? null;
}

/** The contact that a user calls from its page; null where it does not have this number, or is out of reach. */
export async function findWithNumber(tx: Tx, id: number, number: string): Promise<{ id: number } | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null
      and ${inReach(await reachOfActor(tx))} and ${hasNumber(number)}`.execute(tx.db);
  return rows[0] ?? null;
}

/** Whether the actor may see and change what is said of it. */
export async function reachesContact(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from contacts c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null
      and ${inReach(await reachOfActor(tx))}`.execute(tx.db);
  return rows.length > 0;
}

/**
 * By one index each: a company may have one number on thousands of contacts. The contact that was last called
 * with this number is found even among those.
 */
async function matches(tx: Tx, number: string, reach: ActorReach): Promise<Match[]> {
  const seen = inReach(reach);
  const idsWhere = (condition: Condition) => sql`
    (select c.id from contacts c where c.company_id = ${tx.companyId} and c.deleted_at is null and ${condition} limit ${maxContacts})`;
  const { rows } = await sql<Match>`
    with found as (
      ${idsWhere(sql<boolean>`c.phone = ${number} and c.phone <> '' and ${seen}`)}
      union ${idsWhere(sql<boolean>`c.phone_2 = ${number} and c.phone_2 is not null and ${seen}`)}
      union ${idsWhere(sql<boolean>`c.phone = ${number} and c.phone <> '' and c.owner_id is not null and ${seen} is not true`)}
      union (select k.contact_id from calls k where k.company_id = ${tx.companyId} and k.their_number = ${number} and k.contact_id is not null
        order by k.started_at desc, k.id desc limit 1))
    select c.id, ${contactName} as name, ${number}::text as phone_number, c.address, c.city, c.state, coalesce(t.title, '') as status,
      case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as owner,
      c.owner_id, ${seen} is true as in_reach
    from found join contacts c on c.company_id = ${tx.companyId} and c.id = found.id
    left join statuses t on t.company_id = ${tx.companyId} and t.id = c.status_id
    left join users u on u.company_id = ${tx.companyId} and u.id = c.owner_id
    where c.deleted_at is null and (${seen} or c.owner_id is not null) and ${hasNumber(number)}
    order by in_reach desc, (select max(k.started_at) from calls k where k.company_id = ${tx.companyId} and k.contact_id = c.id) desc nulls last,
      c.updated_at desc, c.id desc limit ${maxContacts}`.execute(tx.db);
  return rows;
}

/** Of `contacts c`. */
const hasNumber = (number: string) => sql<boolean>`exists (
  select from jsonb_array_elements(c.phones) p where p ->> 'number' = ${number})`;

/** A card: name, number, owner and status. */
export const presentCard = ({ owner_id: _, ...contact }: Match): AssociatedContact =>
  contact.in_reach ? contact : { ...contact, address: '', city: '', state: '' };
