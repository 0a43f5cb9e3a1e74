// A contacts scope as SQL: whose contacts, in which group and pool, and every filter. Nobody else turns a scope into conditions.
// The alias is `c`; `company_id` stands on every table.
import { sql } from 'kysely';
import { type ActorReach, downlineOf, reachOfActor } from '#areas/identity/users/users.service.ts';
import { type ContactsScope, type Filter, type FilterField, filterFields } from '#contract/contactsScope.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition, isAny } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';
import { conditionOfFilter, searched } from './contacts.filters.ts';
import { selectionOrder } from './contacts.orders.ts';
import { contactsWithPolicyNumber } from './contacts.policyNumbers.ts';
import { inReach } from './contacts.reach.ts';
import { anywhere, isRareText, type Word, wordsOf } from './contacts.searchWords.ts';

export interface ResolvedScope {
  /** Company, deleted or not, and a single owner if there is one: the first columns of an order's index. */
  base: Condition[];
  /** The owners, if there are several users and pools; the company's own indexes have these columns. */
  ownerFilters: Condition[];
  /** All other conditions, except `word`. */
  filters: Condition[];
  /** The search word if it is a single one: matching last names lie together in the order by name. */
  word: Word | null;
  /** All conditions together. */
  conditions: Condition[];
  /** True if so few match that their own index is faster than the order. */
  rare: boolean;
  reach: ActorReach;
}

interface Holders {
  owners: number[];
  pools: number[];
}

export async function resolveScope(tx: Tx, asked: ContactsScope): Promise<ResolvedScope> {
  const scope = asked.for_contact_group_all ? { ...asked, contact_group: 'all' as const } : asked;
  const reach = await reachOfActor(tx);
  const deleted = scope.contact_group === 'deleted';
  const base: Condition[] = [
    sql`c.company_id = ${tx.companyId}`,
    deleted ? sql`c.deleted_at is not null and c.merged_into is null` : sql`c.deleted_at is null`,
  ];

  const filters: Condition[] = [];
  // A colleague's contact is a card here: by what the card does not show it cannot be found either.
  const cards = scope.contact_group === 'all_agents' && !reach.company;
  const unseen = (condition: Condition): Condition => (cards ? sql`(${inReach(reach)} and ${condition})` : condition);
  if (scope.category) filters.push(unseen(sql`c.category_id = ${scope.category}`));

  const texts = [scope.q, ...scope.search.filter((filter) => typeof filter === 'string')].filter((text) => text.trim() !== '');
  const words = texts.flatMap(wordsOf);
  const numbered = await contactsWithPolicyNumber(tx, texts);
  const only =
    words.length === 1 && !cards && numbered.length === 0 ? (words.find(({ asLastName }) => asLastName) ?? null) : null;
  const said = only ? [] : words.map(anywhere);
  if (cards && words.length > 0) said.push(sql`(${inReach(reach)} or (${allOf(words.map(({ onCard }) => onCard))}))`);
  if (texts.some((text) => wordsOf(text).length === 0)) said.push(sql`false`);
  if (numbered.length === 0) filters.push(...said);
  else filters.push(sql`(${unseen(isAny('c.id', numbered))} or (${allOf(said)}))`);
  for (const [index, filter] of scope.search.entries()) {
    if (typeof filter === 'string') continue;
    const condition = await conditionOfFilter(tx, filter, `contacts_scope.search.${index}.value`);
    filters.push(shownOnCards.has(filter.field) ? condition : unseen(condition));
  }
  if (scope.representer_type) filters.push(sql`${sql.ref(representedBy[scope.representer_type])} is not null`);
  if (scope.duplicate.is_duplicate) filters.push(unseen(duplicateCondition(tx, scope.duplicate, reach)));
  const ownerFilters: Condition[] = [];
  const holders = holdersOf(scope, await ownersOf(tx, scope, reach), reach);
  if (holders) {
    const single = holders.owners.length + holders.pools.length === 1;
    (single ? base : ownerFilters).push(heldBy(holders, filters.length === 0 && !only));
  } else if (scope.pool_id === 'mine') base.push(sql`c.owner_id is not null`);
  else if (!reach.company) ownerFilters.push(sql`(c.owner_id is not null or ${isAny('c.pool_id', reach.poolIds)})`);
  const rare =
    numbered.length > 0 ||
    texts.some(isRareText) ||
    scope.search.some((filter) => typeof filter !== 'string' && isRareFilter(filter));
  const conditions = [...base, ...ownerFilters, ...filters, ...(only ? [anywhere(only)] : [])];
  if (scope.select_n !== null) {
    // The inner `c` is another one: the n contacts in the list's order, of which the outer one must be one.
    const chosen = sql<boolean>`c.id in (select c.id from contacts c where ${allOf(conditions)}
      order by ${selectionOrder(tx, scope, reach)} limit ${scope.select_n})`;
    filters.push(chosen);
    conditions.push(chosen);
  }
  return { base, ownerFilters, filters, word: only, conditions, rare, reach };
}

