// Groups of contacts that may be one person: a page of them, how many there are, and who belongs to each.
import { type RawBuilder, sql } from 'kysely';
import { inReach, limitSearch, listSelected } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import { type DuplicateGroup, type DuplicateSearch, type findDuplicates, maxMerged } from '#contract/duplicates.ts';
import type { AnswerOf } from '#contract/kit/endpoint.ts';
import type { Tx } from '#kernel/context.ts';
import { membersOf, membersOfAll, type Search, searchOf, sharedKeys } from './duplicates.keys.ts';
import { type Facts, likeness } from './duplicates.score.ts';

type Page = AnswerOf<typeof findDuplicates>;

export async function listDuplicates(tx: Tx, asked: DuplicateSearch & { page: number; limit: number }): Promise<Page> {
  const { page, limit } = asked;
  await limitSearch(tx);
  const search = await searchOf(tx, asked);
  await joinByHash(tx);
  const { total, leaders } = await pageOfLeaders(tx, search, limit, (page - 1) * limit);
  await joinByHash(tx, false);
  const data = await presentGroups(tx, await listGroups(tx, search, leaders));
  return { data, meta: { page, limit, total_count: total, total_pages: Math.ceil(total / limit) } };
}

/**
 * Leaders by their names, and how many there are in all. The list is read in its order until the page is full:
 * `is true` keeps the planner from sorting every group.
 */
async function pageOfLeaders(tx: Tx, search: Search, limit: number, offset: number) {
  const { rows } = await groupsQuery(tx, search, limit, offset).execute(tx.db);
  return { total: rows[0]?.total ?? 0, leaders: rows[0]?.leaders ?? [] };
}

export const groupsQuery = (tx: Tx, search: Search, limit: number, offset: number) => sql<{
  total: number;
  leaders: number[] | null;
}>`
  with groups as materialized (select distinct s.leader from (${sharedKeys(tx, search)}) s),
  page as (
    select c.id, c.sort_name from contacts c where ${search.where} and (c.id in (select g.leader from groups g)) is true
    order by c.sort_name, c.id limit ${limit} offset ${offset})
  select (select count(*)::int from groups) as total, (select json_agg(p.id order by p.sort_name, p.id) from page p) as leaders`;

/** Rows of `id` and `ordinal`: the leaders whose groups a job may merge. */
export const mergeableLeaders = (tx: Tx, search: Search) =>
  sql`select g.leader as id, row_number() over (order by g.leader) as ordinal from (${countedGroups(tx, search)}) g where g.fits`;

export async function countByRule(tx: Tx, asked: DuplicateSearch): Promise<{ groups: number; contacts: number; left: number }> {
  await limitSearch(tx);
  const search = await searchOf(tx, asked);
  await joinByHash(tx);
  const { rows } = await sql<{ groups: number; contacts: number; left: number }>`
    select count(*) filter (where g.fits)::int as groups, coalesce(sum(g.amount - 1) filter (where g.fits), 0)::int as contacts,
      count(*) filter (where not g.fits)::int as left from (${countedGroups(tx, search)}) g`.execute(tx.db);
  return rows[0] ?? { groups: 0, contacts: 0, left: 0 };
}

/**
 * Rows of `leader`, `amount` and `fits`: at most 10, of one birth date and Medicare number, no two told apart by a
 * person, and none of them in an earlier group that fits.
 */
const countedGroups = (tx: Tx, search: Search) => sql`
  with judged as (
    select g.leader, g.ids, g.fits and ${search.dismissals ? sql`not ${isApart(tx, sql`g.ids`)}` : sql`true`} as fits from (
      select m.leader, array_agg(m.id) as ids, count(*) <= ${maxMerged} and count(distinct c.birth_date) < 2
        and count(distinct c.medicare_number_blind) < 2 as fits
      from (${membersOfAll(tx, search)}) m join contacts c on c.company_id = ${tx.companyId} and c.id = m.id group by m.leader) g),
  placed as (
    select j.leader, j.fits, cardinality(j.ids) as amount, min(j.leader) filter (where j.fits) over (partition by u.id) as earliest
    from judged j cross join lateral unnest(j.ids) u(id))
  select p.leader, p.amount, p.fits and bool_and(p.earliest = p.leader) as fits from placed p group by p.leader, p.amount, p.fits`;

