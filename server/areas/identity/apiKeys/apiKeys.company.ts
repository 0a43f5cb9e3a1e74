// The keys of all users, for administrators.
import { sql } from 'kysely';
import type { CompanyApiKey } from '#contract/apiKeys.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { fail } from '#kernel/errors.ts';
import { endKey } from './apiKeys.own.ts';
import { keyColumns } from './apiKeys.queries.ts';

export async function listCompanyKeys(tx: Tx, { q, ...page }: { q: string; page: number; limit: number }) {
  const from = sql`from api_keys k join users u on u.company_id = ${tx.companyId} and u.id = k.user_id
    where k.company_id = ${tx.companyId} and k.revoked_at is null
      and (${q} = '' or strpos(fold(k.name || ' ' || u.first_name || ' ' || u.last_name), fold(${q})) > 0)`;
  const { rows } = await sql<CompanyApiKey>`
    select ${keyColumns}, k.kind, json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) as user
    ${from} order by k.created_at desc, k.id desc ${pageSql(page)}`.execute(tx.db);
  const count = await sql<{ count: number }>`select count(*) as count ${from}`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, count.rows[0]?.count ?? 0) };
}

export async function revokeCompanyKey(tx: Tx, id: number): Promise<void> {
  const key = await tx.db
    .selectFrom('api_keys')
    .select(['name', 'revoked_at'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!key) throw fail('not_found');
  if (key.revoked_at === null) await endKey(tx, id, key.name);
}
