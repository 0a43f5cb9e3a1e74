// Licences: places in a subscription that its payer gives to people.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Product } from '#contract/planLists.ts';
import type { Licence } from '#contract/subscriptions.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail, wrong } from '#kernel/errors.ts';
import { inUseSql, isInUse, isPaidBy, lockOwn, type StoredSubscription, tellOf } from './subscriptions.queries.ts';
import { lockLicences } from './subscriptions.units.ts';

/** The payer's own has a user at once; the others wait for one. */
export async function addLicences(tx: Tx, of: StoredSubscription, count: number): Promise<void> {
  const own = of.payer === 'self';
  await sql`
    insert into plan_licences (company_id, subscription_id, user_id, allocation, created_at)
    select ${tx.companyId}, ${of.id}, ${own ? of.payer_id : null}, ${own ? of.included : 0}, ${tx.clock()}
    from generate_series(1, ${count}::int) returning id`.execute(tx.db);
  if (own)
    await sql`
      update subscriptions set allocated = included where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
}

/** The people get licences that nobody has, as far as they are still here and have none. */
export async function giveTo(tx: Tx, subscriptionId: number, people: number[]): Promise<void> {
  await sql`
    with free as (
      select l.id, row_number() over (order by l.id) as place from plan_licences l
      where l.company_id = ${tx.companyId} and l.subscription_id = ${subscriptionId} and l.user_id is null),
    wanted as (
      select u.id, row_number() over (order by u.id) as place from users u
      where u.company_id = ${tx.companyId} and ${isAny('u.id', people)} and u.active and not exists (
        select from plan_licences h
        where h.company_id = ${tx.companyId} and h.subscription_id = ${subscriptionId} and h.user_id = u.id))
    update plan_licences l set user_id = w.id from free f join wanted w on w.place = f.place
    where l.company_id = ${tx.companyId} and l.id = f.id`.execute(tx.db);
  tx.tell({ event: 'me.changed' }, { to: people });
}

/** The user's licence is nobody's; what they used of it stays used in this period. False: they have none. */
export async function takeFrom(tx: Tx, { id }: StoredSubscription, userId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update plan_licences set user_id = null, allocation = used
    where company_id = ${tx.companyId} and subscription_id = ${id} and user_id = ${userId} returning id`.execute(tx.db);
  if (rows.length === 0) return false;
  await sumAllocated(tx, id);
  return true;
}

const sumAllocated = (tx: Tx, subscriptionId: number) =>
  sql`
    update subscriptions s set allocated = (
      select coalesce(sum(l.allocation), 0) from plan_licences l where l.company_id = ${tx.companyId} and l.subscription_id = s.id)
    where s.company_id = ${tx.companyId} and s.id = ${subscriptionId}`.execute(tx.db);

