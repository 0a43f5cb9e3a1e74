// Calls now and before, each list by an index, a page at a time.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { fetchCallLogs as FetchCallLogs } from '#contract/dialer.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { ofPeople, selectCalls } from './calls.queries.ts';

const maxActive = 100;
/** More are not counted. */
const maxCounted = 10_000;
const newestFirst = sql`order by k.started_at desc, k.id desc`;

/** The user's own, and for those who watch calls those of their people. */
export async function listActive(tx: Tx) {
  const { userId } = tx.actor;
  const own = sql<boolean>`k.user_id = ${userId}`;
  const seen = tx.actor.has('calls.watch') ? ofPeople(await reachOfActor(tx), userId) : own;
  const call_list = await selectCalls(tx, [sql<boolean>`k.state <> 'ended'`, seen], sql`${newestFirst} limit ${maxActive}`);
  return { call_list };
}

export async function listHistory(tx: Tx, { page, limit }: { page: number; limit: number }) {
  const end = sql`${newestFirst} limit ${limit + 1} offset ${(page - 1) * limit}`;
  const rows = await selectCalls(tx, [sql<boolean>`k.user_id = ${tx.actor.userId}`, sql<boolean>`k.state = 'ended'`], end);
  return { call_history: rows.slice(0, limit), meta: { next_page: rows.length > limit ? page + 1 : null } };
}

type Query = InputOf<typeof FetchCallLogs>['body'];

export async function listLogs(tx: Tx, { page, limit, ...query }: Query) {
  const conditions = [sql<boolean>`k.state = 'ended'`, ofPeople(await reachOfActor(tx), tx.actor.userId), ...filters(query)];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from calls k where k.company_id = ${tx.companyId} and ${allOf(conditions)} limit ${maxCounted}) c`.execute(tx.db);
  const data = await selectCalls(tx, conditions, sql`${newestFirst} ${pageSql({ page, limit })}`);
  return { data, meta: pageMeta({ page, limit }, rows[0]?.count ?? 0) };
}

function filters({ q, user_id, contact_id, direction, outcome, recorded }: Omit<Query, 'page' | 'limit'>): Condition[] {
  const digits = q.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return [
    ...(q === '' ? [] : [digits === '' ? sql<boolean>`false` : beginsWith(digits)]),
    ...(user_id === null ? [] : [sql<boolean>`k.user_id = ${user_id}`]),
    ...(contact_id === null ? [] : [sql<boolean>`k.contact_id = ${contact_id}`]),
    ...(direction === null ? [] : [sql<boolean>`k.direction = ${direction}`]),
    ...(outcome === null ? [] : [sql<boolean>`k.outcome = ${outcome}`]),
    ...(recorded ? [sql<boolean>`k.call_file_id is not null`] : []),
  ];
}

/** As a range: an index serves it under row-level security. */
const beginsWith = (digits: string) => sql<boolean>`k.their_number >= ${digits} and k.their_number < ${`${digits}:`}`;
