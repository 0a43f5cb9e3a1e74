// The match keys of contacts, as SQL. Contacts that share a key make a group; its leader is the oldest of them.
//
// The groups by phone of a whole company (1), read from two indexes alone:
//
//   select key, more, min(id) as leader, count(*)::int as amount from (
//     select c.phone as key, '' as more, c.id from contacts c where c.company_id = 1 and c.deleted_at is null and c.phone <> ''
//     union all
//     select c.phone_2, '', c.id from contacts c where c.company_id = 1 and c.deleted_at is null and c.phone_2 is not null and c.phone_2 <> c.phone) k
//   group by key, more having min(id) < max(id)
import { type RawBuilder, sql } from 'kysely';
import { inReach, resolveScope } from '#areas/crm/contacts/contacts.service.ts';
import type { DuplicateSearch, DuplicateWay } from '#contract/duplicates.ts';
import type { Tx } from '#kernel/context.ts';
import { allOf, type Condition } from '#kernel/db/sql.ts';
import { wrong } from '#kernel/errors.ts';

/**
 * A column that holds keys, with the condition of its index. `more`: a second column that must be equal too.
 */
interface Keys {
  column: string;
  more?: string;
  there: Condition;
}

const keysOf: Record<DuplicateWay, Keys[]> = {
  name_address: [{ column: 'address_key', more: 'name_key', there: sql`c.address_key <> '' and c.name_key <> ' '` }],
  phone: [
    { column: 'phone', there: sql`c.phone <> ''` },
    { column: 'phone_2', there: sql`c.phone_2 is not null and c.phone_2 <> c.phone` },
  ],
  email: [
    { column: 'email', there: sql`c.email <> ''` },
    { column: 'email_2', there: sql`c.email_2 is not null and c.email_2 <> c.email` },
  ],
  name: [{ column: 'sort_name', there: sql`c.sort_name <> ' '` }],
};

export interface Search {
  ways: DuplicateWay[];
  /** Which contacts take part. */
  where: Condition;
  sameName: boolean;
  /** Whether a person has told any contacts of the company apart. */
  dismissals: boolean;
}

export async function searchOf(tx: Tx, { contacts_scope, by, same_name }: DuplicateSearch): Promise<Search> {
  if (contacts_scope.contact_group === 'deleted')
    throw wrong('contacts_scope.contact_group', 'Deleted contacts are not compared');
  const { conditions, reach } = await resolveScope(tx, contacts_scope);
  const { rows } = await sql<{ dismissals: boolean }>`
    select exists (select from duplicate_dismissals d where d.company_id = ${tx.companyId}) as dismissals`.execute(tx.db);
  const where = allOf([...conditions, inReach(reach)]);
  return { ways: by, where, sameName: same_name, dismissals: rows[0]?.dismissals ?? false };
}

/** Rows of `leader` and `amount`, one for each key that contacts share and a person has not dismissed. */
export const sharedKeys = (tx: Tx, search: Search): RawBuilder<unknown> =>
  sql.join(
    search.ways.map((way) => undismissed(tx, search, way)),
    sql` union all `,
  );

/** Rows of `leader` and `id`: every contact of every group. */
export const membersOfAll = (tx: Tx, search: Search): RawBuilder<unknown> =>
  sql.join(
    search.ways.map(
      (way) =>
        sql`select s.leader, k.id from (${undismissed(tx, search, way)}) s join (${keyed(search, way)}) k on k.key = s.key and k.more = s.more`,
    ),
    sql` union `,
  );

/** A key is dismissed when each two of its contacts are. */
function undismissed(tx: Tx, search: Search, way: DuplicateWay) {
  const all = sql`select s.leader, s.amount, s.key, s.more from (${shared(search, way)}) s`;
  if (!search.dismissals) return all;
  return sql`${all} left join (
      select k.key, k.more, count(*)::int as pairs from duplicate_dismissals d
      join (${keyed(search, way)}) k on k.id = d.contact_id
      join (${keyed(search, way)}) o on o.id = d.other_contact_id and o.key = k.key and o.more = k.more
      where d.company_id = ${tx.companyId} group by k.key, k.more) d on d.key = s.key and d.more = s.more
    where coalesce(d.pairs, 0) < s.amount * (s.amount - 1) / 2`;
}

const shared = (search: Search, way: DuplicateWay) => sql`
  select k.key, k.more, min(k.id) as leader, count(*)::int as amount from (${keyed(search, way)}) k
  group by k.key, k.more having min(k.id) < max(k.id)`;

/**
 * Rows of `key`, `more` and `id`. Equal names, if asked for, are read for shared keys alone: they stand in no
 * index.
 */
function keyed(search: Search, way: DuplicateWay): RawBuilder<unknown> {
  const named = search.sameName && namesDiffer(way);
  const narrow = named ? sql`select n.key from (${shared({ ...search, sameName: false }, way)}) n` : null;
  return sql.join(
    keysOf[way].map(({ column, more, there }) => {
      const key = sql.ref(`c.${column}`);
      const second = named ? sql`c.name_key` : more ? sql.ref(`c.${more}`) : sql`''::text`;
      const among = narrow ? sql`and ${key} in (${narrow})` : sql``;
      return sql`select ${key} as key, ${second} as more, c.id from contacts c where ${search.where} and ${there} ${among}`;
    }),
    sql` union all `,
  );
}

const namesDiffer = (way: DuplicateWay) => way === 'phone' || way === 'email';

/**
 * Rows of `leader` and `id`: the first `limit` contacts by id that share a key with each of these, for each
 * column.
 */
export function membersOf(search: Search, leaders: readonly number[], way: DuplicateWay, limit: number): RawBuilder<unknown> {
  const looks = keysOf[way].flatMap((own) =>
    keysOf[way].map((other) => {
      const same = [
        search.where,
        other.there,
        sql<boolean>`c.${sql.ref(other.column)} = l.key`,
        ...(other.more ? [sql<boolean>`c.${sql.ref(other.more)} = l.more`] : []),
        ...(search.sameName ? [sql<boolean>`c.name_key = l.name_key`] : []),
      ];
      const second = own.more ? sql.ref(`c.${own.more}`) : sql`''::text`;
      return sql`select l.leader, l.key::text as key, o.id from (
          select c.id as leader, ${sql.ref(`c.${own.column}`)} as key, ${second} as more, c.name_key from contacts c
          where ${search.where} and ${own.there} and c.id = any(${leaders}::bigint[])) l
        cross join lateral (select c.id from contacts c where ${allOf(same)} order by c.id limit ${limit}) o`;
    }),
  );
  return sql.join(looks, sql` union all `);
}