/** The active users with a license of it. */
export async function listPeople(tx: Tx, subscriptionId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select l.user_id from plan_licences l join users u on u.company_id = ${tx.companyId} and u.id = l.user_id and u.active
    where l.company_id = ${tx.companyId} and l.subscription_id = ${subscriptionId} order by l.id`.execute(tx.db);
  return rows.map(({ user_id }) => user_id);
}

/** Its people of now get a licence of this one each, with all that one includes. */
export async function passOn(tx: Tx, of: StoredSubscription, people: number[]): Promise<void> {
  await giveTo(tx, of.id, people);
  await sql`
    update plan_licences set allocation = ${of.plan.included}
    where company_id = ${tx.companyId} and subscription_id = ${of.id} and user_id is not null`.execute(tx.db);
  await sumAllocated(tx, of.id);
}

/** The licences that end with the period go, and the subscription is as much smaller. */
export async function letGo(tx: Tx, of: StoredSubscription): Promise<StoredSubscription> {
  if (of.leaving === 0) return of;
  await sql`
    delete from plan_licences where company_id = ${tx.companyId} and subscription_id = ${of.id} and cancel_at_end`.execute(tx.db);
  const quantity = of.quantity - of.leaving;
  return { ...of, quantity, included: quantity * of.plan.included };
}

/**
 * A new period: nothing is used of it. `most`: what one licence has in a new plan; who pays for oneself has all
 * of it.
 */
export async function renewLicences(tx: Tx, { id, payer }: StoredSubscription, most: number | null): Promise<void> {
  const kept = payer === 'self' ? sql`coalesce(${most}::int, allocation)` : sql`least(allocation, ${most}::int)`;
  await sql`
    update plan_licences set used = 0, period = period + 1, allocation = case when user_id is null then 0 else ${kept} end
    where company_id = ${tx.companyId} and subscription_id = ${id}`.execute(tx.db);
}

type Row = Licence & { name: string | null; user_id: number | null; total: number };

const licenceColumns = sql`
  l.id, l.subscription_id, l.user_id, trim(u.first_name || ' ' || u.last_name) as name, l.allocation, l.used, ${inUseSql} as paid`;

const present = ({ id, subscription_id, user_id, name, allocation, used, paid }: Row): Licence => ({
  id,
  subscription_id,
  user: user_id === null ? null : { id: user_id, name: name ?? '' },
  allocation,
  used,
  paid,
});

/** People first, by name; then licences that nobody has. */
export async function listLicences(tx: Tx, product: Product, query: { q: string; page: number; limit: number }) {
  const named = query.q ? sql`u.first_name || ' ' || u.last_name ilike ${`%${escapeLike(query.q)}%`}` : sql`true`;
  const { rows } = await sql<Row>`
    select ${licenceColumns}, count(*) over () as total
    from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      left join users u on u.company_id = ${tx.companyId} and u.id = l.user_id
    where l.company_id = ${tx.companyId} and s.product = ${product} and s.state <> 'ended' and ${isPaidBy(tx)} and ${named}
    order by l.user_id is null, u.last_name, u.first_name, l.id ${pageSql(query)}`.execute(tx.db);
  return { data: rows.map(present), meta: pageMeta(query, rows[0]?.total ?? 0) };
}

export async function updateLicence(
  tx: Tx,
  product: Product,
  id: number,
  asked: { user_id?: number | null | undefined; allocation?: number | undefined },
): Promise<Licence> {
  const { subscription_id } = await getLicence(tx, product, id);
  const of = await lockOwn(tx, product, subscription_id);
  await lockLicences(tx, [id]); // nobody uses units of it between what is read and what is written
  const stored = await getLicence(tx, product, id);
  if (!isInUse(of)) throw fail('subscriptions.ended');
  const before = stored.user?.id ?? null;
  const user = asked.user_id === undefined ? before : asked.user_id;
  if (user !== before && of.payer === 'self') throw wrong('user_id', 'This licence is yours: you pay for yourself');
  if (user !== null && user !== before) await mustReach(tx, user);
  const free = of.included - of.allocated + stored.allocation;
  const usual = user === before ? stored.allocation : Math.max(stored.used, Math.min(of.plan.included, free));
  // Units that are used stay used in this period, also when the licence goes to another user.
  const allocation = user === null ? stored.used : (asked.allocation ?? usual);
  if (allocation < stored.used || allocation > free)
    throw fail('subscriptions.allocation', { data: { used: stored.used, free } });
  try {
    await sql`
      update plan_licences set user_id = ${user}, allocation = ${allocation}
      where company_id = ${tx.companyId} and id = ${id}`.execute(tx.db);
  } catch (error) {
    throw hasCode(error, '23505') ? fail('subscriptions.has_licence') : error;
  }
  await sql`
    update subscriptions set allocated = allocated + ${allocation - stored.allocation}
    where company_id = ${tx.companyId} and id = ${of.id}`.execute(tx.db);
  await tellOf(tx, of);
  const gone = [before, user].filter((one) => one !== null);
  tx.tell({ event: 'me.changed' }, { to: gone });
  tx.tell({ event: 'subscriptions.changed' }, { to: [...gone, tx.actor.userId] });
  return getLicence(tx, product, id);
}

async function getLicence(tx: Tx, product: Product, id: number): Promise<Licence> {
  const { rows } = await sql<Row>`
    select ${licenceColumns} from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      left join users u on u.company_id = ${tx.companyId} and u.id = l.user_id
    where l.company_id = ${tx.companyId} and l.id = ${id} and s.product = ${product} and ${isPaidBy(tx)}`.execute(tx.db);
  if (!rows[0]) throw fail('not_found');
  return present(rows[0]);
}

/** An active person in the actor's reach, or the actor. */
export async function mustReach(tx: Tx, userId: number): Promise<void> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql`
    select from users u where u.company_id = ${tx.companyId} and u.id = ${userId} and u.active
      and ${reach.company ? sql`true` : isAny('u.id', [...reach.ownerIds, tx.actor.userId])}`.execute(tx.db);
  if (rows.length === 0) throw wrong('user_id', 'Choose one of your people');
}

/** As mustReach, for many. */
export async function mustReachAll(tx: Tx, people: number[]): Promise<void> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql`
    select from users u where u.company_id = ${tx.companyId} and ${isAny('u.id', people)} and u.active
      and ${reach.company ? sql`true` : isAny('u.id', [...reach.ownerIds, tx.actor.userId])}`.execute(tx.db);
  if (rows.length < people.length) throw wrong('user_ids', 'Choose people of yours');
}
