// The use of licenses: units of a plan are taken before they are used and given back where they were not.
import { sql } from 'kysely';
import type { Beyond, Payer, PlanLevel, Product } from '#contract/planLists.ts';
import type { Tx } from '#kernel/context.ts';
import { isAny } from '#kernel/db/sql.ts';
import { inUseSql } from './subscriptions.queries.ts';

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
export type Taken = ({ from: 'licence' } & TakenOf) | { from: Beyond | 'none' };

export interface TakenOf {
  licenceId: number;
  /** Of the licence (plan_licences.period): what comes back later counts for no other. */
  period: number;
}

/**
 * Takes units of their users' licenses, in the order of the uses; the whole of a use or nothing of it. Of
 * several licenses in use, one that somebody else pays is used up first.
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
    taken.set(use.id, one ? { from: 'licence', licenceId: one.id, period: one.period } : { from: beyondOf(own) });
  }
  await addUsed(tx, units);
  return taken;
}

/** Of uses that did not happen, or took less. Units of a period that is over do not come back in this one. */
export async function giveUnitsBack(tx: Tx, back: readonly (TakenOf & { units: number })[]): Promise<void> {
  const locked = await lockLicences(
    tx,
    back.map(({ licenceId }) => licenceId),
  );
  const units = new Map<number, number>();
  for (const { licenceId, period, units: some } of back)
    if (locked.get(licenceId)?.period === period) units.set(licenceId, (units.get(licenceId) ?? 0) - some);
  await addUsed(tx, units);
}

/**
 * The units that a user's licenses have left in this period; null: none is in use. `rooms`: of each license.
 * `left`: of one, as the whole of a use is taken from one.
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

interface InUse extends Locked {
  user_id: number;
  payer: Payer;
}

interface Locked {
  id: number;
  period: number;
  room: number;
}

const beyondOf = (own: readonly InUse[]): Beyond | 'none' =>
  own.length === 0 ? 'none' : own.some(({ payer }) => payer === 'self') ? 'wallet' : 'refused';

async function listInUse(tx: Tx, product: Product, people: readonly number[]): Promise<InUse[]> {
  const { rows } = await sql<InUse>`
    select l.id, l.user_id, s.payer, l.period, l.allocation - l.used as room
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
  const locked = await lockLicences(
    tx,
    found.map(({ id }) => id),
  );
  return Map.groupBy(
    found.map((one) => ({ ...one, ...(locked.get(one.id) ?? { room: 0 }) })),
    ({ user_id }) => user_id,
  );
}

/** In the order of ids, as two workers may want the same ones. Answers what is left of each. */
export async function lockLicences(tx: Tx, ids: readonly number[]): Promise<Map<number, Locked>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Locked>`
    select l.id, l.period, l.allocation - l.used as room from plan_licences l
    where l.company_id = ${tx.companyId} and ${isAny('l.id', [...new Set(ids)])} order by l.id for no key update`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function addUsed(tx: Tx, units: ReadonlyMap<number, number>): Promise<void> {
  if (units.size === 0) return;
  await sql`
    update plan_licences l set used = l.used + t.units
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
  of: TakenOf | null;
  units: number;
  /** The payer of the rest; null: another license has room for it. */
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
  if (!first) return { of: null, units: 0, beyond };
  const units = Math.min(most, first.room);
  await addUsed(tx, new Map([[first.id, units]]));
  return { of: { licenceId: first.id, period: first.period }, units, beyond: second ? null : beyond };
}
