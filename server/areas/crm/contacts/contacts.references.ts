// Ids that a contact names must be the company's own: a wrong one is a field error, not a broken foreign key.
import { sql } from 'kysely';
import type { ContactFields } from '#contract/contacts.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';

/** The columns of a contact that name a row of a look-up, and its table. */
export const referenceTables = {
  status_id: 'statuses',
  agentflow_status_id: 'agentflow_statuses',
  source_id: 'sources',
  category_id: 'categories',
  medicare_carrier_id: 'carriers',
} as const;

export async function mustKnowReferences(tx: Tx, fields: ContactFields & { tags?: number[] }): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [field, table] of Object.entries(referenceTables)) {
    const id = fields[field as keyof typeof referenceTables];
    if (id && !(await known(tx, table, [id]))) errors[field] = ['This is no longer on the list'];
  }
  if (fields.tags?.length && !(await known(tx, 'tags', fields.tags))) errors.tags = ['One of these tags no longer exists'];
  if (Object.keys(errors).length > 0) throw fail('invalid', { errors });
}

async function known(tx: Tx, table: string, ids: number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where company_id = ${tx.companyId} and id = any(${wanted}::bigint[])`.execute(tx.db);
  return rows[0]?.count === wanted.length;
}
