// Reading the audit log: a page by keyset, and all that matches as a file. Writing is the kernel's (kernel/audit.ts).

import { type RawBuilder, sql } from 'kysely';
import { zoneOfActor } from '#areas/identity/users/users.service.ts';
import type { AuditEntry, AuditFilters, AuditQuery } from '#contract/auditLog.ts';
import { type Ctx, readPage, type Tx } from '#kernel/context.ts';
import { keysetOf } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import type { Download } from '#kernel/http/downloads.ts';
import { csvOf } from '#tables/csvFile.ts';
import { withNames } from './auditLog.names.ts';

export async function listAuditEntries(tx: Tx, { cursor, limit, ...filters }: AuditQuery) {
  const rows = await findEntries(tx, filters, cursor ? places.placeOf(tx, cursor) : [], limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(({ exact_at: _exact, ...entry }) => entry),
    meta: { next_cursor: rows.length > limit && last ? places.cursorOf(tx, placeOf(last)) : null },
  };
}

export async function exportAuditLog(ctx: Ctx, filters: AuditFilters): Promise<Download> {
  const rows = async function* () {
    yield ['Time (UTC)', 'Who', 'Acting as', 'Action', 'Of', 'Before', 'After', 'From', 'API key'];
    for (let after: unknown[] = []; ; ) {
      const page = await readPage(ctx, (tx) => findEntries(tx, filters, after, 1_000));
      for (const entry of page) yield cellsOf(entry);
      const last = page.at(-1);
      if (!last) return;
      after = placeOf(last);
    }
  };
  return { name: 'audit log.csv', type: 'text/csv; charset=utf-8', content: csvOf(rows()) };
}

type Entry = AuditEntry & { exact_at: string };

const places = keysetOf('audit_log');
const placeOf = ({ exact_at, id }: Entry) => [exact_at, id];

/** The newest first. `after`: the place of the last entry that the reader has; empty for the start. */
async function findEntries(tx: Tx, filters: AuditFilters, after: unknown[], limit: number): Promise<Entry[]> {
  const [at, id] = after;
  const { who, acted_as, action, of_type, of_id, from, to } = filters;
  const zone = from || to ? await zoneOfActor(tx) : '';
  const where: Condition[] = [
    sql`l.company_id = ${tx.companyId}`,
    ...(at && id ? [sql<boolean>`(l.at, l.id) < (${at}::timestamptz, ${id}::bigint)`] : []),
    ...(who === undefined ? [] : [sql<boolean>`coalesce(l.impersonator_id, l.actor_id) = ${who}`]),
    ...(acted_as === undefined ? [] : [sql<boolean>`(l.actor_id = ${acted_as} and l.impersonator_id is not null)`]),
    ...(action === undefined ? [] : [sql<boolean>`l.action = ${action}`]),
    ...(of_type === undefined ? [] : [sql<boolean>`l.of_type = ${of_type}`]),
    ...(of_id === undefined ? [] : [sql<boolean>`l.of_id = ${of_id}`]),
    ...(from ? [sql<boolean>`l.at >= ${from}::date::timestamp at time zone ${zone}`] : []),
    ...(to ? [sql<boolean>`l.at < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
  ];
  const { rows } = await sql<Entry>`
    select l.id, l.at, l.at::text as exact_at, l.action, l.before, l.after, l.address,
      json_build_object('type', l.of_type, 'id', l.of_id) as of,
      ${personOf('u')} as actor, ${personOf('i')} as impersonator,
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as api_key
    from audit_log l
    left join users u on u.company_id = ${tx.companyId} and u.id = l.actor_id
    left join users i on i.company_id = ${tx.companyId} and i.id = l.impersonator_id
    left join api_keys k on k.company_id = ${tx.companyId} and k.id = l.api_key_id
    where ${allOf(where)} order by l.at desc, l.id desc limit ${limit}`.execute(tx.db);
  return withNames(tx, rows);
}

const nameOf = (user: string): RawBuilder<unknown> =>
  sql.raw(`case when ${user}.id is not null then trim(${user}.first_name || ' ' || ${user}.last_name) end`);
const personOf = (user: string): RawBuilder<unknown> =>
  sql`case when ${sql.raw(user)}.id is not null then json_build_object('id', ${sql.raw(user)}.id, 'name', ${nameOf(user)}) end`;

function cellsOf({ at, actor, impersonator, api_key, action, of, before, after, address }: Entry): string[] {
  const who = (impersonator ?? actor)?.name ?? 'System';
  const subject = of.name === null ? `${of.type} ${of.id}` : `${of.type} ${of.id} (${of.name})`;
  return [
    at,
    who,
    impersonator ? (actor?.name ?? '') : '',
    action,
    subject,
    textOf(before),
    textOf(after),
    address ?? '',
    api_key?.name ?? '',
  ];
}

const textOf = (fields: AuditEntry['before']) =>
  Object.entries(fields ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
