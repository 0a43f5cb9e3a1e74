// The files of a contact by pages.
import { type RawBuilder, sql } from 'kysely';
import { getContactById } from '#areas/crm/contacts/contacts.service.ts';
import type { listContactFiles as ListContactFiles } from '#contract/files.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, escapeLike } from '#kernel/db/sql.ts';
import { present, type StoredContactFile, selectFiles } from './files.queries.ts';

type Query = InputOf<typeof ListContactFiles>['query'];

const orders: Record<Query['order_field'], RawBuilder<unknown>> = {
  created_at: sql`f.created_at`,
  name: sql`fold(f.name)`,
  size: sql`f.size`,
  type: sql`f.type`,
};

export async function listContactFiles(tx: Tx, contactId: number, { q, order, order_field, ...page }: Query) {
  const { can } = await getContactById(tx, contactId);
  const conditions = [
    sql<boolean>`f.contact_id = ${contactId}`,
    sql<boolean>`f.deleted_at is null`,
    sql<boolean>`fold(f.name) like fold(${`%${escapeLike(q)}%`})`,
  ];
  const direction = sql.raw(order);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) from contact_files f where f.company_id = ${tx.companyId} and ${allOf(conditions)}`.execute(tx.db);
  const { rows } = await sql<StoredContactFile>`
    ${selectFiles(tx, conditions)} order by ${orders[order_field]} ${direction}, f.id ${direction} ${pageSql(page)}`.execute(
    tx.db,
  );
  return { data: rows.map((row) => present(tx, row, can)), meta: pageMeta(page, counted[0]?.count ?? 0) };
}
