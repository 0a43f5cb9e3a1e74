// The values of a mail's merge fields: one statement for the sender, one for any number of contacts.
import { sql } from 'kysely';
import { todayOfActor } from '#areas/crm/contacts/contacts.service.ts';
import { formatDay, formatPhone } from '#contract/kit/formats.ts';
import { exampleValues, type MergeValues } from '#contract/kit/mergeFields.ts';
import type { Tx } from '#kernel/context.ts';

export interface Recipient {
  id: number;
  name: string;
  address: string;
  values: MergeValues;
}

/** By id. Whether the actor reaches them is for the caller to ask. */
export async function listRecipients(tx: Tx, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const { rows } = await sql<
    Record<'first_name' | 'last_name' | 'preferred_name' | 'organization' | 'city' | 'state', string> & {
      id: number;
      zip_code: string;
      phone: string;
      email: string;
    }
  >`
    select c.id, c.first_name, c.last_name, c.preferred_name, c.organization, c.city, c.state, c.zip_code, c.phone, c.email
    from contacts c where c.company_id = ${tx.companyId} and c.id = any(${ids}::bigint[]) and c.deleted_at is null`.execute(
    tx.db,
  );
  return new Map(
    rows.map(({ id, ...contact }) => {
      const full_name = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
      const values = {
        ...contact,
        full_name,
        preferred_name: contact.preferred_name || contact.first_name,
        phone: formatPhone(contact.phone),
      };
      return [id, { id, name: full_name || contact.organization, address: contact.email, values }];
    }),
  );
}

export interface Sender {
  name: string;
  address: string;
  company: string;
  variant: string;
  values: MergeValues;
}

/** In whose name a message goes out. */
export async function getSender(tx: Tx, userId = tx.actor.userId): Promise<Sender> {
  const { rows } = await sql<{
    first_name: string;
    last_name: string;
    title: string;
    email: string;
    company: string;
    variant: string;
    business_unit: string;
  }>`
    select u.first_name, u.last_name, u.title, u.email, c.name as company, c.variant, b.name as business_unit
    from users u
    join companies c on c.company_id = ${tx.companyId}
    join business_units b on b.company_id = ${tx.companyId} and b.id = u.business_unit_id
    where u.company_id = ${tx.companyId} and u.id = ${userId}`.execute(tx.db);
  const person = rows[0] ?? {
    first_name: '',
    last_name: '',
    title: '',
    email: '',
    company: '',
    variant: 'standard',
    business_unit: '',
  };
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ');
  const values: MergeValues = {
    agent_first_name: person.first_name,
    agent_name: name,
    agent_title: person.title,
    agent_email: person.email,
    company_name: person.company,
    business_unit: person.business_unit,
    today: formatDay(await todayOfActor(tx)),
  };
  return { name, address: person.email, company: person.company, variant: person.variant, values };
}

/** The receiver of a preview without a contact: nobody real. */
export const inventedRecipient: Omit<Recipient, 'id'> = {
  name: 'Rosa Alvarez',
  address: 'rosa@example.com',
  values: exampleValues,
};
