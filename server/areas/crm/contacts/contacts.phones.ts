// Contacts by any of their numbers: the first two are columns, all of more than two are one small index.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#kernel/context.ts';

/** Ids, each part by an index of its own. `number`: ten digits. */
export const byPhone = (tx: Tx, number: RawBuilder<unknown>): RawBuilder<{ id: number }> => sql`
  select a.id from contacts a where a.company_id = ${tx.companyId} and a.deleted_at is null and a.phone = ${number} and a.phone <> ''
  union select b.id from contacts b where b.company_id = ${tx.companyId} and b.deleted_at is null and b.phone_2 = ${number} and b.phone_2 is not null
  union select d.id from contacts d where d.company_id = ${tx.companyId} and d.deleted_at is null and ${hasFurtherPhone('d', number)}`;

/** The third and later ones. */
export const hasFurtherPhone = (alias: string, number: RawBuilder<unknown>): RawBuilder<boolean> => {
  const phones = sql.ref(`${alias}.phones`);
  return sql<boolean>`(jsonb_array_length(${phones}) > 2 and ${phones} @> jsonb_build_array(jsonb_build_object('number', ${number}::text)))`;
};