/** Null: every person of the company. */
async function ownersOf(tx: Tx, scope: ContactsScope, reach: ActorReach): Promise<number[] | null> {
  if (scope.downline_user_id !== null) {
    if (!reach.company && !reach.ownerIds.includes(scope.downline_user_id)) {
      throw wrong('contacts_scope.downline_user_id', 'This person is not in your downline');
    }
    if (!scope.all_downline) return [scope.downline_user_id];
    return (await downlineOf(tx, scope.downline_user_id, true)).filter(reaches(reach));
  }
  if (scope.contact_group === 'downline') {
    const people = await downlineOf(tx, tx.actor.userId, scope.all_downline);
    return people.filter((id) => id !== tx.actor.userId).filter(reaches(reach));
  }
  if (scope.contact_group === 'all_agents' || reach.company) return null;
  return reach.ownerIds;
}

/** Somebody below a person may belong to another business unit, which the actor does not reach. */
function reaches(reach: ActorReach): (userId: number) => boolean {
  if (reach.company) return () => true;
  const owners = new Set(reach.ownerIds);
  return (userId) => owners.has(userId);
}

/** Pools are shown in reach alone, whatever the group: `all_agents` is about people. */
function holdersOf({ pool_id }: ContactsScope, owners: number[] | null, reach: ActorReach): Holders | null {
  if (typeof pool_id === 'number') {
    const visible = reach.company || reach.poolIds.includes(pool_id);
    return { owners: [], pools: visible ? [pool_id] : [] };
  }
  return owners && { owners, pools: pool_id === 'all' && !reach.company ? reach.poolIds : [] };
}

/** `alone`: nothing else is asked, and the holders' own indexes are the way to their contacts. */
function heldBy({ owners, pools }: Holders, alone: boolean): Condition {
  const owned = isOneOf('owner_id', owners, alone);
  if (pools.length === 0) return owned;
  const pooled = isOneOf('pool_id', pools, alone);
  return owners.length === 0 ? pooled : sql`(${owned} or ${pooled})`;
}

/** Beside filters more are not looked up one by one in the index of values: `+ 0` keeps them from it. */
const maxLookups = 20;

function isOneOf(column: 'owner_id' | 'pool_id', ids: number[], alone: boolean): Condition {
  const ref = sql.ref(`c.${column}`);
  if (ids.length === 1) return sql`${ref} = ${ids[0]}`;
  return sql`${alone || ids.length <= maxLookups ? ref : sql`${ref} + 0`} = any(${ids}::bigint[])`;
}

/** Whether few contacts match, whatever the value: a day, a number, most of a name or an address. */
function isRareFilter({ field, operator, value }: Filter): boolean {
  const type = filterFields[field as FilterField];
  if (type === 'phone') return /\d{4}/.test(String(value)) && ['is', 'starts_with'].includes(operator);
  if (type === 'text')
    return searched.has(field) && ['is', 'starts_with', 'contains'].includes(operator) && isRareText(String(value));
  if (type === undefined) return operator === 'is' && !/^(?:true|false)$/.test(String(value)); // of the company's own
  return type === 'date' && operator === 'on';
}

/** The columns of a contact's holder: a user or a pool. */
const representedBy = { user: 'c.owner_id', pool: 'c.pool_id' } as const;

/** Filter fields that a limited card shows. */
const shownOnCards = new Set<string>(['name', 'first_name', 'last_name', 'owner', 'status'] satisfies FilterField[]);

/** Shares the named fields with another contact in reach. `sort_name` is "last first", so a last name is a range of it. */
function duplicateCondition(
  tx: Tx,
  { first_name, last_name, address }: ContactsScope['duplicate'],
  reach: ActorReach,
): Condition {
  const same: Condition[] = [];
  // `offset 0`: one look into the order of names for each contact. As a join, the planner compares each contact with all others.
  const oneByOne = last_name && !first_name && !address ? sql`offset 0` : sql``;
  if (last_name && first_name && address) same.push(sql`d.name_key = c.name_key and c.name_key <> ' '`);
  else if (last_name && first_name) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  else if (last_name) {
    same.push(
      sql`c.last_name <> '' and d.sort_name >= (fold_words(c.last_name) || ' ') collate "C" and d.sort_name < (fold_words(c.last_name) || '!') collate "C"`,
    );
  } else if (first_name) same.push(sql`fold(d.first_name) = fold(c.first_name) and c.first_name <> ''`);
  if (address) same.push(sql`d.address_key = c.address_key and c.address_key <> ''`);
  if (same.length === 0) same.push(sql`d.sort_name = c.sort_name and c.sort_name <> ' '`);
  return sql`exists (select from contacts d where d.company_id = ${tx.companyId} and d.deleted_at is null and d.id <> c.id and ${allOf(same)} and ${inReach(reach, 'd')} ${oneByOne})`;
}
