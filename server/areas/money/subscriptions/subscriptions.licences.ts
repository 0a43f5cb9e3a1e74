// Licences: places in a subscription that its payer gives to people, and what they use of it.
import { sql } from 'kysely';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { Beyond, Payer, PlanLevel, Product } from '#contract/planLists.ts';
import type { Licence } from '#contract/subscriptions.ts';
import type { Tx } from '#kernel/context.ts';
import { hasCode } from '#kernel/db/database.ts';
import { pageMeta, pageSql } from '#kernel/db/paging.ts';
import { escapeLike, isAny } from '#kernel/db/sql.ts';
import { fail } from '#kernel/errors.ts';
import { inUseSql, isInUse, isPaidBy, lockOwn, type StoredSubscription, tellOf } from './subscriptions.queries.ts';

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

/** Who has a licence of it, and is still here. */
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
  await sql`
    update subscriptions s set allocated = (
      select coalesce(sum(l.allocation), 0) from plan_licences l where l.company_id = ${tx.companyId} and l.subscription_id = s.id)
    where s.company_id = ${tx.companyId} and s.id = ${of.id}`.execute(tx.db);
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
    update plan_licences set used = 0, allocation = case when user_id is null then 0 else ${kept} end
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
  if (user !== before && of.payer === 'self')
    throw fail('invalid', { errors: { user_id: ['This licence is yours: you pay for yourself'] } });
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
  if (rows.length === 0) throw fail('invalid', { errors: { user_id: ['Choose one of your people'] } });
}

/** As mustReach, for many. */
export async function mustReachAll(tx: Tx, people: number[]): Promise<void> {
  const reach = await reachOfActor(tx);
  const { rows } = await sql`
    select from users u where u.company_id = ${tx.companyId} and ${isAny('u.id', people)} and u.active
      and ${reach.company ? sql`true` : isAny('u.id', [...reach.ownerIds, tx.actor.userId])}`.execute(tx.db);
  if (rows.length < people.length) throw fail('invalid', { errors: { user_ids: ['Choose people of yours'] } });
}

export interface Held {
  subscriptionId: number;
  payer: 'self' | 'manager' | 'company';
  level: PlanLevel;
  licence: { id: number; allocation: number; used: number };
}

/** The licence that a user works with: one that somebody else pays before their own; null: none is in use. */
export async function licenceOf(tx: Tx, product: Product, userId: number): Promise<Held | null> {
  const { rows } = await sql<Omit<Held, 'licence'> & Held['licence']>`
    select s.id as "subscriptionId", s.payer, p.level, l.id, l.allocation, l.used
    from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      join plans p on p.company_id = ${tx.companyId} and p.id = s.plan_id
    where l.company_id = ${tx.companyId} and l.user_id = ${userId} and s.product = ${product} and ${inUseSql}
    order by p.level = 'premium' desc, s.payer = 'self', l.id limit 1`.execute(tx.db);
  if (!rows[0]) return null;
  const { subscriptionId, payer, level, ...licence } = rows[0];
  return { subscriptionId, payer, level, licence };
}

export interface Use {
  /** Of the caller's own: answers come by it. */
  id: number;
  userId: number;
  units: number;
}

/** `refused`: the payer gave no more. `none`: no licence is in use. */
export type Taken = { from: 'licence'; licenceId: number } | { from: Beyond | 'none' };

/**
 * Takes units of their users' licences, in the order of the uses; the whole of a use or nothing of it. Where
 * several licences are in use, one that somebody else pays is used up first.
 */
export async function takeUnits(tx: Tx, product: Product, uses: readonly Use[]): Promise<Map<number, Taken>> {
  const licences = await lockInUse(
    tx,
    product,
    uses.map(({ userId }) => userId),
  );
  const taken = new Map<number, Taken>();
  const units = new Map<number, number>();
  for (const use of uses) {
    const own = licences.get(use.userId) ?? [];
    const one = own.find(({ room }) => room >= use.units);
    if (one) {
      one.room -= use.units;
      units.set(one.id, (units.get(one.id) ?? 0) + use.units);
    }
    taken.set(use.id, one ? { from: 'licence', licenceId: one.id } : { from: beyondOf(own) });
  }
  await addUsed(tx, units);
  return taken;
}

