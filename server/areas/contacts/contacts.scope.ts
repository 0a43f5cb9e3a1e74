// A contacts scope as SQL: whose contacts, in which group and pool, and every filter. Nobody else turns a scope into conditions.
// The alias is `c`; `company_id` stands on every table.
import { sql } from 'kysely';
import { type ActorReach, downlineOf, reachOfActor } from '#areas/users/users.service.ts';
import type { ContactsScope } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { allOf, type Condition, escapeLike } from '#kernel/sql.ts';
import { conditionOfFilter } from './contacts.filters.ts';

export interface ResolvedScope {
  conditions: Condition[];
  /** The owners it is limited to, where it is to some: what an index by owner can start from. */
  owners: number[] | null;
  /** True where free text decides which rows match: the trigram index leads then, not the order's. */
  searches: boolean;
  reach: ActorReach;
}

export async function resolveScope(tx: Tx, scope: ContactsScope): Promise<ResolvedScope> {
  const reach = await reachOfActor(tx);
  const conditions: Condition[] = [sql`c.company_id = ${tx.companyId}`];
  const deleted = scope.contact_group === 'deleted';
  conditions.push(deleted ? sql`c.deleted_at is not null` : sql`c.deleted_at is null`);

  const owners = await ownersOf(tx, scope, reach);
  conditions.push(...holderConditions(scope, owners, reach));
  if (scope.category) conditions.push(sql`c.category = ${scope.category}`);

  const texts = [scope.q, ...scope.search.filter((filter) => typeof filter === 'string')].filter((text) => text.trim() !== '');
  for (const text of texts) conditions.push(...textConditions(text));
  for (const [index, filter] of scope.search.entries()) {
    if (typeof filter !== 'string') conditions.push(await conditionOfFilter(tx, filter, `contacts_scope.search.${index}.value`));
  }
  if (scope.duplicate.is_duplicate) conditions.push(duplicateCondition(tx, scope.duplicate));
  return { conditions, owners, searches: texts.length > 0, reach };
}

/** Whether a row lies in the actor's reach: what decides between a record, a limited card and a 404. */
export function inReach(reach: ActorReach): Condition {
  if (reach.company) return sql`true`;
  return sql`(c.owner_id = any(${reach.ownerIds}::bigint[]) or c.pool_id = any(${reach.poolIds}::bigint[]))`;
}

/** Null: everybody the group shows. */
async function ownersOf(tx: Tx, scope: ContactsScope, reach: ActorReach): Promise<number[] | null> {
  if (scope.downline_user_id !== null) {
    if (!reach.company && !reach.ownerIds.includes(scope.downline_user_id)) {
      throw fail('invalid', { errors: { 'contacts_scope.downline_user_id': ['This person is not in your downline'] } });
    }
    return scope.all_downline ? downlineOf(tx, scope.downline_user_id, true) : [scope.downline_user_id];
  }
  if (scope.contact_group === 'downline') {
    const people = await downlineOf(tx, tx.actor.userId, scope.all_downline);
    return people.filter((id) => id !== tx.actor.userId);
  }
  if (scope.contact_group === 'all_agents' || reach.company) return null;
  return reach.ownerIds;
}

function holderConditions({ pool_id, contact_group }: ContactsScope, owners: number[] | null, reach: ActorReach): Condition[] {
  const poolsInReach = reach.company || contact_group === 'all_agents' ? null : reach.poolIds;
  if (typeof pool_id === 'number') {
    const visible = poolsInReach === null || poolsInReach.includes(pool_id);
    return visible ? [sql`c.pool_id = ${pool_id}`] : [sql`false`];
  }
  const byOwner = owners === null ? sql<boolean>`c.owner_id is not null` : ownedBy(owners);
  if (pool_id === 'mine') return [byOwner];
  if (owners === null) return [];
  return [poolsInReach?.length ? sql`(${byOwner} or c.pool_id = any(${poolsInReach}::bigint[]))` : byOwner];
}

const ownedBy = (owners: number[]): Condition =>
  owners.length === 1 ? sql`c.owner_id = ${owners[0]}` : sql`c.owner_id = any(${owners}::bigint[])`;

/** Every word must occur. One or two letters are looked for at the beginnings of words: an infix that short has no trigram. */
function textConditions(text: string): Condition[] {
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && /^[\d\s().+-]+$/.test(text);
  const words = isPhone
    ? [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits]
    : text.split(/\s+/).filter(Boolean);
  return words.slice(0, 8).map((word) => {
    const start = word.length < 3 ? '% ' : '%';
    return sql`c.search like ${start} || fold(${escapeLike(word)}) || '%'`;
  });
}

/** Shares the named fields with another contact of the company. `sort_name` is "last first", so a last name is a range of it. */
function duplicateCondition(tx: Tx, { first_name, last_name, address }: ContactsScope['duplicate']): Condition {
  const same: Condition[] = [];
  if (last_name && first_name) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  else if (last_name) {
    same.push(
      sql`c.last_name <> '' and d.sort_name >= (fold(c.last_name) || ' ') collate "C" and d.sort_name < (fold(c.last_name) || '!') collate "C"`,
    );
  } else if (first_name) same.push(sql`fold(d.first_name) = fold(c.first_name) and c.first_name <> ''`);
  if (address) same.push(sql`d.address_key = c.address_key and c.address_key <> ' '`);
  if (same.length === 0) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  return sql`exists (select from contacts d where d.company_id = ${tx.companyId} and d.deleted_at is null and d.id <> c.id and ${allOf(same)})`;
}
