// Finds the contacts of texts by their numbers.
import { sql } from 'kysely';
import { byPhone } from '#areas/crm/contacts/contacts.service.ts';
import type { Tx } from '#kernel/context.ts';

export interface Matched {
  id: number;
  owner_id: number | null;
}

/**
 * By `to from` of texts. Of several contacts with a number: the one that the line wrote to last, else the one that
 * changed last. A number that was the contact's when they wrote with it counts, too.
 */
export async function findByNumbers(tx: Tx, texts: readonly { from: string; to: string }[]): Promise<Map<string, Matched>> {
  const asked = [...new Map(texts.map((text) => [`${text.to} ${text.from}`, text])).values()];
  if (asked.length === 0) return new Map();
  const { rows } = await sql<Matched & { line: string; their: string }>`
    select w.line, w.their, f.id, f.owner_id
    from unnest(${asked.map(({ to }) => to)}::text[], ${asked.map(({ from }) => from)}::text[]) w (line, their)
    cross join lateral (
      -- First who it may be: else the plan looks at each contact of the company.
      with n (id) as materialized (
        ${byPhone(tx, sql.ref('w.their'))}
        union select v.contact_id from conversations v where v.company_id = ${tx.companyId} and v.channel = 'text'
          and v.line = w.line and v.their_address = w.their)
      select c.id, c.owner_id from n join contacts c on c.company_id = ${tx.companyId} and c.id = n.id and c.deleted_at is null
      order by (select max(m.created_at) from messages m where m.company_id = ${tx.companyId} and m.contact_id = c.id
          and m.sender = w.line and m.address = w.their) desc nulls last, c.updated_at desc, c.id desc
      limit 1) f`.execute(tx.db);
  return new Map(rows.map(({ line, their, ...contact }) => [`${line} ${their}`, contact]));
}
