// Contacts with a phone or an e-mail that is about to be added once more. Of a colleague's contact it shows
// what a search by `all_agents` shows: a card, found by its own texts, never by an e-mail (decision 0030).
import { type RawBuilder, sql } from 'kysely';
import { type ActorReach, reachOfActor } from '#areas/identity/users/users.service.ts';
import type { ContactRow } from '#contract/contacts.ts';
import { normalPhone } from '#contract/kit/formats.ts';
import type { Tx } from '#kernel/context.ts';
import type { Condition } from '#kernel/db/sql.ts';
import { type ListedRow, presentRow, rowColumns, rowJoins } from './contacts.lists.ts';
import { inReach } from './contacts.reach.ts';

const maxMatches = 5;

interface Asked {
  phone: string;
  email: string;
}

export async function findMatches(tx: Tx, asked: Asked): Promise<{ data: ContactRow[] }> {
  const query = matchesQuery(tx, asked, await reachOfActor(tx));
  return { data: query ? (await query.execute(tx.db)).rows.map(presentRow) : [] };
}

/** Null where nothing is asked that could be whole. */
export function matchesQuery(tx: Tx, input: Asked, reach: ActorReach): RawBuilder<ListedRow> | null {
  const phone = normalPhone(input.phone);
  const email = input.email.toLowerCase();
  const seen = inReach(reach);
  const found = [
    ...(phone
      ? [
          sql<boolean>`c.phone = ${phone} and c.phone <> '' and ${seen}`,
          sql<boolean>`c.phone_2 = ${phone} and c.phone_2 is not null and ${seen}`,
          sql<boolean>`c.phone = ${phone} and c.phone <> '' and c.owner_id is not null and ${seen} is not true`, // a pool's are for those who hold it
        ]
      : []),
    ...(email.includes('@')
      ? [
          sql<boolean>`c.email = ${email} and c.email <> '' and ${seen}`,
          sql<boolean>`c.email_2 = ${email} and c.email_2 is not null and ${seen}`,
        ]
      : []),
  ];
  if (found.length === 0) return null;
  return sql<ListedRow>`
    with found as (${sql.join(
      found.map((condition) => idsWhere(tx, condition)),
      sql` union `,
    )})
    select ${rowColumns(tx)}, '' as sort_value, ${seen} is true as in_reach
    from found join contacts c on c.company_id = ${tx.companyId} and c.id = found.id ${rowJoins(tx)}
    order by in_reach desc, c.id limit ${maxMatches}`;
}

/** By one index each: a company may have one number on thousands of contacts. */
const idsWhere = (tx: Tx, condition: Condition) =>
  sql`(select c.id from contacts c where c.company_id = ${tx.companyId} and c.deleted_at is null and ${condition} limit ${maxMatches})`;
