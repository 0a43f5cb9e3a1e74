// Addresses that get nothing more.
import { sql } from 'kysely';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { listSuppressions as ListSuppressions, Suppression, SuppressionCreate } from '#contract/suppressions.ts';
import { audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, escapeLike } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { tellCompliance } from './compliance.rules.ts';

export async function listSuppressions(tx: Tx, { q, tab, ...page }: InputOf<typeof ListSuppressions>['query']) {
  const begins = q.includes('@') || /[a-z]/i.test(q) ? q.toLowerCase() : q.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');
  const where = allOf([
    sql`s.company_id = ${tx.companyId}`,
    tab === 'lifted' ? sql`s.lifted_at is not null` : sql`s.lifted_at is null`,
    ...(q === '' ? [] : [sql<boolean>`s.address like ${`${escapeLike(begins || q)}%`}`]),
  ]);
  const { rows } = await sql<Suppression>`
    select ${columns(tx)} from suppressions s where ${where} order by s.created_at desc, s.id desc ${pageSql(page)}`.execute(
    tx.db,
  );
  const counted = await sql<{ count: number }>`
    select count(*) as count from (select from suppressions s where ${where} limit 10000) c`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, counted.rows[0]?.count ?? 0) };
}

export async function createSuppression(tx: Tx, given: SuppressionCreate): Promise<Suppression> {
  const [id] = await suppress(tx, [given]);
  if (id === undefined) throw fail('compliance.suppressed_already');
  const { channel, address, purpose, reason } = given;
  await audit(tx, {
    action: 'compliance.suppressed',
    of: { type: 'suppression', id },
    after: { channel, address, purpose, reason },
  });
  tellCompliance(tx);
  return getSuppression(tx, id);
}

export async function liftSuppression(tx: Tx, id: number, note: string): Promise<Suppression> {
  const stored = await getSuppression(tx, id);
  if (stored.lifted_at !== null) return stored;
  await tx.db
    .updateTable('suppressions')
    .set({ lifted_at: tx.clock(), lifted_by: tx.actor.userId, lift_note: note })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
  const { channel, address, reason } = stored;
  await audit(tx, { action: 'compliance.suppression_lifted', of: { type: 'suppression', id }, before: { channel, address, reason }, after: { note } }); // biome-ignore format: one line
  tellCompliance(tx);
  return getSuppression(tx, id);
}

type Suppressed = Pick<Suppression, 'channel' | 'address' | 'purpose' | 'reason' | 'note'>;

/**
 * Answers the ids of the new ones: an address that gets nothing already is left as it is. A revocation and
 * another reason stand beside each other.
 */
export async function suppress(tx: Tx, addresses: readonly Suppressed[], at: Date | null = null): Promise<number[]> {
  if (addresses.length === 0) return [];
  const column = <K extends keyof Suppressed>(name: K) => sql`${addresses.map((each) => each[name])}::text[]`;
  const { rows } = await sql<{ id: number }>`
    insert into suppressions (company_id, channel, address, purpose, reason, note, created_by, created_at)
    select ${tx.companyId}::bigint, a.channel, a.address, a.purpose, a.reason, a.note, ${tx.actor.userId || null}::bigint, coalesce(${at}::timestamptz, now())
    from unnest(${column('channel')}, ${column('address')}, ${column('purpose')}, ${column('reason')}, ${column('note')})
      a(channel, address, purpose, reason, note)
    on conflict (company_id, channel, address, purpose, (reason = 'revoked')) where lifted_at is null do nothing
    returning id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** A new consent takes back what a revocation of the same address had stopped before it, and nothing else. */
export async function liftRevoked(
  tx: Tx,
  { agreed, purposes, at }: { agreed: readonly { channel: string; address: string }[]; purposes: string[]; at: string },
): Promise<void> {
  await sql`
    update suppressions s set lifted_at = ${tx.clock()}::timestamptz, lifted_by = ${tx.actor.userId || null}::bigint, lift_note = 'A new consent'
    from jsonb_to_recordset(${JSON.stringify(agreed)}::jsonb) a (channel text, address text)
    where s.company_id = ${tx.companyId} and s.lifted_at is null and s.reason = 'revoked' and s.channel = a.channel and s.address = a.address
      and s.purpose = any(${purposes}::text[]) and s.created_at <= ${at}::timestamptz`.execute(tx.db);
}

async function getSuppression(tx: Tx, id: number): Promise<Suppression> {
  const { rows } = await sql<Suppression>`
    select ${columns(tx)} from suppressions s where s.company_id = ${tx.companyId} and s.id = ${id}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return rows[0];
}

const columns = (tx: Tx) => sql`s.id, s.channel, s.address, s.purpose, s.reason, s.note, s.created_at, s.lifted_at, s.lift_note,
  ${personOf(tx, 's.created_by')} as created_by, ${personOf(tx, 's.lifted_by')} as lifted_by`;

/** `{ id, name }` of the user in a column. */
export const personOf = (tx: Tx, column: string) => sql`
  (select json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) from users u
   where u.company_id = ${tx.companyId} and u.id = ${sql.ref(column)})`;