/** Whether a person has said of two of these contacts that they are no duplicates. */
const isApart = (tx: Tx, ids: RawBuilder<unknown>) => sql`exists (select from duplicate_dismissals d
  where d.company_id = ${tx.companyId} and d.contact_id = any(${ids}) and d.other_contact_id = any(${ids}))`;

/** With young statistics the planner expects few groups and would compare each contact with each: 8 s for 3,000. */
export const joinByHash = (tx: Tx, alone = true) =>
  sql`set local enable_nestloop = ${sql.raw(alone ? 'off' : 'on')}`.execute(tx.db);

/** The groups without those of which a person told two members apart. */
export async function withoutDismissed(tx: Tx, groups: Group[]): Promise<Group[]> {
  const ids = groups.flatMap(({ members }) => members.map(({ id }) => id));
  const { rows } = await sql<{ one: number; other: number }>`
    select d.contact_id as one, d.other_contact_id as other from duplicate_dismissals d
    where d.company_id = ${tx.companyId} and d.contact_id = any(${ids}::bigint[]) and d.other_contact_id = any(${ids}::bigint[])`.execute(
    tx.db,
  );
  return groups.filter(({ members }) => {
    const own = new Set(members.map(({ id }) => id));
    return !rows.some(({ one, other }) => own.has(one) && own.has(other));
  });
}

type Member = Facts & { address: string };

export interface Group {
  /** The leader first, then by id. */
  members: Member[];
  more: boolean;
}

/** The groups of these leaders, in their order, without those that are no groups any more. */
export async function listGroups(tx: Tx, search: Search, leaders: readonly number[]): Promise<Group[]> {
  if (leaders.length === 0) return [];
  const found = new Map<number, Set<number>>(leaders.map((id) => [id, new Set()]));
  for (const way of search.ways) {
    const { rows } = await sql<{ leader: number; key: string; ids: number[] }>`
      select m.leader, m.key, json_agg(distinct m.id) as ids from (${membersOf(search, leaders, way, maxMerged + 1)}) m
      group by m.leader, m.key having min(m.id) = m.leader and max(m.id) > m.leader`.execute(tx.db);
    for (const { leader, ids } of rows) for (const id of ids) found.get(leader)?.add(id);
  }
  const facts = await factsOf(tx, [...new Set([...found.values()].flatMap((ids) => [...ids]))]);
  return leaders.flatMap((leader) => {
    const ids = [...(found.get(leader) ?? [])].toSorted((a, b) => a - b);
    const members = ids.slice(0, maxMerged).flatMap((id) => facts.get(id) ?? []);
    return members.length > 1 ? [{ members, more: ids.length > maxMerged }] : [];
  });
}

async function factsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Member>> {
  const { rows } = await sql<Member>`
    select c.id, c.name_key, fold(c.first_name) as first_name, c.address_key, c.birth_date, encode(c.medicare_number_blind, 'hex') as medicare_number,
      array_remove(array[nullif(c.phone, ''), c.phone_2], null) as phones, array_remove(array[nullif(c.email, ''), c.email_2], null) as emails,
      concat_ws(', ', nullif(c.address, ''), nullif(c.address_2, ''), nullif(trim(c.city || ' ' || c.state || ' ' || c.zip_code), '')) as address
    from contacts c where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and ${inReach(await reachOfActor(tx))}`.execute(
    tx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function presentGroups(tx: Tx, groups: Group[]): Promise<DuplicateGroup[]> {
  const ids = [...new Set(groups.flatMap(({ members }) => members.map(({ id }) => id)))];
  const { data } = await listSelected(tx, ids, ids.length);
  const rows = new Map(data.map((row) => [row.id, row]));
  return groups.flatMap(({ members, more }) => {
    const [first, ...others] = members;
    if (!first) return [];
    const likenesses = others.map((other) => likeness(first, other));
    const shown = members.flatMap((member, index) => {
      const contact = rows.get(member.id);
      const { agrees, differs } = likenesses[index - 1] ?? { agrees: [], differs: [] };
      return contact ? [{ contact, address: member.address, agrees, differs }] : [];
    });
    return [{ id: first.id, score: Math.min(...likenesses.map(({ score }) => score)), members: shown, more }];
  });
}
