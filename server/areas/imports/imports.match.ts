// Which contacts are there already: rows held against the company's contacts in the importer's reach, by index, row by row.
import { sql } from 'kysely';
import { withinReach } from '#areas/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/users/users.service.ts';
import type { ImportForm } from '#contract/imports.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/sql.ts';
import type { ImportedContact } from './imports.contact.ts';

type MatchBy = ImportForm['scrub_against']['by'][number];

export interface NumberedRow {
  line: number;
  values: ImportedContact;
}

/** The contact each line matches, by line. Where several agree, the first way of `by` decides, then the oldest contact. */
export async function matchRows(tx: Tx, rows: NumberedRow[], by: MatchBy[]): Promise<Map<number, number>> {
  if (rows.length === 0 || by.length === 0) return new Map();
  const own = withinReach(await reachOfActor(tx));
  const found = by.flatMap((way, rank) =>
    waysOf(way).map(
      (same) => sql`
    (select c.id, ${sql.lit(rank)} as rank from contacts c
     where c.company_id = ${tx.companyId} and c.deleted_at is null and ${same} and ${own} limit 20)`,
    ),
  );
  const column = (pick: (row: NumberedRow) => string) => sql`${rows.map(pick)}::text[]`;
  const { rows: matches } = await sql<{ line: number; id: number }>`
    select distinct on (r.line) r.line, m.id
    from unnest(${rows.map((row) => row.line)}::int[], ${column(({ values }) => values.phones[0]?.number ?? '')},
      ${column(({ values }) => values.phones[1]?.number ?? '')}, ${column(({ values }) => values.emails[0]?.address.toLowerCase() ?? '')},
      ${column(({ values }) => values.emails[1]?.address.toLowerCase() ?? '')}, ${column(({ values }) => `${values.last_name} ${values.first_name}`)},
      ${column(({ values }) => `${values.address} ${values.zip_code.slice(0, 5)}`)}) r(line, phone, phone_2, email, email_2, name, address)
    cross join lateral (${sql.join(found, sql` union all `)}) m
    order by r.line, m.rank, m.id`.execute(tx.db);
  return new Map(matches.map(({ line, id }) => [line, id]));
}

function waysOf(way: MatchBy): Condition[] {
  if (way === 'name_address')
    return [sql`r.name <> ' ' and r.address <> ' ' and c.sort_name = fold(r.name) and c.address_key = fold(r.address)`];
  const first = sql.ref(`c.${way}`);
  const second = sql.ref(`c.${way}_2`);
  return ['', '_2'].flatMap((nth) => {
    const given = sql.ref(`r.${way}${nth}`);
    return [
      sql<boolean>`${given} <> '' and ${first} = ${given} and ${first} <> ''`,
      sql<boolean>`${given} <> '' and ${second} = ${given}`,
    ];
  });
}

/** What a row is known by inside its own file. */
export function keysOf({ phones, emails, first_name, last_name, address, zip_code }: ImportedContact, by: MatchBy[]): string[] {
  return by.flatMap((way) => {
    if (way === 'phone') return phones.map(({ number }) => `phone ${number}`);
    if (way === 'email') return emails.map((email) => `email ${email.address.toLowerCase()}`);
    const named = (first_name || last_name) && address;
    return named ? [`name ${first_name} ${last_name} ${address} ${zip_code.slice(0, 5)}`.toLowerCase()] : [];
  });
}
