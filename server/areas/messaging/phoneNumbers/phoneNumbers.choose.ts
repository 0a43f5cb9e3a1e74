// Which number a text to a contact leaves from: the one that last wrote with the contact, else the user's
// own, else one of the company's pool.
import { sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

export interface HeldNumber {
  id: number;
  number: string;
  /** Null: the company's. */
  user_id: number | null;
  /** The user whose wallet pays for it. */
  payer_id: number;
}

/** Null where the user has no number to text from. A contact's number is remembered. */
export async function numberFor(
  tx: Tx,
  { userId, contactId }: { userId: number; contactId: number | null },
): Promise<string | null> {
  if (contactId !== null) return (await numbersFor(tx, { userId, contactIds: [contactId] })).get(contactId) ?? null;
  const { rows } = await sql<{ number: string }>`
    select n.number from phone_numbers n where ${isUsable(tx, userId)} order by n.user_id is null, not n.is_default, n.id limit 1`.execute(
    tx.db,
  );
  return rows[0]?.number ?? null;
}

/**
 * The same for many contacts in one statement. The pool takes turns, so that its numbers carry equal loads.
 */
export async function numbersFor(
  tx: Tx,
  { userId, contactIds }: { userId: number; contactIds: readonly number[] },
): Promise<Map<number, string>> {
  const { rows } = await sql<{ contact_id: number; number: string }>`
    with ${chosenNumbers(tx, { userId, contactIds })},
      kept as (
        insert into contact_numbers (company_id, contact_id, phone_number_id, used_at)
        select ${tx.companyId}::bigint, contact_id, id, ${tx.clock()}::timestamptz from chosen where id is not null order by contact_id
        on conflict (company_id, contact_id) do update set phone_number_id = excluded.phone_number_id, used_at = excluded.used_at
        returning contact_id)
    select c.contact_id, u.number from chosen c join usable u on u.id = c.id`.execute(tx.db);
  return new Map(rows.map(({ contact_id, number }) => [contact_id, number]));
}

/** As numberFor of the actor for a contact, before anything is written: nothing is remembered. */
export async function foreseeNumber(tx: Tx, contactId: number): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    with ${chosenNumbers(tx, { userId: tx.actor.userId, contactIds: [contactId] })}
    select u.number from chosen c join usable u on u.id = c.id`.execute(tx.db);
  return rows[0]?.number ?? null;
}

const chosenNumbers = (tx: Tx, { userId, contactIds }: { userId: number; contactIds: readonly number[] }) => sql`
  usable as (select n.id, n.number, n.user_id, n.is_default from phone_numbers n where ${isUsable(tx, userId)}),
  lists as (select array_agg(u.id order by not u.is_default, u.id) filter (where u.user_id is not null) as own,
      array_agg(u.id order by u.id) filter (where u.user_id is null) as pool from usable u),
  chosen as (
    select c.id as contact_id, coalesce(
      (select k.phone_number_id from contact_numbers k join usable u on u.id = k.phone_number_id
        where k.company_id = ${tx.companyId} and k.contact_id = c.id),
      l.own[1], l.pool[1 + c.id % cardinality(l.pool)]) as id
    from contacts c cross join lists l
    where c.company_id = ${tx.companyId} and c.id = any(${contactIds}::bigint[]))`;

/** From how many numbers a text of the user to many leaves in turn: their own, else the pool's; 0: they have none. */
export async function numbersInTurn(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ own: number; pool: number }>`
    select count(*) filter (where n.user_id is not null) as own, count(*) filter (where n.user_id is null) as pool
    from phone_numbers n where ${isUsable(tx, userId)}`.execute(tx.db);
  const { own = 0, pool = 0 } = rows[0] ?? {};
  return own > 0 ? 1 : pool;
}

/** Over `phone_numbers n`. */
const isUsable = (tx: Tx, userId: number) => sql<boolean>`
  n.company_id = ${tx.companyId} and n.state = 'active' and n.texts and n.registration <> 'failed' and (n.user_id is null or n.user_id = ${userId})`;

/** A contact wrote to this number: the answer comes from it. */
export const rememberNumber = (tx: Tx, { contactId, number }: { contactId: number; number: string }) =>
  sql`
    insert into contact_numbers (company_id, contact_id, phone_number_id, used_at)
    select ${tx.companyId}::bigint, ${contactId}::bigint, n.id, ${tx.clock()}::timestamptz from phone_numbers n
    where n.company_id = ${tx.companyId} and n.number = ${number} and n.state = 'active'
    on conflict (company_id, contact_id) do update set phone_number_id = excluded.phone_number_id, used_at = excluded.used_at
    returning contact_id`.execute(tx.db);

/** The company's number with these digits, also while it is quarantined; null: it is none of theirs. */
export const findNumber = async (tx: Tx, number: string): Promise<HeldNumber | null> =>
  (await findNumbers(tx, [number])).get(number) ?? null;

/** The same of many, by their digits. */
export async function findNumbers(tx: Tx, numbers: readonly string[]): Promise<Map<string, HeldNumber>> {
  const { rows } = await sql<HeldNumber>`
    select id, number, user_id, payer_id from phone_numbers
    where company_id = ${tx.companyId} and number = any(${numbers}::text[]) and state <> 'released'`.execute(tx.db);
  return new Map(rows.map((row) => [row.number, row]));
}