/** Of uses that did not happen, or took less. */
export async function giveUnitsBack(tx: Tx, back: readonly { licenceId: number; units: number }[]): Promise<void> {
  const units = new Map<number, number>();
  for (const { licenceId, units: some } of back) units.set(licenceId, (units.get(licenceId) ?? 0) - some);
  await lockLicences(tx, [...units.keys()]);
  await addUsed(tx, units);
}

/**
 * What a user's licences have left in this period; null: none is in use. `left`: of one, as the whole of a use
 * is taken from one. `rooms`: of each.
 */
export async function unitsLeft(
  tx: Tx,
  product: Product,
  userId: number,
): Promise<{ left: number; rooms: number[]; beyond: Beyond } | null> {
  const own = await listInUse(tx, product, [userId]);
  const beyond = beyondOf(own);
  const rooms = own.map(({ room }) => Math.max(0, room));
  return beyond === 'none' ? null : { left: Math.max(...rooms), rooms, beyond };
}

interface InUse {
  id: number;
  user_id: number;
  payer: Payer;
  room: number;
}

const beyondOf = (own: readonly InUse[]): Beyond | 'none' =>
  own.length === 0 ? 'none' : own.some(({ payer }) => payer === 'self') ? 'wallet' : 'refused';

async function listInUse(tx: Tx, product: Product, people: readonly number[]): Promise<InUse[]> {
  const { rows } = await sql<InUse>`
    select l.id, l.user_id, s.payer, l.allocation - l.used as room
    from plan_licences l
      join subscriptions s on s.company_id = ${tx.companyId} and s.id = l.subscription_id
      join plans p on p.company_id = ${tx.companyId} and p.id = s.plan_id
    where l.company_id = ${tx.companyId} and ${isAny('l.user_id', [...new Set(people)])} and s.product = ${product} and ${inUseSql}
    order by p.level = 'premium' desc, s.payer = 'self', l.id`.execute(tx.db);
  return rows;
}

/** By user, with what is left of them now that nobody else changes it. */
async function lockInUse(tx: Tx, product: Product, people: readonly number[]): Promise<Map<number, InUse[]>> {
  const found = people.length === 0 ? [] : await listInUse(tx, product, people);
  const rooms = await lockLicences(
    tx,
    found.map(({ id }) => id),
  );
  return Map.groupBy(
    found.map((one) => ({ ...one, room: rooms.get(one.id) ?? 0 })),
    ({ user_id }) => user_id,
  );
}

/** In the order of ids, as two workers may want the same ones. Answers what is left of each. */
async function lockLicences(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; room: number }>`
    select l.id, l.allocation - l.used as room from plan_licences l
    where l.company_id = ${tx.companyId} and ${isAny('l.id', [...ids])} order by l.id for no key update`.execute(tx.db);
  return new Map(rows.map(({ id, room }) => [id, room]));
}

/** A licence whose period has begun anew meanwhile has nothing to give back. */
async function addUsed(tx: Tx, units: ReadonlyMap<number, number>): Promise<void> {
  if (units.size === 0) return;
  await sql`
    update plan_licences l set used = greatest(0, l.used + t.units)
    from unnest(${[...units.keys()]}::bigint[], ${[...units.values()]}::integer[]) t (id, units)
    where l.company_id = ${tx.companyId} and l.id = t.id returning l.id`.execute(tx.db);
}

/** One use, as takeUnits: `wallet`: the user's own plan is used up, so their wallet pays. */
export async function useUnits(
  tx: Tx,
  { product, userId, units }: { product: Product; userId: number; units: number },
): Promise<Taken['from']> {
  return (await takeUnits(tx, product, [{ id: 1, userId, units }])).get(1)?.from ?? 'none';
}

export interface TakenInPart {
  /** Null: every licence is used up. */
  licenceId: number | null;
  units: number;
  /** What pays for the rest; null: another licence has room for what comes after it. */
  beyond: Beyond | null;
}

/** As many of these units as the first licence that has any still has; null: none is in use. */
export async function takeUnitsUpTo(
  tx: Tx,
  { product, userId, most }: { product: Product; userId: number; most: number },
): Promise<TakenInPart | null> {
  const own = (await lockInUse(tx, product, [userId])).get(userId) ?? [];
  const beyond = beyondOf(own);
  if (beyond === 'none') return null;
  const [first, second] = own.filter(({ room }) => room > 0);
  if (!first) return { licenceId: null, units: 0, beyond };
  const units = Math.min(most, first.room);
  await addUsed(tx, new Map([[first.id, units]]));
  return { licenceId: first.id, units, beyond: second ? null : beyond };
}
