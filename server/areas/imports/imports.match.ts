// Which contacts are there already: a chunk's phones, addresses and names held against the company's contacts in the importer's reach.
import { sql } from 'kysely';
import { withinReach } from '#areas/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/users/users.service.ts';
import type { ImportForm } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/sql.ts';
import type { ImportedContact } from './imports.contact.ts';

export type MatchBy = ImportForm['scrub_against']['by'][number];

export interface NumberedRow {
  line: number;
  values: ImportedContact;
}

/** `keys`: what the row is known by, in its file and among the contacts. */
export type KnownRow = NumberedRow & { keys: Key[] };
type Key = `${MatchBy} ${string}`;

/** Folded by the database alone: what is one person between two chunks is one within a chunk. */
export async function withKeys(tx: Tx, rows: NumberedRow[], by: MatchBy[]): Promise<KnownRow[]> {
  const names = by.includes('name_address') ? await nameKeys(tx, rows) : [];
  return rows.map((row, at) => {
    const { phones, emails } = row.values;
    const keys = {
      phone: () => phones.map(({ number }): Key => `phone ${number}`),
      email: () => emails.map(({ address }): Key => `email ${address.toLowerCase()}`),
      name_address: () => (names[at] ? [`name_address ${names[at]}` as const] : []),
    };
    return { ...row, keys: by.flatMap((way) => keys[way]()) };
  });
}

/** The contact each line matches, by line. Where several agree, the first way of `by` decides, then the oldest contact. */
export async function matchRows(tx: Tx, rows: KnownRow[], by: MatchBy[]): Promise<Map<number, number>> {
  const matches = new Map<number, number>();
  if (rows.length === 0 || by.length === 0) return matches;
  const own = withinReach(await reachOfActor(tx));
  for (const way of by) {
    const open = rows.filter(({ line }) => !matches.has(line));
    const keysOf = ({ keys }: KnownRow) => keys.flatMap((key) => (key.startsWith(`${way} `) ? [key.slice(way.length + 1)] : []));
    const found = await findOldest(tx, way, [...new Set(open.flatMap(keysOf))], own);
    for (const row of open) {
      const ids = keysOf(row).flatMap((key) => found.get(key) ?? []);
      if (ids.length > 0) matches.set(row.line, Math.min(...ids));
    }
  }
  return matches;
}

const between = '\n'; // in no name and no address

/** Folded as the columns are. Null where a row has none. */
async function nameKeys(tx: Tx, rows: NumberedRow[]): Promise<(string | null)[]> {
  const known = rows.map(({ values }) => isPlaced(values));
  const names = rows.map(({ values }) => `${values.last_name} ${values.first_name}`);
  const addresses = rows.map(({ values }) => `${values.address} ${values.zip_code.slice(0, 5)}`);
  const { rows: folded } = await sql<{ key: string | null }>`
    select case when known then fold_words(name) || ${between} || fold(address) end as key
    from unnest(${known}::boolean[], ${names}::text[], ${addresses}::text[]) with ordinality r(known, name, address, ordinal) order by ordinal`.execute(
    tx.db,
  );
  return folded.map(({ key }) => key);
}

/**
 * The oldest contact behind each key that there is one for. Key by key through the key's own index: an import fills a new company faster than
 * the planner learns of it, so nothing is left to choose (`offset 0` keeps the reach, and any join, out of the look).
 */
async function findOldest(tx: Tx, way: MatchBy, keys: string[], own: Condition): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (keys.length === 0) return found;
  const same = (way === 'name_address' ? ['address_key'] : [way, `${way}_2`]).map((name) => {
    const column = sql.ref(`c.${name}`);
    if (way !== 'name_address') return sql`${column} = k.key and ${column} <> ''`;
    return sql`${column} = split_part(k.key, ${between}, 2) and ${column} <> ' ' and c.sort_name = split_part(k.key, ${between}, 1)`;
  });
  const looks = same.map(
    (agrees) => sql`select k.key, min(c.id) as id from k cross join lateral (
      select c.id, c.owner_id, c.pool_id from contacts c where c.company_id = ${tx.companyId} and ${agrees} and c.deleted_at is null offset 0) c where ${own} group by k.key`,
  );
  const { rows } = await sql<{ key: string; id: number }>`
    with k as materialized (select key from unnest(${keys}::text[]) k(key)) ${sql.join(looks, sql` union all `)}`.execute(tx.db);
  for (const { key, id } of rows) found.set(key, Math.min(id, found.get(key) ?? id));
  return found;
}

/** Which of the contacts are there still, and in the importer's reach. */
export async function stillThere(tx: Tx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const own = withinReach(await reachOfActor(tx));
  const { rows } = await sql<{ id: number }>`select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null and ${own}`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}

/** A name and a zip code alone are shared by too many. */
const isPlaced = ({ first_name, last_name, address }: ImportedContact) => (first_name || last_name) !== '' && address !== '';
