import { sql } from 'kysely';
import type { PhoneNumber } from '#contract/phoneNumbers.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

const person = (tx: Tx, column: string) => sql`
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from users u
    where u.company_id = ${tx.companyId} and u.id = ${sql.ref(column)})`;

/** Of `phone_numbers n`. */
export const numberColumns = (tx: Tx) => sql`
  n.id, n.number as phone_number, ${person(tx, 'n.user_id')} as owner, ${person(tx, 'n.payer_id')} as payer, n.state, n.registration, n.city,
  n.region, n.texts, n.calls, n.is_default as default_sender, n.is_dialer as dialer,
  (select max(k.used_at) from contact_numbers k where k.company_id = ${tx.companyId} and k.phone_number_id = n.id) as last_used_at, n.bought_at, n.rent_due_at, n.unpaid_since, n.release_at`;

export async function getNumber(tx: Tx, id: number): Promise<PhoneNumber> {
  const { rows } = await sql<PhoneNumber>`
    select ${numberColumns(tx)} from phone_numbers n where n.company_id = ${tx.companyId} and n.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

/** Until the transaction ends nobody else changes it. */
export async function lockNumber(tx: Tx, id: number): Promise<PhoneNumber> {
  await sql`select from phone_numbers where company_id = ${tx.companyId} and id = ${id} for update`.execute(tx.db);
  return getNumber(tx, id);
}

/** To these users, and to those who keep the company's numbers. */
export function tellNumbers(tx: Tx, users: number[]): void {
  if (users.length > 0) tx.tell({ event: 'phone_numbers.changed' }, { to: users });
  tx.tell({ event: 'phone_numbers.changed' }, { to: 'numbers.manage' });
}
