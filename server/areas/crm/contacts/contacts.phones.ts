// Contacts by their first two numbers. Row-level security keeps PostgreSQL from using an index on the others,
// which stand in a document: to look there would read all contacts of the company.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

/** Ids. `number`: ten digits. */
export const byPhone = (tx: Tx, number: RawBuilder<unknown>): RawBuilder<{ id: number }> => sql`
  select a.id from contacts a where a.company_id = ${tx.companyId} and a.deleted_at is null and a.phone = ${number} and a.phone <> ''
  union select b.id from contacts b where b.company_id = ${tx.companyId} and b.deleted_at is null and b.phone_2 = ${number} and b.phone_2 is not null`;
