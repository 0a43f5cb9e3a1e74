// A contacts scope as SQL: whose contacts, in which group and pool, and every filter. Nobody else turns a scope into conditions.
// The alias is `c`; `company_id` stands on every table.
import { sql } from 'kysely';
import { type ActorReach, downlineOf, reachOfActor } from '#areas/users/users.service.ts';
import { type ContactsScope, type Filter, type FilterField, filterFields } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { fail } from '#kernel/errors.ts';
import { allOf, type Condition, escapeLike, isAny } from '#kernel/sql.ts';
import { conditionOfFilter } from './contacts.filters.ts';

export interface ResolvedScope {
  conditions: Condition[];
  /** Whether any of them asks more of a contact's own columns than whose it is. */
  filtered: boolean;
  /** Whose contacts, where it is some people's and pools': each has an index in every order. */
  holders: Holders | null;
  /** True where a text or another rare value decides which rows match: its index leads then, not the order's. */
  searches: boolean;
  reach: ActorReach;
}

interface Holders {
  owners: number[];
  pools: number[];
}

export async function resolveScope(tx: Tx, scope: ContactsScope): Promise<ResolvedScope> {
  const reach = await reachOfActor(tx);
  const deleted = scope.contact_group === 'deleted';
  const company: Condition[] = [
    sql`c.company_id = ${tx.companyId}`,
    deleted ? sql`c.deleted_at is not null` : sql`c.deleted_at is null`,
  ];
  const holders = holdersOf(scope, await ownersOf(tx, scope, reach), reach);
  const held: Condition[] = holders ? [heldBy(holders)] : scope.pool_id === 'mine' ? [sql`c.owner_id is not null`] : [];

  const filters: Condition[] = [];
  // A colleague's contact is a card here: by what the card does not show it cannot be found either.
  const cards = scope.contact_group === 'all_agents' && !reach.company;
  const unseen = (condition: Condition): Condition => (cards ? sql`(${inReach(reach)} and ${condition})` : condition);
  if (scope.category) filters.push(unseen(sql`c.category = ${scope.category}`));

  const texts = [scope.q, ...scope.search.filter((filter) => typeof filter === 'string')].filter((text) => text.trim() !== '');
  for (const text of texts) filters.push(...textConditions(text, cards ? reach : null));
  for (const [index, filter] of scope.search.entries()) {
    if (typeof filter === 'string') continue;
    const condition = await conditionOfFilter(tx, filter, `contacts_scope.search.${index}.value`);
    filters.push(shownOnCards.has(filter.field) ? condition : unseen(condition));
  }
  if (scope.duplicate.is_duplicate) filters.push(unseen(duplicateCondition(tx, scope.duplicate, reach)));
  return {
    conditions: [...company, ...held, ...filters],
    filtered: filters.length > 0 && !scope.search.some(isOfOwnField),
    holders,
    searches: texts.length > 0 || scope.search.some(isRare),
    reach,
  };
}

/** Whether a row lies in the actor's reach: what decides between a record, a limited card and a 404. */
export function inReach(reach: ActorReach, alias = 'c'): Condition {
  if (reach.company) return sql`true`;
  return sql`(${isAny(`${alias}.owner_id`, reach.ownerIds)} or ${isAny(`${alias}.pool_id`, reach.poolIds)})`;
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
    return people.filter((id) => id !== tx.actor.userId && (reach.company || reach.ownerIds.includes(id)));
  }
  if (scope.contact_group === 'all_agents' || reach.company) return null;
  return reach.ownerIds;
}

function holdersOf({ pool_id, contact_group }: ContactsScope, owners: number[] | null, reach: ActorReach): Holders | null {
  const poolsInReach = reach.company || contact_group === 'all_agents' ? null : reach.poolIds;
  if (typeof pool_id === 'number') {
    const visible = poolsInReach === null || poolsInReach.includes(pool_id);
    return { owners: [], pools: visible ? [pool_id] : [] };
  }
  return owners && { owners, pools: pool_id === 'all' ? (poolsInReach ?? []) : [] };
}

function heldBy({ owners, pools }: Holders): Condition {
  if (pools.length === 0) return isOneOf('owner_id', owners);
  if (owners.length === 0) return isOneOf('pool_id', pools);
  return sql`(${isOneOf('owner_id', owners)} or ${isOneOf('pool_id', pools)})`;
}

const isOneOf = (column: 'owner_id' | 'pool_id', ids: number[]): Condition =>
  ids.length === 1 ? sql`${sql.ref(`c.${column}`)} = ${ids[0]}` : sql`${sql.ref(`c.${column}`)} = any(${ids}::bigint[])`;

const rareTypes = new Set(['text', 'phone', 'date', 'number']);
const commonOperators = new Set(['is_not', 'none_of', 'is_empty', 'is_not_empty']);

const isOfOwnField = (filter: Filter | string) => typeof filter !== 'string' && filter.field.startsWith('custom:');

function isRare(filter: Filter | string): boolean {
  if (typeof filter === 'string') return true;
  const type = filterFields[filter.field as FilterField] ?? 'text'; // a field of the company's own
  return rareTypes.has(type) && !commonOperators.has(filter.operator);
}

/** Filter fields that a limited card shows. */
const shownOnCards = new Set<string>([
  'name',
  'first_name',
  'last_name',
  'phone',
  'owner',
  'status',
  'kind',
] satisfies FilterField[]);
const cardText = sql`(' ' || fold(c.first_name || ' ' || c.last_name) || ' ' || c.phone || ' ' || coalesce(c.phone_2, ''))`;

/**
 * Every word must occur. One or two letters are looked for at the beginnings of words: an infix that short has no trigram.
 * What is neither letter nor digit has none at all, and is passed over.
 */
function textConditions(text: string, cardsBeyond: ActorReach | null): Condition[] {
  const digits = text.replace(/\D/g, '');
  const isPhone = digits.length >= 3 && /^[\d\s().+-]+$/.test(text);
  const words = isPhone
    ? [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits]
    : text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return [sql`false`];
  return words.slice(0, 8).map((word) => {
    const start = word.length < 3 ? '% ' : '%';
    const like = sql`${start} || fold(${escapeLike(word)}) || '%'`;
    const found = sql<boolean>`c.search like ${like}`;
    return cardsBeyond ? sql`(${found} and (${inReach(cardsBeyond)} or ${cardText} like ${like}))` : found;
  });
}

/** Shares the named fields with another contact in reach. `sort_name` is "last first", so a last name is a range of it. */
function duplicateCondition(
  tx: Tx,
  { first_name, last_name, address }: ContactsScope['duplicate'],
  reach: ActorReach,
): Condition {
  const same: Condition[] = [];
  if (last_name && first_name) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  else if (last_name) {
    same.push(
      sql`c.last_name <> '' and d.sort_name >= (fold(c.last_name) || ' ') collate "C" and d.sort_name < (fold(c.last_name) || '!') collate "C"`,
    );
  } else if (first_name) same.push(sql`fold(d.first_name) = fold(c.first_name) and c.first_name <> ''`);
  if (address) same.push(sql`d.address_key = c.address_key and c.address_key <> ' '`);
  if (same.length === 0) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  return sql`exists (select from contacts d where d.company_id = ${tx.companyId} and d.deleted_at is null and d.id <> c.id and ${allOf(same)} and ${inReach(reach, 'd')})`;
}
