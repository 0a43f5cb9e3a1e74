// Loading and writing contacts. Every statement names the company; a row out of the actor's reach does not exist.
import { type Insertable, sql, type Updateable } from 'kysely';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Contact, ContactFields, ContactRow } from '#contract/contacts.ts';
import { maskAllButLast } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';
import type { Contacts } from '#kernel/db/database.generated.ts';
import { keepsPlan } from '#kernel/db/eagerPool.ts';
import { fail } from '#kernel/errors.ts';
import { rowColumns, rowJoins } from './contacts.lists.ts';
import { contactPolicy } from './contacts.policy.ts';
import { inReach } from './contacts.reach.ts';

/** The stored row, locked for the change about to be made. 404 out of reach. */
export async function lockContact(tx: Tx, id: number): Promise<StoredContact> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql<StoredContact>`
    select c.* from contacts c where c.company_id = ${tx.companyId} and c.id = ${id} and ${inReach(reach)} for update`.execute(
    tx.db,
  );
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

export type StoredContact = { [K in keyof Contacts]: Contacts[K] extends { __select__: infer S } ? S : unknown } & {
  id: number;
  version: number;
  owner_id: number | null;
  pool_id: number | null;
  deleted_at: string | null;
  tags: number[];
  first_name: string;
  last_name: string;
  organization: string;
  phone: string;
  email: string;
  emails: Contact['emails'];
  medicare_number_sealed: Buffer | null;
};

type DetailRow = Omit<Contact, 'custom_fields' | 'can' | 'limited' | 'last_activity' | 'medicare_number'> & {
  owner_id: number | null;
  pool_id: number | null;
  medicare_number_sealed: Buffer | null;
  merged_into: number | null;
  last_activity_type: string | null;
  last_activity_at: string | null;
  custom_fields: Contact['custom_fields'];
};

/** One contact as its page shows it; one that was merged into another answers that one. 404 out of reach. */
export async function getContactById(tx: Tx, id: number, reach?: ActorReach): Promise<Contact> {
  const { rows } = await sql<DetailRow>`${keepsPlan}
    select ${rowColumns(tx)}, c.owner_id, c.pool_id, c.merged_into,
      c.middle_name, c.suffix, c.preferred_name, c.occupation, c.gender, c.language, c.marital_status, c.tobacco_user, c.phones, c.emails,
      c.address, c.address_2, c.county, c.note, c.do_not_mail, c.consent, c.medicare_number_sealed, c.medicare_part_a, c.medicare_part_b,
      c.medicare_plan, c.medicare_carrier_id, c.last_activity_type, c.last_activity_at,
      coalesce((select json_object_agg(v.field_id, coalesce(to_json(v.text_value), to_json(v.number_value), to_json(v.date_value), to_json(v.boolean_value)))
        from contact_field_values v where v.company_id = ${tx.companyId} and v.contact_id = c.id), '{}') as custom_fields
    from contacts c ${rowJoins(tx)}
    where c.company_id = ${tx.companyId} and c.id = ${id} and ${inReach(reach ?? (await reachOfActor(tx)))}`.execute(tx.db);
  const row = rows[0];
  const survivor = row ? row.merged_into : await findSurvivor(tx, id);
  if (survivor) return getContactById(tx, survivor, reach);
  if (!row) throw fail('not_found');
  const { medicare_number_sealed, last_activity_type, last_activity_at, merged_into, ...rest } = row;
  return {
    ...rest,
    limited: false,
    medicare_number: medicare_number_sealed
      ? maskAllButLast(tx.seal.openKept(medicare_number_sealed, medicareNumber, tx.companyId))
      : '',
    last_activity: last_activity_type && last_activity_at ? { type: last_activity_type, at: last_activity_at } : null,
    can: contactPolicy(tx.actor, row),
  };
}

/** The contact that this one was merged into: it opens also for users who do not reach the merged one. */
async function findSurvivor(tx: Tx, id: number): Promise<number | null> {
  const { rows } = await sql<{ merged_into: number | null }>`
    select merged_into from contacts where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  return rows[0]?.merged_into ?? null;
}

export async function getContactRow(tx: Tx, id: number): Promise<ContactRow> {
  const { rows } = await sql<Omit<ContactRow, 'limited'>>`${keepsPlan}
    select ${rowColumns(tx)} from contacts c ${rowJoins(tx)}
    where c.company_id = ${tx.companyId} and c.id = ${id} and ${inReach(await reachOfActor(tx))}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return { ...rows[0], limited: false };
}

export async function insertContact(tx: Tx, columns: Updateable<Contacts>): Promise<number> {
  const row = await tx.db
    .insertInto('contacts')
    .values({ ...columns, company_id: tx.companyId } as Insertable<Contacts>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes columns, raises the version. */
export async function updateContactColumns(tx: Tx, id: number, columns: Updateable<Contacts>): Promise<void> {
  await tx.db
    .updateTable('contacts')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: sql<string>`now()` }))
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}

/** Purpose of the seal (kernel/secrets/seal.ts): in a contact and in the journal, from which an undo restores it as stored. */
export const medicareNumber = 'Medicare number';

/** Fields of the contract as columns: lists become jsonb, the Medicare number is sealed. */
export function columnsOf(tx: Tx, fields: ContactFields): Updateable<Contacts> {
  const { phones, emails, consent, medicare_number, custom_fields, ...plain } = fields;
  const columns: Record<string, unknown> = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  if (phones) columns.phones = JSON.stringify(phones);
  if (emails) columns.emails = JSON.stringify(emails.map(({ address }) => ({ address, state: 'unverified' })));
  if (consent !== undefined) columns.consent = consent && JSON.stringify(consent);
  if (medicare_number !== undefined) {
    columns.medicare_number_sealed = medicare_number === '' ? null : tx.seal.seal(medicare_number, medicareNumber, tx.companyId);
    columns.medicare_number_blind = medicare_number === '' ? null : tx.seal.blind(medicare_number, tx.companyId);
  }
  return columns as Updateable<Contacts>;
}
