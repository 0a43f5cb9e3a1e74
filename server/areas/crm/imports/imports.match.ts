// Which contacts are there already: a chunk's phones, addresses and names held against the company's contacts in the importer's reach.
import { type RawBuilder, sql } from 'kysely';
import { inReach } from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { ImportForm } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
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

/** The contact each line matches, by line. If several agree, the first way of `by` decides, then the oldest contact. */
export async function matchRows(tx: Tx, rows: KnownRow[], by: MatchBy[]): Promise<Map<number, number>> {
  const matches = new Map<number, number>();
  if (rows.length === 0 || by.length === 0) return matches;
  const own = inReach(await reachOfActor(tx));
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
  const columns = (['last_name', 'first_name', 'address', 'zip_code'] as const).map((name) =>
    rows.map(({ values }) => values[name]),
  );
  const texts = columns.map((column) => sql`${column}::text[]`);
  const { rows: folded } = await sql<{ key: string | null }>`
    select case when known then match_name(last_name, first_name) || ${between} || match_address(address, zip_code) end as key
    from unnest(${known}::boolean[], ${sql.join(texts)}) with ordinality r(known, last_name, first_name, address, zip_code, ordinal)
    order by ordinal`.execute(tx.db);
  return folded.map(({ key }) => key);
}

/**
 * The oldest contact behind each key that there is one for. All keys at once: by the index of their column, or in one pass over the company's contacts.
 * Looked up key by key a wrong choice goes through the company for every key, and an import fills a new company faster than the planner learns of it;
 * what a killed transaction leaves behind misleads it for longer (`offset 0` keeps the reach, and any join, out of the look).
 */
async function findOldest(tx: Tx, way: MatchBy, keys: string[], own: Condition): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (keys.length === 0) return found;
  const lookIn = (
    column: string,
    values: string[],
    nothing: string,
    key: RawBuilder<unknown> = sql.ref(`c.${column}`),
  ) => sql`select c.key, min(c.id) as id from (
      select ${key} as key, c.id, c.owner_id, c.pool_id from contacts c
      where c.company_id = ${tx.companyId} and ${sql.ref(`c.${column}`)} = any(${values}::text[]) and ${sql.ref(`c.${column}`)} <> ${sql.lit(nothing)}
        and c.deleted_at is null offset 0) c
    where ${own} group by c.key`;
  const looks =
    way === 'name_address'
      ? [lookIn('address_key', addressesOf(keys), '', sql`c.name_key || ${between} || c.address_key`)] // and others who live there
      : [way, `${way}_2`].map((column) => lookIn(column, keys, ''));
  const { rows } = await sql<{ key: string; id: number }>`${sql.join(looks, sql` union all `)}`.execute(tx.db);
  for (const { key, id } of rows) found.set(key, Math.min(id, found.get(key) ?? id));
  return found;
}

const addressesOf = (keys: string[]) => [...new Set(keys.map((key) => key.slice(key.indexOf(between) + 1)))];

/** Which of the contacts are there still, and in the importer's reach. */
export async function stillThere(tx: Tx, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const own = inReach(await reachOfActor(tx));
  const { rows } = await sql<{ id: number }>`select c.id from contacts c
    where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null and ${own}`.execute(tx.db);
  return new Set(rows.map(({ id }) => id));
}

/** A name and a zip code alone are shared by too many. */
const isPlaced = ({ first_name, last_name, address }: ImportedContact) => (first_name || last_name) !== '' && address !== '';
