// Links between two contacts, for users who reach both of them.
import { sql } from 'kysely';
import {
  inReach,
  journal,
  lockContact,
  mustAllowUpdate,
  mustReachContact,
  tellChanged,
} from '#areas/crm/contacts/contacts.service.ts';
import { reachOfActor } from '#areas/identity/users/users.service.ts';
import type { LinkedContact } from '#contract/linkedContacts.ts';
import { type LinkRelation, oppositeRelation } from '#contract/linkRelations.ts';
import type { Tx } from '#kernel/context.ts';
import { wrong } from '#kernel/errors.ts';

const maxShown = 100;

/** A linked contact that is deleted or out of reach is left out. */
export async function listLinks(tx: Tx, contactId: number): Promise<{ data: LinkedContact[] }> {
  await mustReachContact(tx, contactId);
  const { rows } = await sql<LinkedContact & { first: boolean }>`
    select distinct on (c.id) c.id, trim(c.first_name || ' ' || c.last_name) as name, l.relation, l.contact_id = ${contactId} as first,
      (c.birth_date + interval '65 years')::date as turns_65_on
    from contact_links l
    join contacts c on c.company_id = ${tx.companyId} and c.deleted_at is null and c.id <> ${contactId}
      and c.id in (l.contact_id, l.other_contact_id)
    where l.company_id = ${tx.companyId} and (l.contact_id = ${contactId} or l.other_contact_id = ${contactId})
      and ${inReach(await reachOfActor(tx))}
    order by c.id, l.id limit ${maxShown}`.execute(tx.db);
  return { data: rows.map(({ first, ...row }) => ({ ...row, relation: first ? row.relation : oppositeRelation[row.relation] })) };
}

interface Link {
  linked_contact_id: number;
  /** The linked contact's relation to this one; null: no link. */
  relation: LinkRelation | null;
}

/** Both contacts are told, and both journals name the other by its id: its name is for readers who reach it. */
export async function updateLink(tx: Tx, contactId: number, { linked_contact_id, relation }: Link) {
  if (linked_contact_id === contactId) throw wrong('linked_contact_id', 'A contact cannot be linked with itself');
  const ids = [contactId, linked_contact_id].toSorted((a, b) => a - b);
  for (const id of ids) {
    const contact = await lockContact(tx, id);
    mustAllowUpdate(tx, contact);
    await tellChanged(tx, id, contact);
  }
  const before = await relationOf(tx, contactId, linked_contact_id);
  if (before === relation) return listLinks(tx, contactId);
  // A merge may leave a link of a contact with itself, which the undo of the merge needs.
  await sql`
    delete from contact_links l where l.company_id = ${tx.companyId} and l.contact_id <> l.other_contact_id
      and l.contact_id = any(${ids}::bigint[]) and l.other_contact_id = any(${ids}::bigint[])`.execute(tx.db);
  if (relation)
    await tx.db
      .insertInto('contact_links')
      .values({ company_id: tx.companyId, contact_id: contactId, other_contact_id: linked_contact_id, relation })
      .execute();
  const sides = [
    { id: contactId, other: linked_contact_id, was: before, is: relation },
    {
      id: linked_contact_id,
      other: contactId,
      was: before && oppositeRelation[before],
      is: relation && oppositeRelation[relation],
    },
  ];
  for (const { id, other, was, is } of sides)
    await journal(tx, {
      contactId: id,
      action: is ? 'linked' : 'unlinked',
      before: { relation: was },
      after: { linked_contact_id: other, relation: is },
    });
  return listLinks(tx, contactId);
}

async function relationOf(tx: Tx, contactId: number, otherId: number): Promise<LinkRelation | null> {
  const { rows } = await sql<{ relation: LinkRelation; contact_id: number }>`
    select l.relation, l.contact_id from contact_links l where l.company_id = ${tx.companyId}
      and ((l.contact_id = ${contactId} and l.other_contact_id = ${otherId}) or (l.contact_id = ${otherId} and l.other_contact_id = ${contactId}))
    order by l.id limit 1`.execute(tx.db);
  const link = rows[0];
  if (!link) return null;
  return link.contact_id === contactId ? link.relation : oppositeRelation[link.relation];
}
