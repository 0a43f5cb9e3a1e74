// Typical queries of the contact list, made from existing contacts.
import { sql } from 'kysely';
import { cursorOf } from '#areas/crm/contacts/contacts.lists.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contactsScope.ts';
import { formatPhone } from '#contract/kit/formats.ts';
import type { Actor } from '#kernel/context.ts';
import { connect } from '#kernel/db/database.ts';
import type { LargeCompany } from './largeCompany.ts';
import type { Product } from './product.ts';

export interface Sampled {
  id: number;
  first_name: string;
  last_name: string;
  phone: string;
  email: string;
  sort_name: string;
  created_at: string;
  updated_at: string;
}

export interface Scenario {
  name: string;
  counts: boolean;
  scopes(sample: Sampled[], company: LargeCompany, amount: number): ContactsScopeInput[];
}

/**
 * Contacts of the actor's own where there are any, of the company otherwise, from everywhere in the table.
 */
export async function sampleOf({ urlOf, log }: Product, { companyId }: LargeCompany, actor: Actor): Promise<Sampled[]> {
  const operator = connect(urlOf('operator'), log, { max: 1, name: 'bench' });
  try {
    const own = actor.has('team.lead') ? sql`true` : sql`owner_id = ${actor.userId}`;
    const { rows } = await sql<Sampled>`
      select id, first_name, last_name, phone, email, sort_name, created_at::text, updated_at::text from contacts
      where company_id = ${companyId} and deleted_at is null and phone <> '' and email <> '' and last_name <> '' and ${own}
      order by hashint8(id) limit 500`.execute(operator.db);
    return rows;
  } finally {
    await operator.close();
  }
}

type Make = (contact: Sampled, at: number, company: LargeCompany) => ContactsScopeInput;

const scenario = (name: string, make: Make, counts = false): Scenario => ({
  name,
  counts,
  scopes: (sample, company, amount) =>
    Array.from({ length: amount }, (_, at) => {
      const contact = sample[at % sample.length];
      if (!contact) throw new Error('no contact to ask for');
      return make(contact, at, company);
    }),
});

const orders = (['last_name', 'created_at', 'updated_at'] as const).flatMap((order_field) =>
  (['ASC', 'DESC'] as const).map((order) => ({ order_field, order })),
);
const orderAt = (at: number) => orders[at % orders.length] ?? {};
const pick = (ids: readonly number[], at: number) => ids[at % ids.length] ?? 0;
const withStatus = (company: LargeCompany, at: number) => ({
  field: 'status',
  operator: 'any_of' as const,
  value: [pick(company.statusIds, at)],
});
const withTag = (company: LargeCompany, at: number) => ({
  field: 'tags',
  operator: 'any_of' as const,
  value: [pick(company.tagIds, at)],
});

export const scenarios: Scenario[] = [
  scenario('first page, every order', (_, at) => orderAt(at)),
  scenario('search, 1 letter', ({ last_name }) => ({ q: last_name.slice(0, 1) })),
  scenario('search, 2 letters', ({ first_name, last_name }, at) => ({
    q: (at % 2 ? first_name || last_name : last_name).slice(0, 2),
  })),
  scenario('search, 3 letters', ({ last_name }) => ({ q: last_name.slice(0, 3) })),
  scenario('search, first and last name', ({ first_name, last_name }) => ({ q: `${first_name} ${last_name}`.trim() })),
  scenario('search, phone', ({ phone }, at) => ({ q: at % 2 ? formatPhone(phone) : phone.slice(3) })),
  scenario('search, e-mail', ({ email }, at) => ({ q: at % 2 ? email : (email.split('@')[0] ?? '') })),
  scenario('filter by status, every order', (_, at, company) => ({ ...orderAt(at), search: [withStatus(company, at)] })),
  scenario('filter by status and tag, every order', (_, at, company) => ({
    ...orderAt(at),
    search: [withStatus(company, at), withTag(company, at)],
  })),
  scenario('deep in the list, every order', (contact, at, company) => {
    const scope = ContactsScope.parse(orderAt(at));
    const values = { last_name: contact.sort_name, created_at: contact.created_at, updated_at: contact.updated_at };
    return { ...orderAt(at), cursor: cursorOf(company, scope, values[scope.order_field as keyof typeof values], contact.id) };
  }),
  scenario('page 200 by its number', (_, at) => ({ ...orderAt(at), page: 200 - (at % 20) })),
  scenario('count of all', () => ({}), true),
  scenario(
    'count, filtered',
    (_, at, company) => ({ search: at % 2 ? [withStatus(company, at)] : [withTag(company, at)] }),
    true,
  ),
  scenario('count, searched', ({ last_name }) => ({ q: last_name.slice(0, 4) }), true),
];
