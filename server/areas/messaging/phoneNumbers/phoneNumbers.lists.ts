import { sql } from 'kysely';
import { priceOf } from '#areas/money/wallet/wallet.service.ts';
import type { InputOf } from '#contract/kit/endpoint.ts';
import { moneyText } from '#contract/kit/money.ts';
import type { AvailableNumbers, listPhoneNumbers as ListPhoneNumbers, NumberOffer, PhoneNumber } from '#contract/phoneNumbers.ts';
import { type Ctx, inTenant, type Tx } from '#kernel/context.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { allOf, escapeLike } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { type NumberSearch, TelephonyRefused, TelephonyUnavailable } from '#kernel/telephony/telephony.ts';
import { listOwnOrders, mustHaveTelephony } from './phoneNumbers.orders.ts';
import { numberColumns } from './phoneNumbers.queries.ts';

/** The carrier is asked outside of the transaction. */
export async function searchNumbers(ctx: Ctx, query: string): Promise<{ data: NumberOffer[]; price: string }> {
  const telephony = mustHaveTelephony(ctx);
  const price = await inTenant(ctx, (tx) => priceOf(tx, 'phone_number'));
  try {
    const found = await telephony.searchNumbers({ ...searchOf(query), limit: 20 });
    return { data: found.map(({ number, ...offer }) => ({ phone_number: number, ...offer })), price: moneyText(price) };
  } catch (error) {
    if (error instanceof TelephonyRefused) throw wrong('query', 'The carrier does not understand this');
    throw error instanceof TelephonyUnavailable ? fail('numbers.unavailable') : error;
  }
}

function searchOf(query: string): Omit<NumberSearch, 'limit'> {
  if (/^[a-z]{2}$/i.test(query)) return { state: query.toUpperCase() };
  const digits = query.replace(/\D/g, '').slice(-10);
  if (digits.length === 3) return { areaCode: digits };
  return digits ? { contains: digits } : {};
}

export async function listOwnNumbers(tx: Tx) {
  const { rows } = await sql<PhoneNumber>`
    select ${numberColumns(tx)} from phone_numbers n
    where n.company_id = ${tx.companyId} and n.state <> 'released' and (n.user_id = ${tx.actor.userId} or n.user_id is null)
    order by n.user_id is null, n.state, n.id limit 200`.execute(tx.db);
  return { data: rows, orders: await listOwnOrders(tx), price: moneyText(await priceOf(tx, 'phone_number')) };
}

export async function listNumbers(tx: Tx, { q, state, ...page }: InputOf<typeof ListPhoneNumbers>['query']) {
  const conditions = [
    sql<boolean>`n.company_id = ${tx.companyId}`,
    state ? sql<boolean>`n.state = ${state}` : sql<boolean>`n.state <> 'released'`,
    ...(q ? [matches(tx, q)] : []),
  ];
  const { rows: counted } = await sql<{ count: number }>`select count(*) from phone_numbers n where ${allOf(conditions)}`.execute(
    tx.db,
  );
  const { rows } = await sql<PhoneNumber>`
    select ${numberColumns(tx)} from phone_numbers n where ${allOf(conditions)}
    order by n.user_id is not null, n.number, n.id ${pageSql(page)}`.execute(tx.db);
  return { data: rows, meta: pageMeta(page, counted[0]?.count ?? 0) };
}

/** A part of the number, or of the name of who has it. */
function matches(tx: Tx, q: string) {
  const digits = q.replace(/[\s().+-]/g, '').replace(/^1(?=\d{10}$)/, '');
  if (/^\d+$/.test(digits)) return sql<boolean>`n.number like ${`%${digits}%`}`;
  return sql<boolean>`exists (select from users u where u.company_id = ${tx.companyId} and u.id = n.user_id
    and fold(u.first_name || ' ' || u.last_name) like '%' || fold(${escapeLike(q)}) || '%')`;
}

/** The numbers that the signed-in user may text and call from. */
export async function listAvailable(tx: Tx): Promise<AvailableNumbers> {
  const { rows } = await sql<AvailableNumbers[number]>`
    select n.id, n.number as phone_number, n.user_id is not null as own, n.is_default as default_sender from phone_numbers n
    where n.company_id = ${tx.companyId} and n.state = 'active' and (n.user_id = ${tx.actor.userId} or n.user_id is null)
    order by n.user_id is null, not n.is_default, n.id limit 100`.execute(tx.db);
  return rows;
}
